defmodule Playout.Matches.Store.Disk do
  @moduledoc """
  Measures every minute how much room the database has, and warns the host before it is full. Moves
  are refused only when it is.
  """

  use GenServer

  require Logger

  alias Playout.{Database, Patience}
  alias Playout.Matches.Settings
  alias Playout.Matches.Store.{Match, Writer}

  @every 60_000
  @mebibyte 1_048_576

  @typedoc """
  Besides the sizes of the database:

    * `matches`: how many are stored;
    * `disk`: `:low` from when there is less room than `disk_warning` in
      `Playout.Matches.Settings`, until there is 10% more than that; `:unknown` if the room has never
      been known.

  What cannot be found out is `nil`.
  """
  @type figures :: %{
          file_bytes: nil | non_neg_integer,
          wal_bytes: nil | non_neg_integer,
          free_bytes: nil | non_neg_integer,
          room_bytes: nil | non_neg_integer,
          matches: nil | non_neg_integer,
          disk: :ok | :low | :unknown
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
    GenServer.call(disk, request, Patience.ms(1_000))
  catch
    :exit, _reason -> nil
  end

  @impl true
  def init(options) do
    warning = Keyword.get_lazy(options, :warning, &Settings.disk_warning/0)
    {:ok, %{warning: warning * @mebibyte, figures: %{disk: :unknown}}, {:continue, :measure}}
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
    log(before, state, figures.room_bytes)
    %{disk | figures: Map.put(figures, :disk, state)}
  end

  defp state(before, nil, _warning), do: before
  defp state(_before, room, warning) when room < warning, do: :low
  # So that a value close to the limit does not cause one message after another.
  defp state(:low, room, warning) when room < warning * 1.1, do: :low
  defp state(_before, _room, _warning), do: :ok

  defp log(state, state, _room), do: :ok
  defp log(:unknown, :ok, _room), do: :ok

  defp log(_before, :low, room) do
    Logger.warning(
      "the database has room for only #{div(room, @mebibyte)} MiB more; " <>
        "when it is full, nobody can move or start a match"
    )
  end

  defp log(:low, :ok, room),
    do: Logger.notice("the database has room for #{div(room, @mebibyte)} MiB")

  defp read_figures, do: Map.put(Database.sizes(&Writer.run/1), :matches, matches())

  defp matches do
    Database.repo().aggregate(Match, :count)
  rescue
    _error -> nil
  catch
    :exit, _reason -> nil
  end
end
