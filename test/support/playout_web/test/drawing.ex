defmodule PlayoutWeb.Test.Drawing do
  @moduledoc "Draws components of boards for tests that give positions as text."

  import Phoenix.LiveViewTest, only: [render_component: 2]

  alias PlayoutWeb.Boards

  @doc "Draws a component of a game's board; the option `position` is the position to show."
  def draw(component, game, options) do
    shown = for {:position, text} <- options, do: {:diagram, Boards.diagram(game, text)}
    options = Keyword.delete(options, :position)
    component |> render_component([game: game] ++ shown ++ options) |> LazyHTML.from_fragment()
  end
end
