defmodule PlayoutWeb.Boards.Sprites do
  @moduledoc """
  The sprite of each game (`c:PlayoutWeb.Boards.sprite/1`), drawn when the site is compiled. It is the
  same on every page, and drawing it took longer than the board.
  """
  use Phoenix.Component

  alias Phoenix.HTML.Safe
  alias Playout.Games
  alias PlayoutWeb.{Boards, Drawings}

  # The compiler doesn't see which modules are called here.
  for file <- Path.wildcard(Path.join(__DIR__, "**/*.ex")) ++ Drawings.files(),
      do: @external_resource(file)

  @sprites Map.new(Games.modules_for(Boards), fn {game, board} ->
             drawing = board.sprite(%{__changed__: nil})
             {game, {:safe, drawing |> Safe.to_iodata() |> IO.iodata_to_binary()}}
           end)

  attr :game, :atom, required: true

  @doc "Renders the drawings that the game's other components need, once per page."
  def sprite(assigns), do: ~H"{Map.fetch!(sprites(), @game)}"

  defp sprites, do: @sprites
end
