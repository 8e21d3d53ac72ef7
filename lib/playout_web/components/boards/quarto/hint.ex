defmodule PlayoutWeb.Boards.Quarto.Hint do
  @moduledoc "Hints in Quarto: where a good move begins, or the whole move."
  use PlayoutWeb, :html

  alias Playout.Diagram
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Boards.Quarto.Piece

  @doc "Returns the words of a hint and the steps that it marks."
  @spec of(Boards.move(), :where | :move, Diagram.t()) :: Boards.hint()
  def of(%{steps: [cell, _piece]}, :where, _diagram),
    do: %{words: gettext("Look at %{cell}.", cell: cell), marks: [cell]}

  def of(%{steps: [cell, piece] = steps}, :move, _diagram) do
    words =
      gettext("Place it on %{cell}, give the %{piece}.", cell: cell, piece: Piece.name(piece))

    %{words: words, marks: steps}
  end

  # The first step would be the whole move.
  def of(%{steps: [step]}, given, diagram),
    do: if(step in Piece.digits(), do: giving(step, given, diagram), else: placing(step, given))

  defp giving(piece, :move, _diagram),
    do: %{words: gettext("Give the %{piece}.", piece: Piece.name(piece)), marks: [piece]}

  defp giving(piece, :where, %{pool: pool}) do
    %{tall: tall?} = Piece.attributes(piece)

    words =
      if tall?,
        do: gettext("Look at the tall pieces."),
        else: gettext("Look at the short pieces.")

    %{words: words, marks: Enum.filter(pool, &(Piece.attributes(&1).tall == tall?))}
  end

  defp placing(cell, :move),
    do: %{words: gettext("Place it on %{cell}.", cell: cell), marks: [cell]}

  defp placing(<<_column, row::binary>>, :where) do
    marks = for column <- ~w(a b c d), do: column <> row
    %{words: gettext("Look at row %{row}.", row: row), marks: marks}
  end
end
