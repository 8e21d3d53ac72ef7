defmodule Playout.ClusterTest do
  use ExUnit.Case, async: true

  alias Playout.Cluster
  alias Playout.Test.{Nodes, Wait}

  test "a node alone is the whole site" do
    refute Cluster.on?()
    assert Cluster.role() == :serve
    assert Cluster.children() == []
    assert Cluster.listen() == :ok
    assert Cluster.serving() == [node()]
    assert Cluster.others() == []
    assert Cluster.rank(:anything) == 0
    assert Cluster.home(:anything) == node()
  end

  test "nodes with the same cookie find each other, and agree on an order" do
    nodes = Nodes.start(3)
    names = for node <- nodes, do: Nodes.call(node, Kernel, :node, [])

    ask = fn function, arguments ->
      for node <- nodes, do: Nodes.call(node, Cluster, function, arguments)
    end

    assert Wait.until(fn -> ask.(:serving, []) == List.duplicate(Enum.sort(names), 3) end)

    for thing <- 1..20 do
      assert Enum.sort(ask.(:rank, [thing])) == [0, 1, 2]
      assert [home, home, home] = ask.(:home, [thing])
      assert Enum.at(ask.(:rank, [thing]), Enum.find_index(names, &(&1 == home))) == 0
    end

    homes = for thing <- 1..20, do: hd(ask.(:home, [thing]))
    assert homes |> Enum.take(20) |> Enum.uniq() |> length() > 1
  end

  test "a node with another cookie is not let in" do
    [one, other] = Nodes.start(2)
    name = Nodes.call(other, Kernel, :node, [])
    Nodes.call(other, :erlang, :set_cookie, [:another])
    Nodes.call(one, Node, :disconnect, [name])
    assert Nodes.call(one, Node, :connect, [name]) == false
    assert Nodes.call(one, Cluster, :others, []) == []
  end

  test "a node whose list of roles crashes is in the order again" do
    nodes = [one, _other] = Nodes.start(2)
    all? = fn -> Enum.all?(nodes, &(length(Nodes.call(&1, Cluster, :serving, [])) == 2)) end
    assert Wait.until(all?)
    member = Nodes.call(one, Process, :whereis, [Cluster.Member])
    Nodes.call(one, Process, :exit, [Nodes.call(one, Process, :whereis, [Cluster]), :kill])

    assert Wait.until(fn ->
             Nodes.call(one, Process, :whereis, [Cluster.Member]) not in [nil, member]
           end)

    assert Wait.until(all?)
  end

  test "a node that is lost is out of the order at once" do
    [one, other] = Nodes.start(2)
    assert Wait.until(fn -> length(Nodes.call(one, Cluster, :serving, [])) == 2 end)
    Nodes.stop(other)
    assert Wait.until(fn -> Nodes.call(one, Cluster, :others, []) == [] end)
    assert Nodes.call(one, Cluster, :rank, [:anything]) == 0
  end
end
