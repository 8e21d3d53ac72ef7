defmodule PlayoutWeb.Presence do
  @moduledoc """
  Who has the page of a match open: its players, each here or away (the page is hidden), and how
  many others watch.
  """

  # The pages of a node that is lost are there until it has been silent for ten seconds, which is when the
  # nodes give it up too (`Playout.Cluster`). A node that has no news says so every three to five seconds.
  use Phoenix.Presence,
    otp_app: :playout,
    pubsub_server: Playout.PubSub,
    max_silent_periods: 2,
    down_period: 10_000

  alias Playout.Matches.Event

  @type t :: %{
          optional(:first) => :here | :away,
          optional(:second) => :here | :away,
          watching: non_neg_integer
        }

  @doc "Notes that the calling process shows the match to this visitor."
  @spec enter(String.t(), String.t()) :: :ok
  def enter(id, visitor) do
    topic = topic(id)
    Phoenix.PubSub.subscribe(Playout.PubSub, topic)
    {:ok, _} = track(self(), topic, visitor, %{away: false})
    :ok
  end

  @doc "Notes whether the page of the calling process is hidden."
  @spec away(String.t(), String.t(), boolean) :: :ok
  def away(id, visitor, away?) do
    {:ok, _} = update(self(), topic(id), visitor, %{away: away?})
    :ok
  end

  @doc """
  Returns who is there, of a match with these seats. Pages are noted by visitor, so whoever takes a seat
  is there at once.
  """
  @spec of(String.t(), %{Playout.Side.t() => Event.seat()}) :: t
  def of(id, seats) do
    present = list(topic(id))
    players = for {side, {:person, visitor}} <- seats, do: {side, visitor}

    for {side, visitor} <- players,
        %{metas: metas} <- [present[visitor]],
        into: %{watching: watching(Map.drop(present, Keyword.values(players)))},
        do: {side, if(Enum.all?(metas, & &1.away), do: :away, else: :here)}
  end

  # How many pages.
  defp watching(others),
    do: others |> Enum.map(fn {_visitor, %{metas: metas}} -> length(metas) end) |> Enum.sum()

  defp topic(id), do: "presence:" <> id
end
