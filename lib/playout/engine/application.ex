defmodule Playout.Engine.Application do
  @moduledoc false
  # What is started where the engine is all there is (MIX_TARGET=engine).
  use Application

  @impl true
  def start(_type, _args), do: Playout.Engine.Supervisor.start_link([])
end
