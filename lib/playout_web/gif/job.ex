defmodule PlayoutWeb.Gif.Job do
  @moduledoc """
  Makes one GIF with the `playout` program, in a process that has nothing else to do: it gets a low
  priority, and traps exits.

  The pictures go through a pipe, which is full as long as the program draws. So as many have been
  drawn as have been sent, but for one or two.
  """

  alias Playout.Engine.{Program, Record}
  alias PlayoutWeb.Gif
  alias PlayoutWeb.Picture

  # In a checkout, the program is compiled when it first runs, in milliseconds.
  @prepare 600_000

  @doc """
  Waits until the program can run. In a release it can at once.
  """
  @spec prepare() :: :ok | {:error, String.t()}
  def prepare do
    with {:ok, port} <- Program.open(["--version"], [:stderr_to_stdout]),
         {:error, reason} <- output(port, deadline(@prepare), 1_000_000) do
      {:error, "the program cannot run: #{reason}"}
    else
      {:ok, _version} -> :ok
      {:error, reason} -> {:error, reason}
    end
  end

  @doc """
  Returns the GIF. Calls `report` with the percentage that is done.
  """
  @spec make(Gif.t(), (0..100 -> term)) :: {:ok, binary} | {:error, String.t()}
  def make(%Gif{} = gif, report) do
    Process.flag(:priority, :low)
    # A program that ends before it has read everything would take this process with it.
    Process.flag(:trap_exit, true)
    # The program gives up by itself. If it does not, this process cannot notice while the pipe is
    # full.
    seconds = Gif.limit(:seconds)
    deadline = deadline((seconds + 5) * 1_000)
    {:ok, _timer} = :timer.kill_after((seconds + 10) * 1_000)

    with {:ok, pictures} <- pictures(gif),
         {:ok, port} <- Program.open(["gif", "--limit", to_string(seconds)], []),
         :ok <- send_all(port, pictures, length(gif.position.moves) + 1, deadline, report) do
      output(port, deadline, Gif.limit(:bytes))
    end
  end

  # Lazily, because a picture is much larger than a move.
  defp pictures(%Gif{position: %{moves: moves} = position} = gif) do
    case Record.open(%{position | moves: []}) do
      {:ok, record, snapshot, _played} ->
        {:ok, Stream.concat([picture(gif, snapshot)], following(gif, record, moves))}

      {:error, error} ->
        {:error, Exception.message(error)}
    end
  end

  defp following(gif, record, moves) do
    Stream.transform(moves, record, fn move, record ->
      {:ok, record, snapshot} = Record.play(record, Record.position(record), move)
      {[picture(gif, snapshot)], record}
    end)
  end

  defp picture(%{position: %{game: game}, bottom: bottom, theme: theme}, snapshot) do
    Picture.svg(%Picture{game: game, snapshot: snapshot, bottom: bottom, theme: theme})
  end

  # Each document is followed by a NUL byte, and an empty one ends them.
  defp send_all(port, pictures, count, deadline, report) do
    pictures
    |> Stream.with_index(1)
    |> Enum.reduce_while(:ok, fn {picture, number}, :ok ->
      report.(div(100 * number, count))

      cond do
        now() > deadline -> {:halt, too_slow(port)}
        command(port, [picture, 0]) -> {:cont, :ok}
        true -> {:halt, :ok}
      end
    end)
    |> tap(fn result -> if result == :ok, do: command(port, [0]) end)
  end

  # Waits while the pipe is full. False if the program has ended, whose status then is the result.
  defp command(port, data) do
    Port.command(port, data)
  rescue
    ArgumentError -> false
  end

  defp output(port, deadline, most, parts \\ [], size \\ 0) do
    receive do
      {^port, {:data, _part}} when size > most ->
        close(port)
        {:error, "it has more than #{most} bytes"}

      {^port, {:data, part}} ->
        output(port, deadline, most, [parts | part], size + byte_size(part))

      {^port, {:exit_status, 0}} ->
        {:ok, IO.iodata_to_binary(parts)}

      {^port, {:exit_status, status}} ->
        {:error, "the program ended with status #{status}"}

      {:EXIT, ^port, reason} ->
        {:error, "the program stopped reading: #{inspect(reason)}"}

      {:EXIT, _maker, reason} ->
        exit(reason)
    after
      max(deadline - now(), 0) -> too_slow(port)
    end
  end

  defp too_slow(port) do
    close(port)
    {:error, "it took too long"}
  end

  # The program ends because its input does.
  defp close(port) do
    Port.close(port)
  rescue
    ArgumentError -> true
  end

  defp deadline(milliseconds), do: now() + milliseconds
  defp now, do: System.monotonic_time(:millisecond)
end
