defmodule PlayoutWeb.Match.GamesTest do
  # Starts every game of the site in the lobby and plays it to its end on its page, against the
  # game's own engines.
  use PlayoutWeb.ConnCase, async: false
  use Playout.Test.MatchCase, async: false

  alias Playout.Game
  alias Playout.Matches.State
  alias PlayoutWeb.Boards

  @moduletag engine: :real

  # The lobby shows only a visitor's newest matches.
  setup %{conn: conn} do
    {:ok, conn: visiting(conn, "games #{System.unique_integer([:positive])}")}
  end

  # The sheet's choices for a game, by name: every variant with every value of every option, but
  # only the smallest size, on which games are short.
  kinds = fn game ->
    offered =
      for %{option: option, values: [first | _] = values} <- Boards.of(game).options() do
        if option == :size, do: [size: first], else: Enum.map(values, &{option, &1})
      end

    # With a single variant there is nothing to choose.
    variants =
      case Game.variants(game) do
        [_usual] -> []
        variants -> [Enum.map(variants, &{:variant, &1})]
      end

    kinds = Enum.reduce(variants ++ offered, [[]], &for(kind <- &2, one <- &1, do: kind ++ [one]))

    for kind <- kinds do
      {variant, options} = Keyword.split(kind, [:variant])
      named = Enum.map_join(kind, ", ", fn {_, value} -> value end)
      {named, variant ++ if(options == [], do: [], else: [options: options])}
    end
  end

  for game <- Playout.games(), {named, kind} <- kinds.(game) do
    @game game
    @kind kind

    test "#{game} (#{named}): two engines play to the end", %{conn: conn} do
      {view, id} =
        begin_in_lobby(
          conn,
          @game,
          [opponent: "watch", first: "sparrow", second: "sparrow"] ++ @kind
        )

      state = until_over(id)
      assert_end_shown(conn, view, state)
    end
  end

  for game <- Playout.games() do
    @game game
    @kind kinds.(game) |> hd() |> elem(1)

    test "#{game}: two people on one screen play to the end", %{conn: conn} do
      {view, id} = begin_in_lobby(conn, @game, [opponent: "here"] ++ @kind)
      state = play_on(view, id, &some_move/1)
      assert_end_shown(conn, view, state)
    end

    test "#{game}: a person plays against an engine that moves first", %{conn: conn} do
      {view, id} = begin_in_lobby(conn, @game, [level: "sparrow", begins: "opponent"] ++ @kind)
      state = play_on(view, id, &some_move/1)
      assert_end_shown(conn, view, state)
      assert %{first: {:engine, "sparrow", _spec}, second: {:person, _me}} = state.seats
    end
  end

  for game <- Playout.games(), Boards.of(game).turnable?() do
    @game game

    test "#{game}: the board is turned around after every move", %{conn: conn} do
      {view, id} = begin_in_lobby(conn, @game, opponent: "here")

      choose = fn state ->
        shown(view, state)
        view |> element("#turn-board") |> render_click()
        some_move(state)
      end

      assert_end_shown(conn, view, play_on(view, id, choose))
    end
  end

  # Games for every ending that can be reached on purpose.
  full_board =
    for column <- 0..8, row <- 0..8, reduce: {[], []} do
      {black, white} ->
        point = "#{<<?a + column>>}#{row + 1}"

        # Pairs in every direction, and never three in a row.
        if rem(column + 2 * row, 4) < 2,
          do: {[point | black], white},
          else: {black, [point | white]}
    end
    |> then(fn {[last | black], white} ->
      Enum.flat_map(Enum.zip(black, white), &Tuple.to_list/1) ++ [last]
    end)
    |> Enum.join(" ")

  @ends [
    {:quarto, [], "-0 a1-1 b1-2 c1-3 d1", :first, :line},
    {:quarto, [variant: :squares], "-0 a1-1 b1-2 a2-3 b2", :first, :block},
    {:animal_shogi, [], "2c2b 3a3b 2b2a+", :first, :catch},
    {:animal_shogi, [], "2d1c 2a3b 2c2b 1a2b P*2c P*2a 1c1b 2b3c 1d2d 3c2d 1b1a", :first, :try},
    {:animal_shogi, [variant: :"quick-try"], "2c2b 2a3b 3d2c 3b3c P*3d 3c3d", :second, :try},
    {:animal_shogi, [],
     "2d1c 2b2c 1c2d P*3b 2d3c 2a1b 3c3b 1b2a 3b3a 2a3b R*2d 1a2b 2d2c 3b3c 1d1c 3c2d 2c2b",
     :draw, :both_safe},
    {:animal_shogi, [], "1d1c 3a3b 1c1d 3b3a 1d1c 3a3b 1c1d 3b3a", :draw, :repetition},
    {:gomoku, [options: [size: 9]], "a1 a2 b1 b2 c1 c2 d1 d2 f1 f2 e1", :first, :five},
    # Here, six in a row don't win.
    {:gomoku, [variant: :standard, options: [size: 9]], "a1 a3 b1 b3 c1 c3 d1 d3 f1 i9 e1 e3",
     :second, :five},
    {:gomoku, [options: [size: 9]], full_board, :draw, :full_board},
    {:gomoku, [options: [size: 9, opening: :swap2]], "a1 a9 b1 black i9 c1 i8 d1 i7 e1", :second,
     :five}
  ]

  for {{game, kind, line, result, reason}, number} <- Enum.with_index(@ends, 1) do
    @line String.split(line)
    @expected {game, kind, result, reason}

    test "#{number}. #{game} ends by #{reason}", %{conn: conn} do
      {game, kind, result, reason} = @expected
      {view, id} = begin_in_lobby(conn, game, [opponent: "here"] ++ kind)
      for move <- @line, do: play(view, id, move)
      {:ok, state} = Matches.get(id)
      assert %{result: ^result, reason: ^reason} = state.result
      assert_end_shown(conn, view, state)
    end
  end

  # Chooses the way people do: first the opponent, then from the fields that appear.
  defp begin_in_lobby(conn, game, choices) do
    {:ok, lobby, _html} = live(conn, ~p"/")
    form = "#choices-#{game}"
    lobby |> form(form, Keyword.take(choices, [:opponent])) |> render_change()
    "/m/" <> id = lobby |> form(form, choices) |> submit_form(conn) |> redirected_to(303)
    {:ok, view, _html} = live(conn, ~p"/m/#{id}")
    {view, id}
  end

  defp until_over(id) do
    {:ok, state} = Matches.watch(id)
    if state.result, do: state, else: wait_for(&(&1.result != nil))
  end

  defp wait_for(holds?) do
    assert_receive {:match, %{id: id}}
    {:ok, state} = Matches.get(id)
    if holds?.(state), do: state, else: wait_for(holds?)
  end

  # Plays for every person as long as there is a move.
  defp play_on(view, id, choose) do
    {:ok, _state} = Matches.watch(id)
    play_next(view, id, choose)
  end

  defp play_next(view, id, choose) do
    {:ok, state} = Matches.get(id)

    cond do
      state.result ->
        state

      # A pass is played automatically.
      state.snapshot.pass == nil and match?({_side, {:person, _}}, State.to_move(state)) ->
        assert_playable(view, state)
        play(view, id, choose.(state))
        play_next(view, id, choose)

      true ->
        wait_for(&(&1.seq > state.seq))
        play_next(view, id, choose)
    end
  end

  # Chooses a different move each time, but the same ones in every run.
  defp some_move(%{moves: played, position: position}) do
    legal = Playout.describe!(position).moves
    Enum.at(legal, rem(length(played) * 37 + 11, length(legal))).text
  end

  defp play(view, id, move) do
    {:ok, %{seq: seq, moves: moves}} = Matches.get(id)
    render_hook(view, "move", %{seq: seq, move: move})
    assert {:ok, %{moves: now}} = Matches.get(id)
    assert length(now) > length(moves), "#{move} was refused"
  end

  # Everything needed to pick a move is on the page, exactly once.
  defp assert_playable(view, state) do
    page = view |> shown(state) |> LazyHTML.from_fragment()
    there = page |> LazyHTML.query("[data-step]") |> LazyHTML.attribute("data-step")
    assert there == Enum.uniq(there)

    steps = Playout.describe!(state.position).moves |> Enum.flat_map(& &1.steps) |> Enum.uniq()
    assert steps -- there == []

    prompts = page |> LazyHTML.query("[data-prompt]") |> Enum.count()
    longest = Playout.describe!(state.position).moves |> Enum.map(&length(&1.steps)) |> Enum.max()
    assert prompts >= longest
  end

  # The page may receive a state slightly later than this test.
  defp shown(view, state) do
    assert Wait.until(fn -> has_element?(view, "#match[data-seq='#{state.seq}']") end)
    render(view)
  end

  defp assert_end_shown(conn, view, state) do
    html = shown(view, state)
    page = LazyHTML.from_fragment(html)
    text = fn selector -> page |> LazyHTML.query(selector) |> LazyHTML.text() |> words() end

    # Spectators of a draw read both names.
    [heading, status] = for part <- ~w(h2 .status), do: text.(".strip.is-headline #{part}")
    result = if String.starts_with?(status, "Draw. "), do: "Draw", else: heading
    assert result =~ ~r/wins|win$|lose$|^Draw$/
    assert status =~ ~r/^[\p{Lu}\d].*\.$/u
    assert text.("#announcement") =~ result
    assert page |> LazyHTML.query("#move-list li") |> Enum.count() == length(state.moves)
    assert page_title(view) =~ Boards.of(state.game).name()
    assert has_element?(view, "#rematch")
    refute has_element?(view, "main.is-your-turn")

    {:ok, lobby, _html} = live(conn, ~p"/")
    card = lobby |> element("#match-#{state.id}") |> render()
    assert card =~ ~r/(won|lost|Draw)\. [\p{L}\d]/u
  end

  defp words(text), do: text |> String.split() |> Enum.join(" ")
end
