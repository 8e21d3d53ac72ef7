defmodule Playout.Cluster do
  @moduledoc """
  The nodes that are one site. They share a PostgreSQL database and are connected by Erlang's
  distribution. A site has one node, and none of this runs, unless the environment variable `CLUSTER`
  is set (`Playout.Site.Cluster`).

  Each node has a role: those that `:serve` have pages and matches, those that `:think` only run
  searches. Nobody assigns anything: what belongs to one node at a time, such as a match, has its own
  means, and the database decides between two nodes that both believe it is theirs. Where it is only
  about who does something first, or who counts something, every node works out the same order
  (`rank/1`, `home/1`) from the nodes that it is connected to.

  Nodes find each other by DNS (`dns_cluster`), every two seconds. They are called `playout@` and
  their address, and all listen on the same port (rel/vm.args.eex), so they need no `epmd`.
  """

  alias Playout.Cluster.{Member, Resolver}

  @typedoc """
    * `names`: names and addresses under which the nodes are found;
    * `address`: this node's own;
    * `role`;
    * `cookie`: what nodes must know to be let in.
  """
  @type settings :: [
          names: [String.t(), ...],
          address: :inet.ip4_address(),
          role: role,
          cookie: String.t()
        ]

  @type role :: :serve | :think

  @scope __MODULE__

  # In milliseconds.
  @discover_every 2_000

  # In milliseconds: for how long a process waits to hear of errors in `cast/3`.
  @cast_within 5_000

  # In seconds. A node that does not answer is given up after three to five quarters of it.
  @tick 8

  @doc "Returns whether this node is to be one of several."
  @spec on?() :: boolean
  def on?, do: settings() != []

  @doc "Returns this node's role."
  @spec role() :: role
  def role, do: Keyword.get(settings(), :role, :serve)

  defp settings, do: Application.get_env(:playout, __MODULE__, [])

  @doc """
  Lets other nodes connect to this one, if it is to be one of several. An error is a text for the
  operator.
  """
  @spec listen() :: :ok | {:error, String.t()}
  def listen, do: if(on?(), do: listen(settings()), else: :ok)

  defp listen(settings) do
    address = settings[:address]
    Application.put_env(:kernel, :inet_dist_use_interface, address)
    name = :"playout@#{:inet.ntoa(address)}"

    case :net_kernel.start(name, %{name_domain: :longnames, net_ticktime: @tick}) do
      {:ok, _pid} ->
        # An atom: there is one for each secret.
        :erlang.set_cookie(String.to_atom(settings[:cookie]))
        :ok

      {:error, _reason} ->
        {:error,
         "The site cannot start. It cannot listen for other nodes on #{:inet.ntoa(address)}: " <>
           "CLUSTER_ADDRESS must be an address of this machine, and no other node may use it."}
    end
  end

  @doc "Returns what finds the other nodes and knows their roles; nothing for a single node."
  @spec children() :: [Supervisor.child_spec()]
  def children do
    if on?() do
      # In their order: a list of roles that starts again is empty, so the node must join it again.
      [
        %{
          id: __MODULE__.Supervisor,
          type: :supervisor,
          start: {Supervisor, :start_link, [parts(), [strategy: :rest_for_one]]}
        }
      ]
    else
      []
    end
  end

  defp parts do
    [
      %{id: @scope, start: {:pg, :start_link, [@scope]}},
      {Member, {@scope, role()}},
      {DNSCluster,
       query: settings()[:names], interval: @discover_every, resolver: Resolver, log: :info}
    ]
  end

  @doc "Returns the nodes that serve pages and are connected, this one among them, in the order of their names."
  @spec serving() :: [node, ...]
  def serving do
    if on?(),
      do: Enum.sort([node() | others()]),
      else: [node()]
  end

  @doc "Returns the other nodes that serve pages and are connected."
  @spec others() :: [node]
  def others do
    if on?() do
      connected = Node.list()
      nodes = for pid <- members(), node(pid) in connected, uniq: true, do: node(pid)
      List.delete(nodes, node())
    else
      []
    end
  end

  # The table is gone while its process restarts.
  defp members do
    :pg.get_members(@scope, :serve)
  rescue
    ArgumentError -> []
  end

  @doc """
  Returns this node's place, from 0, in the order in which the nodes that serve see to something. The
  order is a different one for each `thing`.
  """
  @spec rank(term) :: non_neg_integer
  def rank(thing) do
    place = order(thing, node())
    Enum.count(others(), &(order(thing, &1) < place))
  end

  @doc "Returns the node that is the first to see to something."
  @spec home(term) :: node
  def home(thing), do: if(on?(), do: first(serving(), thing), else: node())

  @doc "Returns which of the nodes is the first to see to something."
  @spec first([node, ...], term) :: node
  def first(nodes, thing), do: Enum.min_by(nodes, &order(thing, &1))

  defp order(thing, node), do: {:erlang.phash2({thing, node}), node}

  @doc "Lets the other nodes that serve call a function, and does not wait for it."
  @spec cast(module, atom, [term]) :: :ok
  def cast(module, function, arguments), do: cast(others(), module, function, arguments)

  defp cast([], _module, _function, _arguments), do: :ok

  # A node that stops may have nothing left to call. `:erpc.cast/4` would log that here.
  defp cast(nodes, module, function, arguments) do
    spawn(fn -> :erpc.multicall(nodes, module, function, arguments, @cast_within) end)
    :ok
  end
end
