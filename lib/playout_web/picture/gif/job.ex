defmodule PlayoutWeb.Picture.Gif.Job do
  @moduledoc """
  Makes one GIF with the `playout` program, in a process that has nothing else to do: it gets a low
  priority, and traps exits.

  The pictures go through a pipe, which is full as long as the program draws. So as many have been
  drawn as have been sent, but for one or two.
  """

  alias Playout.Engine.{NativeRecord, Program}
  alias PlayoutWeb.Picture
  alias PlayoutWeb.Picture.Gif

  # In a checkout, the program is compiled when it first runs, in seconds.
  @prepare 600

  # The program gives up by itself, unless it hangs: so many seconds before it is killed.
  @grace 5

  @doc "Waits until the program can run. In a release it can at once."
  @spec prepare() :: :ok | {:error, String.t()}
  def prepare do
    with {:ok, port} <- open(["--version"], [:stderr_to_stdout], @prepare),
         {:error, reason} <- output(port, 1_000_000) do
      {:error, "the program cannot run: #{reason}"}
    else
      {:ok, _version} -> :ok
      {:error, reason} -> {:error, "the program cannot run: #{reason}"}
    end
  end

  @doc "Returns the GIF. Calls `report` with the percentage that is done."
  @spec make(Gif.t(), (0..100 -> term)) :: {:ok, binary} | {:error, String.t()}
  def make(%Gif{} = gif, report) do
    Process.flag(:priority, :low)
    seconds = Gif.limit(:seconds)

    with {:ok, pictures} <- pictures(gif),
         {:ok, port} <- open(["gif", "--limit", to_string(seconds)], [], seconds + @grace) do
      send_all(port, pictures, length(gif.position.moves) + 1, report)
      output(port, Gif.limit(:bytes))
    end
  end

  # Lazily, because a picture is much larger than a move.
  defp pictures(%Gif{position: %{moves: moves} = position} = gif) do
    case NativeRecord.open(%{position | moves: []}) do
      {:ok, record, snapshot, _played} ->
        {:ok, Stream.concat([picture(gif, snapshot)], following(gif, record, moves))}

      {:error, error} ->
        {:error, Exception.message(error)}
    end
  end

  defp following(gif, record, moves) do
    Stream.transform(moves, record, fn move, record ->
      {:ok, record, snapshot} = NativeRecord.play(record, NativeRecord.position(record), move)
      {[picture(gif, snapshot)], record}
    end)
  end

  defp picture(%{position: %{game: game}, bottom: bottom, theme: theme}, snapshot) do
    Picture.svg(%Picture{game: game, snapshot: snapshot, bottom: bottom, theme: theme})
  end

  # Each document is followed by a NUL byte, and an empty one ends them.
  defp send_all(port, pictures, count, report) do
    all_sent? =
      pictures
      |> Stream.with_index(1)
      |> Enum.all?(fn {picture, number} ->
        sent? = send_to(port, [picture, 0])
        report.(div(100 * number, count))
        sent?
      end)

    if all_sent?, do: send_to(port, [0])
  end

  # Waits while the pipe is full. False if the program has ended; `output/2` says why.
  defp send_to(port, data) do
    Port.command(port, data)
  rescue
    ArgumentError -> false
  end

  defp output(port, most, parts \\ [], size \\ 0) do
    receive do
      {^port, {:data, _part}} when size > most ->
        kill(port)
        {:error, "it has more than #{most} bytes"}

      {^port, {:data, part}} ->
        output(port, most, [parts, part], size + byte_size(part))

      {^port, {:exit_status, 0}} ->
        {:ok, IO.iodata_to_binary(parts)}

      {^port, {:exit_status, status}} ->
        {:error, "the program ended with status #{status}"}

      {:EXIT, ^port, reason} ->
        {:error, "the program stopped reading: #{inspect(reason)}"}

      {:EXIT, maker, reason} when is_pid(maker) ->
        exit(reason)
    end
  end

  # A program that ends before it has read everything would take this process with it.
  defp open(arguments, options, seconds) do
    Process.flag(:trap_exit, true)

    with {:ok, port} <- Program.open(arguments, options) do
      watch(port, seconds)
      {:ok, port}
    end
  end

  # This process cannot notice that a program hangs while it waits for it.
  defp watch(port, seconds) do
    job = self()

    spawn(fn ->
      monitor = Process.monitor(job)

      receive do
        {:DOWN, ^monitor, :process, _pid, _reason} -> kill(port)
      after
        1_000 * seconds -> kill(port)
      end
    end)
  end

  # Closing its input is not enough: what is in the pipe has to be read first.
  defp kill(port) do
    with {:os_pid, pid} <- Port.info(port, :os_pid),
         do: System.cmd("sh", ["-c", "kill -KILL #{pid}"], stderr_to_stdout: true)
  end
end
