defmodule Playout.Cluster.SearchesTest do
  # Searches on other nodes (`Playout.Engine.Peers`).
  use ExUnit.Case, async: true

  alias Playout.Engine.{Peers, Queue}
  alias Playout.Error
  alias Playout.Test.{Nodes, Searches, Wait}

  @moduletag :capture_log

  # Two nodes with an engine, of which the first one has no free place.
  defp busy_and_free do
    [busy, free] = nodes = Nodes.start(2)
    for node <- nodes, do: Nodes.supervise(node, [Playout.Engine.Supervisor])
    holders = Nodes.call(busy, Searches, :hold_places, [])
    name = Nodes.call(free, Kernel, :node, [])
    assert Wait.until(fn -> Nodes.call(busy, Peers, :choose, [nil]) == name end)
    {busy, free, holders}
  end

  # On a node: starts a search that takes long; returns what its owner receives at last, without the
  # messages about progress.
  defp search(node) do
    code = """
    {:ok, position} = Playout.new(:gomoku)
    {:ok, %{ref: ref}} = Playout.start_search(position, player: "mcts:ms=600000")
    Process.register(self(), :searcher)
    receive do
      {:playout_search, ^ref, {:done, result}} -> result
    end
    """

    search = Task.async(fn -> elem(Nodes.call(node, Code, :eval_string, [code]), 0) end)
    assert Wait.until(fn -> Nodes.call(node, Process, :whereis, [:searcher]) != nil end)
    search
  end

  defp searching?(node), do: elem(Nodes.call(node, Queue, :load, []), 0) > 0

  test "a search on another node finds what it would find here" do
    {busy, free, _holders} = busy_and_free()
    position = Playout.new!(:quarto)
    options = [player: "mcts:playouts=2000,seed=1"]
    assert {:ok, there} = Nodes.call(busy, Playout, :choose_move, [position, options])
    assert {:ok, here} = Playout.choose_move(position, options)
    assert %{there | seconds: 0} == %{here | seconds: 0}

    # So does an error.
    assert {:error, %Error{code: :bad_option}} =
             Nodes.call(busy, Playout, :choose_move, [position, [player: "genius"]])

    assert Wait.until(fn -> not searching?(free) end)
  end

  test "whoever asked is told if the node is lost, and can ask again" do
    {busy, free, holders} = busy_and_free()
    search = search(busy)
    assert searching?(free)
    Nodes.stop(free)
    assert {:error, %Error{code: :internal}} = Task.await(search, :infinity)

    # Nodes that are gone are forgotten.
    assert Wait.until(fn -> Nodes.call(busy, :ets, :info, [Peers, :size]) == 0 end)

    Nodes.call(busy, Searches, :free_places, [holders])
    options = [player: "mcts:playouts=100"]

    assert {:ok, _choice} =
             Nodes.call(busy, Playout, :choose_move, [Playout.new!(:quarto), options])
  end

  test "or if it stops, and then asks another one" do
    {busy, free, holders} = busy_and_free()
    search = search(busy)
    assert searching?(free)
    Nodes.call(free, Playout, :stop_searches, [])
    assert {:error, %Error{code: :internal}} = Task.await(search, :infinity)

    # Who has not heard of it asks here once more, and then elsewhere.
    code = """
    entry = %{class: :person, share: nil, bytes: 0, owner: self(), game: :quarto, on_crash: nil}
    :erpc.call(#{inspect(Nodes.call(free, Kernel, :node, []))}, #{inspect(Queue)}, :enter, [entry])
    """

    assert {{:error, :stopped}, _binding} = Nodes.call(busy, Code, :eval_string, [code])

    assert Wait.until(fn ->
             Nodes.call(busy, Peers, :choose, [nil]) == Nodes.call(busy, Kernel, :node, [])
           end)

    Nodes.call(busy, Searches, :free_places, [holders])
  end

  test "a search ends with its owner on another node" do
    {busy, free, _holders} = busy_and_free()

    code =
      "spawn(fn -> Playout.choose_move(Playout.new!(:gomoku), player: \"mcts:ms=600000\") end)"

    {owner, _binding} = Nodes.call(busy, Code, :eval_string, [code])
    assert Wait.until(fn -> searching?(free) end)
    Nodes.call(busy, Process, :exit, [owner, :kill])
    assert Wait.until(fn -> not searching?(free) end)
  end
end
