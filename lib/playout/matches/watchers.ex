defmodule Playout.Matches.Watchers do
  @moduledoc false
  # The processes that watch a match, such as pages: the subscribers of its topic, each with its
  # visitor, on every node.
  #
  # Other nodes, also of an earlier version, call it by its name (`dispatch/3`).

  alias Playout.Matches.Topics

  @doc "Returns those on this node."
  @spec here(String.t()) :: [{pid, nil | String.t()}]
  def here(id) do
    for {pid, visitor} <- Registry.lookup(Playout.PubSub, Topics.match(id)),
        uniq: true,
        do: {pid, visitor}
  end

  @doc "Sends a message to all who watch a match, except one process, on whatever node it is."
  @spec tell_others(String.t(), pid, term) :: :ok
  def tell_others(id, process, message) do
    told = {:tell_others, process, message}
    Phoenix.PubSub.broadcast(Playout.PubSub, Topics.match(id), told, __MODULE__)
  end

  @doc "Returns the ids of the matches that somebody watches from this node."
  @spec watched_here() :: [String.t()]
  def watched_here do
    topics = Registry.select(Playout.PubSub, [{{:"$1", :_, :_}, [], [:"$1"]}])
    prefix = Topics.match("")

    for topic <- topics, String.starts_with?(topic, prefix), uniq: true do
      binary_part(topic, byte_size(prefix), byte_size(topic) - byte_size(prefix))
    end
  end

  @doc false
  # What `Phoenix.PubSub` calls on each node, with the subscribers there.
  def dispatch(subscribers, _from, {:tell_others, process, message}) do
    for {pid, _visitor} <- subscribers, pid != process, do: send(pid, message)
    :ok
  end
end
