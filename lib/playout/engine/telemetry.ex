defmodule Playout.Engine.Telemetry do
  @moduledoc false
  # The engine's telemetry events. On its own (the target `:engine`) the engine has no packages, and
  # nobody listens.
  #
  # - `[:playout, :search, :stop]`: a search that was in the queue ends. Measurements: `waited` for
  #   turns and `granted` in turns, in native time units; `playouts` and `nodes`. Metadata: `game`,
  #   `priority`, and `result`, which is `:done`, `:cancelled`, `:timeout` or `:failed`.
  # - `[:playout, :search, :refused]`: a search does not start. Measurement: `count`, 1. Metadata:
  #   `reason`, which is `:busy_all`, `:busy_address` or `:busy_visitor` (whose searches are too
  #   many), `:not_running`, or what is wrong with the arguments: the code of the error, such as
  #   `:bad_option`.

  if Mix.target() == :engine do
    def execute(_event, _measurements, _metadata), do: :ok
  else
    defdelegate execute(event, measurements, metadata), to: :telemetry
  end
end
