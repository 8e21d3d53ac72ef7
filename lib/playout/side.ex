defmodule Playout.Side do
  @moduledoc "One of the two sides of a game; `:first` makes the first move."

  @type t :: :first | :second

  @doc "Returns the opponent's side."
  @spec other(t) :: t
  def other(:first), do: :second
  def other(:second), do: :first

  @doc "Returns a side's element of a `{first, second}` pair."
  @spec of({it, it}, t) :: it when it: term
  def of({first, _second}, :first), do: first
  def of({_first, second}, :second), do: second
end
