defmodule Playout.Matches.Lobby.OpenSeats do
  @moduledoc """
  Bounds how many seats those from one network address offer in the lobby at the same time, so that nobody
  fills it: ten. A node knows which ones were offered there, and asks the other nodes for theirs; the
  database knows which of them are still open.
  """

  use GenServer

  alias Playout.{Cluster, Patience}
  alias Playout.Matches.Store

  # By which other nodes find it, also those of an earlier version.
  @name Playout.Matches.OpenSeats

  # Of one address.
  @most 10

  # The number of addresses whose seats are known. Beyond that, they are forgotten.
  @most_addresses 10_000

  # In milliseconds: how long a node may take to say which seats an address has offered there.
  @answer_within 1_000

  def start_link(_options), do: GenServer.start_link(__MODULE__, %{}, name: @name)

  @doc """
  Runs `work`, which is to make the lobby offer the open seat of a match, and tells it whether there is
  room: `:ok`, `{:error, {:limited, :open_seats}}` if as many as may be are open already that were offered
  from the network address `from` (`nil` if unknown), or `{:error, :not_stored}`. Work that offers nothing
  new may go on without room.

  Returns the answer of `work`.
  """
  @spec offer(term, String.t(), (:ok | {:error, term} -> {:ok, term} | {:error, term})) ::
          {:ok, term} | {:error, term}
  def offer(nil, _id, work), do: work.(:ok)

  def offer(from, id, work) do
    # One at a time, so that nobody offers several at the same moment. Not on all nodes: one that has
    # frozen would hold up the others.
    lock = {{__MODULE__, from}, self()}
    :global.trans(lock, fn -> offer_now(from, id, work) end, [node()])
  end

  defp offer_now(from, id, work) do
    with {:ok, open} <- open(from),
         open = List.delete(open, id),
         {:room, true} <- {:room, length(open) < @most},
         {:ok, done} <- work.(:ok) do
      GenServer.cast(@name, {:offered, from, [id | open]})
      {:ok, done}
    else
      {:room, false} -> work.({:error, {:limited, :open_seats}})
      {:error, reason} -> {:error, reason}
    end
  end

  # A node of an earlier version has no such process, and a process that restarts has forgotten.
  defp open(from) do
    nodes = [node() | Cluster.others()]

    {answers, _failed} =
      GenServer.multi_call(nodes, @name, {:offered, from}, Patience.ms(@answer_within))

    ids = for {_node, ids} <- answers, id <- ids, uniq: true, do: id

    with {:ok, open} <- Store.public(:open, ids, length(ids)),
         do: {:ok, for(match <- open, do: match.id)}
  end

  # By address, the matches whose seats it offered here, as far as they were open when it last did so.
  @impl true
  def init(offered), do: {:ok, offered}

  @impl true
  def handle_call({:offered, from}, _from, offered),
    do: {:reply, Map.get(offered, from, []), offered}

  @impl true
  def handle_cast({:offered, from, ids}, offered) do
    offered = if map_size(offered) < @most_addresses, do: offered, else: %{}
    {:noreply, Map.put(offered, from, ids)}
  end
end
