defmodule PlayoutWeb.Limits.HostileInputTest do
  # Sends hostile input over the socket, in a match of each game. It is refused with a message and
  # changes nothing.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  # Moves of every game, and some that no game accepts at the start.
  @moves Playout.games()
         |> Enum.flat_map(&Enum.take(Playout.legal_moves!(Playout.new!(&1)), 3))
         |> Enum.concat(~w(a1-2 P*2b 1b1a+ black white h8 a9-b8-c8 -- a20 resign))

  @long 1_000_000

  for game <- Playout.games() do
    describe "a match of #{game}" do
      @game game

      setup %{conn: conn} do
        variant = hd(Playout.Game.variants(@game))
        {id, state} = begin(game: @game, variant: variant, second: :me)
        {:ok, view, _html} = conn |> visiting(me()) |> live(~p"/m/#{id}")
        {:ok, id: id, view: view, state: state}
      end

      test "accepts no move of another game", %{view: view, state: state} do
        legal = Enum.map(Playout.describe!(state.position).moves, & &1.text)
        others = Enum.uniq(@moves) -- legal
        assert length(others) > 10
        for move <- others, do: assert_refused(view, state, "move", %{seq: 1, move: move})
      end

      test "accepts nothing that is not a move", %{view: view, state: state} do
        [legal | _] = Enum.map(Playout.describe!(state.position).moves, & &1.text)

        for move <- [
              "",
              " ",
              legal <> " ",
              legal <> "\n",
              String.upcase(legal) <> "!",
              legal <> "\0",
              legal <> "\u202E",
              String.duplicate(legal, 2),
              String.duplicate("a", @long),
              String.duplicate(legal <> " ", div(@long, 8)),
              String.duplicate("🦁", div(@long, 4)),
              7,
              nil,
              true,
              [legal],
              %{"move" => legal}
            ] do
          assert_refused(view, state, "move", %{seq: 1, move: move})
        end
      end

      test "accepts no move for a different state", %{view: view, state: state} do
        [%{text: legal} | _] = Playout.describe!(state.position).moves

        for seq <- [0, -1, 2, 1_000_000_000_000_000_000_000, "1", 1.0, nil, [1], %{}] do
          assert_refused(view, state, "move", %{seq: seq, move: legal})
          assert_refused(view, state, "resign", %{seq: if(seq == "1", do: "one", else: seq)})
        end

        assert_refused(view, state, "move", %{move: legal})
        assert_refused(view, state, "move", %{seq: 1})
        assert_refused(view, state, "move", %{})
      end

      test "accepts no move from anyone else", %{conn: conn, id: id, state: state} do
        {:ok, view, _html} = conn |> visiting("a stranger") |> live(~p"/m/#{id}")
        [%{text: legal} | _] = Playout.describe!(state.position).moves
        assert_refused(view, state, "move", %{seq: 1, move: legal})
      end
    end
  end

  # Of all pages and their components, as their source names them.
  @events Path.wildcard("lib/playout_web/**/*.ex")
          |> Enum.flat_map(&Regex.scan(~r/def handle_event\(\s*"([a-z_]+)"/, File.read!(&1)))
          |> Enum.map(&List.last/1)
          |> Enum.concat(~w(offer accept decline no_such_event))
          |> Enum.uniq()
          # Takes nothing, and leaves the page.
          |> List.delete("withdraw")

  @names ~w(seq ply move to by text lines row root number step steps level claim offer pace choices) ++
           ~w(exercise solved shown listed phrase switch on cell piece name position custom options)

  @digits String.duplicate("9", 1_000)

  test("no event of any page minds long digits", context, do: send_all(context, [@digits]))

  @tag :all
  test("no event of any page minds other shapes", context,
    do: send_all(context, [%{"a" => "9"}, ["9"], nil, -1])
  )

  defp send_all(%{conn: conn}, values) do
    assert length(@events) > 40
    {id, _state} = begin(second: :me)

    for path <-
          ~w(/ /you /play/gomoku /rules/separo /learn/animal_shogi /learn/quarto/2) ++
            ["/analysis/gomoku", "/edit/quarto", "/m/#{id}"] do
      {:ok, view, _html} = conn |> visiting(me()) |> live(path)

      for event <- @events, value <- values do
        render_hook(view, event, Map.new(@names, &{&1, value}))
        |> then(&(is_binary(&1) or match?({:error, _redirect}, &1)))
        |> assert()
      end
    end
  end

  test "no address minds long digits", %{conn: conn} do
    digits = String.duplicate("9", 3_000)
    {id, _state} = begin(second: :me)

    for path <- [
          "/m/#{id}?ply=",
          "/learn/quarto/",
          "/analysis/gomoku?ply=",
          "/play/quarto?position="
        ] do
      status =
        try do
          get(visiting(conn, me()), path <> digits).status
        rescue
          error -> Plug.Exception.status(error)
        end

      assert status in [200, 302, 404], path
    end
  end

  defp assert_refused(view, state, event, params) do
    html = render_hook(view, event, params)
    assert has_element?(view, "#notices .notice"), "#{inspect(params, limit: 5)}: #{html}"
    assert Matches.get(state.id) == {:ok, state}
    # The refusal has a message, which doesn't repeat the input.
    assert byte_size(view |> element("#notices") |> render()) < 2_000
    send(view.pid, {:forget, :sys.get_state(view.pid, :infinity).socket.assigns.notice})
    refute has_element?(view, "#notices .notice")
  end
end
