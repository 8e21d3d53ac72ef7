defmodule PlayoutWeb.Match.BoardView do
  @moduledoc """
  What the board of a match's page shows, and what lies beside it: the position now, or an earlier
  one, while the visitor looks back.
  """

  alias Playout.{Description, Diagram, Side}
  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Match.View

  @enforce_keys [:ply, :start?, :past?, :past_ply, :diagram, :turn, :last, :steps, :winning] ++
                  [:moves, :alerts, :scores, :marks, :tree]
  defstruct @enforce_keys

  @typedoc """
  - `ply`: how many moves had been played; `start?`: whether none had;
  - `past?`: whether it is an earlier position, in which nothing can be played; `past_ply`: its `ply` if
    so, which does not change with every move;
  - `turn`: the side that is or was to move, `nil` if the match is over;
  - `last`: the move that led to it, and its `steps`;
  - `winning`: the cells that won the match;
  - `moves`: all moves up to it;
  - `scores`: by side, as text; `nil` in games without a score;
  - `marks`: the steps that a hint marks;
  - `tree`: the legal moves, if the visitor is to move (`Playout.step_tree/2`).
  """
  @type t :: %__MODULE__{
          ply: non_neg_integer,
          start?: boolean,
          past?: boolean,
          past_ply: nil | non_neg_integer,
          diagram: Diagram.t(),
          turn: nil | Side.t(),
          last: nil | Description.played(),
          steps: [String.t()],
          winning: [String.t()],
          moves: [Description.played()],
          alerts: %{optional(atom) => [String.t(), ...]},
          scores: nil | %{Side.t() => String.t()},
          marks: [String.t()],
          tree: String.t()
        }

  @doc "Returns what the board shows: `past`, an earlier state, or if that is nil, the state now."
  @spec new(State.t(), View.t(), nil | State.t()) :: t
  def new(state, view, nil) do
    state
    |> shown()
    |> Map.merge(%{
      past?: false,
      past_ply: nil,
      turn: view.turn,
      winning: if(state.result, do: state.result.cells, else: []),
      alerts: if(view.over?, do: %{}, else: state.snapshot.alerts),
      marks: if(view.hint, do: view.hint.marks, else: []),
      tree: view.tree
    })
    |> then(&struct!(__MODULE__, &1))
  end

  def new(_state, _view, past) do
    past
    |> shown()
    |> Map.merge(%{
      past?: true,
      past_ply: length(past.moves),
      turn: past.snapshot.side,
      winning: [],
      alerts: past.snapshot.alerts,
      marks: [],
      tree: ""
    })
    |> then(&struct!(__MODULE__, &1))
  end

  defp shown(%{moves: moves, snapshot: snapshot, game: game}) do
    last = List.last(moves)

    %{
      ply: length(moves),
      start?: moves == [],
      diagram: snapshot.diagram,
      last: last,
      steps: if(last, do: last.steps, else: []),
      moves: moves,
      scores: scores(game, snapshot.score)
    }
  end

  defp scores(_game, nil), do: nil

  defp scores(game, score) do
    Map.new([:first, :second], &{&1, Boards.of(game).score_text(Side.of(score, &1))})
  end
end
