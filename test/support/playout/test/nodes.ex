defmodule Playout.Test.Nodes do
  @moduledoc """
  Other Erlang nodes, which the test calls without being one of them. They have the application's code
  and run whatever a test starts on them.
  """

  alias Playout.Test.Wait

  @doc """
  Starts nodes that are one site (`Playout.Cluster`) and are connected; returns how to call each of
  them. They end with the test. `flags` are more arguments of Erlang, for nodes with these addresses.
  """
  def start(count, flags \\ fn _addresses -> [] end) do
    # Other tests may have nodes at the same time.
    network = "127.#{:rand.uniform(250)}.#{:rand.uniform(250)}"
    addresses = for number <- 1..count, do: "#{network}.#{number}"
    flags = flags.(addresses)
    nodes = for address <- addresses, do: start(address, addresses, flags)
    true = Wait.until(fn -> Enum.all?(nodes, &connected?(&1, count - 1)) end)
    nodes
  end

  defp connected?(node, count), do: length(call(node, Node, :list, [])) == count

  defp start(address, addresses, flags) do
    arguments = ~w(-start_epmd false -erl_epmd_port 4370 -kernel connect_all false)

    {:ok, node, _name} =
      :peer.start_link(%{
        connection: :standard_io,
        wait_boot: Wait.patience(),
        args: Enum.map(arguments ++ ["-setcookie", "none"] ++ flags, &String.to_charlist/1)
      })

    call(node, :code, :add_paths, [:code.get_path()])
    {:ok, address} = :inet.parse_strict_address(String.to_charlist(address))

    settings = [
      names: addresses,
      address: address,
      role: :serve,
      cookie: "of #{hd(addresses)}"
    ]

    call(node, :application, :set_env, [:playout, Playout.Cluster, settings])
    patience = Application.get_env(:playout, :patience)
    call(node, :application, :set_env, [:playout, :patience, patience])
    call(node, :application, :set_env, [:logger, :level, :critical])

    for app <- [:elixir, :logger, :telemetry],
        do: {:ok, _apps} = call(node, :application, :ensure_all_started, [app])

    :ok = call(node, Playout.Cluster, :listen, [])
    supervise(node, call(node, Playout.Cluster, :children, []))
    node
  end

  @doc "Starts children on a node, which outlive the call."
  def supervise(node, children) do
    {:ok, _pid} = call(node, __MODULE__, :start_supervisor, [children])
  end

  @doc false
  def start_supervisor(children) do
    caller = self()

    spawn(fn ->
      send(caller, Supervisor.start_link(children, strategy: :one_for_one))
      Process.sleep(:infinity)
    end)

    receive do
      answer -> answer
    end
  end

  @doc "Ends a node."
  def stop(node), do: :peer.stop(node)

  @doc "Calls a function on a node."
  def call(node, module, function, arguments),
    do: :peer.call(node, module, function, arguments, :infinity)
end
