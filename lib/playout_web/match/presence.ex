defmodule PlayoutWeb.Match.Presence do
  @moduledoc """
  Who has the page of a match open: its players, each here or away (the page is hidden), and how
  many others watch.

  All nodes know all pages (`Phoenix.Tracker`), and each node counts them once for all that it shows. A page
  is told that something has changed only if it has, and then looks up what concerns it, so it costs the same
  however many there are. All pages of a match are told of their number, and those that follow a visitor
  whether they are there.
  """
  use Phoenix.Tracker

  alias Phoenix.{PubSub, Tracker}
  alias Playout.Matches.Event
  alias Playout.Side

  @type t :: %{
          optional(:first) => :here | :away,
          optional(:second) => :here | :away,
          watching: non_neg_integer
        }

  # In milliseconds. Many may come or go at once, and somebody who opens the page again goes and comes.
  @tell_after 300

  # In milliseconds: how much longer they wait for each page, so that a match sends 250 messages a second.
  @for_each 4

  # Of each match, by its topic, and of each of its visitors: how many pages there are, and how many of them
  # are shown. Besides, the reference of each page that is counted.
  @table __MODULE__.Table

  # By which the trackers of all nodes find each other, also of those that run another version.
  @name PlayoutWeb.Presence

  @doc false
  def start_link(options) do
    # The pages of a node that is lost are there until it has been silent for ten seconds, which is when the
    # nodes give it up too (`Playout.Cluster`). A node that has no news says so every three to five seconds.
    periods = [max_silent_periods: 2, down_period: 10_000]
    usual = [name: @name, pubsub_server: Playout.PubSub] ++ periods
    Tracker.start_link(__MODULE__, [], Keyword.merge(usual, options))
  end

  @doc "Notes that the calling process shows the match to this visitor, and tells it `{:presence, id}`."
  @spec enter(String.t(), String.t()) :: :ok
  def enter(id, visitor) do
    PubSub.subscribe(Playout.PubSub, channel(topic(id)))
    {:ok, _} = Tracker.track(@name, self(), topic(id), visitor, %{away: false})
    :ok
  end

  @doc "Notes whether the page of the calling process is hidden."
  @spec away(String.t(), String.t(), boolean) :: :ok
  def away(id, visitor, away?) do
    {:ok, _} = Tracker.update(@name, self(), topic(id), visitor, %{away: away?})
    :ok
  end

  @doc "Tells the calling process `{:presence, id}` also if one of these visitors comes, goes or is away."
  @spec follow(String.t(), [String.t()]) :: :ok
  def follow(id, visitors) do
    for visitor <- visitors,
        do: PubSub.subscribe(Playout.PubSub, channel({topic(id), visitor}))

    :ok
  end

  @doc "Ends what `follow/2` began."
  @spec unfollow(String.t(), [String.t()]) :: :ok
  def unfollow(id, visitors),
    do: Enum.each(visitors, &PubSub.unsubscribe(Playout.PubSub, channel({topic(id), &1})))

  @doc """
  Returns who is there, of a match with these seats. Pages are noted by visitor, so whoever takes a seat
  is there at once.
  """
  @spec of(String.t(), %{Side.t() => Event.seat()}) :: t
  def of(id, seats) do
    topic = topic(id)
    players = for {side, {:person, visitor}} <- seats, do: {side, {topic, visitor}}
    own = for {_side, player} <- players, uniq: true, do: player

    for {side, player} <- players,
        there = there(player),
        into: %{watching: max(pages(topic) - Enum.sum(Enum.map(own, &pages/1)), 0)},
        do: {side, there}
  end

  @impl true
  def init([]) do
    :ets.new(@table, [:named_table, read_concurrency: true])
    {:ok, %{}}
  end

  # The state is what is to be told, with how it was before, or `:changed` if it has been different since:
  # a page may have looked meanwhile, and would never learn that all is as before.
  @impl true
  def handle_diff(diff, before), do: {:ok, Enum.reduce(diff, before, &note/2)}

  defp note({topic, {joins, leaves}}, before) do
    visitors = for {visitor, _page} <- joins ++ leaves, uniq: true, do: {topic, visitor}
    before = Enum.reduce([topic | visitors], before, &tell_soon/2)

    # When two nodes have lost each other, but not a third one, it may tell of a page twice.
    for {visitor, page} <- joins,
        :ets.insert_new(@table, {page.phx_ref}),
        do: count(topic, visitor, page, 1)

    for {visitor, page} <- leaves,
        :ets.take(@table, page.phx_ref) != [],
        do: count(topic, visitor, page, -1)

    Enum.reduce([topic | visitors], before, &changed/2)
  end

  defp changed(whom, before),
    do: Map.update!(before, whom, &if(&1 == seen(whom), do: &1, else: :changed))

  defp tell_soon(whom, before) when is_map_key(before, whom), do: before

  defp tell_soon(whom, before) do
    wait = if is_binary(whom), do: max(@tell_after, @for_each * pages(whom)), else: @tell_after
    Process.send_after(self(), {:tell, whom}, wait)
    Map.put(before, whom, seen(whom))
  end

  defp count(topic, visitor, page, change) do
    shown = if page.away, do: 0, else: change

    for whom <- [topic, {topic, visitor}] do
      counts = :ets.update_counter(@table, whom, [{2, change}, {3, shown}], {whom, 0, 0})
      if hd(counts) == 0, do: :ets.delete(@table, whom)
    end
  end

  @impl true
  def handle_info({:tell, whom}, before) do
    {seen, before} = Map.pop!(before, whom)
    if seen(whom) != seen, do: tell(whom)
    {:noreply, before}
  end

  defp tell(whom) do
    "presence:" <> id = if is_binary(whom), do: whom, else: elem(whom, 0)
    PubSub.local_broadcast(Playout.PubSub, channel(whom), {:presence, id})
  end

  # What pages show: how many there are, or of one visitor, whether they are there.
  defp seen(topic) when is_binary(topic), do: pages(topic)
  defp seen(visitor), do: there(visitor)

  defp there(visitor) do
    case :ets.lookup(@table, visitor) do
      [] -> nil
      [{_visitor, _pages, 0}] -> :away
      [{_visitor, _pages, _shown}] -> :here
    end
  end

  defp pages(whom) do
    case :ets.lookup(@table, whom) do
      [] -> 0
      [{_whom, pages, _shown}] -> pages
    end
  end

  defp topic(id), do: "presence:" <> id

  defp channel({topic, visitor}), do: topic <> ":" <> visitor
  defp channel(topic), do: topic
end
