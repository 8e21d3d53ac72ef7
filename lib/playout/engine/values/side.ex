defmodule Playout.Side do
  @moduledoc "One of the two sides of a game, in the order in which they begin."

  @type t :: :first | :second

  @doc "The opponent's side."
  @spec other(t) :: t
  def other(:first), do: :second
  def other(:second), do: :first
end
