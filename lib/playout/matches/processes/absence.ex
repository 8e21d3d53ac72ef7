defmodule Playout.Matches.Processes.Absence do
  @moduledoc """
  Which players of a match are not there, and since when. It is pure. The process of a match
  holds it, so after a restart everybody's absence begins anew. Times are those of
  `Playout.Matches.Store.Uptime`.
  """

  alias Playout.Matches.Event

  @typedoc "By side: since when its player has been gone."
  @type t :: %{optional(Event.side()) => integer}

  @doc "Nobody is known to be gone."
  @spec new() :: t
  def new, do: %{}

  @doc "Notes who is there at a time: the visitors `here`."
  @spec update(t, %{Event.side() => Event.seat()}, [String.t() | nil], integer) :: t
  def update(absence, seats, here, now) do
    for {side, {:person, visitor}} <- seats, visitor not in here, into: %{} do
      {side, Map.get(absence, side, now)}
    end
  end

  @doc "Returns by side for how many milliseconds its player has been gone."
  @spec gone(t, integer) :: %{optional(Event.side()) => non_neg_integer}
  def gone(absence, now), do: Map.new(absence, fn {side, since} -> {side, now - since} end)
end
