defmodule PlayoutWeb.Admin do
  @moduledoc """
  What the operator of a site sees: a dashboard (Phoenix LiveDashboard with a page of our own) and
  metrics for Prometheus, on a port of their own.

  `config :playout, PlayoutWeb.Admin.Endpoint, http: [port: …]` opens the port; `config :playout,
  PlayoutWeb.Admin.Guard, password: …` protects it. Without a port, none of this starts.
  """
  use Supervisor

  alias PlayoutWeb.Admin.{Collector, Endpoint, Figures, Guesses, Heartbeat}

  # How often figures are read, in milliseconds.
  @period 5_000

  @doc false
  def start_link(_options), do: Supervisor.start_link(__MODULE__, nil, name: __MODULE__)

  @impl true
  def init(nil) do
    if Keyword.has_key?(Application.get_env(:playout, Endpoint)[:http] || [], :port),
      do: Supervisor.init(children(), strategy: :rest_for_one),
      else: :ignore
  end

  defp children do
    measurements = [:memory, :total_run_queue_lengths, {Figures, :emit, []}]

    # Cookies and tokens of the site are worth nothing here, and the other way round.
    secret = Base.encode64(:crypto.strong_rand_bytes(48))

    [
      Collector.core(),
      Collector,
      Heartbeat,
      {:telemetry_poller, measurements: measurements, period: @period, init_delay: 0},
      {Guesses, clean_period: :timer.minutes(10)},
      {Endpoint, secret_key_base: secret}
    ]
  end
end
