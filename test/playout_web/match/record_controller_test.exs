defmodule PlayoutWeb.Match.RecordControllerTest do
  # The record of a match as a file, and where the analysis of a match begins.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.People
  alias Playout.Record
  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Analysis.RecordText
  alias PlayoutWeb.Limits

  @moves ["-7", "c3-A", "b2-1"]

  defp play(id, commands, visitor \\ me()) do
    for command <- commands do
      {:ok, %{seq: seq}} = Matches.get(id)
      command = if is_binary(command), do: {:move, command}, else: command
      {:ok, _change} = Matches.act(id, visitor, seq, command)
    end

    id
  end

  # With an undone move.
  defp alone(commands \\ ["-7", "c3-A", "a1-1", :undo, "b2-1"]) do
    {:ok, id} = Matches.create(me(), request(first: :me, second: :me))
    play(id, commands)
  end

  defp fetch(id, conn \\ build_conn()) do
    conn = get(conn, "/m/#{id}/match.pgn")
    [record] = conn |> response(200) |> Record.read(format: :pgn) |> elem(1)
    {conn, record}
  end

  test "is read for few at once, and the others are told in a line of text" do
    id = alone()
    # Of an address that no other test has.
    conn = %{build_conn() | remote_ip: {11, 77, 0, 1}}
    Env.put(Limits, records: 0, patience: 0)
    assert conn |> get("/m/#{id}/match.pgn") |> response(429) =~ "Too many requests"
    # Everything else goes on, and its place is given back.
    Env.put(Limits, requests: 1, records: 1, patience: 0)
    for _ <- 1..3, do: assert(fetch(id, conn))
    assert conn |> get(~p"/rules/quarto") |> html_response(200)
  end

  test "may have to wait, and no page waits with it" do
    id = alone()
    conn = %{build_conn() | remote_ip: {11, 77, 0, 2}}
    Env.put(Limits, requests: 1, records: 1, patience: 60_000)
    assert Limits.enter(conn.remote_ip, :records) == :ok
    waiting = Task.async(fn -> fetch(id, conn) end)

    assert Wait.until(fn ->
             {:monitors, monitors} = Process.info(Process.whereis(Limits.Records), :monitors)
             {:process, waiting.pid} in monitors
           end)

    rules = Task.async(fn -> conn |> get(~p"/rules/quarto") |> html_response(200) end)
    Task.await(rules, :infinity)
    Limits.leave()
    assert {_conn, _record} = Task.await(waiting, :infinity)
  end

  test "is a file, which anyone who knows the match can have" do
    id = alone()
    {conn, record} = fetch(id)
    assert get_resp_header(conn, "content-disposition") == [~s(attachment; filename="quarto.pgn")]
    assert get_resp_header(conn, "content-type") == ["text/plain; charset=utf-8"]
    assert get_resp_header(conn, "x-robots-tag") == ["noindex"]
    assert Record.main_line(record) == @moves
    assert {:ok, _undone} = Record.fetch(record, ["-7", "c3-A", "a1-1"])
    tags = Map.new(record.tags)
    assert tags["Site"] =~ "/m/#{id}"
    assert {tags["First"], tags["Second"], tags["Result"]} == {"Player 1", "Player 2", "*"}
    assert tags["Date"] =~ ~r/\A\d{4}\.\d\d\.\d\d\z/
  end

  test "names the players, engines too, in the reader's language" do
    {:ok, id} = Matches.create(me(), request(first: :me, second: {:level, "sparrow"}))
    {_conn, record} = fetch(id)
    assert {"First", "Guest"} in record.tags
    assert {"Second", "Sparrow"} in record.tags
    {_conn, record} = fetch(id, put_req_header(build_conn(), "accept-language", "ja"))
    assert {"Second", "すずめ"} in record.tags

    :ok = People.rename(me(), "Ada")
    {:ok, id} = Matches.create(me(), request(first: :me, second: :friend))
    {_conn, record} = fetch(id)
    assert {"First", "Ada"} in record.tags
    refute List.keymember?(record.tags, "Second", 0)
    play(id, [:join], me() <> "-friend")
    {_conn, record} = fetch(id)
    assert {"Second", "Guest"} in record.tags
    # Nobody's id.
    refute inspect(record) =~ me()

    spec = "mcts:playouts=10,ms=5000"
    {:ok, id} = Matches.create(me(), request(first: :me, second: {:custom, spec}))
    {_conn, record} = fetch(id)
    assert {"Second", spec} in record.tags
  end

  test "says that there is none" do
    for id <- ~w(abcdefghijkl x) do
      conn = get(build_conn(), "/m/#{id}/match.pgn")
      assert response(conn, 404) == "There is no such match.\n"
    end
  end

  test "is offered on the page of the match" do
    id = alone()
    {:ok, view, _html} = build_conn() |> visiting(me()) |> live("/m/#{id}")

    assert has_element?(
             view,
             "#moves #save-pgn[href='/m/#{id}/match.pgn'][download]",
             "Save record"
           )

    refute has_element?(view, "#save-sgf")
  end

  test "of Gomoku is offered in SGF too, whatever its opening" do
    for options <- [[size: 9], [opening: :swap2]], moves = Enum.take(~w(e5 d4 f6 white), 4) do
      request = request(game: :gomoku, variant: :freestyle, second: :me)
      {:ok, id} = Matches.create(me(), Map.put(request, :options, options))
      moves = if options[:opening], do: moves, else: Enum.take(moves, 3)

      for {move, seq} <- Enum.with_index(moves, 1),
          do: {:ok, _} = Matches.act(id, me(), seq, {:move, move})

      {:ok, view, _html} = build_conn() |> visiting(me()) |> live("/m/#{id}")

      if options[:opening] do
        about = "Gomoku · Five or more in a row wins · 15 × 15 · Swap2 · No clock"
        today = Calendar.strftime(DateTime.utc_now(), "%Y-")
        assert has_element?(view, "#about-match", "#{about} · #{today}")

        assert has_element?(view, "#move-list li:last-child [aria-hidden]", "White")
        {:ok, other, _html} = build_conn() |> visiting("another") |> live("/m/#{id}")
        assert has_element?(other, "#notices", "White: Chose White.")
        refute has_element?(view, "#notices", "Chose White.")
      end

      assert has_element?(view, "#save-sgf[href='/m/#{id}/match.sgf'][download]")
      conn = get(build_conn(), "/m/#{id}/match.sgf")

      assert get_resp_header(conn, "content-disposition") == [
               ~s(attachment; filename="gomoku.sgf")
             ]

      assert {:ok, [record]} = Playout.Record.read(response(conn, 200), format: :sgf)
      assert length(Playout.Record.main_line(record)) == length(moves)
    end

    # Other games have no SGF.
    assert build_conn() |> get("/m/#{alone()}/match.sgf") |> response(404) =~ "PGN"
  end

  describe "the analysis of a match" do
    # Leads there like a press on the match's page.
    defp analyse(id, kept \\ %{}, visitor \\ me()) do
      conn = visiting(build_conn(), visitor)
      {:ok, view, _html} = live(conn, conn |> get("/m/#{id}/analysis") |> redirected_to())
      render_hook(view, "recall", kept)
      render_async(view)
      if kept != %{}, do: render_hook(view, "recall", %{})
      view
    end

    defp kept(view) do
      for name <- ~w(text moves key), into: %{} do
        [value] =
          view
          |> element(~s(#kept [name="#{name}"]))
          |> render()
          |> LazyHTML.from_fragment()
          |> LazyHTML.attribute("value")

        {name, value}
      end
    end

    defp record(view) do
      {:ok, record, 1} = RecordText.read(:quarto, kept(view)["text"])
      record
    end

    test "begins with all of its record" do
      id = alone()
      view = analyse(id)
      assert kept(view)["moves"] == Enum.join(@moves, " ")
      {_conn, record} = fetch(id)
      assert record(view) == record

      # The address of the match is not in the way of others.
      render_click(view, "walk", %{"to" => "first"})
      assert_patch(view, "/analysis/quarto")
      assert record(view) == record
    end

    test "goes on with what the browser has kept of it, and with nothing of another" do
      [one, other] = [alone(), alone()]
      view = analyse(one)
      render_click(view, "go", %{"id" => "start"})
      render_change(view, "comment", %{"at" => "start", "comment" => "mine"})
      kept = kept(view)
      assert record(analyse(one, kept)).root.comment == "mine"
      assert record(analyse(other, kept)).root.comment == nil
    end

    test "says how the match has ended since the browser has kept it" do
      id = alone()
      kept = kept(analyse(id))
      assert {"Result", "*"} in record(analyse(id, kept)).tags
      play(id, [:resign])
      assert {"Result", "1-0"} in record(analyse(id, kept)).tags
    end

    test "of a match that may not be analysed, or another one, has only the moves" do
      {:ok, id} = Matches.create(me(), request(first: :me, second: :friend))
      play(id, [:join], me() <> "-friend")
      play(id, ["-7"])

      for id <- [id, "abcdefghijkl", "x", alone()] do
        {:ok, view, _html} = live(build_conn(), "/analysis/quarto?moves=-7&match=#{id}")
        render_hook(view, "recall", %{})
        assert record(view).tags == []
      end

      for odd <- ["match[]=x", "match[a]=x", "match="] do
        {:ok, view, _html} = live(build_conn(), "/analysis/quarto?moves=-7&#{odd}")
        render_hook(view, "recall", %{})
        assert kept(view)["moves"] == "-7"
      end
    end
  end
end
