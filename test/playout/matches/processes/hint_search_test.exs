defmodule Playout.Matches.Processes.HintSearchTest do
  # How the process of a match looks for hints.
  use Playout.Test.MatchCase, async: true

  alias Playout.Error
  alias Playout.Matches.Rules.{Hints, Players}

  @moduletag :capture_log

  @busy %Error{code: :busy, message: "busy", details: %{limit: 7, of: "address"}}
  @crash %Error{code: :internal, message: "it crashed", details: %{problem: "crashed"}}

  # A match in which somebody asks for a hint with the first move.
  defp asking(changes \\ []) do
    {id, state} = begin(changes)
    assert act!(id, state, :hint) == state
    assert_receive {:advice, ^id, :thinking}
    {id, state, asked()}
  end

  test "the strongest player of the game looks for a hint, in a tree of its own, for the person who asks" do
    me = me()
    {id, _state, search} = asking()
    %{spec: spec} = List.last(Playout.levels(:quarto))
    assert %{player: ^spec, priority: :person, position: %{moves: []}} = search
    refute is_map_key(search, :tree)
    assert {_address, ^me, ^id} = search.share
  end

  test "what never errs gives hints where it is offered" do
    Env.put(:table, {:animal_shogi, :ready})
    {_id, _state, search} = asking(game: :animal_shogi)
    assert search.player =~ ~r/^perfect/
  end

  test "the strongest player of every game searches for two seconds at most" do
    for game <- Playout.games(), variant <- Playout.Game.variants(game) do
      assert {:ok, player} = Players.hint_player(game, variant)
      assert {:ok, ^player} = Playout.check_player(game, player, ms: 2_000)
      assert [ms] = Regex.run(~r/ms=(\d+)/, player, capture: :all_but_first)
      assert String.to_integer(ms) <= 2_000
    end
  end

  test "the answer is stored, and told to whoever watches" do
    {id, _state, search} = asking()
    EngineDouble.answer(search, "-7")
    state = told(id, 2)
    assert Hints.given(state) == :where
    assert_receive {:advice, ^id, nil}
    assert stored(id) == [{1, :created}, {2, :hinted}]

    state = act!(id, state, :hint)
    assert Hints.given(state) == :move
    refute_received {:asked, _search}
  end

  test "asking again while it searches starts no second search" do
    {id, state, search} = asking()
    assert act!(id, state, :hint) == state
    refute_received {:asked, _search}
    EngineDouble.answer(search, "-7")
    assert Hints.given(told(id, 2)) == :where
  end

  test "a move and an undo cancel the search, and its answer has no effect" do
    {id, state, search} = asking(second: :me)
    state = act!(id, state, {:move, "-3"})
    assert_receive {:cancelled, handle}
    assert handle == search.handle
    assert_receive {:advice, ^id, nil}
    send(server(id), EngineDouble.message(search, "-7"))
    assert {:ok, %{seq: 2, hints: hints}} = Matches.get(id)
    assert hints == %{}

    state = act!(id, state, :hint)
    search = asked()
    act!(id, state, :undo)
    assert_receive {:cancelled, handle}
    assert handle == search.handle
    # As if it had arrived before.
    send(server(id), {:hint, 2, "c3-A"})
    assert {:ok, %{seq: 3, hints: ^hints}} = Matches.get(id)
  end

  test "the engine's move is not disturbed by a hint" do
    {id, _state, search} = asking()
    EngineDouble.answer(search, "-7")
    state = act!(id, told(id, 2), {:move, "-7"})
    EngineDouble.answer(asked(), "c3-A")
    assert told(id, state.seq + 1).position.moves == ["-7", "c3-A"]
  end

  test "a hint that waits for its turn tells its place, also to a page that is opened later" do
    {id, _state, search} = asking()
    EngineDouble.wait(search, 3)
    assert_receive {:advice, ^id, {:waiting, 3}}
    {:ok, _state} = Task.await(Task.async(fn -> watch_and_see(id, {:waiting, 3}) end), :infinity)
    EngineDouble.progress(search, %{playouts: 17})
    assert_receive {:advice, ^id, :thinking}
    {:ok, _state} = Task.await(Task.async(fn -> watch_and_see(id, :thinking) end), :infinity)
  end

  defp watch_and_see(id, what) do
    answer = Matches.watch(id)
    assert_receive {:advice, ^id, ^what}
    answer
  end

  test "a busy engine is asked again" do
    {id, state} = begin()
    EngineDouble.refuse([@busy, @busy])
    assert act!(id, state, :hint) == state
    assert_receive {:advice, ^id, :thinking}
    assert_receive {:advice, ^id, {:waiting, 8}}
    search = asked()
    # Now it looks for one.
    assert_receive {:advice, ^id, :thinking}
    EngineDouble.answer(search, "-7")
    assert Hints.given(told(id, 2)) == :where
  end

  test "a search that fails is tried once more, and then the page is told why there is no hint" do
    {id, state, search} = asking()
    EngineDouble.fail(search, @crash)
    EngineDouble.die(asked())
    assert_receive {:advice, ^id, {:failed, %Error{code: :internal}}}
    # The match goes on, and the next one may succeed.
    assert act!(id, state, :hint) == state
    EngineDouble.answer(asked(), "-7")
    assert Hints.given(told(id, 2)) == :where
  end

  test "an answer that the rules refuse fails" do
    {id, _state, search} = asking()
    EngineDouble.answer(search, "c3-A")
    assert_receive {:advice, ^id, {:failed, %Error{code: :illegal_move}}}
    assert {:ok, %{seq: 1}} = Matches.get(id)
  end

  test "each visitor gets a limited number of hints" do
    Env.merge(Matches.Settings, limits: [hints: 2])
    {id, state, search} = asking()
    EngineDouble.answer(search, "-7")
    state = act!(id, told(id, state.seq + 1), :hint)
    assert {:error, {:limited, :hints}, ^state} = act(id, me(), state.seq, :hint)
    # Nobody else has used up theirs; the visitors of other tests may have.
    assert {:error, :not_your_seat, ^state} = act(id, "a guest of #{id}", state.seq, :hint)
  end

  test "strangers get none, and nobody can pretend to be the engine" do
    {id, state} = begin()
    assert {:error, :not_your_seat, ^state} = act(id, "a guest", 1, :hint)
    assert {:error, :not_your_seat, ^state} = act(id, me(), 1, {:hinted, "-7"})
    refute_received {:asked, _search}
  end

  @tag engine: :real
  test "the real engine finds a move in every game" do
    for game <- Playout.games() do
      {id, state} = begin(game: game, second: :me)
      act!(id, state, :hint)
      assert_receive {:match, %{id: ^id, seq: 2}}
      {:ok, state} = Matches.get(id)
      assert %{text: text} = Hints.move(state)
      assert text in Playout.legal_moves!(state.position)
    end
  end
end
