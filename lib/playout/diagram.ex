defmodule Playout.Diagram do
  @moduledoc """
  What a board draws, as data, so that no board has to parse the text of a position.
  `Playout.diagram/1` returns it, and descriptions contain it.

  Long lists are stored as bytes; `cells/1` and `places/1` decode them.
  """

  @fields [:variant, :side, :over, :columns, :rows, :kinds, :cells, :hands, :pool] ++
            [:roots, :growth, :regions, :details]
  @enforce_keys @fields
  defstruct @fields

  @typedoc """
  A kind of piece: its side, for pieces that belong to one, and the name used in steps and details
  of moves.
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
  - `over`: whether the position ends the game (repetition depends on the history and is ignored);
  - `columns`, `rows`: the size of the board;
  - `kinds`: the kinds of pieces;
  - `cells`: a byte for each cell, row by row from the top: its piece's place in `kinds`, counted
    from 1, or 0 for an empty cell;
  - `hands`: the pieces that the first and the second side hold, by name and count; in Quarto, the
    piece that the side to move has to place;
  - `pool`: the names of the pieces beside the board that belong to nobody; in Quarto, those that
    can still be given;
  - `roots`: the roots of each side (SEPARO), two places each;
  - `growth`: the moves that each side could make if it were its turn (SEPARO), three places each;
  - `regions`: the outlines of each side's regions, in games that score them; see
    `t:Playout.Description.outline/0`;
  - `details`: further details. Gomoku: the colour to place next (`:places`), if a stone can be
    placed; in the swap2 opening the number of stones placed (`:opening`), and otherwise the
    colours of both sides (`:first`, `:second`).
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
  Returns the pieces on the cells, row by row from the top; `nil` for an empty cell.

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
  Decodes the places in the bytes of `roots`, `growth` or `regions`.

      iex> diagram = Playout.diagram!(Playout.new!(:separo, position: "5 b a5b4,b4c4 -"))
      iex> {red, ""} = diagram.roots
      iex> Playout.Diagram.places(red)
      [{0, 8}, {2, 6}, {2, 6}, {4, 6}]
  """
  @spec places(binary) :: [place]
  def places(bytes), do: for(<<x, y <- bytes>>, do: {x, y})
end
