defmodule Playout.Site.Readiness do
  @moduledoc """
  Whether the site takes new visitors and new matches. A site that is told to stop first takes no new
  visitors: a proxy that asks for `/ready` then sends them elsewhere, to another node or to the next
  version of the site. Until it has noticed, it still sends some here, and they may start matches.
  """

  @doc "Returns whether the site takes new visitors."
  @spec ready?() :: boolean
  def ready?, do: :persistent_term.get(__MODULE__, :ready) == :ready

  @doc "Returns whether new matches may start."
  @spec open?() :: boolean
  def open?, do: :persistent_term.get(__MODULE__, :ready) != :closed

  @doc "From here on, the site takes new visitors."
  @spec grant() :: :ok
  def grant, do: :persistent_term.put(__MODULE__, :ready)

  @doc "From here on, the site takes no new visitors."
  @spec withdraw() :: :ok
  def withdraw, do: :persistent_term.put(__MODULE__, :withdrawn)

  @doc "From here on, no new matches start either."
  @spec close() :: :ok
  def close, do: :persistent_term.put(__MODULE__, :closed)

  @doc "Returns for how many milliseconds pages stay, so that a proxy notices in time."
  @spec notice() :: non_neg_integer
  def notice, do: Application.get_env(:playout, __MODULE__, [])[:notice] || 0
end
