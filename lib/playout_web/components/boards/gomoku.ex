defmodule PlayoutWeb.Boards.Gomoku do
  @moduledoc "Gomoku on the page: its words, on a plain board for now."
  use PlayoutWeb, :html
  use PlayoutWeb.Boards.Plain

  @colours ~w(black white)

  @impl true
  def name, do: gettext("Gomoku")

  @impl true
  def about, do: gettext("Take turns to place a stone. Five in a row win.")

  @impl true
  def variant_name(:freestyle), do: gettext("Five or more win")
  def variant_name(:standard), do: gettext("Exactly five win")

  @impl true
  def showpiece, do: "15/15/15/15/15/15/7o7/7x7/15/15/15/15/15/15/15 x freestyle"

  @impl true
  def prompts(_position), do: [gettext("Place a stone.")]

  @impl true
  def move_words([colour]) when colour in @colours do
    gettext("chose %{colour}", colour: colour(colour))
  end

  def move_words([point]), do: gettext("stone on %{point}", point: point)

  defp colour("black"), do: gettext("black")
  defp colour("white"), do: gettext("white")

  @impl true
  def reason(:five, _details), do: gettext("five in a row")
  def reason(:full_board, _details), do: gettext("the board is full")
end
