defmodule Playout.Matches.Store.Disk do
  @moduledoc """
  Measures every minute how much room the database has, and warns the host before it is full. Moves
  are refused only when it is.
  """

  use GenServer

  require Logger

  alias Playout.Matches.Settings
  alias Playout.Matches.Store.{Match, Writer, Writes}
  alias Playout.Repo

  @every 60_000
  @mebibyte 1_048_576

  @typedoc """
    * `file_bytes`, `wal_bytes`: the sizes of the database and of its write-ahead log;
    * `free_bytes`: what is free on their file system;
    * `room_bytes`: how much more can be stored, in free space or in free parts of the file;
    * `matches`: how many are stored;
    * `disk`: `:low` from when there is less room than `disk_warning` in
      `Playout.Matches.Settings`, until there is 10% more than that.

  What cannot be found out is `nil`.
  """
  @type figures :: %{
          file_bytes: nil | non_neg_integer,
          wal_bytes: nil | non_neg_integer,
          free_bytes: nil | non_neg_integer,
          room_bytes: nil | non_neg_integer,
          matches: nil | non_neg_integer,
          disk: :ok | :low
        }

  @doc "Starts to measure. Tests give it a `:name` and a `:warning`, in MiB."
  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc "Returns figures that are at most a minute old; `nil` if there are none."
  @spec figures(GenServer.server()) :: nil | figures
  def figures(disk \\ __MODULE__), do: call(disk, :figures)

  @doc "Measures now, and returns the new figures."
  @spec measure(GenServer.server()) :: nil | figures
  def measure(disk \\ __MODULE__), do: call(disk, :measure)

  defp call(disk, request) do
    GenServer.call(disk, request, 1_000)
  catch
    :exit, _reason -> nil
  end

  @impl true
  def init(options) do
    warning = Keyword.get_lazy(options, :warning, &Settings.disk_warning/0)
    {:ok, %{warning: warning * @mebibyte, figures: %{disk: :ok}}, {:continue, :measure}}
  end

  @impl true
  def handle_continue(:measure, disk) do
    Process.send_after(self(), :measure, @every)
    {:noreply, update(disk)}
  end

  @impl true
  def handle_info(:measure, disk), do: {:noreply, disk, {:continue, :measure}}

  @impl true
  def handle_call(:figures, _from, disk), do: {:reply, disk.figures, disk}

  def handle_call(:measure, _from, disk) do
    disk = update(disk)
    {:reply, disk.figures, disk}
  end

  defp update(%{figures: %{disk: before}} = disk) do
    figures = read_figures()
    state = state(before, figures.room_bytes, disk.warning)
    if state != before, do: log(state, figures.room_bytes)
    %{disk | figures: Map.put(figures, :disk, state)}
  end

  defp state(before, nil, _warning), do: before
  defp state(_before, room, warning) when room < warning, do: :low
  # So that a value close to the limit does not cause one message after another.
  defp state(:low, room, warning) when room < warning * 1.1, do: :low
  defp state(_before, _room, _warning), do: :ok

  defp log(:low, room) do
    Logger.warning(
      "the database has room for only #{div(room, @mebibyte)} MiB more; " <>
        "when it is full, nobody can move or start a match"
    )
  end

  defp log(:ok, room), do: Logger.notice("the database has room for #{div(room, @mebibyte)} MiB")

  defp read_figures do
    database = Repo.config()[:database]
    free = free_bytes(Path.dirname(database))

    %{
      file_bytes: size(database),
      wal_bytes: size(database <> "-wal"),
      free_bytes: free,
      room_bytes: room(free),
      matches: matches()
    }
  end

  defp size(file) do
    case File.stat(file) do
      {:ok, %{size: size}} -> size
      {:error, _reason} -> nil
    end
  end

  # The VM has no function for it.
  defp free_bytes(directory) do
    with df when df != nil <- System.find_executable("df"),
         {printed, 0} <- System.cmd(df, ["-Pk", directory], stderr_to_stdout: true),
         [_, kibibytes] <- Regex.run(~r/\s\d+\s+\d+\s+(\d+)\s+\d+%\s/, printed) do
      String.to_integer(kibibytes) * 1024
    else
      _unknown -> nil
    end
  end

  defp room(free) do
    case Writer.run(&{:ok, Writes.pages(&1)}) do
      {:ok, %{size: size, free: inside} = pages} ->
        # The file may also be limited (`max_page_count`).
        allowed = max(pages.most - pages.count, 0) * size
        min(free || allowed, allowed) + inside * size

      {:error, :not_stored} ->
        free
    end
  end

  defp matches do
    Repo.aggregate(Match, :count)
  rescue
    _error -> nil
  catch
    :exit, _reason -> nil
  end
end
