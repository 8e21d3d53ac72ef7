defmodule PlayoutWeb.EachGameTest do
  # What the site needs for each game, found by name. These tests fail if a new game lacks
  # something.
  use ExUnit.Case, async: true

  for module <- Playout.Games.all() do
    @game module.name()

    test "#{@game} has a board, a rules page and a lesson" do
      for module <- [PlayoutWeb.Boards.of(@game), PlayoutWeb.Rules.of(@game)] do
        assert Code.ensure_loaded?(module), "#{inspect(module)} is missing"
      end
    end

    test "#{@game} has a stylesheet, which app.css imports" do
      assert File.exists?("assets/css/#{@game}.css")
      import = ~s(@import "./#{@game}.css";)
      assert File.read!("assets/css/app.css") =~ import, "assets/css/app.css lacks #{import}"
    end
  end
end
