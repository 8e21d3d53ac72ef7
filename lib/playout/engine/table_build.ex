defmodule Playout.Engine.TableBuild do
  @moduledoc false
  # Makes a table with the `playout` program, which takes a minute of processor time. Only one process
  # at a time can make a table.

  alias Playout.Engine.Program

  # The longest line that is read in one piece.
  @line 1_000

  @doc "Starts the program for the calling process, which receives the messages of the port."
  @spec start(atom, Path.t()) :: {:ok, port} | {:error, String.t()}
  def start(game, path) do
    arguments = ["tables", "build", to_string(game), "--piped", "--out", path]
    threads = ["--threads", to_string(threads())]
    Program.open(arguments ++ threads, [:stderr_to_stdout, line: @line])
  end

  # The other half of the processor's memory bandwidth is for searches.
  defp threads, do: max(1, div(System.schedulers_online(), 2))

  @doc "Reads the percentage from a line of progress; `nil` for any other line."
  @spec percent(String.t()) :: nil | 0..100
  def percent("progress " <> number) do
    case Integer.parse(number) do
      {percent, ""} when percent in 0..100 -> percent
      _other -> nil
    end
  end

  def percent(_line), do: nil
end
