defmodule Playout.Matches.Store do
  @moduledoc """
  Where the events of matches are kept; the only module that knows how.

  The table's key is match and seq, so of two writers of the same event one is
  refused, whoever they are: the database decides.
  """

  import Ecto.Query

  require Logger

  alias Playout.Matches.Event
  alias Playout.Repo

  @doc """
  Appends an event; once this answers `:ok` it is on the disk.

  `:conflict`: the match has an event of that number already. `:not_stored`: the
  database refused, for a reason that is in the log. The event may be there all
  the same; then the next one finds a conflict.
  """
  @spec append(String.t(), Event.t()) :: :ok | {:error, :conflict | :not_stored}
  def append(match_id, %Event{} = event) do
    row = event |> Event.to_row() |> Map.merge(%{match_id: match_id, at: DateTime.utc_now()})

    guarded(fn ->
      case Repo.insert_all(Playout.Matches.Store.Row, [row], on_conflict: :nothing) do
        {1, _} -> :ok
        {0, _} -> {:error, :conflict}
      end
    end)
  end

  @doc "All events of a match, in order; none for a match that does not exist."
  @spec events(String.t()) :: {:ok, [Event.t()]} | {:error, term}
  def events(match_id) do
    rows = fn ->
      query = from row in Playout.Matches.Store.Row, where: row.match_id == ^match_id
      {:ok, Repo.all(order_by(query, :seq))}
    end

    with {:ok, rows} <- guarded(rows), do: read(rows, [])
  end

  defp read([], events), do: {:ok, Enum.reverse(events)}

  defp read([row | rows], events) do
    with {:ok, event} <- Event.from_row(Map.from_struct(row)), do: read(rows, [event | events])
  end

  # A database may fail in as many ways as a disk; none of them is to take a
  # match down with it.
  defp guarded(work) do
    work.()
  rescue
    error -> failed(Exception.message(error))
  catch
    :exit, reason -> failed(Exception.format_exit(reason))
  end

  defp failed(reason) do
    Logger.error("the database failed: #{reason}")
    {:error, :not_stored}
  end
end

defmodule Playout.Matches.Store.Row do
  @moduledoc false
  use Ecto.Schema

  @primary_key false
  schema "events" do
    field :match_id, :string, primary_key: true
    field :seq, :integer, primary_key: true
    field :version, :integer
    field :type, :string
    field :data, :map
    field :at, :utc_datetime_usec
  end
end
