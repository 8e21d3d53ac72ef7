defmodule PlayoutWeb.Match.Text do
  @moduledoc """
  The text on a match's page: the names of the players, what each of them is doing, how the match
  ended, and what a screen reader announces.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.{Description, Position, Side, Snapshot}
  alias Playout.Matches.Reviews.Mistakes
  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.People.PlayerName
  alias PlayoutWeb.Portrait
  alias PlayoutWeb.Sentences

  @typedoc """
  A match as one visitor sees it (`PlayoutWeb.Match.View`). Its texts are made while it is built, each
  from those before it.
  """
  @type view :: map

  @doc """
  Returns the name of the game, with its variant unless it is the default, and whether the match starts
  from a position that somebody has set up.
  """
  @spec place(State.t()) :: String.t()
  def place(state) do
    title = Boards.title(state.game, state.variant)
    if set_up?(state), do: gettext("%{game} · from a position", game: title), else: title
  end

  @doc "Returns whether a match starts from another position than the game does."
  @spec set_up?(State.t()) :: boolean
  def set_up?(%{game: game, start: start}),
    do: not Playout.start?(%Position{game: game, start: start})

  @doc """
  Returns the players by side; `mine` is the visitor's side, or nil. `names` are the nicknames of
  visitors who have one.
  """
  @spec players(State.t(), nil | Side.t(), %{String.t() => String.t()}) :: map()
  def players(state, mine, names) do
    first = player(state, :first, mine, names)
    second = player(state, :second, mine, names)

    %{
      first: distinct(state, first, second, :first),
      second: distinct(state, second, first, :second)
    }
  end

  # If the players have the same name, the names of their sides are added. Two people at one screen are
  # called by their sides already.
  defp distinct(state, player, other, side) do
    first? = goes_first?(side, state.moves, state.snapshot)
    side_name = side_name(state, side)
    with_side = &PlayerName.with_side(&1, side_name, first?)

    for key <- [:name, :short], player[key] == other[key], reduce: player do
      player -> %{player | key => with_side.(player[key])}
    end
    |> Map.put(:sided?, player.name in [other.name, side_name])
  end

  defp side_name(state, side), do: PlayerName.side(state.game, side, state.snapshot.diagram)

  defp player(state, side, mine, names) do
    seat = state.seats[side]

    name =
      if side == mine,
        do: gettext("You"),
        else: PlayerName.of(state, side, state.snapshot.diagram, names)

    %{name: name, short: short(seat, name), engine?: match?({:engine, _, _}, seat)}
    |> Map.merge(%{portrait: Portrait.of_seat(seat), beginner?: beginner?(seat)})
  end

  @doc "Whether a match is one that a child may play after the lesson: Animal Shogi against a beginner."
  @spec for_children?(State.t()) :: boolean
  def for_children?(%{game: game, seats: seats}),
    do: game == :animal_shogi and Enum.any?(seats, fn {_side, seat} -> beginner?(seat) end)

  defp beginner?({:engine, level, _spec}), do: Sentences.beginner?(level)
  defp beginner?(_seat), do: false

  defp short({:engine, level, _spec}, _name), do: Sentences.engine_in_short(level)
  defp short(_person_or_nobody, name), do: name

  @doc "Returns the first line of a player's strip."
  @spec heading(State.t(), view, Side.t()) :: String.t()
  def heading(state, %{headline: %{side: side, result: result}} = view, side),
    do: if(names?(state, view), do: result, else: view.players[side].name)

  def heading(%{toss: true, moves: []}, %{my_turn?: true, mine: side}, side),
    do: gettext("You go first")

  def heading(_state, %{my_turn?: true, mine: side}, side), do: gettext("Your move")
  def heading(_state, view, side), do: view.players[side].name

  # Whether the result can stand in place of a player's name: it says the name, or whoever reads it
  # plays.
  defp names?(%{result: %{result: winner}}, view), do: view.plays? or winner != :draw

  @doc "What a player is doing, for a strip that shows no prompt."
  @spec status(State.t(), view, Side.t()) :: String.t()
  def status(state, %{headline: %{side: side, result: result, why: why}} = view, side) do
    if names?(state, view),
      do: why,
      else: gettext("%{result}. %{reason}", result: result, reason: why)
  end

  def status(%{seats: seats}, %{open_side: open}, side) when open != nil,
    do: if(seats[side] == :open, do: "", else: gettext("Waiting for an opponent"))

  def status(_state, %{pass: %{side: side}}, side), do: gettext("Must pass")

  def status(state, %{turn: side, engine_to_move?: true}, side) do
    cond do
      unsaved?(state) -> gettext("Not saved")
      state.failure -> gettext("Not responding")
      state.pace == :paused -> gettext("Paused")
      true -> gettext("Thinking…")
    end
  end

  def status(_state, %{turn: side}, side), do: gettext("To move")

  def status(%{toss: true, moves: []}, %{mine: side}, side),
    do: gettext("You go second")

  def status(state, view, side) do
    if view.players[side].sided?,
      do: "",
      else: side_name(state, side) || turn_text(side, state.moves, state.snapshot)
  end

  @doc "Whether the engine has moved, but its move could not be stored yet."
  @spec unsaved?(State.t()) :: boolean
  def unsaved?(%{failure: %{details: %{problem: "not_stored"}}}), do: true
  def unsaved?(_state), do: false

  @doc """
  Says whether a side goes first or second in a game with these moves so far, which led to this
  snapshot.
  """
  @spec turn_text(Side.t(), [Description.played()], Snapshot.t()) :: String.t()
  def turn_text(side, moves, snapshot) do
    if goes_first?(side, moves, snapshot),
      do: gettext("Goes first"),
      else: gettext("Goes second")
  end

  # In a position that somebody has set up, the second side may be to move.
  defp goes_first?(side, [], snapshot), do: snapshot.side == side
  defp goes_first?(side, [move | _later], _snapshot), do: move.side == side

  @doc """
  Returns what a link to the match shows (`PlayoutWeb.LinkPreview`): who plays what, as a spectator
  sees it, whoever looks; of an open seat, who invites to what.
  """
  @spec link_preview(State.t(), %{String.t() => String.t()}) :: %{
          game: atom,
          preview_title: String.t(),
          description: String.t()
        }
  def link_preview(state, names) do
    {title, invitation} = preview(state, players(state, nil, names))

    %{
      game: state.game,
      preview_title: title,
      description: Format.sentences([invitation, Boards.of(state.game).about()])
    }
  end

  defp preview(state, players) do
    case State.open_side(state) do
      nil ->
        {gettext("%{first} against %{second} · %{game}",
           first: players.first.short,
           second: players.second.short,
           game: place(state)
         ), gettext("Watch this match, move by move.")}

      open ->
        {gettext("%{player} invites you to a match · %{game}",
           player: players[Side.other(open)].name,
           game: place(state)
         ), gettext("Open the link and join to play.")}
    end
  end

  @doc "Returns the title of the page."
  @spec title(State.t(), view) :: String.t()
  def title(state, %{headline: %{result: result}}),
    do: gettext("%{result} · %{game}", result: result, game: game(state))

  def title(state, %{open_side: open}) when open != nil,
    do: gettext("%{game} · Playout", game: game(state))

  def title(state, %{my_turn?: true, mine: nil} = view) do
    gettext("%{player} to move · %{game}",
      player: view.players[view.turn].name,
      game: game(state)
    )
  end

  def title(state, %{my_turn?: true}), do: gettext("Your move · %{game}", game: game(state))
  def title(state, _view), do: gettext("%{game} · Playout", game: game(state))

  defp game(state), do: Boards.of(state.game).name()

  @doc "Returns the result and its reason, and the side whose strip shows them."
  @spec headline(State.t(), view) :: nil | map()
  def headline(%{result: nil}, _view), do: nil

  def headline(%{result: outcome} = state, view) do
    winner = if outcome.result == :draw, do: view.bottom, else: outcome.result
    %{side: view.mine || winner, result: result(outcome, view), why: reason(state, view)}
  end

  defp result(%{result: :draw}, _view), do: gettext("Draw")
  defp result(%{result: side}, %{mine: side}), do: gettext("You win")
  defp result(_outcome, %{mine: mine}) when mine != nil, do: gettext("You lose")

  defp result(%{result: side}, view),
    do: gettext("%{player} wins", player: view.players[side].short)

  defp reason(%{result: %{reason: :agreement}}, _view),
    do: gettext("Both players agreed to a draw.")

  defp reason(%{result: %{reason: :abandonment, result: :draw}}, _view),
    do: gettext("A player left the match.")

  defp reason(%{result: %{reason: reason, result: winner}}, view)
       when reason in [:resignation, :time, :abandonment] do
    loser =
      cond do
        view.mine == winner -> :opponent
        view.mine != nil -> :you
        true -> view.players[Side.other(winner)].name
      end

    Sentences.ended(reason, loser)
  end

  defp reason(%{result: outcome} = state, _view) do
    Boards.of(state.game).reason(outcome.reason, outcome.details)
  end

  @doc "Returns the side that must pass or has just passed, with a sentence that says so."
  @spec pass(State.t()) :: nil | %{side: Side.t(), words: String.t()}
  def pass(%{result: nil, snapshot: %{pass: pass, side: side}} = state) when pass != nil do
    passes(state, side)
  end

  def pass(%{result: nil} = state) do
    last = List.last(state.moves)
    if last && State.pass?(last), do: passes(state, last.side)
  end

  def pass(_over), do: nil

  @doc """
  Says what nobody should miss although the board doesn't show it: a pass, or about a move of somebody
  else what `c:PlayoutWeb.Boards.unseen/2` says; nil if there is nothing.
  """
  @spec unseen(State.t(), view) :: nil | String.t()
  def unseen(_state, %{pass: %{words: words}}), do: words

  # Two people at one screen have both seen it.
  def unseen(_state, %{plays?: true, mine: nil}), do: nil

  def unseen(%{game: game, snapshot: %{diagram: diagram}} = state, %{mine: mine} = view) do
    with %{side: side} = last when side != mine <- List.last(state.moves),
         words when words != nil <- Boards.of(game).unseen(last, diagram) do
      move_by(view.players[side].name, words)
    else
      _seen -> nil
    end
  end

  @doc """
  Says in one line what is played, with which clock, and since when: its parts, each with what separates
  it from the next one. It never changes.
  """
  @spec about(State.t()) :: [String.t()]
  def about(%{game: game, variant: variant, control: control, begun: begun} = state) do
    board = Boards.of(game)
    date = begun && Format.date(begun)

    [board.name(), board.variant_name(variant), terms(state), clock(control), date]
    |> List.flatten()
    |> Enum.filter(& &1)
    |> separated()
  end

  # A choice of clocks calls it the same in English, but says of what there is none.
  defp clock(nil), do: pgettext("one of a match's terms", "No clock")
  defp clock(control), do: Sentences.control(control)

  defp separated([last]), do: [last]
  defp separated([part | rest]), do: [part <> " · " | separated(rest)]

  # Besides the variant.
  defp terms(%{game: game, start: start}) do
    case Playout.diagram(%Position{game: game, start: start}) do
      {:ok, diagram} -> Boards.of(game).terms(diagram)
      {:error, _error} -> []
    end
  end

  defp passes(state, side) do
    words = gettext("%{side} has no moves and passes.", side: side_name(state, side))
    %{side: side, words: words}
  end

  @doc """
  Says until when a side could have won or drawn a match that it did not win
  (`t:Playout.Matches.Reviews.Mistakes.chance/0`).
  """
  @spec let_go(Side.t(), Mistakes.chance(), view) :: String.t()
  def let_go(side, chance, %{mine: side}) do
    case chance do
      %{win: :end} ->
        gettext("You were still winning at the end.")

      %{win: nil, draw: :end} ->
        gettext("You could still have drawn at the end.")

      %{win: nil, draw: draw} ->
        gettext("You could have drawn until move %{move}.", move: draw)

      %{win: win, draw: nil} ->
        gettext("You were winning until move %{move}.", move: win)

      %{win: win, draw: :end} ->
        gettext("You were winning until move %{move}, and could still have drawn at the end.",
          move: win
        )

      %{win: win, draw: draw} ->
        gettext(
          "You were winning until move %{win}, and could still have drawn until move %{draw}.",
          win: win,
          draw: draw
        )
    end
  end

  def let_go(side, chance, view) do
    player = view.players[side].name

    case chance do
      %{win: :end} ->
        gettext("%{player} was still winning at the end.", player: player)

      %{win: nil, draw: :end} ->
        gettext("%{player} could still have drawn at the end.", player: player)

      %{win: nil, draw: draw} ->
        gettext("%{player} could have drawn until move %{move}.", player: player, move: draw)

      %{win: win, draw: nil} ->
        gettext("%{player} was winning until move %{move}.", player: player, move: win)

      %{win: win, draw: :end} ->
        gettext(
          "%{player} was winning until move %{move}, and could still have drawn at the end.",
          player: player,
          move: win
        )

      %{win: win, draw: draw} ->
        gettext(
          "%{player} was winning until move %{win}, and could still have drawn until move %{draw}.",
          player: player,
          win: win,
          draw: draw
        )
    end
  end

  @doc "Puts the name of the player who made a move before it."
  @spec move_by(String.t(), String.t()) :: String.t()
  def move_by(player, words), do: gettext("%{player}: %{move}", player: player, move: words)

  # Announced only on arrival. Later the strip shows it, in its own live region.
  defp first_step(%{snapshot: %{pass: nil}} = state, %{my_turn?: true}),
    do: hd(Boards.of(state.game).prompts(state.snapshot.diagram))

  defp first_step(_state, _view), do: nil

  @doc """
  Returns what a screen reader announces when this state appears. `shown` is the state that the
  page showed before, so that an undo doesn't announce the last move again.
  """
  @spec announcement(State.t(), view, State.t() | nil) :: String.t()
  def announcement(state, view, shown) do
    [
      if(shown, do: nil, else: toss(state, view)),
      if(undone?(state, shown),
        do: gettext("Move undone."),
        else: announce_move(state, view, List.last(state.moves))
      ),
      alerts(state),
      next(state, view),
      if(shown, do: nil, else: first_step(state, view))
    ]
    |> List.flatten()
    |> Format.sentences()
  end

  defp alerts(%{result: nil} = state),
    do: Boards.of(state.game).alert_texts(state.snapshot.alerts)

  defp alerts(_over), do: []

  defp toss(%{toss: true, moves: []}, %{mine: side, turn: side}) when side != nil,
    do: gettext("You go first.")

  defp toss(%{toss: true, moves: []}, %{turn: side} = view) when side != nil,
    do: gettext("%{player} goes first.", player: view.players[side].name)

  defp toss(_state, _view), do: nil

  defp undone?(_state, nil), do: false
  defp undone?(state, shown), do: length(state.moves) < length(shown.moves)

  defp announce_move(_state, _view, nil), do: nil

  defp announce_move(%{result: %{reason: reason}}, _view, _last)
       when reason in [:resignation, :time, :abandonment, :agreement],
       do: nil

  # The pass was already announced before it was played.
  defp announce_move(_state, %{pass: %{side: side}}, %{side: side, details: %{pass: _}}), do: nil

  defp announce_move(state, view, last) do
    move_by(view.players[last.side].name, Boards.of(state.game).move_text(last))
  end

  defp next(_state, %{headline: %{result: result, why: why}}),
    do: gettext("%{result}. %{reason}", result: result, reason: why)

  defp next(_state, %{open_side: open}) when open != nil, do: nil
  defp next(%{snapshot: %{pass: pass}}, view) when pass != nil, do: view.pass.words

  defp next(_state, %{my_turn?: true, mine: nil} = view),
    do: gettext("%{player} to move.", player: view.players[view.turn].name)

  defp next(_state, %{my_turn?: true}), do: gettext("Your move.")
  defp next(_state, _view), do: nil
end
