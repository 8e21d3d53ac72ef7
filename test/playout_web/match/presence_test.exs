defmodule PlayoutWeb.Match.PresenceTest do
  # On several nodes; test/playout_web/live has what pages show of it.
  use ExUnit.Case, async: true

  alias Playout.Test.{Nodes, Wait}
  alias PlayoutWeb.Match.Presence

  setup do
    nodes = Nodes.start(2)

    for node <- nodes do
      {:ok, _apps} = Nodes.call(node, Application, :ensure_all_started, [:phoenix_pubsub])
      # Sooner than on a site, so that nobody has to wait for it.
      soon = [broadcast_period: 200, down_period: 2_000]
      Nodes.supervise(node, [{Phoenix.PubSub, name: Playout.PubSub}, {Presence, soon}])
    end

    {:ok, nodes: nodes}
  end

  @seats %{first: {:person, "me"}, second: {:person, "you"}}

  defp enter(node, visitor) do
    code = """
    spawn(fn ->
      PlayoutWeb.Match.Presence.enter("a match", #{inspect(visitor)})
      Process.sleep(:infinity)
    end)
    """

    Nodes.call(node, Code, :eval_string, [code])
  end

  defp there(node), do: Nodes.call(node, Presence, :of, ["a match", @seats])

  test "all nodes know who is there, and soon forget those of a node that is lost", context do
    [one, other] = context.nodes
    enter(one, "me")
    enter(other, "a stranger")
    assert Wait.until(fn -> there(other) == %{first: :here, watching: 1} end)
    assert Wait.until(fn -> there(one) == %{first: :here, watching: 1} end)
    Nodes.stop(one)
    assert Wait.until(fn -> there(other) == %{watching: 1} end)
  end
end
