defmodule PlayoutWeb.Admin.Heartbeat do
  @moduledoc """
  Measures how late the VM runs a process that wants to run: sleeps for a tenth of a second, and
  emits the telemetry event `[:playout, :vm, :lag]` with how much longer it took (`duration`, in
  native units). On a machine that keeps up this is about a millisecond.
  """
  use Task, restart: :permanent

  @pause 100

  @doc false
  def start_link(_options), do: Task.start_link(&beat/0)

  defp beat do
    start = System.monotonic_time()
    Process.sleep(@pause)

    late =
      System.monotonic_time() - start - System.convert_time_unit(@pause, :millisecond, :native)

    :telemetry.execute([:playout, :vm, :lag], %{duration: max(late, 0)}, %{})
    beat()
  end
end
