defmodule PlayoutWeb.MatchWords do
  @moduledoc """
  The words of a match: what its players are called, what each of them is
  about, how it ended, and what a screen reader hears of it.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.MatchView
  alias PlayoutWeb.Sentences

  @doc "The game, and the variant if it is not the usual one."
  @spec place(State.t()) :: String.t()
  def place(state), do: Boards.title(state.game, state.variant)

  @doc "The players by side; `mine` is the side that is \"you\", if any is."
  @spec players(State.t(), nil | MatchView.side()) :: map()
  def players(state, mine) do
    first = player(state, :first, mine)
    second = player(state, :second, mine)

    %{first: apart(first, second, :first), second: apart(second, first, :second)}
  end

  # Two of one name are told apart by their turn.
  defp apart(player, other, side) do
    for key <- [:name, :short], player[key] == other[key], reduce: player do
      player -> %{player | key => in_turn(player[key], side)}
    end
  end

  defp in_turn(name, :first), do: gettext("%{player}, first", player: name)
  defp in_turn(name, :second), do: gettext("%{player}, second", player: name)

  defp player(state, side, mine) do
    case state.seats[side] do
      {:engine, level, spec} ->
        engine(state.game, level, spec)

      _person ->
        {name, badge} = if side == mine, do: you(), else: person(state, side, mine)
        %{name: name, short: name, badge: badge, engine?: false}
    end
  end

  defp engine(game, level, spec) do
    %{
      name: Sentences.engine(game, level, spec),
      short: Sentences.engine_in_short(game, level),
      badge: if(level, do: to_string(level), else: "?"),
      engine?: true
    }
  end

  defp you, do: {gettext("You"), String.first(gettext("You"))}

  defp person(state, side, mine) do
    two? = Enum.all?(Map.values(state.seats), &match?({:person, _}, &1))

    case {mine, two?, side} do
      {nil, true, :first} -> {gettext("Player 1"), "1"}
      {nil, true, :second} -> {gettext("Player 2"), "2"}
      _one_guest -> {gettext("Guest"), String.first(gettext("Guest"))}
    end
  end

  @doc "What stands first in a player's strip."
  @spec heading(State.t(), MatchView.t(), MatchView.side()) :: String.t()
  def heading(_state, %{headline: %{side: side, result: result}}, side), do: result

  def heading(%{toss: true, moves: []}, %{my_turn?: true, mine: side}, side),
    do: gettext("The toss: you begin")

  def heading(_state, %{my_turn?: true, mine: side}, side), do: gettext("Your move")
  def heading(_state, view, side), do: view.players[side].name

  @doc "What a player is about; not for who is prompted."
  @spec status(State.t(), MatchView.t(), MatchView.side()) :: String.t()
  def status(_state, %{headline: %{side: side, why: why}}, side), do: why

  def status(_state, %{pass: %{side: side}}, side), do: gettext("Has to pass")

  def status(state, %{turn: side, engine_to_move?: true}, side) do
    cond do
      state.failure -> gettext("Does not answer")
      state.pace == :paused -> gettext("Paused")
      true -> gettext("Thinking…")
    end
  end

  def status(_state, %{turn: side}, side), do: gettext("To move")

  def status(%{toss: true, moves: []}, %{mine: side}, side),
    do: gettext("The toss: you are second")

  def status(state, _view, side) do
    case Boards.of(state.game).side_name(side, state.snapshot.diagram) do
      nil -> turn_words(state, side)
      name -> gettext("Plays %{side}", side: name)
    end
  end

  defp turn_words(%{toss: true}, :first), do: gettext("Began, by the toss")
  defp turn_words(_state, :first), do: gettext("Began the game")
  defp turn_words(_state, :second), do: gettext("Plays second")

  @doc "The page's title."
  @spec title(State.t(), MatchView.t()) :: String.t()
  def title(state, %{headline: %{result: result}}), do: "#{result} · #{game(state)}"

  def title(state, %{my_turn?: true, mine: nil} = view) do
    gettext("%{player} to move · %{game}",
      player: view.players[view.turn].name,
      game: game(state)
    )
  end

  def title(state, %{my_turn?: true}), do: gettext("Your move · %{game}", game: game(state))
  def title(state, _view), do: "#{game(state)} · Playout"

  defp game(state), do: Boards.of(state.game).name()

  @doc "The result and its reason, and the side in whose strip they stand."
  @spec headline(State.t(), MatchView.t()) :: nil | map()
  def headline(%{result: nil}, _view), do: nil

  def headline(%{result: outcome} = state, view) do
    winner = if outcome.result == :draw, do: view.bottom, else: outcome.result
    %{side: view.mine || winner, result: result(outcome, view), why: reason(state, view)}
  end

  defp result(%{result: :draw}, _view), do: gettext("A draw")
  defp result(%{result: side}, %{mine: side}), do: gettext("You win")
  defp result(_outcome, %{mine: mine}) when mine != nil, do: gettext("You lose")

  defp result(%{result: side}, view),
    do: gettext("%{player} wins", player: view.players[side].short)

  defp reason(%{result: %{reason: :resignation, result: winner}}, view) do
    cond do
      view.mine == winner -> gettext("The other side resigned.")
      view.mine != nil -> gettext("You resigned.")
      true -> gettext("%{player} resigned.", player: loser(view, winner).name)
    end
  end

  defp reason(%{result: outcome} = state, _view) do
    Sentences.whole(Boards.of(state.game).reason(outcome.reason, outcome.details))
  end

  defp loser(view, :first), do: view.players.second
  defp loser(view, :second), do: view.players.first

  @doc "The side that can do nothing but pass, or has just done it, and that in words."
  @spec pass(State.t()) :: nil | %{side: MatchView.side(), words: String.t()}
  def pass(%{result: nil, snapshot: %{pass: pass, side: side}} = state) when pass != nil do
    passes(state, side)
  end

  def pass(%{result: nil} = state) do
    last = List.last(state.moves)
    if last && State.pass?(last), do: passes(state, last.side)
  end

  def pass(_over), do: nil

  defp passes(state, side) do
    name = Boards.of(state.game).side_name(side, state.snapshot.diagram)
    %{side: side, words: gettext("%{side} has no move and passes.", side: name)}
  end

  @doc """
  What a screen reader says of the newest state, with what was `shown` before: the
  last move is news only where it came now.
  """
  @spec announcement(State.t(), MatchView.t(), State.t() | nil) :: String.t()
  def announcement(state, view, shown) do
    [
      toss(state, view),
      if(taken_back?(state, shown),
        do: gettext("Taken back."),
        else: said(state, view, List.last(state.moves))
      ),
      alerts(state),
      next(state, view)
    ]
    |> Enum.reject(&is_nil/1)
    |> Enum.join(" ")
  end

  defp alerts(%{result: nil} = state),
    do: Boards.of(state.game).alert_words(state.snapshot.alerts)

  defp alerts(_over), do: nil

  defp toss(%{toss: true, moves: []}, %{mine: side, turn: side}) when side != nil,
    do: gettext("The toss: you begin.")

  defp toss(%{toss: true, moves: []}, %{turn: side} = view) when side != nil,
    do: gettext("The toss: %{player} begins.", player: view.players[side].name)

  defp toss(_state, _view), do: nil

  defp taken_back?(_state, nil), do: false
  defp taken_back?(state, shown), do: length(state.moves) < length(shown.moves)

  defp said(_state, _view, nil), do: nil
  defp said(%{result: %{reason: :resignation}}, _view, _last), do: nil

  # It was said before.
  defp said(_state, %{pass: %{side: side}}, %{side: side, details: %{pass: _}}), do: nil

  defp said(state, view, last) do
    words = Boards.of(state.game).move_words(last)
    gettext("%{player}: %{move}.", player: view.players[last.side].name, move: words)
  end

  defp next(_state, %{headline: %{result: result, why: why}}), do: "#{result}. #{why}"
  defp next(%{snapshot: %{pass: pass}}, view) when pass != nil, do: view.pass.words

  defp next(_state, %{my_turn?: true, mine: nil} = view),
    do: gettext("%{player} to move.", player: view.players[view.turn].name)

  defp next(_state, %{my_turn?: true}), do: gettext("Your move.")
  defp next(_state, _view), do: nil
end
