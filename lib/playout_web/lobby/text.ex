defmodule PlayoutWeb.Lobby.Text do
  @moduledoc "The texts of a visitor's matches in the lobby."
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.{Diagram, Side}
  alias Playout.Matches.{State, Summary}
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.People.PlayerName
  alias PlayoutWeb.Sentences

  @enforce_keys [:players, :game, :status, :yours?, :opponent]
  defstruct @enforce_keys

  @typedoc """
  - `players`: the players, except the visitor;
  - `game`: the game and its variant;
  - `status`: whose turn it is, or the result and its reason; nil where `players` says that nobody has
    sat down yet;
  - `yours?`: `yours?/2`;
  - `opponent`: the other person who plays against the visitor, if any.
  """
  @type t :: %__MODULE__{
          players: String.t(),
          game: String.t(),
          status: nil | String.t(),
          yours?: boolean,
          opponent: nil | String.t()
        }

  @doc """
  `diagram` is the diagram of the current position; `nil` if it cannot be read. `nicknames` are those
  of visitors who have one.
  """
  @spec new(Summary.t(), String.t(), nil | Diagram.t(), %{String.t() => String.t()}) :: t
  def new(%Summary{} = match, visitor, diagram, nicknames \\ %{}) do
    mine = State.sides_of(match, visitor)
    sides = Map.new([:first, :second], &{&1, PlayerName.side(match.game, &1, diagram)})
    names = %{sides: sides, players: names(match, mine, diagram, nicknames, sides)}

    %__MODULE__{
      players: players(mine, State.open_side(match), names.players),
      game: game(match),
      status: status(match, mine, names),
      yours?: yours?(match, visitor),
      opponent: opponent(match, visitor)
    }
  end

  @doc "Returns the other person who plays against a visitor in a match; nil if there is none."
  @spec opponent(Summary.t(), String.t()) :: nil | String.t()
  def opponent(match, visitor) do
    with [mine] <- State.sides_of(match, visitor),
         {:person, other} <- match.seats[Side.other(mine)] do
      other
    else
      _nobody -> nil
    end
  end

  @doc "Returns whether it is the visitor's turn; always false if they play both sides."
  @spec yours?(Summary.t(), String.t()) :: boolean
  def yours?(match, visitor),
    do: State.open_side(match) == nil and State.sides_of(match, visitor) == [match.turn]

  defp players([_, _], _open, _names), do: gettext("Two players, one screen")
  defp players([mine], _open, names), do: names[Side.other(mine)]
  # The status says that they wait.
  defp players([], open, names) when open != nil, do: names[Side.other(open)]

  defp players([], nil, names),
    do: gettext("%{first} vs. %{second}", first: names.first, second: names.second)

  defp names(match, mine, diagram, nicknames, sides) do
    names = Map.new([:first, :second], &{&1, PlayerName.of(match, &1, diagram, nicknames)})

    # To one of them, the other one is the only one.
    if mine == [] and names.first == names.second do
      Map.new(names, fn {side, name} ->
        {side, PlayerName.with_side(name, sides[side], side == :first)}
      end)
    else
      names
    end
  end

  defp game(match), do: Boards.title(match.game, match.variant)

  defp status(%{result: nil, seats: %{first: first, second: second}}, mine, _names)
       when first == :open or second == :open,
       do: if(mine == [], do: gettext("Waiting for an opponent"))

  defp status(%{result: nil, turn: turn}, [turn], _names), do: gettext("Your move")
  defp status(%{result: nil}, [_], _names), do: gettext("Their move")

  defp status(%{result: nil, turn: turn}, [_, _], names),
    do: gettext("%{player} to move", player: names.sides[turn] || in_turn(turn))

  defp status(%{result: nil}, [], _names), do: gettext("In progress")

  defp status(match, mine, names) do
    gettext("%{result}. %{reason}",
      result: result(match, mine, names),
      reason: reason(match, mine, names)
    )
  end

  defp result(%{result: :draw}, _mine, _names), do: gettext("Draw")
  defp result(%{result: side}, [side], _names), do: gettext("You won")
  defp result(_match, [_], _names), do: gettext("You lost")

  defp result(%{result: winner}, mine, names),
    do: gettext("%{player} won", player: player(winner, mine, names))

  # Two players may have the same name, so this prefers the name of their side.
  defp player(side, [], names), do: names.sides[side] || names.players[side]
  defp player(side, _both, names), do: names.sides[side] || in_turn(side)

  defp in_turn(:first), do: gettext("First")
  defp in_turn(:second), do: gettext("Second")

  defp reason(%{reason: :agreement}, _mine, _names),
    do: gettext("Both players agreed to a draw.")

  defp reason(%{reason: :abandonment, result: :draw}, _mine, _names),
    do: gettext("A player left the match.")

  defp reason(%{reason: reason, result: winner}, mine, names)
       when reason in [:resignation, :time, :abandonment] do
    loser =
      case mine do
        [^winner] -> :opponent
        [_loser] -> :you
        _both_or_none -> player(Side.other(winner), mine, names)
      end

    Sentences.ended(reason, loser)
  end

  defp reason(match, _mine, _names),
    do: Boards.of(match.game).reason(match.reason, match.details)

  @doc "Says how long ago something happened."
  @spec ago(DateTime.t(), DateTime.t()) :: String.t()
  def ago(at, now) do
    minutes = max(0, DateTime.diff(now, at, :minute))
    hours = div(minutes, 60)
    days = div(hours, 24)

    cond do
      minutes == 0 -> gettext("just now")
      hours == 0 -> ngettext("1 minute ago", "%{count} minutes ago", minutes)
      days == 0 -> ngettext("1 hour ago", "%{count} hours ago", hours)
      days < 30 -> ngettext("1 day ago", "%{count} days ago", days)
      true -> Format.date(at)
    end
  end
end
