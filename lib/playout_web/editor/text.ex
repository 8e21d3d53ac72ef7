defmodule PlayoutWeb.Editor.Text do
  @moduledoc "What the page for setting up a position says."
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.Error
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Editor

  @doc "Says whether the setup is a position, and why not."
  @spec verdict(Editor.t()) :: String.t()
  def verdict(%Editor{view: %{refusal: nil, over: true}}),
    do: gettext("The game is over in this position.")

  def verdict(%Editor{view: %{refusal: nil, diagram: diagram}} = editor),
    do: gettext("Possible. To move: %{side}", side: side(editor, diagram.side))

  def verdict(%Editor{game: game, view: %{refusal: %Error{details: details}}}),
    do: Boards.of(game).setup_refusal(details.problem, details)

  @doc "Returns the name of a side."
  @spec side(Editor.t(), :first | :second) :: String.t()
  def side(%Editor{game: game, view: %{diagram: diagram}}, side),
    do: Boards.of(game).side_name(side, diagram) || player(side)

  defp player(:first), do: gettext("First player")
  defp player(:second), do: gettext("Second player")

  @doc "Returns the name of a tool."
  @spec tool(Editor.t(), Editor.tool()) :: String.t()
  def tool(%Editor{game: game, palette: %{pieces: pieces}}, {:piece, number}),
    do: Boards.of(game).piece_name(Enum.at(pieces, number - 1))

  def tool(%Editor{game: game}, {:roots, side}), do: Boards.of(game).roots_name(side)
  def tool(_editor, :eraser), do: gettext("Eraser")

  @doc "Says what to do with the chosen tool."
  @spec prompt(Editor.t()) :: String.t()
  def prompt(%Editor{tool: {:piece, _number}}),
    do: gettext("Press a place on the board to put it there, and again to take it away.")

  def prompt(%Editor{tool: :eraser, palette: %{roots: true}}),
    do: gettext("Press a point to remove its roots.")

  def prompt(%Editor{tool: :eraser}), do: gettext("Press what you want to remove.")

  def prompt(%Editor{tool: {:roots, _side}, from: nil}),
    do: gettext("Press one end of the root.")

  def prompt(%Editor{tool: {:roots, _side}, from: from}),
    do:
      gettext("From %{point}: press the other end, and a root that is there to remove it.",
        point: from
      )

  @doc "Says what has changed, for screen readers."
  @spec announcement(Editor.t()) :: String.t()
  def announcement(%Editor{last: nil, from: nil}), do: ""
  def announcement(%Editor{last: nil} = editor), do: prompt(editor)

  def announcement(%Editor{game: game, palette: palette, setup: setup, view: view, last: cell}) do
    index = Enum.find_index(view.names, &(&1 == cell))

    case :binary.at(setup.cells, index) do
      0 ->
        gettext("%{cell}, empty", cell: cell)

      number ->
        piece = Boards.of(game).piece_name(Enum.at(palette.pieces, number - 1))
        gettext("%{cell}, %{piece}", cell: cell, piece: piece)
    end
  end

  @doc "Says that a text is not a setup, and where."
  @spec unreadable(atom, Error.t()) :: String.t()
  def unreadable(game, %Error{where: nil}),
    do: gettext("This text is not a position of %{game}.", game: Boards.of(game).name())

  def unreadable(game, %Error{where: where}) do
    gettext("This text is not a position of %{game} (see character %{where}).",
      game: Boards.of(game).name(),
      where: where
    )
  end
end
