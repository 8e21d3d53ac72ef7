defmodule PlayoutWeb.Boards.AnimalShogi do
  @moduledoc "Animal Shogi on the page: its words, on a plain board for now."
  use PlayoutWeb, :html
  use PlayoutWeb.Boards.Plain

  # As positions and drops write them.
  @in_hand ~w(R B P)

  @impl true
  def name, do: gettext("Animal Shogi")

  @impl true
  def about do
    gettext(
      "Catch the other lion, or lead your own to the far side of the board. " <>
        "Whatever you capture fights for you."
    )
  end

  @impl true
  def variant_name(:standard), do: gettext("Standard")
  def variant_name(:"quick-try"), do: gettext("The far side always wins")

  @impl true
  def showpiece, do: "rkb/1p1/1P1/BKR b -"

  @impl true
  def prompts(_position) do
    [gettext("Choose a piece, on the board or in your hand."), gettext("Choose where it goes.")]
  end

  @impl true
  def move_words(%{steps: [animal, to]}) when animal in @in_hand do
    gettext("dropped the %{animal} on %{square}", animal: animal(animal), square: to)
  end

  def move_words(%{steps: [from, to]}), do: gettext("from %{from} to %{to}", from: from, to: to)

  defp animal("R"), do: gettext("giraffe")
  defp animal("B"), do: gettext("elephant")
  defp animal("P"), do: gettext("chick")

  @impl true
  def reason(:catch, _details), do: gettext("the lion was caught")
  def reason(:try, _details), do: gettext("the lion reached the far side")
  def reason(:both_safe, _details), do: gettext("both lions reached the far side")
  def reason(:repetition, _details), do: gettext("the same position for the third time")
  def reason(:no_moves, _details), do: gettext("no move was left")
end
