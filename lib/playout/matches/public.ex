defmodule Playout.Matches.Public do
  @moduledoc """
  The matches that everyone may see in the lobby: those with an open seat, and those to watch.

  Only matches that are awake are listed: an open seat whose owner is gone is none, and nothing
  happens in a match that nobody looks at. However many pages ask, the database is read every two
  seconds at most.

  So that nobody fills the list, those from one network address offer at most ten seats at the same
  time. A node knows which ones were offered there, and asks the other nodes for theirs; the database
  knows which of them are still open.
  """

  use GenServer

  alias Playout.Cluster
  alias Playout.Matches.{Processes, Store, Summary}

  # In milliseconds.
  @fresh_for 2_000

  # Of each kind; more than a lobby shows.
  @most 100

  # Of one address.
  @most_seats 10

  # The number of addresses whose seats are known. Beyond that, they are forgotten.
  @most_addresses 10_000

  # In milliseconds: how long another node may take to say which seats an address has offered there.
  @answer_within 1_000

  @typedoc "The newest first."
  @type t :: %{open: [Summary.t()], watch: [Summary.t()]}

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "Returns the matches; empty lists while the database fails."
  @spec list() :: t
  def list do
    GenServer.call(__MODULE__, :list)
  catch
    :exit, _reason -> %{open: [], watch: []}
  end

  @doc """
  Runs `work`, which is to make the lobby offer the open seat of a match, unless as many as may be are
  open already that were offered from the network address `from` (`nil` if unknown).

  Returns the answer of `work`, or `{:error, {:limited, :open_seats}}` or `{:error, :not_stored}`.
  """
  @spec offer(term, String.t(), (-> {:ok, term} | {:error, term})) ::
          {:ok, term} | {:error, term}
  def offer(nil, _id, work), do: work.()

  def offer(from, id, work) do
    # One at a time, so that nobody offers several at the same moment. Not on all nodes: one that has
    # frozen would hold up the others.
    lock = {{__MODULE__, from}, self()}
    :global.trans(lock, fn -> offer_now(from, id, work) end, [node()])
  end

  defp offer_now(from, id, work) do
    with {:ok, open} <- open_seats(from),
         open = List.delete(open, id),
         :ok <-
           if(length(open) < @most_seats, do: :ok, else: {:error, {:limited, :open_seats}}),
         {:ok, done} <- work.() do
      GenServer.call(__MODULE__, {:offered, from, [id | open]})
      {:ok, done}
    end
  end

  defp open_seats(from) do
    nodes = [node() | Cluster.others()]

    {answers, _failed} =
      GenServer.multi_call(nodes, __MODULE__, {:offered, from}, @answer_within)

    ids = for {_node, ids} <- answers, id <- ids, uniq: true, do: id

    with {:ok, open} <- Store.public(:open, ids, length(ids)),
         do: {:ok, for(match <- open, do: match.id)}
  end

  # `listed` is when the list was read, and the list; `offered`, by address, the matches whose seats it
  # offered here, as far as they were open when it last did so.
  @impl true
  def init(nil), do: {:ok, %{listed: nil, offered: %{}}}

  @impl true
  def handle_call(:list, _from, %{listed: listed} = state) do
    with {at, matches} <- listed,
         true <- now() - at < @fresh_for do
      {:reply, matches, state}
    else
      _late ->
        matches = read(Processes.awake() || [])
        {:reply, matches, %{state | listed: {now(), matches}}}
    end
  end

  def handle_call({:offered, from}, _from, %{offered: offered} = state),
    do: {:reply, Map.get(offered, from, []), state}

  def handle_call({:offered, from, ids}, _from, %{offered: offered} = state) do
    offered = if map_size(offered) < @most_addresses, do: offered, else: %{}
    {:reply, :ok, %{state | offered: Map.put(offered, from, ids)}}
  end

  @doc "Reads those of the matches `awake`."
  @spec read([String.t()], pos_integer) :: t
  def read(awake, most \\ @most) do
    with {:ok, open} <- Store.public(:open, awake, most),
         {:ok, watch} <- Store.public(:watch, awake, most) do
      %{open: open, watch: watch}
    else
      {:error, :not_stored} -> %{open: [], watch: []}
    end
  end

  defp now, do: System.monotonic_time(:millisecond)
end
