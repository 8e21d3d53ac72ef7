defmodule Playout.FixedWindow do
  @moduledoc """
  Counts in windows of time (`Hammer`), from which something can be taken back: `use` it in a module of its own.
  """

  @doc false
  defmacro __using__(_options) do
    quote do
      use Hammer, backend: :ets, algorithm: :fix_window

      @doc "Takes back one of what has been counted in the window of so many milliseconds."
      @spec take_back(term, pos_integer) :: :ok
      def take_back(key, period), do: Playout.FixedWindow.take_back(__MODULE__, key, period)
    end
  end

  # Hammer's rows are the key with the number of its window, the count, and when the window ends.
  @doc false
  @spec take_back(module, term, pos_integer) :: :ok
  def take_back(table, key, period) do
    window = div(System.system_time(:millisecond), period)
    row = {{key, window}, 1, (window + 1) * period}
    :ets.update_counter(table, {key, window}, {2, -1, 0, 0}, row)
    :ok
  end
end
