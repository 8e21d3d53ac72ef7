defmodule PlayoutWeb.Boards.Gomoku.Opening do
  @moduledoc """
  The swap2 opening: what to do, and the choice of a colour.

  The first player places three stones. The second chooses a colour, or places two more stones
  and lets the first choose.
  """
  use PlayoutWeb, :html

  alias Phoenix.LiveView.JS
  alias PlayoutWeb.Boards.Gomoku.Stone
  alias PlayoutWeb.Focus

  @doc "Tells the side to move what to do after this many stones."
  @spec prompt(0..5) :: String.t()
  def prompt(0), do: gettext("Place a black stone: 1 of 3.")
  def prompt(1), do: gettext("Place a white stone: 2 of 3.")
  def prompt(2), do: gettext("Place a black stone: 3 of 3.")
  def prompt(3), do: gettext("Choose a colour, or place two more stones.")
  def prompt(4), do: gettext("Place a black stone: 2 of 2.")
  def prompt(5), do: gettext("Choose a colour.")

  @doc "Returns a choice of colour as a list of moves has it."
  @spec listed(:black | :white) :: String.t()
  def listed(:black), do: pgettext("a choice of colour", "Black")
  def listed(:white), do: pgettext("a choice of colour", "White")

  @doc "Says that a side has chosen a colour."
  @spec chosen(:black | :white) :: String.t()
  def chosen(:black), do: gettext("Chose Black.")
  def chosen(:white), do: gettext("Chose White.")

  @doc "Says what a side has done that leaves the choice of a colour to the other one, if it has."
  @spec left_choice(nil | 0..5) :: nil | String.t()
  def left_choice(5), do: gettext("Placed two more stones. The other player chooses a colour.")
  def left_choice(_other), do: nil

  attr :opening, :any, required: true, doc: "the number of stones placed, nil after the opening"
  attr :over, :boolean, required: true
  attr :marks, :list, default: [], doc: "the colours that a hint mentions"

  @doc "Renders what happens next in the opening, and the colours to choose from."
  def tray(%{opening: nil} = assigns), do: ~H""

  # A match that ends in its opening keeps this space, so that the board does not move.
  def tray(%{over: true} = assigns) do
    ~H"""
    <div class="opening"></div>
    """
  end

  def tray(%{opening: placed} = assigns) when placed in [3, 5] do
    ~H"""
    <div class="opening" id={"opening-#{@opening}"}>
      <div class="opening-choice" role="toolbar" aria-label={gettext("Your colour")} data-steps>
        <button
          id="play-black"
          class={["button", "black" in @marks && "is-marked"]}
          data-step="black"
        >
          <Stone.icon colour={:black} /> {gettext("Play Black")}
        </button>
        <button
          id="play-white"
          class={["button", "white" in @marks && "is-marked"]}
          data-step="white"
        >
          <Stone.icon colour={:white} /> {gettext("Play White")}
        </button>
      </div>
      <p class="opening-text">{gettext("Place a white stone on the board, then a black one.")}</p>
      <button :if={@opening == 3} id="place-two" class="button" phx-click={place()}>
        {gettext("Place two more stones")}
      </button>
      <button :if={@opening == 3} id="choose-colour" class="button" phx-click={take()}>
        {gettext("Choose a colour")}
      </button>
    </div>
    """
  end

  def tray(assigns) do
    ~H"""
    <div class="opening">
      <p class="opening-text">{words(@opening)}</p>
    </div>
    """
  end

  # The points of the board can be pressed anyway; this button only says what to do and moves the
  # focus to the board.
  defp place do
    JS.set_attribute({"data-placing", ""}, to: "#opening-3")
    |> Focus.focus(to: ".gomoku-board [tabindex='0']")
  end

  defp take do
    JS.remove_attribute("data-placing", to: "#opening-3") |> Focus.focus(to: "#play-black")
  end

  defp words(4), do: gettext("One more stone, then the other player chooses a colour.")
  defp words(_placed), do: gettext("After three stones, the other player decides.")
end
