defmodule Playout.Engine.PeersTest do
  use ExUnit.Case, async: true

  alias Playout.Engine.Peers

  describe "a search goes" do
    test "to this node while it has a place" do
      assert Peers.choose([{:a, 0, 8}], nil, {1, 2}) == node()
      assert Peers.choose([], nil, {9, 2}) == node()
    end

    test "otherwise to the one that is the least crowded" do
      assert Peers.choose([{:a, 0, 1}, {:b, 1, 4}], nil, {2, 2}) == :b
      assert Peers.choose([{:a, 5, 1}, {:b, 9, 2}], nil, {3, 1}) == node()
      # Of equals, this one.
      assert Peers.choose([{:a, 3, 1}], nil, {3, 1}) == node()
    end

    test "to the node that has its tree, if that has a place" do
      assert Peers.choose([{:a, 1, 2}], :a, {0, 2}) == :a
      assert Peers.choose([{:a, 2, 2}], :a, {0, 2}) == node()
      assert Peers.choose([], :lost, {0, 2}) == node()
    end

    test "never to a node that stops" do
      assert Peers.choose([{:a, 0, 0}], :a, {4, 2}) == node()
      assert Peers.choose([{:a, 8, 1}], nil, {0, 0}) == :a
    end
  end
end
