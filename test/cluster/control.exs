# Runs in a node of the test's cluster, before its site starts: a line on a port of CONTROL is a request.
#
#   cut NAME…    the connections to these nodes are lost, and cannot be made again
#   heal         they can
#   owned        the ids of the matches that have their process here
#   match ID     where that match's process here stands, and whether an engine thinks for it
#   connected    the names of the connected nodes
#   searched     how many searches have ended here
#   sent         how many bytes and messages have gone to other nodes
#
# With LATER_MIGRATION, the database is first migrated further than this version does.

defmodule Cluster.Control do
  def listen(place) do
    [address, port] = String.split(place)
    {:ok, address} = :inet.parse_address(String.to_charlist(address))
    options = [:binary, packet: :line, active: false, ip: address, reuseaddr: true]
    {:ok, listener} = :gen_tcp.listen(String.to_integer(port), options)
    :telemetry.attach(__MODULE__, [:playout, :search, :stop], &__MODULE__.count/4, searched())
    spawn(fn -> serve(listener) end) |> then(&:gen_tcp.controlling_process(listener, &1))
  end

  def count(_event, _measured, _search, searched), do: :counters.add(searched, 1, 1)

  defp searched do
    counter = :counters.new(1, [])
    :persistent_term.put(__MODULE__, counter)
    counter
  end

  defp serve(listener) do
    {:ok, socket} = :gen_tcp.accept(listener)
    {:ok, line} = :gen_tcp.recv(socket, 0)
    answer = line |> String.split() |> answer()
    :ok = :gen_tcp.send(socket, [Enum.intersperse(answer, " "), "\n"])
    :gen_tcp.close(socket)
    serve(listener)
  end

  # A node that knows another cookie is refused.
  defp answer(["cut" | names]) do
    for name <- Enum.map(names, &String.to_atom/1) do
      Node.set_cookie(name, :"cut by #{node()}")
      Node.disconnect(name)
    end

    Application.put_env(:playout, __MODULE__, names)
    ["cut"]
  end

  defp answer(["heal"]) do
    for name <- Application.get_env(:playout, __MODULE__, []),
        do: Node.set_cookie(String.to_atom(name), Node.get_cookie())

    ["healed"]
  end

  defp answer(["owned"]),
    do: Registry.select(Playout.Matches.Registry, [{{:"$1", :_, :_}, [], [:"$1"]}])

  defp answer(["match", id]) do
    case GenServer.whereis({:via, Registry, {Playout.Matches.Registry, id}}) do
      pid when is_pid(pid) ->
        %{state: state, search: search} = :sys.get_state(pid, :infinity)
        thinks = search && "thinks:#{search.client.failures}:#{inspect(search.client.waiting)}"
        for word <- [state.seq, thinks, state.failure && "failed"], word, do: to_string(word)

      nil ->
        ["none"]
    end
  end

  defp answer(["searched"]),
    do: [to_string(:counters.get(:persistent_term.get(__MODULE__), 1))]

  # Without what went to nodes that are gone.
  defp answer(["sent"]) do
    for {_node, port} <- :erlang.system_info(:dist_ctrl), is_port(port), reduce: [0, 0] do
      [bytes, messages] ->
        {:ok, sent} = :inet.getstat(port, [:send_oct, :send_cnt])
        [bytes + sent[:send_oct], messages + sent[:send_cnt]]
    end
    |> Enum.map(&to_string/1)
  end

  defp answer(["connected"]), do: Enum.map(Node.list(), &to_string/1)
end

if System.get_env("LATER_MIGRATION"), do: Code.require_file("later_migration.exs", __DIR__)
{:ok, _apps} = Application.ensure_all_started(:telemetry)
Cluster.Control.listen(System.fetch_env!("CONTROL"))
