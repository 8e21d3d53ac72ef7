defmodule Playout.Matches.LimitsTest do
  use Playout.Test.MatchCase, async: true

  setup do
    Env.put(:still, true)
    Env.merge(Matches.Settings, limits: [matches: 3, matches_from: 5, events: 1])
    {:ok, visitor: "visitor #{System.unique_integer([:positive])}"}
  end

  test "each visitor can start a limited number of matches", %{visitor: visitor} do
    for _ <- 1..3, do: assert({:ok, _} = Matches.create(visitor, request()))
    assert Matches.create(visitor, request()) == {:error, {:limited, :matches}}
    {:ok, [%{id: id} | _] = list} = Matches.list(visitor)
    assert length(list) == 3
    assert Matches.rematch(visitor, id) == {:error, {:limited, :matches}}
    assert {:ok, _} = Matches.create(visitor <> "!", request())
  end

  test "further attempts do not prolong a refusal", %{
    visitor: visitor
  } do
    windows = fn ->
      Enum.count(:ets.tab2list(Matches.Limits.Windows), &(inspect(&1) =~ visitor))
    end

    for _ <- 1..4, do: Matches.create(visitor, request())
    before = windows.()
    for _ <- 1..20, do: Matches.create(visitor, request())
    assert windows.() == before
  end

  test "invalid matches do not count", %{visitor: visitor} do
    for _ <- 1..10,
        do: assert({:error, _} = Matches.create(visitor, request(second: {:level, "unicorn"})))

    assert {:ok, _} = Matches.create(visitor, request())
  end

  test "the limit for an address applies to all its visitors", %{visitor: visitor} do
    from = [from: {System.unique_integer([:positive]), 0, 0, 1}]

    for number <- 1..5 do
      assert {:ok, _} = Matches.create("#{visitor} #{number}", request(), from)
    end

    assert Matches.create(visitor, request(), from) == {:error, {:limited, :matches_from}}
    assert {:ok, _} = Matches.create(visitor, request(), from: {10, 0, 0, 2})
    assert {:ok, _} = Matches.create(visitor, request())
  end

  test "one address can list a limited number of open seats", %{visitor: visitor} do
    Env.merge(Matches.Settings, limits: [matches: 100, matches_from: 100, events: 100])
    from = [from: {System.unique_integer([:positive]), 0, 0, 1}]
    seat = request(second: :friend, listed: true)
    full = {:error, {:limited, :seats}}

    for number <- 1..9,
        do: assert({:ok, _} = Matches.create("#{visitor} #{number}", seat, from))

    # Also one that is withdrawn and listed again.
    {:ok, id} = Matches.create(visitor, request(second: :friend), from)

    for seq <- 1..21//2 do
      assert {:ok, %{listed: true}} = Matches.act(id, visitor, seq, {:list, true}, from)
      assert {:ok, %{listed: false}} = Matches.act(id, visitor, seq + 1, {:list, false}, from)
    end

    assert Matches.act(id, visitor, 23, {:list, true}, from) == full
    assert Matches.create(visitor, seat, from) == full
    assert {:ok, _} = Matches.create(visitor, request(second: :friend), from)
    assert {:ok, _} = Matches.create(visitor, seat, from: {10, 0, 0, 2})
  end

  test "one address can let a limited number of matches of engines be shown in the lobby",
       context do
    Env.merge(Matches.Settings, limits: [matches: 100, matches_from: 100, events: 100])
    watched = request(first: {:level, "sparrow"}, second: {:level, "sparrow"})
    create = &Matches.create("#{context.visitor} #{&1}", &2, from: &3)
    address = {System.unique_integer([:positive]), 0, 0, 1}

    for number <- 1..20, do: assert({:ok, _} = create.(number, watched, address))
    assert create.(21, watched, address) == {:error, {:limited, :matches_from}}
    assert {:ok, _} = create.(21, request(), address)
    assert {:ok, _} = create.(21, watched, {10, 0, 0, 3})
  end

  test "commands at a normal pace are within the limit", %{visitor: visitor} do
    {:ok, id} = Matches.create(visitor, request(second: :me))

    answers =
      for seq <- 1..20 do
        command = if rem(seq, 2) == 1, do: {:move, "-7"}, else: :undo
        Matches.act(id, visitor, seq, command)
      end

    assert [{:ok, _}, {:ok, _}, {:ok, _}, {:ok, _} | refused] = answers
    assert Enum.uniq(refused) == [{:error, {:limited, :events}}]
    # None of the refused commands had any effect.
    assert {:ok, %{seq: 5}} = Matches.get(id)
    assert {:error, :not_your_seat, _} = act(id, visitor <> "!", 5, :resign)
  end

  test "the log gets only so many lines about the same thing in a minute, and says so" do
    Env.merge(Matches.Settings, log_lines: 3)
    about = {:test, make_ref()}
    lines = for _ <- 1..10, do: Matches.Limits.line(about, "it failed")
    assert ["it failed", "it failed", "it failed (more lines" <> _ | rest] = lines
    assert Enum.all?(rest, &is_nil/1)
    assert Matches.Limits.line({:test, make_ref()}, "it failed") == "it failed"
  end

  describe "the telemetry has the reason" do
    setup do
      test = self()

      # The function runs in the process that asks, which may belong to another test.
      report = fn _event, %{duration: duration}, %{command: command, result: result}, _config ->
        if self() == test and duration > 0, do: send(test, {command, result})
      end

      :telemetry.attach(inspect(test), [:playout, :matches, :command], report, nil)
      on_exit(fn -> :telemetry.detach(inspect(test)) end)
    end

    test "when a match does not start", %{visitor: visitor} do
      for _ <- 1..3 do
        {:ok, _} = Matches.create(visitor, request())
        assert_received {:create, :ok}
      end

      {:ok, [%{id: id} | _]} = Matches.list(visitor)
      {:error, _} = Matches.create(visitor, request())
      assert_received {:create, :limited_matches}
      {:error, _} = Matches.rematch(visitor, id)
      assert_received {:rematch, :limited_matches}

      Env.merge(Matches.Settings, limits: [stored: 3])
      {:error, _} = Matches.create(visitor, request())
      assert_received {:create, :limited_stored}
      {:error, _} = Matches.rematch(visitor, id)
      assert_received {:rematch, :limited_stored}

      {:error, _} = Matches.create(visitor, :nonsense)
      assert_received {:create, :malformed}
      {:error, _} = Matches.rematch(visitor <> "!", id)
      assert_received {:rematch, :not_your_seat}
    end

    test "when a press does nothing", %{visitor: visitor} do
      {:ok, id} = Matches.create(visitor, request())
      {:ok, state} = Matches.get(id)
      :ok = Matches.check_steps(visitor, state, [])
      assert_received {:check_steps, :ok}
      {:error, _} = Matches.check_steps(visitor <> "!", state, [])
      assert_received {:check_steps, :not_your_seat}
      {:error, %{code: code}} = Matches.check_steps(visitor, state.position, ["zz"])
      assert_received {:check_steps, ^code}

      for _ <- 1..10, do: Matches.check_steps(visitor, state, [])
      assert_received {:check_steps, :limited_events}
    end
  end
end
