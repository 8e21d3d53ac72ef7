defmodule PlayoutWeb.Boards.AnimalShogi.Hint do
  @moduledoc "Hints in Animal Shogi: which piece to move, or the whole move."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Boards.AnimalShogi.Piece

  @doc "Returns the words of a hint and the steps that it marks."
  @spec of(Boards.move(), :where | :move) :: Boards.hint()
  def of(%{steps: [from, to], details: %{piece: animal} = details}, given) do
    words = %{
      animal: Piece.animal(animal),
      from: from,
      to: to,
      captured: details[:captured] && Piece.animal(details.captured)
    }

    case given do
      :where -> %{words: where(words), marks: [from]}
      :move -> %{words: move(words), marks: [from, to]}
    end
  end

  defp where(%{from: from} = words) do
    if Piece.drop?(from),
      do: gettext("Look at the %{animal} in hand.", words),
      else: gettext("Look at the %{animal} on %{from}.", words)
  end

  defp move(%{from: from, captured: captured} = words) do
    cond do
      Piece.drop?(from) ->
        gettext("Drop the %{animal} on %{to}.", words)

      captured ->
        gettext("Capture the %{captured} on %{to} with the %{animal} from %{from}.", words)

      true ->
        gettext("Move the %{animal} from %{from} to %{to}.", words)
    end
  end
end
