defmodule Playout.Side do
  @moduledoc "One of the two sides of a game, in the order in which they start."

  @type t :: :first | :second

  @doc "The opponent's side."
  @spec other(t) :: t
  def other(:first), do: :second
  def other(:second), do: :first

  @doc "A side's element of a pair with one for the first and one for the second side."
  @spec of({it, it}, t) :: it when it: term
  def of({first, _second}, :first), do: first
  def of({_first, second}, :second), do: second
end
