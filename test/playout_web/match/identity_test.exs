defmodule PlayoutWeb.Match.IdentityTest do
  # Who the people at a match are: their names, their score, and their ids and devices.
  use PlayoutWeb.Test.PeopleCase, async: true

  alias Playout.Matches
  alias Playout.Matches.People
  alias Playout.Test.Env

  describe "names" do
    test "are shown to all as soon as they are chosen, escaped", context do
      :ok = People.rename(context.me, "<b>Mika</b>")
      id = begin(context.me)
      html = build_conn() |> visiting("a robot") |> get(~p"/m/#{id}") |> html_response(200)

      assert html =~
               ~s(og:title" content="\u2068&lt;b&gt;Mika&lt;/b&gt;\u2069 invites you to a match)

      {mine, yours} = {open(id, context.me), open(id, context.you)}
      assert render(yours) =~ "\u2068&lt;b&gt;Mika&lt;/b&gt;\u2069 invites you"
      press(yours, "#join")
      watcher = open(id, context.stranger)
      assert has_element?(watcher, "#strip-you", "<b>Mika</b>")
      shows(mine, &has_element?(&1, "#strip-them", "Guest"))
      :ok = People.rename(context.you, "Yuki")
      for view <- [mine, watcher], do: shows(view, &(render(&1) =~ "Yuki"))
      :ok = People.rename(context.you, nil)
      shows(watcher, &(not (render(&1) =~ "Yuki")))
    end

    test "are shown in the lobby", context do
      :ok = People.rename(context.you, "Yuki")
      %{id: id} = joined(context)
      {:ok, lobby, _html} = build_conn() |> visiting(context.me) |> live(~p"/")
      assert lobby |> element("#open-#{id}") |> render() =~ "Yuki"
      # A lobby that stays open follows them.
      :ok = People.rename(context.you, "Aki")
      shows(lobby, &has_element?(&1, "#open-#{id}", "Aki"))
      :ok = People.rename(context.you, nil)
      shows(lobby, &has_element?(&1, "#open-#{id}", "Guest"))
    end

    test "keep their direction to themselves", context do
      :ok = People.rename(context.me, "שלום 1")
      %{mine: mine, yours: yours} = joined(context)
      press(mine, "#resign")
      shows(yours, &has_element?(&1, "#score", "You and \u2068שלום 1\u2069: 1 : 0"))
    end
  end

  test "two people see how they have played so far", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    refute has_element?(mine, "#score")
    press(yours, "#resign")
    shows(mine, &has_element?(&1, "#score", "You and Guest: 1 : 0"))
    shows(yours, &has_element?(&1, "#score", "You and Guest: 0 : 1"))
    refute has_element?(open(id, context.stranger), "#score")
  end

  test "the score is that of the two who play, also when the seats change", context do
    %{yours: yours} = joined(context)
    press(yours, "#resign")

    # At once when they sit down.
    %{id: id, mine: mine, yours: yours} = joined(context, %{control: {:move, 180_000}})
    shows(mine, &has_element?(&1, "#score", "You and Guest: 1 : 0"))
    shows(yours, &has_element?(&1, "#score", "You and Guest: 0 : 1"))

    # None with an engine.
    for {view, move} <- [{mine, "-7"}, {yours, "c3-A"}], do: play(view, id, move)
    leave(id, yours, mine)
    Env.let_pass(121_000)
    yours = open(id, context.you)
    shows(yours, &has_element?(&1, "#claims"))
    assert has_element?(yours, "#score")
    press(yours, "#claim-engine")
    refute has_element?(yours, "#score")
  end

  test "the lobby shows how two people have played so far", context do
    %{id: id, yours: yours} = joined(context)
    %{id: other} = joined(%{context | you: context.stranger})
    {:ok, lobby, _html} = build_conn() |> visiting(context.me) |> live(~p"/")
    refute has_element?(lobby, "#match-#{id}", "You and")
    press(yours, "#resign")
    shows(lobby, &has_element?(&1, "#match-#{id}", "You and Guest: 1 : 0"))
    %{id: next} = joined(context)
    shows(lobby, &has_element?(&1, "#match-#{next}", "You and Guest: 1 : 0"))
    refute has_element?(lobby, "#match-#{other}", "You and")
  end

  test "a name moves with its seat", context do
    %{mine: mine, yours: yours} = joined(context)
    :ok = People.rename(context.me, "Mika")
    shows(yours, &has_element?(&1, "#strip-them", "Mika"))
    {:ok, lobby, _html} = build_conn() |> visiting(context.you) |> live(~p"/")
    assert render(lobby) =~ "Mika"
    :ok = People.transfer(context.me, "#{context.me} too")
    shows(mine, &(render(&1) =~ "You are watching."))

    for view <- [yours, lobby] do
      # Until all that was sent has arrived.
      :sys.get_state(view.pid, :infinity)
      shows(view, &(render(&1) =~ "Mika"))
    end
  end

  test "offers end when one person has both seats", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    press(mine, "#offer-draw")
    shows(yours, &has_element?(&1, "#offered-draw"))
    :ok = People.transfer(context.me, context.you)
    shows(yours, &(not has_element?(&1, "#offered-draw")))
    assert state(id).offers == %{}
  end

  test "a seat that moved to another id leaves the old page watching", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    :ok = People.transfer(context.you, "#{context.you} too")
    shows(yours, &(render(&1) =~ "You are watching."))
    new = open(id, "#{context.you} too")
    play(mine, id, "-7")
    shows(new, &has_element?(&1, "#strip-you.is-prompted"))
    play(new, id, "c3-A")
    assert state(id).position.moves == ["-7", "c3-A"]
  end

  # Presses at once, in any order; returns how many events that made.
  defp race(id, presses) do
    %{seq: seq} = state(id)

    presses
    |> Enum.shuffle()
    |> Task.async_stream(
      fn {view, event, params} -> render_hook(view, event, Map.put(params, :seq, seq)) end,
      timeout: :infinity
    )
    |> Stream.run()

    state(id).seq - seq
  end

  test "of commands that race, one counts", context do
    id = begin(context.me)
    {mine, too} = {open(id, context.me), open(id, context.me)}
    {yours, theirs} = {open(id, context.you), open(id, context.stranger)}
    assert race(id, [{yours, "join", %{}}, {theirs, "join", %{}}]) == 1
    {:person, joined} = state(id).seats.second
    yours = open(id, joined)

    # Two devices of one seat that disagree, and both players at once.
    play(mine, id, "-7")
    press(mine, "#undo")
    also = open(id, joined)

    answers =
      for {view, answer} <- [{yours, "accept"}, {also, "decline"}],
          do: {view, answer, %{offer: "undo"}}

    assert race(id, answers) == 1
    assert state(id).offers == %{}
    if state(id).position.moves == [], do: play(mine, id, "-7")

    moves =
      for {view, move} <- [{yours, "c3-A"}, {also, "b2-0"}], do: {view, "move", %{move: move}}

    assert race(id, moves) == 1
    assert [_first, _second] = state(id).position.moves
    ends = for view <- [mine, too, yours, also], do: {view, "resign", %{}}
    assert race(id, ends) == 1

    press(mine, "#offer-rematch")
    shows(also, &has_element?(&1, "#offered-rematch"))
    accepts = for view <- [yours, also], do: {view, "accept", %{offer: "rematch"}}
    assert race(id, accepts) == 1
    assert {:ok, matches} = Matches.list(joined)
    assert Enum.sort(Enum.map(matches, & &1.id)) == Enum.sort([id, state(id).rematch])
  end

  test "the same seat on two devices cannot move twice", context do
    %{id: id, mine: mine, yours: yours} = joined(context)
    other = open(id, context.me)
    %{seq: seq} = state(id)

    [mine, other]
    |> Task.async_stream(&render_hook(&1, "move", %{seq: seq, move: "-7"}), timeout: :infinity)
    |> Stream.run()

    assert state(id).position.moves == ["-7"]
    play(yours, id, "c3-A")
    render_hook(other, "move", %{seq: seq, move: "a1-0"})
    assert state(id).position.moves == ["-7", "c3-A"]
  end
end
