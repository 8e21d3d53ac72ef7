defmodule PlayoutWeb.Delay do
  @moduledoc """
  How long the network takes between the site and a browser, as the site itself measures it: a page
  asks for it, the process of its socket sends a ping, which the browser answers before any script
  could, and notes when the answer came.

  The shortest of the last few round trips counts, so a browser that answers late now and then gains
  nothing.
  """

  # How many round trips are remembered.
  @kept 5

  # Without an answer, a ping counts as lost after this many milliseconds.
  @lost_after 10_000

  @table __MODULE__

  defmodule Table do
    @moduledoc false
    # Owns the table, which has a row for each process of a socket as long as that lives.
    use GenServer

    def start_link(table), do: GenServer.start_link(__MODULE__, table, name: __MODULE__)

    def watch(pid), do: GenServer.cast(__MODULE__, {:watch, pid})

    @impl true
    def init(table) do
      :ets.new(table, [:named_table, :public, read_concurrency: true, write_concurrency: true])
      {:ok, table}
    end

    @impl true
    def handle_cast({:watch, pid}, table) do
      Process.monitor(pid)
      {:noreply, table}
    end

    @impl true
    def handle_info({:DOWN, _monitor, :process, pid, _reason}, table) do
      :ets.delete(table, pid)
      {:noreply, table}
    end
  end

  @doc false
  def children, do: [{Table, @table}]

  @doc "Prepares the calling process, a socket's, for `measure/1`."
  @spec open() :: :ok
  def open do
    Table.watch(self())
    :ets.insert(@table, {self(), nil, []})
    :ok
  rescue
    # The table restarts; nothing is measured on this socket.
    ArgumentError -> :ok
  end

  @doc "Has the process of a socket measure its delay, by a message `:measure_delay`."
  @spec measure(pid) :: :ok
  def measure(transport) do
    # In tests, no socket is behind a page.
    if :ets.member(@table, transport), do: send(transport, :measure_delay)
    :ok
  rescue
    ArgumentError -> :ok
  end

  @doc """
  Returns the delay of a socket's process in milliseconds: 0 as long as nothing has been measured.
  """
  @spec of(pid | nil) :: non_neg_integer
  def of(transport) do
    case :ets.lookup(@table, transport) do
      [{_transport, _sent, [_ | _] = delays}] -> Enum.min(delays)
      _none -> 0
    end
  rescue
    # The table restarts.
    ArgumentError -> 0
  end

  @doc """
  Notes that the calling process, a socket's, is about to send a ping, `now` (in milliseconds). Returns
  false if it is still waiting for the answer to another one.
  """
  @spec sent(integer) :: boolean
  def sent(now \\ now()) do
    case :ets.lookup(@table, self()) do
      [{_self, sent, delays}] ->
        (sent == nil or now - sent > @lost_after) and
          :ets.insert(@table, {self(), now, delays})

      [] ->
        false
    end
  rescue
    ArgumentError -> false
  end

  @doc "Notes that the answer has come `now`. Returns false if nobody has asked for one."
  @spec answered(integer) :: boolean
  def answered(now \\ now()) do
    case :ets.lookup(@table, self()) do
      [{_self, sent, delays}] when sent != nil ->
        :ets.insert(@table, {self(), nil, Enum.take([now - sent | delays], @kept)})

      _none ->
        false
    end
  rescue
    ArgumentError -> false
  end

  defp now, do: System.monotonic_time(:millisecond)
end
