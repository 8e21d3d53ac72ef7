defmodule Playout.Site.Readiness do
  @moduledoc """
  Whether the site takes new visitors and new matches: until it is told to stop. A proxy that asks for
  `/ready` then sends them elsewhere, to another node or to the next version of the site.
  """

  @doc "Returns whether the site takes new visitors."
  @spec ready?() :: boolean
  def ready?, do: :persistent_term.get(__MODULE__, true)

  @doc "From here on, the site takes new visitors."
  @spec grant() :: :ok
  def grant, do: :persistent_term.put(__MODULE__, true)

  @doc "From here on, the site takes no new visitors."
  @spec withdraw() :: :ok
  def withdraw, do: :persistent_term.put(__MODULE__, false)

  @doc "Returns for how many milliseconds pages stay, so that a proxy notices in time."
  @spec notice() :: non_neg_integer
  def notice, do: Application.get_env(:playout, __MODULE__, [])[:notice] || 0
end
