defmodule PlayoutWeb.Match.View do
  @moduledoc """
  A match as one visitor sees it: with their own seat at the bottom, and with text that says what
  is happening (`PlayoutWeb.Match.Text`).

  A visitor who holds both seats shares the screen with another player. In that case the board
  is never turned around, and neither player is "you".
  """

  alias Playout.Matches.{Clock, Event, State}
  alias Playout.Matches.Rules.{Hints, Offers, Players}
  alias Playout.Matches.Store.Uptime
  alias Playout.Side
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Match.Text

  defstruct [
    :mine,
    :plays?,
    :manages?,
    :watched?,
    :people?,
    :open_side,
    :offers,
    :clocks,
    :bottom,
    :top,
    :turn,
    :my_turn?,
    :engine_to_move?,
    :can_undo?,
    :can_draw?,
    :analyses?,
    :hints?,
    :hint_given,
    :hint,
    :over?,
    :tree,
    :you,
    :them,
    :beaten,
    :next,
    :pass,
    :unseen,
    :players,
    :headline,
    :title,
    :announcement
  ]

  @typedoc """
  - `mine`: the visitor's side; nil for spectators and for a visitor who holds both seats;
  - `plays?`: whether the visitor holds a seat;
  - `manages?`: whether the visitor owns the match and so may set its pace and replace its
    engines;
  - `watched?`: whether two engines play;
  - `people?`: whether two different people play;
  - `open_side`: the side whose seat is open, if one is;
  - `can_undo?`, `can_draw?`: whether the visitor can undo a move, or ask to, and offer a draw;
  - `hints?`: whether the visitor plays in a match with hints that goes on; `hint_given`: how much of one
    they have had for the position, if it is their turn (`t:Playout.Matches.Event.hint/0`); `hint`:
    what it says, and the steps to mark (`t:PlayoutWeb.Boards.hint/0`);
  - `analyses?`: see `analyses?/2`;
  - `offers`: those that wait for an answer, each with whether it is the visitor's `own?`;
  - `clocks`: for each side the milliseconds `left` and whether they `run?`,
    and the milliseconds `per_move`, if there are as many for each; nil without a clock;
  - `bottom`, `top`: the sides at the bottom and the top of the page;
  - `turn`: the side to move, nil if the game is over;
  - `my_turn?`: whether the visitor is to move;
  - `tree`: the legal moves in the format of `Playout.step_tree/2`, empty unless the visitor
    is to move;
  - `you`, `them`: the strips at the bottom and the top, each a `t:strip/0`;
  - `beaten`: the level that the visitor has just beaten, if any; only from the start of the game,
    because a position that somebody has set up may already be won;
  - `next`: the level above it, if there is one;
  - `unseen`: see `PlayoutWeb.Match.Text.unseen/2`;
  - `pass`: the side that must pass or has just passed, and the `words` to show;
  - `players`: for each side the player's `name`, a `short` name, the `portrait`, whether
    it is an `engine?`, and whether the name says the side too (`sided?`);
  - `headline`: after the game, its result and reason (`PlayoutWeb.Match.Text.headline/2`);
  - `announcement`: what a screen reader announces.
  """
  @type t :: %__MODULE__{
          you: nil | strip(),
          them: nil | strip(),
          players: %{
            Side.t() => %{
              name: String.t(),
              short: String.t(),
              portrait: String.t(),
              engine?: boolean,
              sided?: boolean
            }
          },
          headline: nil | %{side: Side.t(), result: String.t(), why: String.t()}
        }

  @typedoc """
  Everything that a player's strip shows. The template only reads values from it, so a new state
  sends only those that changed.

  - `beginner?`: whether it is an engine at a level for beginners;
  - `prompts`: what the visitor has to do, one sentence for each step of a move. They rarely
    change, so they stay in the page, hidden, while the other side moves;
  - `prompted?`: whether it is the visitor's turn, so the strip shows a prompt;
  - `headline?`: whether this strip shows the result;
  - `result`: how the game ended for this side, nil while it goes on;
  - `clock`: this side's part of the view's `clocks`.
  """
  @type strip :: %{
          side: Side.t(),
          own?: boolean(),
          name: String.t(),
          short: String.t(),
          portrait: String.t(),
          engine?: boolean(),
          beginner?: boolean(),
          heading: String.t(),
          status: String.t(),
          to_move?: boolean(),
          prompts: [String.t()],
          prompted?: boolean(),
          headline?: boolean(),
          result: nil | :won | :lost | :drawn,
          clock: nil | %{left: non_neg_integer, run?: boolean, per_move: nil | pos_integer}
        }

  @doc """
  Builds the view. `turned?` says whether the visitor has turned the board around; `shown` is the
  state that the page showed before, if any; `names` are the nicknames of visitors who have one.
  """
  @spec new(State.t(), String.t(), boolean(), State.t() | nil, %{String.t() => String.t()}) :: t()
  def new(state, visitor, turned? \\ false, shown \\ nil, names \\ %{}) do
    sides = State.sides_of(state, visitor)
    mine = if match?([_], sides), do: hd(sides)
    bottom = bottom(mine || person(state) || :first, turned?)
    turn = State.turn(state)
    open_side = State.open_side(state)
    my_turn? = turn in sides and open_side == nil

    %__MODULE__{
      mine: mine,
      plays?: sides != [],
      manages?: State.manages?(state, visitor),
      watched?: State.watched?(state),
      people?: State.people?(state),
      open_side: open_side,
      offers: offers(state, mine),
      clocks: clocks(state),
      bottom: bottom,
      top: Side.other(bottom),
      turn: turn,
      my_turn?: my_turn?,
      engine_to_move?: turn != nil and engine?(state, turn),
      can_undo?: can_undo?(state, visitor, mine),
      can_draw?: can_draw?(state, mine, open_side),
      analyses?: analyses?(state, visitor),
      hints?: sides != [] and turn != nil and State.alone?(state),
      over?: state.result != nil,
      tree: if(my_turn?, do: state.snapshot.moves, else: ""),
      beaten: counted(state, mine),
      next: next(state, mine),
      pass: Text.pass(state),
      players: Text.players(state, mine, names)
    }
    |> hinted(state)
    |> then(&%{&1 | unseen: Text.unseen(state, &1)})
    |> then(&%{&1 | headline: Text.headline(state, &1)})
    |> then(&%{&1 | you: strip(state, &1, &1.bottom, sides)})
    |> then(&%{&1 | them: strip(state, &1, &1.top, sides)})
    |> then(&%{&1 | title: Text.title(state, &1)})
    |> then(&%{&1 | announcement: Text.announcement(state, &1, shown)})
  end

  defp hinted(%{my_turn?: true} = view, state),
    do: %{view | hint_given: Hints.given(state), hint: hint(state)}

  defp hinted(view, _state), do: view

  @doc "Lists the keys that press a button of this match, now or at another time."
  @spec keys(State.t(), t()) :: [String.t()]
  def keys(%{game: game, seats: seats} = state, %{plays?: plays?}) do
    engine? = Enum.any?(seats, &match?({_side, {:engine, _, _}}, &1))

    for {key, true} <- [
          {"H", plays? and State.alone?(state)},
          {"U", plays?},
          {"F", Boards.of(game).turnable?()},
          {"M", plays? and engine?}
        ],
        do: key
  end

  @doc """
  Returns whether a visitor may analyse a match: a finished one, or one in which they play both sides.
  In any other, it would be unfair to ask an engine.
  """
  @spec analyses?(State.t(), String.t()) :: boolean
  def analyses?(%State{result: result} = state, visitor),
    do: result != nil or length(State.sides_of(state, visitor)) == 2

  # Between people it is an offer.
  defp can_undo?(state, visitor, mine) do
    State.can_undo?(state, visitor) and
      (not State.people?(state) or Offers.may?(state, mine, :undo))
  end

  defp can_draw?(state, mine, open_side),
    do: mine != nil and open_side == nil and Offers.may?(state, mine, :draw)

  defp hint(%{game: game, snapshot: %{diagram: diagram}} = state) do
    with given when given != nil <- Hints.given(state),
         %{} = move <- Hints.move(state),
         do: Boards.of(game).hint(move, given, diagram)
  end

  defp offers(state, mine) do
    for kind <- Event.offers(), %{side: side} <- [state.offers[kind]] do
      %{kind: kind, side: side, own?: side == mine}
    end
  end

  defp clocks(%{clock: nil}), do: nil

  defp clocks(%{clock: clock} = state) do
    running = State.running(state)
    now = Uptime.now()
    per_move = if match?({:move, _time}, clock.control), do: elem(clock.control, 1)

    Map.new([:first, :second], fn side ->
      left = max(Clock.left(clock, running, side, now), 0)
      {side, %{left: left, run?: running == side, per_move: per_move}}
    end)
  end

  @doc """
  Returns how a match ended for a side: `:won`, `:lost` or `:drawn`, nil while it goes on. Without
  a side (nil), a match that was not drawn counts as won.
  """
  @spec result(State.t(), nil | Side.t()) :: nil | :won | :lost | :drawn
  def result(%{result: nil}, _side), do: nil
  def result(%{result: %{result: :draw}}, _side), do: :drawn
  def result(_state, nil), do: :won
  def result(%{result: %{result: side}}, side), do: :won
  def result(_state, _side), do: :lost

  defp bottom(side, true), do: Side.other(side)
  defp bottom(side, false), do: side

  defp strip(state, view, side, mine) do
    to_move? = view.turn == side
    prompted? = view.my_turn? and to_move?

    Map.merge(view.players[side], %{
      side: side,
      own?: side in mine,
      heading: Text.heading(state, view, side),
      status: if(prompted?, do: "", else: Text.status(state, view, side)),
      to_move?: to_move?,
      prompts: if(side in mine, do: prompts(state), else: []),
      prompted?: prompted?,
      headline?: match?(%{side: ^side}, view.headline),
      result: result(state, side),
      clock: view.clocks && view.clocks[side]
    })
  end

  defp prompts(%{result: nil} = state),
    do: Boards.of(state.game).prompts(state.snapshot.diagram)

  defp prompts(_state), do: []

  defp counted(state, mine),
    do: if(not Text.set_up?(state), do: beaten(state, mine))

  defp beaten(%{result: %{result: mine}, seats: seats}, mine) when mine != nil do
    case seats[Side.other(mine)] do
      {:engine, level, _spec} -> level
      _person_or_nobody -> nil
    end
  end

  defp beaten(_state, _mine), do: nil

  defp next(%{game: game, seats: seats} = state, mine) do
    if beaten(state, mine), do: Players.next_level(game, seats[Side.other(mine)])
  end

  defp person(state) do
    Enum.find([:first, :second], &match?({:person, _}, state.seats[&1]))
  end

  defp engine?(state, side), do: match?({:engine, _, _}, state.seats[side])
end
