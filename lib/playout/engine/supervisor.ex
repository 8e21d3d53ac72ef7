defmodule Playout.Engine.Supervisor do
  @moduledoc false
  use Supervisor

  def start_link(options) do
    Supervisor.start_link(__MODULE__, options, name: __MODULE__)
  end

  @impl true
  def init(_options) do
    Supervisor.init([], strategy: :one_for_one)
  end
end
