defmodule Playout.Engine.Application do
  @moduledoc false
  # Started when the engine runs alone (MIX_TARGET=engine).
  use Application

  @impl true
  def start(_type, _args), do: Playout.Engine.Supervisor.start_link([])
end
