defmodule Playout.Setup do
  @moduledoc """
  A position as an editor puts it together, whether the rules accept it or not.

  `Playout.setup/1` returns the setup of a position, and `Playout.position_of/1` the position of a
  setup, or a refusal that names the place:

      iex> {:ok, setup} = Playout.setup(Playout.new!(:gomoku, position: "5/5/2x2/5/5 o freestyle"))
      iex> setup = Playout.Setup.put(setup, "a1", 1)
      iex> {:error, error} = Playout.position_of(setup)
      iex> error.details
      %{problem: "wrong_count", black: 2, white: 0, place: "cell", at: "a1"}

  `Playout.palette/1` says what can be set up in a game. A setup has the same text as its position
  would have (`view/1`), so a setup that is no position has a text too, which `read/2` reads.
  """

  alias Playout.{Diagram, Error, Setup}
  alias Playout.Engine.{Native, Rules}

  @enforce_keys [:game, :options, :side, :cells, :hands, :roots]
  defstruct @enforce_keys

  @typedoc """
  - `options`: the values of all options of the palette, the variant first;
  - `side`: the side to move; `nil` if it is to follow from the pieces, in games whose palette says
    that it does;
  - `cells`: a byte for each cell, row by row from the top: the number of its piece in the palette,
    counted from 1, or 0 for an empty cell. Empty in games without pieces (SEPARO);
  - `hands`: the pieces that the first and the second side hold, by name and count; a shared hand
    (Quarto) is the first one;
  - `roots`: the roots of each side, two places each, as in a `Playout.Diagram`.
  """
  @type t :: %Setup{
          game: atom,
          options: [{atom, atom | non_neg_integer}],
          side: nil | :first | :second,
          cells: binary,
          hands: {[{String.t(), pos_integer}], [{String.t(), pos_integer}]},
          roots: {binary, binary}
        }

  @typedoc """
  What can be set up in a game:

  - `options`: each a `t:Playout.game_option/0`, as in `Playout.options/1`, perhaps with more values;
  - `pieces`: the kinds of pieces that cells can hold, numbered from 1;
  - `singles`: the names of the pieces of which there is only one, or one of each side;
  - `held`: the names of the pieces that a hand can hold;
  - `hands`: `:none`, `:shared`, with room for one piece, or `:each`, with room for `most_held` of
    each piece;
  - `roots`: whether there are roots;
  - `side`: whether the side to move can be chosen.
  """
  @type palette :: %{
          options: [map],
          pieces: [Diagram.kind()],
          singles: [String.t()],
          held: [String.t()],
          hands: :none | :shared | :each,
          most_held: non_neg_integer,
          roots: boolean,
          side: boolean
        }

  @typedoc """
  What an editor shows:

  - `text`: the text of the setup;
  - `diagram`: what a board draws;
  - `names`: the names of the cells, in the order of `cells`;
  - `refusal`: why the setup is no position, or `nil` if it is one;
  - `over`: whether the game is over in the position.

  The `details` of a refusal contain its `:place`: `"cell"`, `"hand"`, `"root"`, `"roots"` (of a
  side), `"side"` (whose turn it is), `"option"` or `"board"` (something is missing). `:at` is the
  name of the cell, of the side whose hand or roots are meant, or of the option, or both ends of the
  root, whose `:side` is there too.
  """
  @type view :: %{
          text: String.t(),
          diagram: Diagram.t(),
          names: [String.t()],
          refusal: nil | Error.t(),
          over: boolean
        }

  @doc """
  Returns a setup without pieces, with options of the palette.

      iex> {:ok, setup} = Playout.Setup.blank(:quarto, variant: :squares)
      iex> Playout.Setup.view!(setup).text
      "squares ..../..../..../.... -"

  Errors: `:unknown_game`, `:unknown_variant`, `:bad_option`.
  """
  @spec blank(atom, keyword) :: {:ok, t} | {:error, Error.t()}
  def blank(game, options \\ []) do
    with :ok <- keywords(options),
         do: read_answer(game, Native.setup_blank(Rules.text(game), pairs(options)))
  end

  @doc """
  Reads the text of a setup.

      iex> {:ok, setup} = Playout.Setup.read(:animal_shogi, "3/1k1/3/1K1 b 2R2B")
      iex> setup.hands
      {[{"giraffe", 2}, {"elephant", 2}], []}

  Errors: `:bad_position` if the text doesn't have the form of a position, with the number of the
  character, and `:unknown_variant`.
  """
  @spec read(atom, String.t()) :: {:ok, t} | {:error, Error.t()}
  def read(game, text), do: read_answer(game, Native.setup_read(Rules.text(game), text))

  @doc """
  Returns a setup with other options. Options that are left out stay as they are. On another size of
  board everything that fits stays, from the bottom left.

      iex> {:ok, setup} = Playout.Setup.read(:gomoku, "5x/6/6/6/6/o5 x freestyle")
      iex> {:ok, setup} = Playout.Setup.change(setup, size: 5)
      iex> Playout.Setup.view!(setup).text
      "5/5/5/5/o4 x freestyle"

  Errors: those of `blank/2`, and `:bad_position` if the setup is malformed.
  """
  @spec change(t, keyword) :: {:ok, t} | {:error, Error.t()}
  def change(%Setup{game: game, options: chosen} = setup, options) do
    with :ok <- keywords(options), :ok <- keywords(chosen) do
      options = pairs(Keyword.merge(chosen, options))
      read_answer(game, Native.setup_change(Rules.text(game), term(setup), options))
    end
  end

  @doc """
  Returns what an editor shows of a setup.

      iex> {:ok, setup} = Playout.Setup.read(:separo, "5 r b3c2 -")
      iex> {:ok, view} = Playout.Setup.view(setup)
      iex> {view.refusal.details.problem, view.refusal.details.place, view.refusal.details.at}
      {"wrong_count", "roots", "first"}

  Errors: `:bad_position` if the setup is malformed, which no setup is that comes from `blank/2`,
  `read/2`, `change/2` or `Playout.setup/1`.
  """
  @spec view(t) :: {:ok, view} | {:error, Error.t()}
  def view(%Setup{game: game} = setup) do
    with {:ok, view} <- Rules.checked(Native.setup_view(Rules.text(game), term(setup))) do
      refusal = view.refusal && struct!(Error, view.refusal)
      {:ok, %{view | diagram: struct!(Diagram, view.diagram), refusal: refusal}}
    end
  end

  @doc "Same as `view/1`, but raises a `Playout.Error` on failure."
  @spec view!(t) :: view
  def view!(setup) do
    case view(setup) do
      {:ok, view} -> view
      {:error, error} -> raise error
    end
  end

  @doc """
  Puts a piece of the palette, by its number, on a cell, or empties the cell with 0. A cell that
  doesn't exist changes nothing.

      iex> {:ok, setup} = Playout.Setup.blank(:quarto)
      iex> setup |> Playout.Setup.put("a4", 8) |> Playout.Setup.view!() |> Map.fetch!(:text)
      "7.../..../..../.... -"
  """
  @spec put(t, String.t(), byte) :: t
  def put(%Setup{cells: cells} = setup, name, piece) do
    case Enum.find_index(view!(setup).names, &(&1 == name)) do
      nil ->
        setup

      index ->
        <<before::binary-size(index), _piece, rest::binary>> = cells
        %{setup | cells: <<before::binary, piece, rest::binary>>}
    end
  end

  @doc false
  def position(%Setup{game: game} = setup),
    do: Rules.checked(Native.setup_position(Rules.text(game), term(setup)))

  @doc false
  def of(%{game: game, start: start, moves: moves}),
    do: read_answer(game, Native.setup_of(Rules.text(game), start, moves))

  defp read_answer(game, answer) do
    with {:ok, map} <- Rules.checked(answer), do: {:ok, struct!(Setup, Map.put(map, :game, game))}
  end

  defp term(%Setup{options: options, side: side, cells: cells, hands: hands, roots: roots}),
    do: {pairs(options), side, cells, hands, roots}

  defp pairs(options) do
    if Keyword.keyword?(options),
      do: for({key, value} <- options, do: {Rules.text(key), Rules.text(value)}),
      else: options
  end

  defp keywords(options) do
    if Keyword.keyword?(options), do: :ok, else: {:error, Rules.not_keywords()}
  end
end
