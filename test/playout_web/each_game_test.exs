defmodule PlayoutWeb.EachGameTest do
  # What the site needs for each game, by name: fails if a new game lacks something.
  use ExUnit.Case, async: true

  for module <- Playout.Games.all() do
    @game module.name()

    test "#{@game} has a board, and a page of rules with a lesson" do
      for module <- [PlayoutWeb.Boards.of(@game), PlayoutWeb.Rules.of(@game)] do
        assert Code.ensure_loaded?(module), "#{inspect(module)} is missing"
      end
    end

    test "#{@game} has a style, which the site's has" do
      assert File.exists?("assets/css/#{@game}.css")
      import = ~s(@import "./#{@game}.css";)
      assert File.read!("assets/css/app.css") =~ import, "assets/css/app.css lacks #{import}"
    end
  end
end
