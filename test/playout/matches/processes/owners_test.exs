defmodule Playout.Matches.Processes.OwnersTest do
  # Matches on two nodes with one database.
  use ExUnit.Case, async: true

  import Playout.Test.Database

  alias Playout.{Cluster, Database, Matches}
  alias Playout.Matches.Processes
  alias Playout.Matches.Processes.Owners
  alias Playout.Test.{Nodes, Wait, Watcher}

  @moduletag :capture_log

  setup do
    settings = empty_database()
    [one, other] = nodes = Nodes.start(2)
    environment = Application.get_all_env(:playout)
    # A file is not meant for two nodes that make its tables at the same moment.
    for node <- nodes, do: start_matches(node, environment, settings)
    assert Wait.until(fn -> Enum.all?(nodes, &(length(call(&1, Cluster, :serving, [])) == 2)) end)

    request = %{
      game: :gomoku,
      variant: :freestyle,
      players: %{first: :me, second: :me},
      toss: false
    }

    assert {:ok, id} = call(one, Matches, :create, ["me", request])
    {:ok, one: one, other: other, id: id}
  end

  # The whole environment of the tests, but for the database.
  defp start_matches(node, environment, settings) do
    cluster = call(node, Application, :get_env, [:playout, Cluster])
    own = [{Database.Settings, settings}, {Cluster, cluster}]

    for {key, value} <- Keyword.merge(environment, own),
        do: call(node, Application, :put_env, [:playout, key, value])

    for app <- Application.spec(:playout, :applications),
        do: {:ok, _apps} = call(node, Application, :ensure_all_started, [app])

    call(node, Playout.Test.Env, :start, [])

    Nodes.supervise(node, [
      Playout.Engine.Supervisor,
      {Phoenix.PubSub, name: Playout.PubSub},
      Matches.Supervisor
    ])
  end

  defp call(node, module, function, arguments),
    do: Nodes.call(node, module, function, arguments)

  defp name(node), do: call(node, Kernel, :node, [])

  defp page(node, id) do
    {:ok, page} = call(node, Watcher, :start, [id, "me"])
    page
  end

  # Of a match that lives on the first node: a page there, and one on the other.
  defp pages(%{one: one, other: other, id: id}) do
    here = page(one, id)
    assert Wait.until(fn -> call(other, Owners, :elsewhere, [id]) != nil end)
    {here, page(other, id)}
  end

  defp moves(node, page), do: call(node, Watcher, :moves, [page])
  defp play(node, page, move), do: call(node, Watcher, :play, [page, move])
  defp has?(node, id), do: match?({:ok, _pid}, call(node, Processes.Local, :here, [id]))

  # Until `connect/2`, whatever DNS says: each has another cookie for the other one.
  defp disconnect(one, other) do
    for {node, lost} <- [{one, other}, {other, one}] do
      call(node, :erlang, :set_cookie, [name(lost), :"cut by #{name(node)}"])
      call(node, Node, :disconnect, [name(lost)])
    end

    assert Wait.until(fn -> call(one, Cluster, :others, []) == [] end)
    assert Wait.until(fn -> call(other, Cluster, :others, []) == [] end)
  end

  defp connect(one, other) do
    for {node, lost} <- [{one, other}, {other, one}] do
      call(node, :erlang, :set_cookie, [name(lost), call(node, :erlang, :get_cookie, [])])
    end

    assert Wait.until(fn -> call(one, Node, :connect, [name(other)]) end)
  end

  test "a match lives where it is first asked for, and all nodes play there", context do
    %{one: one, other: other, id: id} = context
    {here, there} = pages(context)
    assert has?(one, id) and not has?(other, id)

    assert play(other, there, "h8") == :ok
    assert Wait.until(fn -> moves(one, here) == ["h8"] end)
    assert play(one, here, "g7") == :ok
    assert Wait.until(fn -> moves(other, there) == ["h8", "g7"] end)
    assert call(other, Owners, :awake, []) == [id]

    # Deletion ends the process, wherever it is.
    assert call(other, Matches, :delete, ["me", id]) == :ok
    assert Wait.until(fn -> not has?(one, id) end)
  end

  test "a match that is watched goes on where its watchers are when its node is lost", context do
    %{one: one, other: other, id: id} = context
    {here, there} = pages(context)
    assert play(one, here, "h8") == :ok
    Nodes.stop(one)
    assert Wait.until(fn -> has?(other, id) end)
    # The page may hear of the move only now.
    assert Wait.until(fn -> moves(other, there) == ["h8"] end)
    assert play(other, there, "g7") == :ok
  end

  test "a command reaches a match whose process has just ended on another node", context do
    %{one: one, other: other, id: id} = context
    {_here, there} = pages(context)
    # The second node doesn't learn of the end.
    call(other, :sys, :suspend, [Playout.Matches.Owners.Scope])
    {:ok, pid} = call(one, Processes.Local, :here, [id])
    call(one, GenServer, :stop, [pid])
    playing = Task.async(fn -> play(other, there, "h8") end)
    assert Wait.until(fn -> tries_again?(other, there) end)
    call(other, :sys, :resume, [Playout.Matches.Owners.Scope])
    assert Task.await(playing, :infinity) == :ok
  end

  # Whether a process waits until its node has learned where the match's process is.
  defp tries_again?(node, pid) do
    {:current_stacktrace, calls} = call(node, Process, :info, [pid, :current_stacktrace])
    Enum.any?(calls, &match?({Processes, :again, _arity, _location}, &1))
  end

  test "of two processes one steps back, and nobody misses what the other has stored", context do
    %{one: one, other: other, id: id} = context
    {here, there} = pages(context)
    disconnect(one, other)
    assert Wait.until(fn -> has?(other, id) end)
    assert has?(one, id)

    # Both believe that they own it. Each move is stored once, whoever knows of the one before.
    assert play(other, there, "h8") == :ok
    assert {:error, _refusal} = play(one, here, "h8")
    assert Wait.until(fn -> play(one, here, "g7") == :ok end)

    connect(one, other)
    home = Cluster.first([name(one), name(other)], id)

    assert Wait.until(fn ->
             for(node <- [one, other], has?(node, id), do: name(node)) == [home]
           end)

    for {node, page} <- [{one, here}, {other, there}],
        do: assert(Wait.until(fn -> moves(node, page) == ["h8", "g7"] end))
  end

  test "a rematch that was offered on a node that is lost can be accepted on the other",
       context do
    %{one: one, other: other} = context

    request = %{
      game: :gomoku,
      variant: :freestyle,
      players: %{first: :me, second: :friend},
      toss: false
    }

    {:ok, id} = call(one, Matches, :create, ["me", request])
    {:ok, %{seq: seq}} = call(one, Matches, :get, [id])
    {:ok, _joined} = call(one, Matches, :act, [id, "you", seq, :join])
    {:ok, _resigned} = call(one, Matches, :act, [id, "you", seq + 1, :resign])
    pages(%{context | id: id})
    disconnect(one, other)
    assert Wait.until(fn -> has?(other, id) end)

    {:ok, _offered} = call(one, Matches, :act, [id, "me", seq + 2, {:offer, :rematch}])
    # The other node's process has not seen the offer; the visitor has.
    assert {:ok, _change} = call(other, Matches, :act, [id, "you", seq + 3, {:accept, :rematch}])
    {:ok, %{rematch: new}} = call(other, Matches, :get, [id])
    assert {:ok, %{seats: %{first: {:person, "you"}}}} = call(other, Matches, :get, [new])
  end

  test "the open seats of an address are counted on all nodes", %{one: one, other: other} do
    request = %{
      game: :gomoku,
      variant: :freestyle,
      players: %{first: :me, second: :friend},
      toss: false,
      listed: true
    }

    offer = fn node, visitor ->
      call(node, Matches, :create, [visitor, request, [from: {192, 0, 2, 1}]])
    end

    [id | _] = for n <- 1..5, node <- [one, other], do: elem({:ok, _} = offer.(node, "v#{n}"), 1)
    for node <- [one, other], do: assert(offer.(node, "v") == {:error, {:limited, :open_seats}})
    assert {:ok, _} = call(other, Matches, :act, [id, "you", 1, :join])
    assert {:ok, _} = offer.(other, "v")
    assert offer.(one, "v") == {:error, {:limited, :open_seats}}
  end

  @tag database: :postgresql
  test "while nodes have lost each other, pages learn from the database what the others play",
       context do
    %{one: one, other: other, id: id} = context
    {here, there} = pages(context)
    disconnect(one, other)
    assert Wait.until(fn -> has?(other, id) end)

    assert play(other, there, "h8") == :ok
    assert Wait.until(fn -> moves(one, here) == ["h8"] end)
    assert play(one, here, "g7") == :ok
    assert Wait.until(fn -> moves(other, there) == ["h8", "g7"] end)
  end
end
