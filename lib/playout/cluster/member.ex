defmodule Playout.Cluster.Member do
  @moduledoc false
  # Stands for this node in the list of those with its role.

  use GenServer

  def start_link({_scope, _role} = membership),
    do: GenServer.start_link(__MODULE__, membership, name: __MODULE__)

  @impl true
  def init({scope, role}) do
    :ok = :pg.join(scope, role, self())
    {:ok, nil}
  end
end
