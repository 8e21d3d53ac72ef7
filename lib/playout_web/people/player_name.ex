defmodule PlayoutWeb.People.PlayerName do
  @moduledoc """
  What everybody else calls a player: one name for the same player on the page of a match, in lists,
  and in records.

  Two people at one screen are called by their sides, and a person without a nickname is a guest,
  whoever else plays.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.{Diagram, Side}
  alias Playout.Matches.{State, Summary}
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Sentences

  @doc """
  Returns the name of a player. `diagram` is that of the current position, or nil if it cannot be read;
  `names` are the nicknames of visitors who have one.
  """
  @spec of(State.t() | Summary.t(), Side.t(), nil | Diagram.t(), %{String.t() => String.t()}) ::
          String.t()
  def of(%{game: game, seats: seats}, side, diagram, names) do
    case seats[side] do
      {:engine, level, spec} -> Sentences.engine(level, spec)
      {:person, _both} when seats.first == seats.second -> of_side(game, side, diagram)
      {:person, visitor} -> Format.name(names[visitor]) || gettext("Guest")
      :open -> gettext("Waiting for a player")
    end
  end

  defp of_side(game, side, diagram), do: side(game, side, diagram) || numbered(side)

  @doc "Returns the name of a side; nil if the game has none, or its diagram cannot be read."
  @spec side(atom, Side.t(), nil | Diagram.t()) :: nil | String.t()
  def side(_game, _side, nil), do: nil
  def side(game, side, diagram), do: Boards.of(game).side_name(side, diagram)

  @doc "Returns the name of somebody who plays a side that has none."
  @spec numbered(Side.t()) :: String.t()
  def numbered(:first), do: gettext("Player 1")
  def numbered(:second), do: gettext("Player 2")

  @doc """
  Adds to a name what tells the player from another one with the same name: their side, or if that has
  no name, whether they go first.
  """
  @spec with_side(String.t(), nil | String.t(), boolean) :: String.t()
  def with_side(name, nil, true), do: gettext("%{player} (first)", player: name)
  def with_side(name, nil, false), do: gettext("%{player} (second)", player: name)

  def with_side(name, side_name, _first?),
    do: gettext("%{player} (%{side})", player: name, side: side_name)
end
