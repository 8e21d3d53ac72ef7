defmodule PlayoutWeb.Limits do
  @moduledoc """
  Limits what the pages of one network address, and those of one visitor, can ask of the site.
  These are the limits, with their defaults:

      config :playout, PlayoutWeb.Limits,
        connections: 600,
        sockets: 300,
        incomplete: 50,
        complete_within: 60_000,
        requests: 4,
        records: 4,
        patience: 10_000,
        address_events: 300,
        visitor_events: 30,
        address_work: 1_200,
        visitor_work: 300,
        document_work: 400,
        analysis_moves: 240_000,
        pages: 20,
        pushes: 600,
        visitor_pushes: 50,
        signs: 5,
        refusals: 10

    * `connections`: the connections of one address, whether they are used or not. Those of a trusted
      proxy do not count, except among all connections of the site, for which there are only so many
      descriptors (`Playout.Site.Descriptors`). Of these, half are for addresses with no more than a
      browser needs (`Playout.Engine.Places`);
    * `sockets`: the pages of one address that are connected at the same time;
    * `incomplete`: the requests of one address of which only a part has arrived, for up to
      `complete_within` milliseconds. Of eight times as many in all, half are for addresses with none
      (`Playout.Engine.Places`);
    * `requests`: the requests of one address that are answered at the same time, and besides, `records`
      that read whole matches. Of each, fifty times as many as `requests` wait, in turn, for up to `patience`
      milliseconds; others are refused at once. All addresses together have eight for each scheduler, half of
      them for addresses that have none (`PlayoutWeb.Limits.WorkQueue`);
    * `address_events`, `visitor_events`: the messages that the pages of one address, or of one
      visitor, send in a second, after a burst of ten times as many;
    * `address_work`, `visitor_work`: the milliseconds of work (`PlayoutWeb.Limits.Work`) that the pages of one
      address, or of one visitor, cause in a second, after a burst of twenty times as many; by default
      four times the address's messages and ten times the visitor's;
    * `document_work`: the milliseconds of work that the requests of one address cause in a second, after a burst
      of ten times as many; by default twenty times its pages. Of the burst, each of 60 pupils has 66, and a
      page costs up to 15. It is a budget of its own, so whoever loads pages stops nobody's moves;
    * `analysis_moves`: the moves of all analyses that are open, of each rounded up to hundreds, or one for
      500 bytes of its text if that is more. Half are for addresses with no more than the largest analysis
      (`Playout.Engine.Places`), so one address alone gets a quarter. That is as much as 300 pages with
      200 moves each. A move takes up to 2 kB;
    * `pages`: the pages that one address opens in a second, after a burst of thirty times as many.
      A page counts when it is requested and again when it is connected;
    * `pushes`: the messages of matches and lists that the pages of one address take in a second, after a burst of
      twice as many. Beyond them, pages wait and take only the newest. The pages of a player do not count
      within `visitor_pushes`;
    * `signs`: the pings, heartbeats and leaves that one socket sends in a second, after a burst of ten times
      as many, and `refusals`, how many of its messages are refused, after thirty times as many. Beyond
      them the socket is closed.

  An address may be that of a school, so its limits are generous. What is beyond a limit is refused,
  and everything else goes on: a flood from one page closes no other page.

  A refusal is reported (`PlayoutWeb.Limits.Refusal`). `Playout.Matches.Settings` has the limits on matches.
  """

  alias Playout.Engine.Places
  alias Playout.Site.Descriptors
  alias PlayoutWeb.Limits.{ClientAddress, Refusal, WorkQueue}

  defmodule Rates do
    @moduledoc false
    use Hammer, backend: :ets, algorithm: :token_bucket

    # Hammer takes nothing back. Its rows are the key, what is left, and the second of the last hit.
    def give_back(key, cost, capacity) do
      full = {key, capacity, System.system_time(:second)}
      :ets.update_counter(__MODULE__, key, {2, cost, capacity, capacity}, full)
      :ok
    end
  end

  @env Application.compile_env(:playout, :settings, Application)
  @defaults [
    connections: 600,
    sockets: 300,
    incomplete: 50,
    complete_within: 60_000,
    requests: 4,
    records: 4,
    patience: 10_000,
    address_events: 300,
    visitor_events: 30,
    analysis_moves: 240_000,
    pages: 20,
    pushes: 600,
    visitor_pushes: 50,
    signs: 5,
    refusals: 10
  ]

  # How many seconds' worth may come at once. After a restart of the site, all pages of an address
  # connect at once, and then some of them are opened again.
  @bursts [
    address_events: 10,
    visitor_events: 10,
    address_work: 20,
    visitor_work: 20,
    document_work: 10,
    pages: 30,
    pushes: 2,
    visitor_pushes: 2,
    signs: 10,
    refusals: 30
  ]

  # For each request of an address that is answered, so many wait: when a class of 60 opens a page at once, its
  # browsers also ask for what belongs to it.
  @waiting 50

  # For each scheduler. A few more than one, because a request may wait for the database.
  @answered_at_once 8

  # Those that wait take memory, whoever they are from.
  @places 4_000

  # Connections: six for files, and some for the sockets of its pages.
  @of_browser 16

  # Moves of analyses are counted in so many, and 20 times as many are the largest analysis.
  @moves 100
  @of_analysis 20
  @bytes_of_move 500

  @analyses __MODULE__.Analyses
  @connections __MODULE__.OpenConnections
  @incomplete __MODULE__.Incomplete
  @sockets __MODULE__.Sockets
  @queues %{requests: __MODULE__.Requests, records: __MODULE__.Records}
  @entered {__MODULE__, :entered}

  @doc false
  def children do
    [
      # A minute after its last use, a bucket is full again and can be forgotten.
      {Rates, key_older_than: 60_000},
      {Registry, keys: :duplicate, name: @analyses},
      {Registry, keys: :duplicate, name: @connections},
      {Registry, keys: :duplicate, name: @incomplete},
      {Registry, keys: :duplicate, name: @sockets}
    ] ++
      for {_limit, name} <- @queues,
          do: {WorkQueue, name: name, places: @places, at_once: at_once()}
  end

  defp at_once, do: @answered_at_once * max(2, System.schedulers_online())

  @doc """
  Counts the calling process as a connection of this address (`nil` for a proxy) until it exits, or
  refuses it beyond the limits.
  """
  @spec connection(ClientAddress.t() | nil) :: :ok | {:error, :connections | :all_connections}
  def connection(address) do
    {own, all} = register(@connections, address)

    cond do
      not Places.free?(max(own - @of_browser, 0), all, limit(:all_connections)) ->
        too_many(@connections, address, :all_connections)

      own >= limit(:connections) ->
        too_many(@connections, address, :connections)

      true ->
        :ok
    end
  end

  # Returns how many others the address and all addresses have. Those of a proxy are not its own.
  defp register(registry, address) do
    {:ok, _} = Registry.register(registry, address, nil)
    own = if address, do: Registry.count_match(registry, address, :_) - 1, else: 0
    {own, Registry.count(registry) - 1}
  end

  defp too_many(registry, key, limit) do
    Registry.unregister(registry, key)
    Refusal.of(limit)
  end

  @doc """
  Counts the calling process as one that waits for the rest of a request of this address (`nil` for a proxy)
  until it exits or calls `complete/0`, or refuses it beyond the limit. Returns for how many milliseconds it may
  wait.
  """
  @spec incomplete(ClientAddress.t() | nil) :: {:ok, non_neg_integer} | {:error, :incomplete}
  def incomplete(address) do
    {own, all} = register(@incomplete, address)

    if own < limit(:incomplete) and Places.free?(own, all, 8 * limit(:incomplete)),
      do: {:ok, limit(:complete_within)},
      else: too_many(@incomplete, address, :incomplete)
  end

  @doc "Says that the request of the calling process is complete."
  @spec complete() :: :ok
  def complete do
    for key <- Registry.keys(@incomplete, self()), do: Registry.unregister(@incomplete, key)
    :ok
  end

  @doc """
  Counts the calling process as one that answers a request of this address, until it calls `leave/0`. If
  there are too many, waits for a place. Refuses the request if too many wait, or if it has waited too long.
  """
  @spec enter(ClientAddress.t(), :requests | :records) :: :ok | {:error, :requests | :records}
  def enter(address, limit \\ :requests) do
    bounds = %{
      of_address: limit(limit),
      places_of_address: limit(limit) + @waiting * limit(:requests),
      patience: limit(:patience)
    }

    case WorkQueue.enter(@queues[limit], address, bounds) do
      {:ok, place} ->
        Process.put(@entered, [{@queues[limit], place} | Process.get(@entered, [])])
        :ok

      {:error, :busy} ->
        Refusal.of(limit)
    end
  end

  @doc "Gives back all places that the calling process has got from `enter/2`."
  @spec leave() :: :ok
  def leave do
    for {queue, place} <- Process.delete(@entered) || [], do: WorkQueue.leave(queue, place)
    :ok
  end

  # Whoever registers before it counts sees those who do so at the same time.
  defp few?(registry, key, limit), do: Registry.count_match(registry, key, :_) <= limit(limit)

  @doc """
  Counts the calling process as a socket of this address until it exits, or refuses it beyond the
  limit.
  """
  @spec connect(ClientAddress.t()) :: :ok | {:error, :sockets}
  def connect(address) do
    {:ok, _} = Registry.register(@sockets, address, nil)

    if few?(@sockets, address, :sockets),
      do: :ok,
      else: too_many(@sockets, address, :sockets)
  end

  @doc "Returns the number of connected sockets; nil while the counters restart."
  @spec sockets() :: non_neg_integer | nil
  def sockets, do: count(@sockets)

  defp count(registry, times \\ 1) do
    times * Registry.count(registry)
  rescue
    ArgumentError -> nil
  end

  @doc """
  Counts the moves of the analysis that the calling process has, and the bytes of its text, until it exits
  or has another one. If they are too many, refuses the analysis, and counts the one before.
  """
  @spec analysis(ClientAddress.t(), non_neg_integer, non_neg_integer) ::
          :ok | {:error, :analysis_moves}
  def analysis(address, moves, bytes) do
    before = length(Registry.values(@analyses, address, self()))
    now = div(max(moves, div(bytes, @bytes_of_move)) + @moves - 1, @moves)
    for number <- (before + 1)..now//1, do: Registry.register(@analyses, address, number)

    if now <= before or few_moves?(address) do
      keep_moves(address, now)
    else
      keep_moves(address, before)
      Refusal.of(:analysis_moves)
    end
  end

  defp few_moves?(address) do
    own = Registry.count_match(@analyses, address, :_)
    most = div(limit(:analysis_moves), @moves)
    Places.free?(max(own - @of_analysis, 0), Registry.count(@analyses) - 1, most)
  end

  defp keep_moves(address, most),
    do: Registry.unregister_match(@analyses, address, :"$1", [{:>, :"$1", most}])

  @doc "Returns how many moves all open analyses have, as they are counted; nil while the counters restart."
  @spec analysis_moves() :: non_neg_integer | nil
  def analysis_moves, do: count(@analyses, @moves)

  @doc """
  Counts a message of a page, and refuses it beyond the limits of its visitor (`nil` if unknown) and
  of its address. A message that the visitor's limit refuses does not count for the address.
  """
  @spec event(ClientAddress.t(), String.t() | nil) ::
          :ok | {:error, :visitor_events | :address_events}
  def event(address, visitor) do
    with :ok <- if(visitor, do: hit(:visitor_events, visitor), else: :ok),
         do: hit(:address_events, address)
  end

  @doc """
  Takes the milliseconds that some work may cost from the budgets of its visitor (`nil` if unknown) and of
  its address, or refuses it if one of them has less. So much work that begins at the same moment does not
  pass the budgets together. When it is done, `worked/3` gives back what it has not cost. Requests of an
  address have one budget (`:document`), whoever sends them.
  """
  @spec work(ClientAddress.t(), String.t() | nil | :document, pos_integer) ::
          :ok | {:error, :visitor_work | :address_work | :document_work}
  def work(address, :document, milliseconds), do: hit(:document_work, address, milliseconds)

  def work(address, visitor, milliseconds) do
    with :ok <- if(visitor, do: hit(:visitor_work, visitor, milliseconds), else: :ok),
         {:error, limit} <- hit(:address_work, address, milliseconds) do
      if visitor, do: take(:visitor_work, visitor, -milliseconds)
      {:error, limit}
    end
  end

  @doc "Counts milliseconds of work that has been done; what is less than 0 is given back."
  @spec worked(ClientAddress.t(), String.t() | nil | :document, integer) :: :ok
  def worked(address, :document, milliseconds), do: take(:document_work, address, milliseconds)

  def worked(address, visitor, milliseconds) do
    if visitor, do: take(:visitor_work, visitor, milliseconds)
    take(:address_work, address, milliseconds)
  end

  defp take(_limit, _key, 0), do: :ok

  defp take(limit, key, cost) when cost < 0,
    do: Rates.give_back({limit, key}, -cost, capacity(limit))

  # A bucket that has less refuses; then what it has is taken.
  defp take(limit, key, cost) do
    with {:deny, _wait} <- bucket(limit, key, cost),
         left when left < cost <- Rates.get({limit, key}, 1),
         do: take(limit, key, left)

    :ok
  end

  @doc "Counts a page that this address opens or connects, and refuses it beyond the limit."
  @spec page(ClientAddress.t()) :: :ok | {:error, :pages}
  def page(address), do: hit(:pages, address)

  @doc """
  Counts a message of a match or list to a page of this address, which has to wait beyond the limit. `player` is its
  visitor, if they play the match (else `nil`): whoever watches must not hold up their moves.
  """
  @spec push(ClientAddress.t(), String.t() | nil) :: :ok | {:error, :pushes}
  def push(address, player) do
    case player && bucket(:visitor_pushes, player, 1) do
      {:allow, _left} -> :ok
      _none_or_denied -> hit(:pushes, address)
    end
  end

  @doc """
  Counts a message of the calling socket that only says that its page is there, or is no more, and refuses the
  socket if there are too many.
  """
  @spec sign() :: :ok | {:error, :signs}
  def sign, do: hit(:signs, self())

  @doc "Counts a refusal of the calling socket, and refuses the socket if it keeps on."
  @spec refusal() :: :ok | {:error, :refusals}
  def refusal, do: hit(:refusals, self())

  defp hit(limit, key, cost \\ 1) do
    case bucket(limit, key, cost) do
      {:allow, _left} -> :ok
      {:deny, _wait} -> Refusal.of(limit)
    end
  end

  defp bucket(limit, key, cost) do
    Rates.hit({limit, key}, rate(limit), capacity(limit), cost)
  end

  # In a test, the buckets may stand still, so that it doesn't matter how long the test takes.
  defp rate(limit), do: if(@env.get_env(:playout, :still), do: 0, else: limit(limit))

  defp capacity(limit), do: limit(limit) * Keyword.fetch!(@bursts, limit)

  # Whoever lets an address or a visitor send more messages, or open more pages, lets them cause more work.
  defp limit(:address_work), do: setting(:address_work) || 4 * limit(:address_events)
  defp limit(:visitor_work), do: setting(:visitor_work) || 10 * limit(:visitor_events)
  defp limit(:document_work), do: setting(:document_work) || 20 * limit(:pages)
  defp limit(:all_connections), do: setting(:all_connections) || Descriptors.connections()
  defp limit(name), do: setting(name) || @defaults[name]

  defp setting(name), do: @env.get_env(:playout, __MODULE__, [])[name]
end
