defmodule PlayoutWeb.Lobby.PerfectTest do
  # The level above the ladder, and what its table says about matches. The engine does what the test
  # tells it.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias Playout.Error
  alias PlayoutWeb.Lobby.{Choices, Sheet}
  alias PlayoutWeb.Sentences

  @choice "#choices-animal_shogi input[name='level'][value='perfect']"
  @preparing "#choices-animal_shogi .in-preparation"
  @moves ~w(2c2b 3a3b 1d1c)

  defp ready(status \\ :ready), do: Env.put(:table, {:animal_shogi, status})

  defp perfect(changes \\ []),
    do: request([game: :animal_shogi, second: {:level, "perfect"}] ++ changes)

  defp page(conn, path), do: conn |> visiting(me()) |> live(path)

  defp open(conn, request) do
    {:ok, id} = Matches.create(me(), request)
    {:ok, view, _html} = page(conn, ~p"/m/#{id}")
    {id, view}
  end

  # The page passes the message on to the form by another one.
  defp tell(view, status) do
    send(view.pid, {:playout_table, :animal_shogi, status})
    render(view)
  end

  defp no_table, do: Error.new(:no_table, "no_file", "the table does not exist")

  describe "the form for a new match" do
    test "offers the level only while its table is ready", %{conn: conn} do
      {:ok, view, _html} = page(conn, ~p"/play/animal_shogi")
      refute has_element?(view, @choice) or has_element?(view, @preparing)

      for percent <- [0, 40] do
        tell(view, {:building, percent})
        assert has_element?(view, @preparing, "is getting ready: #{percent}%")
        refute has_element?(view, @choice)
      end

      ready()
      tell(view, :ready)
      assert has_element?(view, @choice)
      assert has_element?(view, ".levels label:last-child", "Dragon")
      assert has_element?(view, "select[name=first] option[value=perfect]", "Dragon · Perfect")
      refute has_element?(view, @preparing)
    end

    test "shows the progress also in the lobby, where it keeps what was typed", %{conn: conn} do
      ready({:building, 3})
      {:ok, view, _html} = page(conn, ~p"/")
      assert has_element?(view, @preparing, "3%")
      refute has_element?(view, "#choices-quarto .in-preparation")

      view |> form("#choices-animal_shogi", opponent: "custom") |> render_change()
      tell(view, {:building, 4})
      assert has_element?(view, @preparing, "4%")
      assert has_element?(view, "#choices-animal_shogi [value=custom][checked]")
    end

    test "starts a match against it", %{conn: conn} do
      ready()
      {:ok, view, _html} = page(conn, ~p"/play/animal_shogi?level=perfect")
      assert has_element?(view, @choice <> "[checked]")

      conn = view |> form("#choices-animal_shogi") |> submit_form(visiting(conn, me()))
      "/m/" <> id = redirected_to(conn, 303)
      assert {:ok, %{seats: %{second: {:engine, "perfect", "perfect"}}}} = Matches.get(id)
    end

    test "goes on with the strongest level by rules for which there is no table", %{conn: conn} do
      ready()
      {:ok, view, _html} = page(conn, ~p"/play/animal_shogi?level=perfect")
      view |> form("#choices-animal_shogi", variant: "quick-try") |> render_change()
      refute has_element?(view, @choice)
      assert has_element?(view, "input[name=level][value=owl][checked]")

      view |> form("#choices-animal_shogi", variant: "standard") |> render_change()
      assert has_element?(view, @choice)
    end

    test "goes on with the strongest level if the table is lost meanwhile", %{conn: conn} do
      ready()
      {:ok, view, _html} = page(conn, ~p"/play/animal_shogi?level=perfect")
      ready(:none)
      tell(view, :none)
      refute has_element?(view, @choice)
      assert has_element?(view, "input[name=level][value=owl][checked]")
    end

    test "falls back to the default if the level is not offered", %{conn: conn} do
      {:ok, view, _html} = page(conn, ~p"/play/animal_shogi?level=perfect")
      refute has_element?(view, @choice)
      assert has_element?(view, "input[name=level][value=hedgehog][checked]")
      assert Sheet.title(:animal_shogi) == page_title(view)
    end

    test "that asks for it where it can't play is refused with a sentence", %{conn: conn} do
      for fields <- [
            %{game: "animal_shogi", level: "perfect"},
            %{game: "animal_shogi", level: "perfect", variant: "quick-try"},
            %{game: "quarto", level: "perfect"},
            %{game: "quarto", opponent: "watch", first: "owl", second: "perfect"}
          ] do
        if fields[:variant], do: ready()
        conn = conn |> visiting(me()) |> post(~p"/matches", fields)
        html = html_response(conn, 422)
        assert html =~ "Dragon can&#39;t play this match. Please choose another level."
      end
    end

    test "says why the player can't be typed", %{conn: conn} do
      ready()
      {:ok, view, _html} = page(conn, ~p"/play/animal_shogi?opponent=custom")
      form = form(view, "#choices-animal_shogi", opponent: "custom", custom: %{player: "text"})
      render_change(form)
      form = form(view, "#choices-animal_shogi", custom: %{text: "perfect"})
      assert render_change(form) =~ "it is the level Dragon"
    end
  end

  test "the ladder goes on without it" do
    ready()
    assert Choices.new(:animal_shogi).level == "hedgehog"
    refute "perfect" in Enum.map(Playout.levels(:animal_shogi), & &1.name)
    assert "Dragon" in Sentences.reserved_names()
  end

  describe "a match against it" do
    test "asks for its player, which keeps no tree", %{conn: conn} do
      ready()
      {_id, view} = open(conn, perfect())
      assert has_element?(view, "#strip-them h2", "Dragon")
      render_hook(view, "move", %{seq: 1, move: "2c2b"})
      assert %{player: "perfect", tree: nil} = asked()
    end

    test "says when the table is gone, and goes on with another level", %{conn: conn} do
      ready()
      {id, view} = open(conn, perfect())
      render_hook(view, "move", %{seq: 1, move: "2c2b"})
      ready(:none)
      EngineDouble.fail(asked(), no_table())
      EngineDouble.fail(asked(), no_table())
      assert_match_failed(view, id)
      refute has_element?(view, "#notices", "The engine didn't respond.")
      refute has_element?(view, "#notices [phx-value-level=perfect]")

      view |> element("#notices [phx-click=retry]") |> render_click()
      EngineDouble.fail(asked(), no_table())
      EngineDouble.fail(asked(), no_table())
      assert_match_failed(view, id)

      view |> element("#notices [phx-value-level=owl]") |> render_click()
      EngineDouble.answer(asked(), "1a2b")
      assert Wait.until(fn -> has_element?(view, "#move-list li:nth-child(2)") end)
      assert has_element?(view, "#strip-them h2", "Owl")
    end

    defp assert_match_failed(view, id) do
      assert Wait.until(fn ->
               {:ok, _state} = Matches.get(id)
               has_element?(view, "#notices", "has lost the table of perfect moves")
             end)
    end

    test "has no rematch without a table", %{conn: conn} do
      ready()
      {id, view} = open(conn, perfect())
      render_hook(view, "resign", %{seq: 1})
      ready(:none)
      conn = conn |> visiting(me()) |> post(~p"/m/#{id}/rematch")
      assert html_response(conn, 422) =~ "Dragon can&#39;t play this match."
    end
  end

  describe "after a match" do
    defp value(result), do: %{result: result, plies: if(result != :draw, do: 3), certain: true}

    # Moon gives away a draw, and then Sun the win.
    defp values, do: Enum.map([:draw, :draw, :win, :win], &value/1)

    defp text(view, selector) do
      view |> element(selector) |> render() |> LazyHTML.from_fragment() |> LazyHTML.text()
    end

    defp play(view, moves) do
      for {move, seq} <- Enum.with_index(moves, 1),
          do: render_hook(view, "move", %{seq: seq, move: move})

      view
    end

    test "the moves that gave something away are marked, and one sentence sums up", %{conn: conn} do
      ready()
      Env.put(:values, values())
      {_id, view} = open(conn, perfect(second: :me))
      play(view, @moves)
      refute has_element?(view, ".mark")
      assert has_element?(view, "#chances[role=status]", "")

      render_hook(view, "resign", %{seq: 4})
      assert render_async(view) =~ ~s(title="This turned a win into a loss.")
      assert has_element?(view, "#move-list li:nth-child(3) .is-mistake .mark", "??")
      assert has_element?(view, "#move-list li:nth-child(2) .mark", "?")
      refute has_element?(view, "#move-list li:nth-child(1) .mark")
      # Only the loser's counts in the end.
      assert text(view, "#chances") == "Moon was still winning at the end."
      assert text(view, ".drawer .in-drawer") == text(view, "#chances")
      assert has_element?(view, "#moves summary .mark")

      assert has_element?(
               view,
               "#move-list li:nth-child(3) .sr-only",
               "This turned a win into a loss."
             )
    end

    test "players are told about their own chances, and about the other's", %{conn: conn} do
      ready()
      Env.put(:values, Enum.map([:win, :draw, :draw, :win], &value/1))
      {_id, view} = open(conn, perfect())
      play(view, ["2c2b"])
      EngineDouble.answer(asked(), "3a3b")
      assert Wait.until(fn -> has_element?(view, "#move-list li:nth-child(2)") end)
      render_hook(view, "move", %{seq: 3, move: "1d1c"})
      render_hook(view, "resign", %{seq: 4})
      render_async(view)

      assert has_element?(
               view,
               "#chances",
               "You were winning until move 1, and could still have drawn until move 3."
             )

      assert has_element?(view, "#move-list li:nth-child(1) .mark", "?")
    end

    test "nothing is shown without a table, or by other rules", %{conn: conn} do
      Env.put(:values, values())

      for {status, variant} <- [none: :standard, ready: :"quick-try"] do
        ready(status)
        {_id, view} = open(conn, perfect(second: :me, variant: variant))
        play(view, @moves)
        render_hook(view, "resign", %{seq: 4})
        render_async(view)
        refute has_element?(view, ".mark")
        assert text(view, "#chances") == ""
      end
    end
  end
end
