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

  @type t :: %{
          optional(:first) => :here | :away,
          optional(:second) => :here | :away,
          watching: non_neg_integer
        }

  @doc "Notes that the calling process shows the match to these sides; to none, to a watcher."
  @spec enter(String.t(), [Playout.Side.t()]) :: :ok
  def enter(id, sides) do
    topic = topic(id)
    Phoenix.PubSub.subscribe(Playout.PubSub, topic)
    for key <- keys(sides), do: {:ok, _} = track(self(), topic, key, %{away: false})
    :ok
  end

  @doc "Notes that the sides of the calling process are now others."
  @spec change(String.t(), [Playout.Side.t()], [Playout.Side.t()]) :: :ok
  def change(id, before, sides) do
    for key <- keys(before) -- keys(sides), do: untrack(self(), topic(id), key)

    for key <- keys(sides) -- keys(before),
        do: {:ok, _} = track(self(), topic(id), key, %{away: false})

    :ok
  end

  @doc "Notes whether the page of the calling process is hidden."
  @spec away(String.t(), [Playout.Side.t()], boolean) :: :ok
  def away(id, sides, away?) do
    for key <- keys(sides), do: {:ok, _} = update(self(), topic(id), key, %{away: away?})
    :ok
  end

  @doc "Returns who is there."
  @spec of(String.t()) :: t
  def of(id) do
    present = list(topic(id))

    for side <- [:first, :second],
        %{metas: metas} <- [present[to_string(side)]],
        into: %{watching: watching(present)},
        do: {side, if(Enum.all?(metas, & &1.away), do: :away, else: :here)}
  end

  defp watching(%{"watching" => %{metas: metas}}), do: length(metas)
  defp watching(_nobody), do: 0

  defp keys([]), do: ["watching"]
  defp keys(sides), do: Enum.map(sides, &to_string/1)

  defp topic(id), do: "presence:" <> id
end
