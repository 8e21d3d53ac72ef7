defmodule Playout.Cluster.TlsTest do
  # What docs/operating.md says about nodes that encrypt what they send each other.
  use ExUnit.Case, async: true

  alias Playout.Test.{Nodes, Wait}

  @moduletag :capture_log
  @moduletag :tmp_dir

  @subject_alt_name {2, 5, 29, 17}

  test "nodes with certificates of one authority find each other by TLS", %{tmp_dir: directory} do
    [one, other] = nodes = Nodes.start(2, &flags(&1, directory))
    names = Enum.map(nodes, &Nodes.call(&1, Kernel, :node, []))
    assert Nodes.call(one, Node, :list, []) == [List.last(names)]
    assert Wait.until(fn -> length(Nodes.call(other, Playout.Cluster, :serving, [])) == 2 end)

    for node <- nodes do
      assert Nodes.call(node, :init, :get_argument, [:proto_dist]) == {:ok, [[~c"inet_tls"]]}
      # Each connection is a process of Erlang's TLS.
      assert [_ | _] = Nodes.call(node, Supervisor, :which_children, [:tls_dist_connection_sup])
    end
  end

  # Whoever only speaks TCP is not understood.
  test "a node without TLS is no part of the site", %{tmp_dir: directory} do
    [one] = Nodes.start(1, &flags(&1, directory))
    [other] = Nodes.start(1)
    name = Nodes.call(one, Kernel, :node, [])
    cookie = Nodes.call(one, Node, :get_cookie, [])
    Nodes.call(other, Node, :set_cookie, [name, cookie])
    refute Nodes.call(other, Node, :connect, [name])
    assert Nodes.call(one, Node, :list, []) == []
  end

  defp flags(addresses, directory) do
    names =
      {:Extension, @subject_alt_name, false, for(it <- addresses, do: {:dNSName, ~c"#{it}"})}

    chain = %{root: [], intermediates: [], peer: [extensions: [names]]}

    %{server_config: server, client_config: client} =
      :public_key.pkix_test_data(%{server_chain: chain, client_chain: chain})

    options =
      for {side, config, more} <- [
            {:server, server, [fail_if_no_peer_cert: true]},
            {:client, client, []}
          ],
          do: {side, files(config, "#{directory}/#{side}") ++ [verify: :verify_peer] ++ more}

    file = "#{directory}/dist.conf"
    File.write!(file, :io_lib.format("~tp.~n", [options]))
    ["-proto_dist", "inet_tls", "-ssl_dist_optfile", file]
  end

  # Writes a certificate, its key and the authorities that the other side must have.
  defp files(config, path) do
    {kind, key} = config[:key]

    for {name, entries} <- [
          certfile: [{:Certificate, config[:cert], :not_encrypted}],
          keyfile: [{kind, key, :not_encrypted}],
          cacertfile: Enum.map(config[:cacerts], &{:Certificate, &1, :not_encrypted})
        ] do
      file = "#{path}.#{name}"
      File.write!(file, :public_key.pem_encode(entries))
      {name, String.to_charlist(file)}
    end
  end
end
