defmodule Playout.Diagram do
  @moduledoc """
  What a board shows of a position, as data, so that nobody who draws it reads a
  position's text. `Playout.diagram/1` answers it by itself, and descriptions have it.

  Of what there may be hundreds, it is in bytes: `cells/1` and `places/1` read them.
  """

  @fields [:variant, :side, :over, :columns, :rows, :kinds, :cells, :hands, :pool] ++
            [:roots, :growth, :regions, :details]
  @enforce_keys @fields
  defstruct @fields

  @typedoc """
  A kind of piece: the side whose it is, where a piece tells that, and the name by which
  steps and details of moves know it.
  """
  @type kind :: {nil | :first | :second, String.t()}

  @typedoc """
  A point of the board as its column (from the left) and its row (from the bottom), counted
  in half steps from the first: `{2, 4}` is b3, and `{1, 1}` the middle of the square between
  a1 and b2.
  """
  @type place :: {x :: non_neg_integer, y :: non_neg_integer}

  @typedoc """
  - `variant`: the variant's name;
  - `side`: the side to move;
  - `over`: whether the position has ended the game (a repetition is none of the position);
  - `columns`, `rows`: the size of the board;
  - `kinds`: the kinds of pieces that there are;
  - `cells`: a byte for each cell, row by row from the top: the number of the kind that lies
    there, counted from 1, or 0;
  - `hands`: what the first and the second side hold, by name and how often; in Quarto the
    piece that the side to move was given;
  - `pool`: what lies beside the board and is nobody's, by name: the pieces left in Quarto;
  - `roots`: the roots of each side (SEPARO), two places each;
  - `growth`: the points of every move with which each side could draw roots if it were its
    turn (SEPARO), three places each;
  - `regions`: of each side, in games that score them, their outlines: as `t:Playout.Description.outline/0`
    has them;
  - `details`: what else there is to know. Gomoku: the colour that is placed next
    (`:places`), if a stone can be placed; within the opening swap2 the number of stones
    placed (`:opening`), and else the colours of both sides (`:first`, `:second`).
  """
  @type t :: %__MODULE__{
          variant: atom,
          side: :first | :second,
          over: boolean,
          columns: pos_integer,
          rows: pos_integer,
          kinds: [kind],
          cells: binary,
          hands: {[{String.t(), pos_integer}], [{String.t(), pos_integer}]},
          pool: [String.t()],
          roots: {binary, binary},
          growth: {binary, binary},
          regions: nil | {[binary], [binary]},
          details: %{optional(atom) => String.t() | non_neg_integer}
        }

  @doc """
  What lies on the cells, row by row from the top; `nil` where nothing does.

      iex> diagram = Playout.diagram!(Playout.new!(:quarto, position: "7.../..../..../...A 0"))
      iex> diagram |> Playout.Diagram.cells() |> hd()
      [{nil, "7"}, nil, nil, nil]
  """
  @spec cells(t) :: [[nil | kind]]
  def cells(%__MODULE__{cells: cells, columns: columns, kinds: kinds}) do
    kinds = List.to_tuple([nil | kinds])
    for(<<number <- cells>>, do: elem(kinds, number)) |> Enum.chunk_every(columns)
  end

  @doc """
  The places that bytes of `roots`, `growth` or `regions` stand for.

      iex> diagram = Playout.diagram!(Playout.new!(:separo, position: "5 b a5b4,b4c4 -"))
      iex> {red, ""} = diagram.roots
      iex> Playout.Diagram.places(red)
      [{0, 8}, {2, 6}, {2, 6}, {4, 6}]
  """
  @spec places(binary) :: [place]
  def places(bytes), do: for(<<x, y <- bytes>>, do: {x, y})
end
