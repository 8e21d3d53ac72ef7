defmodule Playout.Cluster.SiteWideTest do
  # What counts for all nodes of a site. None of it needs the database.
  use ExUnit.Case, async: true

  alias Playout.Matches.{Limits, Settings}
  alias Playout.Matches.People.DeviceLinks
  alias Playout.Matches.Store.Uptime
  alias Playout.Test.{Nodes, Wait}

  @an_hour 60 * 60_000

  # Two nodes, of which the second one has been up for an hour longer.
  setup do
    nodes = [one, other] = Nodes.start(2)

    assert Wait.until(fn ->
             Enum.all?(nodes, &(length(Nodes.call(&1, Playout.Cluster, :serving, [])) == 2))
           end)

    for {node, noted} <- [{one, 1_000}, {other, @an_hour}] do
      now = Nodes.call(node, System, :monotonic_time, [:millisecond])
      Nodes.call(node, :persistent_term, :put, [Uptime, noted - now])
      # Each test's settings, as on the test's own node.
      Nodes.call(node, Playout.Test.Env, :start, [])
      Nodes.supervise(node, Limits.children() ++ [Uptime, DeviceLinks])
    end

    {:ok, one: one, other: other}
  end

  defp now(node), do: Nodes.call(node, Uptime, :now, [])

  test "the time is that of the node which is ahead, also after they were disconnected", %{
    one: one,
    other: other
  } do
    assert Wait.until(fn -> now(one) >= @an_hour end)
    assert same_time?(one, other)

    # The second one falls behind, as a virtual machine may that was suspended.
    name = Nodes.call(other, Kernel, :node, [])
    behind = Nodes.call(other, :persistent_term, :get, [Uptime]) - @an_hour
    Nodes.call(other, :persistent_term, :put, [Uptime, behind])
    Nodes.call(one, Node, :disconnect, [name])
    assert Wait.until(fn -> Nodes.call(one, Node, :connect, [name]) end)
    assert Wait.until(fn -> now(other) >= @an_hour end)
    assert same_time?(one, other)
  end

  # Much closer than the hour that was between them.
  defp same_time?(one, other), do: abs(now(other) - now(one)) < @an_hour / 2

  test "a link works on any node, once, until there is a new one", %{one: one, other: other} do
    # Before that, a link would be an hour old on the other node.
    assert Wait.until(fn -> now(one) >= @an_hour end)
    assert Nodes.call(one, DeviceLinks, :new, ["me", "text", "token", "from"]) == {:ok, "token"}
    assert Nodes.call(other, DeviceLinks, :whose, ["token"]) == {:ok, "me"}
    assert Nodes.call(other, DeviceLinks, :take, ["token"]) == {:ok, "me", "text"}
    assert Nodes.call(one, DeviceLinks, :take, ["token"]) == :error

    assert {:ok, _} = Nodes.call(one, DeviceLinks, :new, ["me", "", "first", "from"])
    assert {:ok, _} = Nodes.call(other, DeviceLinks, :new, ["me", "", "second", "from"])
    assert Nodes.call(one, DeviceLinks, :whose, ["first"]) == :error
    assert Nodes.call(one, DeviceLinks, :void, ["me"]) == :ok
    assert Nodes.call(other, DeviceLinks, :whose, ["second"]) == :error
  end

  test "what is counted on one node counts on all", %{one: one, other: other} do
    most = Nodes.call(one, Settings, :limit, [:hints])
    for _ <- 1..most, do: assert(Nodes.call(one, Limits, :hint, ["me"]) == :ok)
    assert Nodes.call(one, Limits, :hint, ["me"]) == {:error, {:limited, :hints}}

    assert Wait.until(fn ->
             Nodes.call(other, Limits, :hint, ["me"]) == {:error, {:limited, :hints}}
           end)

    assert Nodes.call(other, Limits, :hint, ["you"]) == :ok
  end
end
