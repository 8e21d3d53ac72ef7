defmodule PlayoutWeb.Analysis.View do
  @moduledoc """
  A position of an analysis as its page shows it: the board with both sides movable, and what is
  beside it, in the same shape as in a match (`PlayoutWeb.Match.View`).
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.Side
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Match
  alias PlayoutWeb.Match.BoardView
  alias PlayoutWeb.People.PlayerName

  @enforce_keys [:board, :bottom, :you, :them, :names, :last?, :pass, :announcement]
  defstruct @enforce_keys

  @typedoc """
  - `bottom`: the side at the bottom of the page;
  - `you`, `them`: the strips at the bottom and at the top;
  - `names`: of the sides;
  - `last?`: whether no move follows on this line;
  - `pass`: in words, if the side to move can only pass;
  - `announcement`: what a screen reader announces.
  """
  @type t :: %__MODULE__{
          board: BoardView.t(),
          bottom: Side.t(),
          you: Match.View.strip(),
          them: Match.View.strip(),
          names: %{Side.t() => String.t()},
          last?: boolean,
          pass: nil | String.t(),
          announcement: String.t()
        }

  @doc "Builds the view; `turned?` says whether the visitor has turned the board around."
  @spec new(Analysis.t(), boolean) :: t
  def new(%Analysis{} = analysis, turned?) do
    bottom = if turned?, do: :second, else: :first
    names = names(analysis)
    board = board(analysis)
    view = %{board: board, bottom: bottom, names: names, pass: pass(analysis, names)}

    struct!(
      __MODULE__,
      Map.merge(view, %{
        you: strip(analysis, view, bottom),
        them: strip(analysis, view, Side.other(bottom)),
        last?: Analysis.along(analysis, {:forward, 1}) == analysis.path,
        announcement: announcement(analysis, view)
      })
    )
  end

  defp names(%{game: game, snapshot: %{diagram: diagram}}) do
    for side <- [:first, :second],
        into: %{},
        do: {side, PlayerName.side(game, side, diagram) || PlayerName.numbered(side)}
  end

  defp board(%{game: game, snapshot: snapshot} = analysis) do
    played = Analysis.played(analysis)
    last = List.last(played)
    over? = snapshot.outcome != nil

    %BoardView{
      ply: length(played),
      start?: played == [],
      past?: false,
      past_ply: nil,
      diagram: snapshot.diagram,
      turn: if(over?, do: nil, else: snapshot.side),
      last: last,
      steps: if(last, do: last.steps, else: []),
      winning: if(over?, do: snapshot.outcome.cells, else: []),
      moves: played,
      alerts: if(over?, do: %{}, else: snapshot.alerts),
      scores: scores(game, snapshot.score),
      marks: [],
      tree: snapshot.moves
    }
  end

  defp scores(_game, nil), do: nil

  defp scores(game, score) do
    Map.new([:first, :second], &{&1, Boards.of(game).score_text(Side.of(score, &1))})
  end

  defp pass(%{snapshot: %{pass: nil}}, _names), do: nil

  defp pass(%{snapshot: %{side: side}}, names),
    do: gettext("%{side} has no moves and passes.", side: names[side])

  defp strip(%{game: game, snapshot: snapshot}, view, side) do
    to_move? = view.board.turn == side
    headline = headline(snapshot.outcome, side, view)

    %{
      side: side,
      own?: true,
      name: view.names[side],
      short: view.names[side],
      portrait: "person",
      engine?: false,
      heading: if(headline, do: headline.result, else: view.names[side]),
      status: status(game, snapshot, headline, side, view.board.moves),
      to_move?: to_move?,
      prompts: if(to_move?, do: Boards.of(game).prompts(snapshot.diagram), else: []),
      prompted?: to_move? and view.pass == nil,
      headline?: headline != nil,
      result: result(snapshot.outcome, side),
      clock: nil
    }
  end

  defp status(game, %{outcome: outcome}, headline, _side, _moves) when headline != nil,
    do: Boards.of(game).reason(outcome.reason, outcome.details)

  defp status(_game, %{outcome: nil, side: side, pass: pass}, _headline, side, _moves)
       when pass != nil,
       do: gettext("Must pass")

  # While it is to move, it reads what to do.
  defp status(_game, %{outcome: nil, side: side}, _headline, side, _moves), do: ""

  defp status(_game, snapshot, _headline, side, moves),
    do: Match.Text.turn_text(side, moves, snapshot)

  # On the strip of the winner, or after a draw of the side at the bottom.
  defp headline(nil, _side, _view), do: nil

  defp headline(%{result: :draw}, side, %{bottom: side}), do: %{result: gettext("Draw")}

  defp headline(%{result: side}, side, view),
    do: %{result: gettext("%{player} wins", player: view.names[side])}

  defp headline(_outcome, _side, _view), do: nil

  defp result(nil, _side), do: nil
  defp result(%{result: :draw}, _side), do: :drawn
  defp result(%{result: side}, side), do: :won
  defp result(_outcome, _side), do: :lost

  defp announcement(%{game: game, snapshot: snapshot}, view) do
    Format.sentences(
      [where(game, view)] ++
        Boards.of(game).alert_texts(view.board.alerts) ++ [next(game, snapshot, view)]
    )
  end

  defp where(_game, %{board: %{start?: true}}), do: gettext("The start position.")

  defp where(game, %{board: %{ply: ply, last: last}, names: names}) do
    move = Match.Text.move_by(names[last.side], Boards.of(game).move_text(last))
    gettext("Move %{number}. %{move}", number: ply, move: move)
  end

  defp next(_game, _snapshot, %{pass: words}) when words != nil, do: words

  defp next(_game, %{outcome: nil, side: side}, view),
    do: gettext("%{player} to move.", player: view.names[side])

  defp next(game, %{outcome: outcome}, view) do
    result =
      if outcome.result == :draw,
        do: gettext("Draw"),
        else: gettext("%{player} wins", player: view.names[outcome.result])

    gettext("%{result}. %{reason}",
      result: result,
      reason: Boards.of(game).reason(outcome.reason, outcome.details)
    )
  end
end
