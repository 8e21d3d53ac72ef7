defmodule Playout.SearchClientTest do
  # The engine is the test, which owns the client.
  use ExUnit.Case, async: true

  alias Playout.{Error, Search, SearchClient}

  # Answers with what `answers/1` has put there, and afterwards with searches.
  defmodule Engine do
    def start_search(position, options) do
      send(self(), {:asked, position.moves, options})

      case Process.get(:answers, []) do
        [] ->
          owner = self()
          {:ok, %Search{ref: make_ref(), pid: spawn(fn -> exit_with(owner) end)}}

        [answer | rest] ->
          Process.put(:answers, rest)
          answer
      end
    end

    defp exit_with(owner) do
      monitor = Process.monitor(owner)
      receive do: ({:DOWN, ^monitor, :process, _pid, _reason} -> :ok)
    end

    def finish(search), do: send(self(), {:finished, search})
    def cancel(search), do: send(self(), {:cancelled, search}) && :ok

    def focus(search, moves) do
      send(self(), {:focused, search, moves})
      Process.get(:focus, :ok)
    end
  end

  @busy {:error, Error.new(:busy, "busy", "busy", %{limit: 7, of: "all"})}
  @error {:error, Error.new(:internal, "broken", "it broke")}

  defp answers(answers), do: Process.put(:answers, answers)

  defp position(moves \\ []), do: %{Playout.new!(:quarto) | moves: moves}

  defp start(options \\ []), do: SearchClient.start(position(), options, Engine)

  defp started(options \\ []) do
    assert {%{search: %Search{}} = client, []} = start(options)
    assert_received {:asked, [], ^options}
    client
  end

  # What the search of a client sends.
  defp hear(%{search: %{ref: ref}} = client, message),
    do: SearchClient.handle_info(client, {:playout_search, ref, message})

  # The next message that is the client's.
  defp hear_next(client) do
    receive do
      message when elem(message, 0) in [:playout_search, :DOWN] ->
        with :unknown <- SearchClient.handle_info(client, message), do: hear_next(client)
    end
  end

  test "a search tells its place, its progress and its result" do
    client = started(player: "careful")
    assert {%{waiting: 3} = client, [waiting: 3]} = hear(client, {:waiting, 3})
    assert {%{begun?: false} = client, []} = hear(client, {:waiting, 3})

    assert {client, [waiting: nil, progress: %{nodes: 1}]} =
             hear(client, {:progress, %{nodes: 1}})

    assert {%{begun?: true} = client, [progress: %{}]} = hear(client, {:progress, %{}})
    assert {%{search: nil}, [done: {:ok, :choice}]} = hear(client, {:done, {:ok, :choice}})
  end

  test "a result may come before the end of the wait" do
    {client, [waiting: 3]} = hear(started(), {:waiting, 3})
    assert {client, [waiting: nil, done: {:ok, :choice}]} = hear(client, {:done, {:ok, :choice}})
    assert client.waiting == nil
  end

  test "a busy engine is asked again, and each place is told once" do
    answers([@busy, @busy, @busy])
    assert {%{search: nil, waiting: 8} = client, [waiting: 8]} = start()
    assert {%{refusals: 2} = client, []} = hear_next(client)
    assert {%{refusals: 3} = client, []} = hear_next(client)
    assert {%{search: %Search{}, refusals: 0}, [waiting: nil]} = hear_next(client)
    for _ <- 1..4, do: assert_received({:asked, [], []})
  end

  test "a search that fails is tried once more, also if the engine is busy meanwhile" do
    client = started()
    answers([@busy])
    assert {client, [waiting: 8]} = hear(client, {:done, @error})
    assert {client, [waiting: nil]} = hear_next(client)
    assert {%{search: nil}, [done: @error]} = hear(client, {:done, @error})
  end

  test "an engine that refuses a search is asked once more" do
    answers([@error, @error])
    assert {%{search: nil}, [done: @error]} = start()
    answers([@error])
    assert {%{search: %Search{}}, []} = start()
  end

  test "a search that dies without a last message fails, a while later" do
    client = started()
    Process.exit(client.search.pid, :kill)
    assert {^client, []} = hear_next(client)
    assert {again, []} = hear_next(client)
    assert again.search.pid != client.search.pid
    Process.exit(again.search.pid, :kill)
    {again, []} = hear_next(again)
    assert {_client, [done: {:error, %Error{code: :internal}}]} = hear_next(again)
  end

  test "the last message of a search that has died counts if it comes in time" do
    client = started()
    Process.exit(client.search.pid, :kill)
    {client, []} = hear_next(client)
    assert {client, [done: {:ok, :choice}]} = hear(client, {:done, {:ok, :choice}})
    # What the client has sent itself.
    assert_receive {:playout_search, _ref, {:done, {:error, _error}}} = late
    assert SearchClient.handle_info(client, late) == :unknown
  end

  test "messages of others and of earlier searches are unknown" do
    client = started()
    {next, []} = hear(client, {:done, @error})

    for message <- [
          {:playout_search, client.ref, {:done, {:ok, :choice}}},
          {:playout_search, make_ref(), {:waiting, 3}},
          {:playout_search, next.ref, :what},
          {:DOWN, client.monitor, :process, client.search.pid, :killed},
          {:DOWN, make_ref(), :process, self(), :normal},
          :rubbish
        ],
        do: assert(SearchClient.handle_info(next, message) == :unknown)

    assert SearchClient.handle_info(nil, {:playout_search, client.ref, {:waiting, 3}}) == :unknown
  end

  test "a search is finished at once, or as soon as a busy engine has taken it" do
    client = started()
    SearchClient.finish(client)
    search = client.search
    assert_received {:finished, ^search}

    answers([@busy])
    {client, _news} = start()
    client = SearchClient.finish(client)
    refute_received {:finished, _search}
    {%{search: search}, _news} = hear_next(client)
    assert_received {:finished, ^search}
  end

  test "a cancelled search says nothing, not even that it has ended" do
    %{search: search} = client = started()
    assert SearchClient.cancel(client) == :ok
    assert_received {:cancelled, ^search}
    Process.exit(search.pid, :kill)
    monitor = Process.monitor(search.pid)
    assert_receive {:DOWN, ^monitor, :process, _pid, _reason}
    refute_received {:DOWN, _monitor, _process, _pid, _reason}

    answers([@busy])
    {client, _news} = start()
    assert SearchClient.cancel(client) == :ok
    refute_received {:cancelled, _search}
  end

  test "a search that looks elsewhere goes on there, also when it is tried again" do
    %{search: search} = client = started(root: 1)
    assert {:ok, client} = SearchClient.focus(client, position(["-7", "c3-A"]))
    assert_received {:focused, ^search, ["c3-A"]}
    answers([@busy])
    {client, _news} = hear(client, {:done, @error})
    assert_received {:asked, ["-7", "c3-A"], root: 1}

    # While it waits there is no search to tell it to.
    assert {:ok, client} = SearchClient.focus(client, position(["-7"]))
    refute_received {:focused, _search, _moves}
    {client, _news} = hear_next(client)
    assert_received {:asked, ["-7"], root: 1}

    Process.put(:focus, @error)
    assert SearchClient.focus(client, position(["-7", "a1-8"])) == @error
  end

  test "a process can wait for the result of the real engine" do
    choose = &SearchClient.choose_move(position(), [player: &1], fn _place -> :ok end)
    assert {:ok, %{move: move}} = choose.("careful:seed=1")
    assert Playout.choose_move!(position(), player: "careful:seed=1").move == move
    assert {:error, %Error{code: :bad_option}} = choose.("genius")
  end
end
