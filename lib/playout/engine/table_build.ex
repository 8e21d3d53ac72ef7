defmodule Playout.Engine.TableBuild do
  @moduledoc false
  # Makes a table with the `playout` program, which takes a minute of processor time. It is a process
  # of the operating system: there it can have a low priority, so that searches hardly notice it, and
  # its memory is gone afterwards. It ends when its standard input is closed, which the system does
  # even if this VM is killed, and only one process at a time can make a table.

  alias Playout.Engine.Settings

  # The longest line that is read in one piece.
  @line 1_000

  @doc "Starts the program for the calling process, which receives the messages of the port."
  @spec start(atom, Path.t()) :: {:ok, port} | {:error, String.t()}
  def start(game, path) do
    [program | arguments] = nice() ++ Settings.program()
    arguments = arguments ++ ["tables", "build", to_string(game), "--piped", "--out", path]
    arguments = arguments ++ ["--threads", to_string(threads())]

    case System.find_executable(program) do
      nil -> {:error, "there is no program #{program}"}
      executable -> {:ok, open(executable, arguments)}
    end
  end

  defp open(executable, arguments) do
    options = [:binary, :exit_status, :stderr_to_stdout, :hide, line: @line, args: arguments]
    Port.open({:spawn_executable, executable}, options)
  end

  defp nice do
    if System.find_executable("nice"), do: ["nice", "-n", "19"], else: []
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
