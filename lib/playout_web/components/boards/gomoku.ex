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
  def options do
    [
      %{option: :size, default: 15, values: [9, 13, 15, 19]},
      %{option: :opening, default: :none, values: [:none, :swap2]}
    ]
  end

  @impl true
  def option_legend(:size), do: gettext("Board")
  def option_legend(:opening), do: gettext("Opening")

  @impl true
  def option_name(:size, size), do: gettext("%{size} × %{size}", size: size)
  def option_name(:opening, :none), do: gettext("Free")
  def option_name(:opening, :swap2), do: gettext("Swap2")

  @impl true
  def option_about(:opening, :swap2) do
    gettext(
      "Fair for both: one side places the first three stones, the other chooses a colour, " <>
        "or places two more and leaves the choice."
    )
  end

  def option_about(_option, _value), do: nil

  @impl true
  def showpiece, do: "15/15/15/15/15/15/7o7/7x7/15/15/15/15/15/15/15 x freestyle"

  @impl true
  def prompts(_position), do: [gettext("Place a stone.")]

  @impl true
  def move_words(%{steps: [colour]}) when colour in @colours do
    gettext("chose %{colour}", colour: colour(colour))
  end

  def move_words(%{steps: [point]}), do: gettext("stone on %{point}", point: point)

  defp colour("black"), do: gettext("black")
  defp colour("white"), do: gettext("white")

  @impl true
  def reason(:five, _details), do: gettext("five in a row")
  def reason(:full_board, _details), do: gettext("the board is full")
end
