defmodule Playout.Matches.Lobby.Public do
  @moduledoc """
  The matches that everyone may see in the lobby: those with an open seat, and those to watch.

  Only matches that are awake are listed: an open seat whose owner is gone is none, and nothing
  happens in a match that nobody looks at. However many pages ask, the database is read every two
  seconds at most.
  """

  use GenServer

  alias Playout.Matches.{People, Processes, Store, Summary}

  # In milliseconds.
  @fresh_for 2_000

  # Of each kind; more than a lobby shows.
  @most 100

  @typedoc "The newest first, and the nicknames of the visitors in them who have one."
  @type t :: %{
          open: [Summary.t()],
          watch: [Summary.t()],
          names: %{String.t() => String.t()}
        }

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "Returns the matches; empty lists while the database fails."
  @spec list() :: t
  def list do
    GenServer.call(__MODULE__, :list)
  catch
    :exit, _reason -> %{open: [], watch: [], names: %{}}
  end

  # When the list was read, and the list.
  @impl true
  def init(nil), do: {:ok, nil}

  @impl true
  def handle_call(:list, _from, {at, matches} = listed) do
    if now() - at < @fresh_for, do: {:reply, matches, listed}, else: read()
  end

  def handle_call(:list, _from, nil), do: read()

  defp read do
    matches = named(read(Processes.awake() || []))
    {:reply, matches, {now(), matches}}
  end

  defp named(%{open: open, watch: watch} = matches) do
    people = for %{seats: seats} <- open ++ watch, {_side, {:person, one}} <- seats, do: one
    Map.put(matches, :names, People.names(people))
  end

  @doc "Reads those of the matches `awake`."
  @spec read([String.t()], pos_integer) :: %{open: [Summary.t()], watch: [Summary.t()]}
  def read(awake, most \\ @most) do
    with {:ok, open} <- Store.public(:open, awake, most),
         {:ok, watch} <- Store.public(:watch, awake, most) do
      # Somebody may have taken a seat between the two reads.
      %{open: Enum.reject(open, &Enum.any?(watch, fn it -> it.id == &1.id end)), watch: watch}
    else
      {:error, :not_stored} -> %{open: [], watch: []}
    end
  end

  defp now, do: System.monotonic_time(:millisecond)
end
