defmodule Playout.Matches.People.ChatTest do
  use Playout.Test.MatchCase, async: true

  alias Playout.Matches.People.Chat
  alias Playout.Matches.Store.People

  setup do
    you = "you #{System.unique_integer([:positive])}"
    {:ok, id} = Matches.create(me(), request(second: :friend))
    {:ok, _} = Matches.act(id, you, 1, :join)
    {:ok, id: id, you: you}
  end

  defp said(id, visitor) do
    {:ok, chat} = Chat.get(id, visitor)
    for line <- chat.lines, do: {line.side, line.phrase || line.text}
  end

  defp allow_free_text(id, visitors),
    do: for(visitor <- visitors, do: :ok = Chat.switch(id, visitor, :free, true))

  test "two players say ready phrases, in order, and nobody else reads or says any",
       %{id: id, you: you} do
    {:ok, %{lines: []}} = Chat.open(id, me())
    assert Chat.say(id, me(), {:phrase, "hello"}) == :ok
    assert_receive {:chat, ^id}
    assert Chat.say(id, you, {:phrase, "good_luck"}) == :ok

    for visitor <- [me(), you],
        do: assert(said(id, visitor) == [first: "hello", second: "good_luck"])

    for answer <- [
          Chat.open(id, "a stranger"),
          Chat.get(id, "a stranger"),
          Chat.say(id, "a stranger", {:phrase, "hello"}),
          Chat.switch(id, "a stranger", :free, true)
        ],
        do: assert(answer == {:error, :no_chat})

    for said <- [{:phrase, "rude"}, {:phrase, nil}, {:shout, "hello"}, nil, "hello"],
        do: assert(Chat.say(id, me(), said) == {:error, :malformed})
  end

  test "a line makes no move stale", %{id: id, you: you} do
    {:ok, state} = Matches.get(id)
    for visitor <- [me(), you], do: :ok = Chat.say(id, visitor, {:phrase, "hello"})
    assert {:ok, _} = Matches.act(id, me(), state.seq, {:move, "-7"})
  end

  test "free text takes both, and either can end it", %{id: id, you: you} do
    text = {:text, "Nice weather?"}
    assert Chat.say(id, me(), text) == {:error, :no_free_text}
    allow_free_text(id, [me()])
    assert Chat.say(id, me(), text) == {:error, :no_free_text}
    allow_free_text(id, [you])
    assert Chat.say(id, me(), text) == :ok
    assert said(id, you) == [first: "Nice weather?"]
    :ok = Chat.switch(id, you, :free, false)
    assert Chat.say(id, me(), text) == {:error, :no_free_text}
  end

  test "free text is tidied and bounded", %{id: id, you: you} do
    allow_free_text(id, [me(), you])

    for {typed, shown} <- [
          {" a\n\tb  c ", "a b c"},
          {"a\u202Eb", "a b"},
          {"<script>", "<script>"},
          {"👩\u200D👧", "👩\u200D👧"},
          {String.duplicate("ん", 200), String.duplicate("ん", 200)}
        ] do
      assert Chat.say(id, me(), {:text, typed}) == :ok
      assert {:first, ^shown} = List.last(said(id, you))
    end

    for typed <- ["", " \u200B ", "\u200D", <<255>>, 7],
        do: assert({typed, Chat.say(id, me(), {:text, typed})} == {typed, {:error, :malformed}})

    # Characters that are written with many code points, or endlessly many.
    for {character, count} <- [{"🇯🇵", 200}, {"क्षि", 100}],
        do: assert(Chat.say(id, me(), {:text, String.duplicate(character, count)}) == :ok)

    for typed <- [
          String.duplicate("n", 201),
          String.duplicate("n", 1_000_000),
          "a" <> String.duplicate("\u0301", 5_000)
        ],
        do: assert(Chat.say(id, me(), {:text, typed}) == {:error, :long_line})
  end

  test "whoever mutes the other one reads nothing of theirs, which they don't know",
       %{id: id, you: you} do
    :ok = Chat.say(id, you, {:phrase, "oops"})
    :ok = Chat.switch(id, me(), :muted, true)
    :ok = Chat.say(id, me(), {:phrase, "bye"})
    assert said(id, me()) == [first: "bye"]
    assert said(id, you) == [second: "oops", first: "bye"]
    assert Chat.say(id, you, {:phrase, "hello"}) == :ok
    :ok = Chat.switch(id, me(), :muted, false)
    assert length(said(id, me())) == 3
  end

  test "the host decides what there is", %{id: id, you: you} do
    allow_free_text(id, [me(), you])
    Env.merge(Matches.Settings, chat: "phrases")
    assert Chat.say(id, me(), {:text, "Hello"}) == {:error, :no_free_text}
    assert Chat.say(id, me(), {:phrase, "hello"}) == :ok
    Env.merge(Matches.Settings, chat: "off")
    assert Chat.say(id, me(), {:phrase, "hello"}) == {:error, :no_chat}
    assert Chat.get(id, me()) == {:error, :no_chat}
  end

  test "there is none with an engine, on one screen, or before somebody has joined" do
    for second <- [{:level, "owl"}, :me, :friend] do
      {:ok, id} = Matches.create(me(), request(second: second))
      assert Chat.say(id, me(), {:phrase, "hello"}) == {:error, :no_chat}
    end

    assert Chat.say("no match", me(), {:phrase, "hello"}) == {:error, :not_found}
  end

  test "eight lines in ten seconds are enough", %{id: id} do
    for _ <- 1..8, do: assert(Chat.say(id, me(), {:phrase, "hello"}) == :ok)
    assert Chat.say(id, me(), {:phrase, "hello"}) == {:error, {:limited, :events}}
  end

  test "the last 200 lines are kept", %{id: id} do
    sql(
      """
      WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 250)
      INSERT INTO chat_lines (match_id, side, text) SELECT $1, 'first', CAST(n AS TEXT) FROM numbers
      """,
      [id]
    )

    :ok = Chat.say(id, me(), {:phrase, "bye"})
    said = said(id, me())
    assert length(said) == 200
    assert hd(said) == {:first, "52"} and List.last(said) == {:first, "bye"}
  end

  test "it goes with the match", %{id: id, you: you} do
    :ok = Chat.say(id, me(), {:phrase, "hello"})
    :ok = Chat.switch(id, you, :muted, true)
    Matches.Store.discard(id, id)

    for table <- ["chat_lines", "chat_switches"],
        do: assert(sql("SELECT 1 FROM #{table} WHERE match_id = $1", [id]).rows == [])

    # From a page that is still open.
    assert {:error, :not_found} = People.say(id, "first", "hello", nil)
    assert People.switch(id, "first", :free, true) == :ok
    assert sql("SELECT 1 FROM chat_switches WHERE match_id = $1", [id]).rows == []
  end
end
