defmodule Playout.Engine.Perft do
  @moduledoc false
  # Counts move sequences in the calling process, in slices like those of a search, so nothing
  # else in the VM has to wait long. Killing the caller ends the count.

  alias Playout.Engine.{Arguments, Native, NativeRules}
  alias Playout.{Error, Patience}

  @slice 4

  def count(position, depth, options) do
    with {:ok, %{timeout: timeout}} <- Arguments.read(options, %{timeout: Patience.ms(60_000)}),
         {:ok, perft} <- open(position, depth) do
      count_slices(perft, timeout, now())
    end
  end

  defp open(%{game: game, start: start, moves: moves}, depth) do
    NativeRules.checked(Native.perft_open(NativeRules.text(game), start, moves, depth))
  end

  defp count_slices(perft, timeout, started_at) do
    case NativeRules.checked(Native.perft_step(perft, @slice)) do
      {:ok, nil} ->
        # Any atom is greater than every number.
        if now() - started_at < timeout,
          do: count_slices(perft, timeout, started_at),
          else: timed_out(timeout)

      counted_or_failed ->
        counted_or_failed
    end
  end

  defp timed_out(timeout) do
    message = "the sequences were not counted within #{timeout} ms"
    {:error, Error.new(:timeout, "timeout", message, %{limit: timeout})}
  end

  defp now, do: System.monotonic_time(:millisecond)
end
