defmodule Playout.Cluster.Resolver do
  @moduledoc false
  # How `dns_cluster` finds addresses: as the system does, so an address or a name in /etc/hosts will
  # do as well as one of DNS.

  alias DNSCluster.Resolver

  defdelegate basename(name), to: Resolver
  defdelegate list_nodes(), to: Resolver

  @doc "Connects to a node, unless that is this one."
  def connect_node(name), do: name != node() and Resolver.connect_node(name)

  @doc "Returns the IPv4 addresses of a name."
  def lookup(name, :a) do
    case :inet.getaddrs(String.to_charlist(name), :inet) do
      {:ok, addresses} -> addresses
      {:error, _reason} -> []
    end
  end

  def lookup(_name, :aaaa), do: []
end
