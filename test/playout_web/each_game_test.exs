defmodule PlayoutWeb.EachGameTest do
  # What the site has for each game, by name: what is missing of a new one fails here.
  use ExUnit.Case, async: true

  for module <- Playout.Games.all() do
    @game module.name()

    test "#{@game} has a board, and a page of rules with a lesson" do
      for module <- [PlayoutWeb.Boards.of(@game), PlayoutWeb.Rules.of(@game)] do
        assert {:module, ^module} = Code.ensure_loaded(module)
      end
    end

    test "#{@game} has a style, which the site's has" do
      assert File.exists?("assets/css/#{@game}.css")
      assert File.read!("assets/css/app.css") =~ ~s(@import "./#{@game}.css";)
    end
  end
end
