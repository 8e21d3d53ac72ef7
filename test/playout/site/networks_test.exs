defmodule Playout.Site.NetworksTest do
  use ExUnit.Case, async: true

  alias Playout.Site.Networks

  test "an error names the invalid entry" do
    for wrong <- ~w(proxy 10.0.0.0/33 10.0.0.0/-1 10.0.0.0/8x fd00::/129 1/2/3 10.0.0/8) do
      assert_raise ArgumentError, ~r/#{Regex.escape(wrong)}/, fn ->
        Networks.parse!("127.0.0.1, #{wrong}")
      end
    end

    assert Networks.parse!("") == []
  end

  test "an address belongs to networks of its family with its prefix" do
    networks = Networks.parse!("127.0.0.1, 10.0.0.0/8 fd00::/8")

    for inside <- ["127.0.0.1", "10.255.1.2", "fdff::1", "::ffff:10.1.1.1"] do
      assert Networks.member?(networks, Networks.address(inside)), inside
    end

    for outside <- ["127.0.0.2", "11.0.0.0", "fe00::1", "::a00:1"] do
      refute Networks.member?(networks, Networks.address(outside)), outside
    end

    assert Networks.address("10.1") == nil
    assert Networks.member?(Networks.parse!("0.0.0.0/0"), {203, 0, 113, 7})
  end
end
