defmodule PlayoutWeb.Limits do
  @moduledoc """
  Limits what the pages of one network address, and those of one visitor, can ask of the site.
  These are the limits, with their defaults:

      config :playout, PlayoutWeb.Limits,
        sockets: 300,
        address_events: 300,
        visitor_events: 30,
        pages: 20

    * `sockets`: the pages of one address that are connected at the same time;
    * `address_events`, `visitor_events`: the messages that the pages of one address, or of one
      visitor, send in a second, after a burst of ten times as many;
    * `pages`: the pages that one address opens in a second, after a burst of thirty times as many.
      A page counts when it is requested and again when it is connected.

  An address may be that of a school, so its limits are generous. What is beyond a limit is refused,
  and everything else goes on: a flood from one page closes no other page.

  A refusal is reported as the telemetry event `[:playout, :web, :refused]` with the measurement
  `count` and the limit as its `reason`. `Playout.Matches.Settings` has the limits on matches.
  """

  defmodule Rates do
    @moduledoc false
    use Hammer, backend: :ets, algorithm: :token_bucket
  end

  @type address :: :inet.ip_address()
  @type limit :: :sockets | :address_events | :visitor_events | :pages

  @env Application.compile_env(:playout, :settings, Application)
  @defaults [sockets: 300, address_events: 300, visitor_events: 30, pages: 20]

  # How many seconds' worth may come at once. After a restart of the site, all pages of an address
  # connect at once, and then some of them are opened again.
  @bursts [address_events: 10, visitor_events: 10, pages: 30]

  @sockets __MODULE__.Sockets

  @doc false
  def children do
    [
      # A minute after its last use, a bucket is full again and can be forgotten.
      {Rates, key_older_than: 60_000},
      {Registry, keys: :duplicate, name: @sockets}
    ]
  end

  @doc """
  Counts the calling process as a socket of this address until it exits, or refuses it beyond the
  limit.
  """
  @spec connect(address) :: :ok | {:error, :sockets}
  def connect(address) do
    {:ok, _} = Registry.register(@sockets, address, nil)

    # Registers before it counts, so that two simultaneous callers see each other.
    if Registry.count_match(@sockets, address, :_) <= limit(:sockets) do
      :ok
    else
      Registry.unregister(@sockets, address)
      refused(:sockets)
    end
  end

  @doc "Returns the number of connected sockets; nil while the counters restart."
  @spec sockets() :: non_neg_integer | nil
  def sockets do
    Registry.count(@sockets)
  rescue
    ArgumentError -> nil
  end

  @doc """
  Counts a message of a page, and refuses it beyond the limits of its visitor (`nil` if unknown) and
  of its address. A message that the visitor's limit refuses does not count for the address.
  """
  @spec event(address, String.t() | nil) :: :ok | {:error, :visitor_events | :address_events}
  def event(address, visitor) do
    with :ok <- if(visitor, do: hit(:visitor_events, visitor), else: :ok),
         do: hit(:address_events, address)
  end

  @doc "Counts a page that this address opens or connects, and refuses it beyond the limit."
  @spec page(address) :: :ok | {:error, :pages}
  def page(address), do: hit(:pages, address)

  defp hit(limit, key) do
    rate = limit(limit)

    case Rates.hit({limit, key}, rate, rate * Keyword.fetch!(@bursts, limit)) do
      {:allow, _left} -> :ok
      {:deny, _wait} -> refused(limit)
    end
  end

  defp refused(limit) do
    :telemetry.execute([:playout, :web, :refused], %{count: 1}, %{reason: limit})
    {:error, limit}
  end

  defp limit(name) do
    :playout |> @env.get_env(__MODULE__, []) |> Keyword.get(name, @defaults[name])
  end
end
