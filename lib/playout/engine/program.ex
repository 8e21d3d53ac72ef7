defmodule Playout.Engine.Program do
  @moduledoc false
  # Runs the `playout` program: a process of the operating system, which can have a low priority, so
  # that searches hardly notice it, and whose memory is gone afterwards. It ends when its standard
  # input is closed, which the system does even if this VM is killed.

  alias Playout.Engine.Settings

  @doc """
  Starts the program at low priority for the calling process, which receives the messages of the
  port. `options` are further options of the port.
  """
  @spec open([String.t()], list) :: {:ok, port} | {:error, String.t()}
  def open(arguments, options) do
    [program | first] = nice() ++ Settings.program()

    case System.find_executable(program) do
      nil ->
        {:error, "there is no program #{program}"}

      executable ->
        options = [:binary, :exit_status, :hide, args: first ++ arguments] ++ options
        {:ok, Port.open({:spawn_executable, executable}, options)}
    end
  end

  defp nice do
    if System.find_executable("nice"), do: ["nice", "-n", "19"], else: []
  end
end
