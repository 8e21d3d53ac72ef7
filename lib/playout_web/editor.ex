defmodule PlayoutWeb.Editor do
  @moduledoc """
  What the page for setting up a position does: a setup, the tool that is chosen, and the setups
  before, without a page. The rules say what there is to set up (`t:Playout.Setup.palette/0`), what the
  setup looks like, and what is wrong with it (`t:Playout.Setup.view/0`).

  Whatever a page sends is refused with `:error` unless it means something, and changes nothing then.
  """

  alias Playout.{Diagram, Error, Matches, Setup}
  alias PlayoutWeb.Editor
  alias PlayoutWeb.Limits.Number

  @enforce_keys [:game, :palette, :setup, :view, :tool]
  defstruct [:game, :palette, :setup, :view, :tool, :from, :last, past: []]

  # How many changes can be undone.
  @most_past 100

  @typedoc """
  A piece of the palette by its number, the roots of a side, or the eraser.
  """
  @type tool :: {:piece, pos_integer} | {:roots, :first | :second} | :eraser

  @typedoc """
  - `view`: of the `setup`;
  - `from`: the point at which the root being drawn begins;
  - `last`: the cell that was changed last, if the last change was one of a cell;
  - `past`: the setups before, the last one first.
  """
  @type t :: %Editor{
          game: atom,
          palette: Setup.palette(),
          setup: Setup.t(),
          view: Setup.view(),
          tool: tool,
          from: nil | String.t(),
          last: nil | String.t(),
          past: [Setup.t()]
        }

  @doc "Returns the editor with the start of the game on the board."
  @spec new(atom) :: t
  def new(game) do
    {:ok, palette} = Playout.palette(game)
    setup = undecided(Playout.setup!(Playout.new!(game)), palette)
    view = Setup.view!(setup)
    %Editor{game: game, palette: palette, setup: setup, view: view, tool: hd(tools(palette))}
  end

  @doc """
  Sets up what a text says. Errors: those of `Playout.Setup.read/2`, and `:too_large` for a text longer
  than an address may be.
  """
  @spec read(t, String.t()) :: {:ok, t} | {:error, Error.t() | :too_large}
  def read(%Editor{game: game} = editor, text) do
    with :ok <- short(text),
         {:ok, setup} <- Setup.read(game, text),
         do: change(editor, setup)
  end

  @doc "Returns all tools of a palette."
  @spec tools(Setup.palette()) :: [tool]
  def tools(%{pieces: pieces, roots: roots?}) do
    pieces = for {_kind, number} <- Enum.with_index(pieces, 1), do: {:piece, number}
    roots = if roots?, do: [{:roots, :first}, {:roots, :second}], else: []
    pieces ++ roots ++ [:eraser]
  end

  @doc "Returns the text that stands for a tool on the page."
  @spec tool_text(tool) :: String.t()
  def tool_text({:piece, number}), do: Integer.to_string(number)
  def tool_text({:roots, side}), do: Atom.to_string(side)
  def tool_text(:eraser), do: "eraser"

  @doc "Chooses a tool, by its text."
  @spec choose(t, term) :: {:ok, t} | :error
  def choose(%Editor{palette: palette} = editor, text) do
    case Enum.find(tools(palette), &(tool_text(&1) == text)) do
      nil -> :error
      tool -> {:ok, %{editor | tool: tool, from: nil}}
    end
  end

  @doc """
  Uses the tool on a cell or a point. The chosen piece goes there, or away if it is there already. A
  root needs two presses, on both of its ends; the next one begins where it ends. Where it is already,
  it goes away.
  """
  @spec press(t, term) :: {:ok, t} | :error | {:error, :too_large}
  def press(%Editor{tool: {:piece, number}, setup: setup} = editor, name) do
    with {:ok, index} <- index(editor, name) do
      there? = :binary.at(setup.cells, index) == number
      setup = if there?, do: setup, else: take_single(setup, editor.palette, number)
      put(editor, setup, name, if(there?, do: 0, else: number))
    end
  end

  def press(%Editor{tool: :eraser, palette: %{roots: false}, setup: setup} = editor, name) do
    with {:ok, _index} <- index(editor, name), do: put(editor, setup, name, 0)
  end

  def press(%Editor{tool: :eraser, setup: %{roots: {first, second}} = setup} = editor, name) do
    with {:ok, point} <- point(editor, name) do
      kept = &for(root <- roots(&1), point not in root, into: "", do: bytes(root))
      change(editor, %{setup | roots: {kept.(first), kept.(second)}})
    end
  end

  def press(%Editor{tool: {:roots, side}, from: from} = editor, name) do
    with {:ok, point} <- point(editor, name) do
      cond do
        from == name -> {:ok, %{editor | from: nil}}
        from == nil -> {:ok, %{editor | from: name}}
        true -> draw(editor, side, [elem(point(editor, from), 1), point], name)
      end
    end
  end

  # Two points that no root can connect: the root begins at the second one.
  defp draw(editor, side, root, name) do
    {setup, there?} = toggle(editor.setup, side, root)

    case change(editor, setup) do
      {:ok, editor} -> {:ok, %{editor | from: if(there?, do: nil, else: name)}}
      {:error, :too_large} -> {:error, :too_large}
      {:error, _not_a_step} -> {:ok, %{editor | from: name}}
    end
  end

  defp toggle(%{roots: {first, second}} = setup, side, root) do
    roots = roots(if side == :first, do: first, else: second)
    there? = root in roots or Enum.reverse(root) in roots
    rest = roots -- [root, Enum.reverse(root)]
    changed = Enum.map_join(if(there?, do: rest, else: rest ++ [root]), &bytes/1)
    roots = if side == :first, do: {changed, second}, else: {first, changed}
    {%{setup | roots: roots}, there?}
  end

  defp put(editor, %{cells: cells} = setup, name, number) do
    {:ok, index} = index(editor, name)
    <<before::binary-size(^index), _piece, rest::binary>> = cells
    setup = %{setup | cells: <<before::binary, number, rest::binary>>}
    with {:ok, editor} <- change(editor, setup), do: {:ok, %{editor | last: name}}
  end

  # A piece of which there is only one moves.
  defp take_single(setup, %{pieces: pieces, singles: singles}, number) do
    {_side, name} = Enum.at(pieces, number - 1)

    if name in singles do
      cells =
        for <<piece <- setup.cells>>, into: "", do: <<if(piece == number, do: 0, else: piece)>>

      {first, second} = setup.hands
      %{setup | cells: cells, hands: {List.keydelete(first, name, 0), second}}
    else
      setup
    end
  end

  @doc "Returns the name of the chosen piece if a hand can take another one of them, or nil."
  @spec holdable(t, :first | :second) :: nil | String.t()
  def holdable(%Editor{tool: {:piece, number}, palette: palette, setup: setup}, side) do
    {_side, name} = Enum.at(palette.pieces, number - 1)
    {_name, count} = List.keyfind(hand(setup, side), name, 0, {name, 0})
    hands = if palette.hands == :each, do: [:first, :second], else: [:first]
    fits? = palette.hands != :none and side in hands and name in palette.held
    if fits? and count < palette.most_held, do: name
  end

  def holdable(_editor, _side), do: nil

  @doc "Adds the chosen piece to a hand. A shared hand has room for one."
  @spec hold(t, term) :: {:ok, t} | :error | {:error, :too_large}
  def hold(%Editor{palette: palette, setup: setup} = editor, text) do
    with {:ok, side} <- side(text), name when name != nil <- holdable(editor, side) do
      {:piece, number} = editor.tool
      setup = take_single(setup, palette, number)
      {_name, count} = List.keyfind(hand(setup, side), name, 0, {name, 0})
      others = if palette.hands == :shared, do: [], else: hand(setup, side)
      change(editor, put_hand(setup, side, List.keystore(others, name, 0, {name, count + 1})))
    else
      _nothing -> :error
    end
  end

  @doc "Takes a piece out of a hand, by its name."
  @spec release(t, term, term) :: {:ok, t} | :error | {:error, :too_large}
  def release(%Editor{setup: setup} = editor, text, name) do
    with {:ok, side} <- side(text),
         hand = hand(setup, side),
         {^name, count} <- List.keyfind(hand, name, 0) do
      hand =
        if count == 1,
          do: List.keydelete(hand, name, 0),
          else: List.keyreplace(hand, name, 0, {name, count - 1})

      change(editor, put_hand(setup, side, hand))
    else
      _nothing -> :error
    end
  end

  @doc "Returns what a side holds."
  @spec hand(Setup.t(), :first | :second) :: [{String.t(), pos_integer}]
  def hand(%{hands: {first, second}}, side), do: if(side == :first, do: first, else: second)

  defp put_hand(%{hands: {first, second}} = setup, side, hand),
    do: %{setup | hands: if(side == :first, do: {hand, second}, else: {first, hand})}

  @doc """
  Changes the side to move and the options, from the fields of a form. Unknown fields and values are
  ignored.
  """
  @spec options(t, map) :: {:ok, t} | {:error, term}
  def options(%Editor{palette: palette, setup: setup} = editor, %{} = fields) do
    options =
      for %{option: option} = offered <- palette.options,
          value = Enum.find(values(offered), &(to_string(&1) == fields[to_string(option)])),
          do: {option, value}

    with {:ok, setup} <- Setup.change(setup, options) do
      case side(fields["side"]) do
        {:ok, side} when palette.side -> change(editor, %{setup | side: side})
        _none -> change(editor, setup)
      end
    end
  end

  @doc "Returns the values of an option of the palette."
  @spec values(Playout.game_option()) :: [atom | integer]
  def values(%{kind: :choice, choices: choices}), do: choices
  def values(%{min: min, max: max}), do: Enum.to_list(min..max)

  @doc "Empties the board and the hands."
  @spec clear(t) :: {:ok, t}
  def clear(%Editor{game: game, setup: setup} = editor) do
    {:ok, blank} = Setup.blank(game, setup.options)
    change(editor, %{blank | side: setup.side})
  end

  @doc "Sets up the start of the game, by the same rules and on the same board if possible."
  @spec start(t) :: {:ok, t}
  def start(%Editor{game: game, setup: %{options: chosen}} = editor) do
    known = for option <- Playout.options(game), do: {option.option, values(option)}

    options =
      for {option, value} <- chosen, value in Keyword.get(known, option, []), do: {option, value}

    change(editor, Playout.setup!(Playout.new!(game, options)))
  end

  @doc "Takes the last change back."
  @spec undo(t) :: {:ok, t} | :error
  def undo(%Editor{past: []}), do: :error

  def undo(%Editor{past: [setup | past]} = editor),
    do:
      {:ok, %{editor | setup: setup, view: Setup.view!(setup), past: past, from: nil, last: nil}}

  @doc "Returns the diagram to draw, whose previews show the chosen piece."
  @spec diagram(t) :: Diagram.t()
  def diagram(%Editor{game: game, palette: palette, view: view, tool: {:piece, number}}),
    do: PlayoutWeb.Boards.of(game).about_to_put(view.diagram, Enum.at(palette.pieces, number - 1))

  def diagram(%Editor{view: view}), do: view.diagram

  @doc "Returns the cells and points to mark: where a root begins, or else what the refusal is about."
  @spec marks(t) :: [String.t()]
  def marks(%Editor{from: from}) when from != nil, do: [from]

  def marks(%Editor{view: %{refusal: %{details: %{place: "cell", at: cell}}}}), do: [cell]

  def marks(%Editor{view: %{refusal: %{details: %{place: "root", at: root}}}}),
    do: Regex.scan(~r/[a-z]\d+/, root) |> Enum.map(&hd/1)

  def marks(_editor), do: []

  # In games where the side to move follows from the pieces, it stays open.
  defp undecided(setup, %{side: true}), do: setup
  defp undecided(setup, %{side: false}), do: %{setup | side: nil}

  defp change(%Editor{setup: before} = editor, setup) do
    setup = undecided(setup, editor.palette)

    with {:ok, view} <- Setup.view(setup), :ok <- short(view.text) do
      past = if setup == before, do: editor.past, else: [before | editor.past]
      past = Enum.take(past, @most_past)
      {:ok, %{editor | setup: setup, view: view, past: past, from: nil, last: nil}}
    end
  end

  defp short(text) when is_binary(text),
    do: if(byte_size(text) <= Matches.most_position(), do: :ok, else: {:error, :too_large})

  defp index(%Editor{view: %{names: names}}, name) do
    case Enum.find_index(names, &(&1 == name)) do
      nil -> :error
      index -> {:ok, index}
    end
  end

  # The place of a point: half steps from a1, as in diagrams.
  defp point(%Editor{view: %{diagram: %{columns: columns, rows: rows}}}, <<letter, row::binary>>)
       when letter in ?a..?z//1 and letter - ?a < columns do
    case Number.whole(row) do
      {:ok, number} when number in 1..rows//1 -> {:ok, {2 * (letter - ?a), 2 * (number - 1)}}
      _other -> :error
    end
  end

  defp point(_editor, _name), do: :error

  defp roots(bytes), do: bytes |> Diagram.places() |> Enum.chunk_every(2)
  defp bytes(root), do: for({x, y} <- root, into: "", do: <<x, y>>)

  defp side("first"), do: {:ok, :first}
  defp side("second"), do: {:ok, :second}
  defp side(_other), do: :error
end
