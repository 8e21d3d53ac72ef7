defmodule PlayoutWeb.MatchView do
  @moduledoc """
  What a visitor sees of a match: the state turned round so that his own seat
  is at the bottom, in words.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Sentences

  defstruct [
    :mine,
    :bottom,
    :top,
    :turn,
    :my_turn?,
    :engine_to_move?,
    :can_undo?,
    :over?,
    :tree,
    :prompts,
    :last_steps,
    :winning,
    :place,
    :title,
    :headline,
    :announcement
  ]

  @typedoc """
  - `mine`: the visitor's side, nil for someone who watches;
  - `bottom`, `top`: the sides at the bottom and the top of the page;
  - `turn`: the side to move, nil when the game is over;
  - `tree`: the legal moves as JSON, `{"c3": {"A": "c3-A"}}`, empty unless it is
    the visitor's turn;
  - `prompts`: what to do, a sentence for each step of a move;
  - `headline`: once it is over, the result and its reason;
  - `announcement`: what a screen reader says of the newest state.
  """
  @type t :: %__MODULE__{}

  @spec new(State.t(), String.t()) :: t()
  def new(state, visitor) do
    board = Boards.of(state.game)
    mine = State.side_of(state, visitor)
    bottom = mine || person(state) || :first
    turn = State.turn(state)
    my_turn? = turn != nil and turn == mine
    last = List.last(state.moves)

    view = %__MODULE__{
      mine: mine,
      bottom: bottom,
      top: other(bottom),
      turn: turn,
      my_turn?: my_turn?,
      engine_to_move?: turn != nil and engine?(state, turn),
      can_undo?: State.can_undo?(state, visitor),
      over?: state.result != nil,
      tree: if(my_turn?, do: tree(state.description.moves), else: "{}"),
      prompts: if(my_turn?, do: board.prompts(state.description.position), else: []),
      last_steps: if(last, do: last.steps, else: []),
      winning: winning(state.result),
      place: place(state, board)
    }

    view = %{view | headline: headline(state, view)}
    %{view | title: title(view, board), announcement: announcement(state, view, last)}
  end

  @doc "What a player is called."
  @spec player(State.t(), t(), :first | :second) :: String.t()
  def player(state, view, side) do
    case state.seats[side] do
      {:engine, level, _spec} -> level_name(state.game, level)
      _person when side == view.mine -> gettext("You")
      _person -> gettext("Guest")
    end
  end

  @doc "What is written in a player's badge."
  @spec badge(State.t(), t(), :first | :second) :: String.t()
  def badge(state, view, side) do
    case state.seats[side] do
      {:engine, level, _spec} -> to_string(level)
      _person -> String.first(player(state, view, side))
    end
  end

  @doc "How a finished match looks to a side: `:won`, `:lost` or `:drawn`."
  @spec fate(State.t(), :first | :second) :: nil | :won | :lost | :drawn
  def fate(%{result: nil}, _side), do: nil
  def fate(%{result: %{result: :draw}}, _side), do: :drawn
  def fate(%{result: %{result: side}}, side), do: :won
  def fate(_state, _side), do: :lost

  defp other(:first), do: :second
  defp other(:second), do: :first

  defp person(state) do
    Enum.find([:first, :second], &(not engine?(state, &1)))
  end

  defp engine?(state, side), do: match?({:engine, _, _}, state.seats[side])

  defp level_name(game, number) do
    %{name: name} = Enum.find(Playout.levels(game), &(&1.number == number))
    gettext("Level %{number} · %{name}", number: number, name: Sentences.level(name))
  end

  defp tree(moves) do
    moves
    |> Enum.reduce(%{}, fn %{text: text, steps: steps}, tree ->
      put_in(tree, Enum.map(steps, &Access.key(&1, %{})), text)
    end)
    |> Jason.encode!()
  end

  defp winning(nil), do: []
  defp winning(result), do: result.cells

  defp place(%{variant: :standard}, board), do: board.name()
  defp place(state, board), do: "#{board.name()} · #{board.variant_name(state.variant)}"

  defp title(%{my_turn?: true}, board), do: gettext("Your move · %{game}", game: board.name())
  defp title(%{headline: {result, _why}}, board), do: "#{result} · #{board.name()}"
  defp title(_view, board), do: "#{board.name()} · Playout"

  defp headline(%{result: nil}, _view), do: nil

  defp headline(state, view) do
    {result(state, view), reason(state, view)}
  end

  defp result(%{result: %{result: :draw}}, _view), do: gettext("A draw")
  defp result(%{result: %{result: side}}, %{mine: side}), do: gettext("You win")
  defp result(_state, %{mine: mine}) when mine != nil, do: gettext("You lose")

  defp result(%{result: %{result: side}} = state, view) do
    gettext("%{player} wins", player: player(state, view, side))
  end

  defp reason(%{result: %{reason: :resignation, result: winner}}, %{mine: mine})
       when mine not in [nil, winner],
       do: gettext("You resigned.")

  defp reason(%{result: %{reason: :resignation}}, _view), do: gettext("The other side resigned.")

  defp reason(%{result: result} = state, _view) do
    words = Boards.of(state.game).reason(result.reason, result.details)
    {first, rest} = String.split_at(words, 1)
    String.upcase(first) <> rest <> "."
  end

  defp announcement(state, view, last) do
    [said(state, view, last), next(view)] |> Enum.reject(&is_nil/1) |> Enum.join(" ")
  end

  defp said(_state, _view, nil), do: nil

  defp said(state, view, last) do
    words = Boards.of(state.game).move_words(last.steps)
    gettext("%{player}: %{move}.", player: player(state, view, last.side), move: words)
  end

  defp next(%{headline: {result, why}}), do: "#{result}. #{why}"
  defp next(%{my_turn?: true}), do: gettext("Your move.")
  defp next(_view), do: nil
end
