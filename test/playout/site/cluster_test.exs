defmodule Playout.Site.ClusterTest do
  use ExUnit.Case, async: true

  alias Playout.Site

  @secret String.duplicate("s", 64)
  @node %{
    "CLUSTER" => "web.internal",
    "CLUSTER_ADDRESS" => "10.0.0.1",
    "DATABASE_URL" => "postgres://db/matches",
    "SECRET_KEY_BASE" => @secret
  }

  defp cluster(variables) do
    assert {:ok, site} = Site.read(variables)
    site.cluster
  end

  defp refused(variables) do
    assert {:error, message} = Site.read(variables)
    message
  end

  test "a site has one node unless it is told otherwise" do
    assert cluster(Map.delete(@node, "CLUSTER")) == []
  end

  test "nodes need one secret and one database" do
    assert refused(Map.delete(@node, "SECRET_KEY_BASE")) ==
             "CLUSTER is set, so SECRET_KEY_BASE must be set, to the same on all nodes."

    assert refused(Map.delete(@node, "DATABASE_URL")) =~ "DATABASE_URL must be set"
    assert refused(%{@node | "CLUSTER" => " , "}) =~ "CLUSTER must be names or addresses"
  end

  test "nodes connect over IPv4 only" do
    assert refused(%{@node | "CLUSTER_ADDRESS" => "::1"}) =~ "CLUSTER_ADDRESS must be an IPv4"

    for address <- ["::1", "fd00::2", "::ffff:10.0.0.2"] do
      assert refused(%{@node | "CLUSTER" => "10.0.0.1 #{address}"}) ==
               "CLUSTER has the IPv6 address #{address}, but nodes connect over IPv4 only."
    end

    assert cluster(%{@node | "CLUSTER" => "10.0.0.1,web.internal cafe"})[:names] ==
             ["10.0.0.1", "web.internal", "cafe"]
  end

  test "a node that only thinks needs no database, and serves no pages" do
    variables = Map.merge(@node, %{"CLUSTER_ROLE" => "think", "PHX_SERVER" => "true"})
    assert {:ok, site} = variables |> Map.delete("DATABASE_URL") |> Site.read()
    assert site.cluster[:role] == :think
    refute site.serves?
    assert {:ok, %{serves?: true}} = Site.read(%{variables | "CLUSTER_ROLE" => "serve"})

    alone = variables |> Map.delete("CLUSTER") |> Map.delete("CLUSTER_ADDRESS")
    assert refused(alone) =~ "CLUSTER must be set"
  end

  test "the cookie is the same on all nodes, and does not contain the secret" do
    cookie = cluster(@node)[:cookie]
    assert cluster(%{@node | "CLUSTER_ADDRESS" => "10.0.0.2"})[:cookie] == cookie
    assert cookie =~ ~r/\A[\w-]{43}\z/
    refute cluster(%{@node | "SECRET_KEY_BASE" => @secret <> "s"})[:cookie] == cookie
  end

  test "a command beside a site is no node" do
    assert cluster(Map.put(@node, "RELEASE_COMMAND", "eval")) == []
  end
end
