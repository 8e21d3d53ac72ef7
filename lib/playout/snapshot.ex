defmodule Playout.Snapshot do
  @moduledoc """
  What a match needs after every move: like `Playout.Description`, but with only the last move of
  the history, and with the legal moves in a single string. `Playout.Engine.NativeRecord` returns it.
  """

  alias Playout.{Description, Diagram, Outcome, Side}

  @enforce_keys [:position, :side, :ply, :last, :moves, :example, :pass] ++
                  [:outcome, :score, :alerts, :diagram]
  defstruct @enforce_keys

  @typedoc """
  - `last`: the last move, `nil` before the first;
  - `moves`: the legal moves, as `Playout.step_tree/2` writes them; empty once the game is
    over;
  - `example`: the text of one of them;

  and the rest as in a description.
  """
  @type t :: %__MODULE__{
          position: String.t(),
          side: Side.t(),
          ply: non_neg_integer,
          last: nil | Description.played(),
          moves: String.t(),
          example: nil | String.t(),
          pass: nil | String.t(),
          outcome: nil | Outcome.t(),
          score: nil | {non_neg_integer, non_neg_integer},
          alerts: %{optional(atom) => [String.t(), ...]},
          diagram: Diagram.t()
        }
end
