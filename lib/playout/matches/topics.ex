defmodule Playout.Matches.Topics do
  @moduledoc false
  # The topics of `Phoenix.PubSub` on which pages hear of matches, on whatever node they are.

  alias Phoenix.PubSub

  @pubsub Playout.PubSub

  def match(id), do: "match:" <> id
  def chat(id), do: "chat:" <> id
  def review(id), do: "review:" <> id
  def person(visitor), do: "person:" <> visitor

  @doc "That of a visitor's list of matches."
  def list(visitor), do: "visitor:" <> visitor

  @doc "Subscribes the calling process; a second subscription would deliver every message twice."
  @spec subscribe(String.t(), keyword) :: :ok | {:error, term}
  def subscribe(topic, options \\ []) do
    unsubscribe(topic)
    PubSub.subscribe(@pubsub, topic, options)
  end

  @spec unsubscribe(String.t()) :: :ok
  def unsubscribe(topic), do: PubSub.unsubscribe(@pubsub, topic)

  @spec tell(String.t(), term) :: :ok | {:error, term}
  def tell(topic, message), do: PubSub.broadcast(@pubsub, topic, message)

  @doc "Says that the lists of these visitors have changed."
  @spec lists_changed([String.t()]) :: :ok
  def lists_changed(visitors),
    do: Enum.each(visitors, &tell(list(&1), {:matches_changed, &1}))
end
