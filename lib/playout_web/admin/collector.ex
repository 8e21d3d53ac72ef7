defmodule PlayoutWeb.Admin.Collector do
  @moduledoc """
  Reads the metrics (`PlayoutWeb.Admin.Metrics`), for Prometheus and for the dashboard.

  `TelemetryMetricsPrometheus.Core` keeps every duration until somebody reads the metrics, and only
  then sums them up. So this process reads them every ten seconds: a site whose metrics nobody reads
  does not grow. All readers share it, because two at the same time would lose some of the sums.
  """
  use GenServer

  alias PlayoutWeb.Admin.{Metrics, Samples}
  alias TelemetryMetricsPrometheus.Core

  @period 10_000
  @a_minute div(60_000, @period)

  # How long readers wait, in milliseconds. Summing up takes seconds on a machine with too much to do.
  @patience 15_000

  @doc "Options: `period`, how often the metrics are read, in milliseconds."
  def start_link(options) do
    GenServer.start_link(__MODULE__, options[:period] || @period, name: __MODULE__)
  end

  @doc "The child specification of the process that collects what `read/0` returns."
  def core, do: {Core, name: Metrics, metrics: Metrics.all(), start_async: false}

  @doc "Returns all metrics in Prometheus's text format."
  @spec read() :: String.t()
  def read, do: GenServer.call(__MODULE__, :read, @patience)

  @doc "Returns the samples of now and of a minute ago."
  @spec last_minute() :: Samples.span()
  def last_minute, do: GenServer.call(__MODULE__, :last_minute, @patience)

  @impl true
  def init(period), do: {:ok, %{period: period, past: []}, {:continue, :remember}}

  @impl true
  def handle_continue(:remember, state) do
    Process.send_after(self(), :remember, state.period)
    {:noreply, %{state | past: Enum.take([now() | state.past], @a_minute)}}
  end

  @impl true
  def handle_info(:remember, state), do: {:noreply, state, {:continue, :remember}}

  @impl true
  def handle_call(:read, _from, state), do: {:reply, Core.scrape(Metrics), state}

  def handle_call(:last_minute, _from, state) do
    {at, samples} = now()
    {since, before} = List.last(state.past)
    {:reply, %{now: samples, before: before, seconds: max(at - since, 1) / 1000}, state}
  end

  defp now, do: {System.monotonic_time(:millisecond), Samples.parse(Core.scrape(Metrics))}
end
