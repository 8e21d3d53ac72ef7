defmodule PlayoutWeb.MatchView do
  @moduledoc """
  What a visitor sees of a match: the state turned round so that his own seat
  is at the bottom, and in words (`PlayoutWeb.MatchWords`).

  Who holds both seats plays two people's match on one screen: there the page
  is never turned round, and nobody is "you".
  """

  alias Playout.Matches.State
  alias Playout.Side
  alias PlayoutWeb.Boards
  alias PlayoutWeb.MatchWords

  defstruct [
    :mine,
    :plays?,
    :manages?,
    :watched?,
    :bottom,
    :top,
    :turn,
    :my_turn?,
    :engine_to_move?,
    :can_undo?,
    :over?,
    :tree,
    :last_steps,
    :winning,
    :you,
    :them,
    :beaten,
    :pass,
    :place,
    :players,
    :headline,
    :title,
    :announcement
  ]

  @type side :: :first | :second

  @typedoc """
  - `mine`: the side that is "you"; nil for someone who watches, and for who
    holds both seats;
  - `plays?`: whether the visitor holds a seat;
  - `manages?`: whether he made the match: he may pace it and change its engines;
  - `watched?`: whether two engines play;
  - `bottom`, `top`: the sides at the bottom and the top of the page;
  - `turn`: the side to move, nil when the game is over;
  - `my_turn?`: whether it is the visitor who moves;
  - `tree`: the legal moves as `Playout.step_tree/2` writes them, none unless it is the
    visitor's turn;
  - `you`, `them`: what the strips of the sides at the bottom and the top show, each
    a `t:strip/0`;
  - `beaten`: the level that the visitor has won against, if it is one;
  - `pass`: the side that can do nothing but pass, or has just done it, and `words`
    that say so;
  - `players`: by side, what each is called (`name`, and in `short`), what is
    written in his badge, and whether he is an `engine?`;
  - `headline`: once it is over, in whose strip it is told, the result and its
    reason;
  - `announcement`: what a screen reader says of the newest state.
  """
  @type t :: %__MODULE__{
          you: strip(),
          them: strip(),
          players: %{
            side() => %{name: String.t(), short: String.t(), badge: String.t(), engine?: boolean}
          },
          headline: nil | %{side: side(), result: String.t(), why: String.t()}
        }

  @typedoc """
  A player in words, and how his side stands. All of it is told here and nothing in
  the template, so that the page is sent only what differs from the last state.

  - `prompts`: what a visitor of this side is to do, a sentence for each step of a move.
    They are there while the other side moves, unseen, as they are the same mostly;
  - `prompted?`: whether it is the visitor's turn, so that he is told what to do;
  - `headline?`: whether the result is told in his strip;
  - `score`: in games that keep one, the figure and the words for it.
  """
  @type strip :: %{
          side: side(),
          name: String.t(),
          short: String.t(),
          badge: String.t(),
          engine?: boolean(),
          heading: String.t(),
          status: String.t(),
          to_move?: boolean(),
          prompts: [String.t()],
          prompted?: boolean(),
          headline?: boolean(),
          fate: nil | :won | :lost | :drawn,
          score: nil | %{figure: non_neg_integer(), words: String.t()}
        }

  @doc """
  With `turned?` the page is turned round once more, as its reader wishes; `shown`
  is the state that it showed before, if any.
  """
  @spec new(State.t(), String.t(), boolean(), State.t() | nil) :: t()
  def new(state, visitor, turned? \\ false, shown \\ nil) do
    sides = State.sides_of(state, visitor)
    mine = if match?([_], sides), do: hd(sides)
    bottom = bottom(mine || person(state) || :first, turned?)
    turn = State.turn(state)
    my_turn? = turn in sides
    last = List.last(state.moves)

    %__MODULE__{
      mine: mine,
      plays?: sides != [],
      manages?: State.manages?(state, visitor),
      watched?: State.watched?(state),
      bottom: bottom,
      top: Side.other(bottom),
      turn: turn,
      my_turn?: my_turn?,
      engine_to_move?: turn != nil and engine?(state, turn),
      can_undo?: State.can_undo?(state, visitor),
      over?: state.result != nil,
      tree: if(my_turn?, do: state.snapshot.moves, else: ""),
      last_steps: if(last, do: last.steps, else: []),
      winning: if(state.result, do: state.result.cells, else: []),
      beaten: beaten(state, mine),
      pass: MatchWords.pass(state),
      place: MatchWords.place(state),
      players: MatchWords.players(state, mine)
    }
    |> then(&%{&1 | headline: MatchWords.headline(state, &1)})
    |> then(&%{&1 | you: strip(state, &1, &1.bottom, sides)})
    |> then(&%{&1 | them: strip(state, &1, &1.top, sides)})
    |> then(&%{&1 | title: MatchWords.title(state, &1)})
    |> then(&%{&1 | announcement: MatchWords.announcement(state, &1, shown)})
  end

  @doc """
  How a finished match looks to a side, or to someone who is on no side: `:won`,
  `:lost` or `:drawn`.
  """
  @spec fate(State.t(), nil | side()) :: nil | :won | :lost | :drawn
  def fate(%{result: nil}, _side), do: nil
  def fate(%{result: %{result: :draw}}, _side), do: :drawn
  def fate(_state, nil), do: :won
  def fate(%{result: %{result: side}}, side), do: :won
  def fate(_state, _side), do: :lost

  defp bottom(side, true), do: Side.other(side)
  defp bottom(side, false), do: side

  defp strip(state, view, side, mine) do
    to_move? = view.turn == side
    prompted? = view.my_turn? and to_move?

    Map.merge(view.players[side], %{
      side: side,
      heading: MatchWords.heading(state, view, side),
      status: if(prompted?, do: "", else: MatchWords.status(state, view, side)),
      to_move?: to_move?,
      prompts: if(side in mine, do: prompts(state), else: []),
      prompted?: prompted?,
      headline?: match?(%{side: ^side}, view.headline),
      fate: fate(state, side),
      score: score(state, side)
    })
  end

  defp prompts(%{result: nil} = state),
    do: Boards.of(state.game).prompts(state.snapshot.diagram)

  defp prompts(_state), do: []

  defp score(%{snapshot: %{score: nil}}, _side), do: nil

  defp score(%{snapshot: %{score: score}, game: game}, side) do
    figure = Side.of(score, side)
    %{figure: figure, words: Boards.of(game).score_words(figure)}
  end

  defp beaten(%{result: %{result: mine}, seats: seats}, mine) when mine != nil do
    case seats[Side.other(mine)] do
      {:engine, level, _spec} -> level
      _person -> nil
    end
  end

  defp beaten(_state, _mine), do: nil

  defp person(state) do
    Enum.find([:first, :second], &(not engine?(state, &1)))
  end

  defp engine?(state, side), do: match?({:engine, _, _}, state.seats[side])
end
