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

    test "#{@game} has stylesheets, which app.css imports, and picture.css that of its drawings" do
      drawings = "boards/#{@game}.css"

      for {sheet, imported} <- [
            {"app.css", "boards/playing/#{@game}.css"},
            {"app.css", drawings},
            {"picture.css", drawings}
          ] do
        assert File.exists?("assets/css/#{imported}")
        import = ~s(@import "./#{imported}";)
        assert File.read!("assets/css/#{sheet}") =~ import, "assets/css/#{sheet} lacks #{import}"
      end
    end
  end
end
