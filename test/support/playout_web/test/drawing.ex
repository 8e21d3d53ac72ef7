defmodule PlayoutWeb.Test.Drawing do
  @moduledoc "Components of boards, drawn for tests that name positions by their texts."

  import Phoenix.LiveViewTest, only: [render_component: 2]

  alias PlayoutWeb.Boards

  @doc "A component of a game's board; the option `position` is that of what it shows."
  def draw(component, game, options) do
    shown = for {:position, text} <- options, do: {:diagram, Boards.diagram(game, text)}
    options = Keyword.delete(options, :position)
    component |> render_component([game: game] ++ shown ++ options) |> LazyHTML.from_fragment()
  end
end
