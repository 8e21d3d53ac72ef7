defmodule PlayoutWeb.Boards.Separo.Hint do
  @moduledoc "Hints in SEPARO: which stone grows, or the whole move."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards

  @doc "Returns the words of a hint and the steps that it marks."
  @spec of(Boards.move(), :where | :move) :: Boards.hint()
  def of(%{steps: [from, _over, _to]}, :where),
    do: %{words: gettext("Look at the stone on %{point}.", point: from), marks: [from]}

  def of(%{steps: [from, over, to] = steps}, :move) do
    %{
      words: gettext("Grow %{from} → %{over} → %{to}.", from: from, over: over, to: to),
      marks: steps
    }
  end
end
