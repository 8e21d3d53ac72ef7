defmodule Playout.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _args) do
    children = [Playout.Engine.Supervisor]
    Supervisor.start_link(children, strategy: :one_for_one, name: Playout.Supervisor)
  end
end
