defmodule Playout.Matches.Processes.EngineMove do
  @moduledoc false
  # The search for the move of the engine to move. The functions take and return the state of `Server`,
  # whose `search` is a map while an engine is to choose:
  #
  # - `seq`: the `board_seq` of the state to which the move belongs;
  # - `side`: the side to move;
  # - `client`: the `SearchClient`;
  # - `not_before`: when the move may be shown, by `Uptime`.
  #
  # The move arrives at the process as `{:reply, seq, choice}`.

  require Logger

  alias Playout.{Choice, Error, SearchClient}
  alias Playout.Engine.Backoff
  alias Playout.Matches.{Change, Clock, Limits, Settings, State, Topics}
  alias Playout.Matches.Rules.Players
  alias Playout.Matches.Store.Uptime

  # The granted time after which a search is given up, in milliseconds: four times the longest that
  # a host may allow players, because a stored player keeps its time.
  @timeout 240_000

  # The longest pause before a move that could not be stored is tried again, in milliseconds.
  @store_again_within 30_000

  @doc """
  Begins to search for a side's move, unless that has begun. `share` says whose time it is.
  """
  @spec ask(map, Playout.Side.t(), term) :: map
  def ask(%{search: %{seq: seq}, state: %{board_seq: seq}} = server, _side, _share), do: server

  def ask(server, side, share) do
    {engine, server} = engine(server, side)
    limit(server.state, side)

    case engine do
      {:ok, engine} -> search(server, side, engine, share)
      {:error, error} -> failed(server, error)
    end
  end

  # Remembers the engine of a seat, because it stays the same for most of a match.
  defp engine(%{state: %{game: game, seats: seats}} = server, side) do
    seat = seats[side]

    case server.engines do
      %{^side => {^seat, engine}} ->
        {engine, server}

      _another ->
        engine = Players.ready(game, seat)
        {engine, put_in(server.engines[side], {seat, engine})}
    end
  end

  # The time in the engine's queue counts too, so it is the match's process that looks at the clock.
  defp limit(%{clock: nil}, _side), do: :ok

  defp limit(%{clock: clock, board_seq: seq}, side) do
    Process.send_after(self(), {:move_now, seq}, Clock.share(clock, side, Uptime.now()))
    :ok
  end

  defp search(%{state: %{board_seq: seq, pace: pace} = state} = server, side, engine, share) do
    options = [
      player: engine.player,
      # Each side's engine has its own tree.
      tree: if(engine.keeps_tree?, do: side),
      priority: if(State.watched?(state), do: :engines, else: :person),
      timeout: @timeout,
      share: share
    ]

    not_before = Uptime.now() + Settings.delay(pace)
    {client, news} = SearchClient.start(state.position, options, Settings.engine())
    search = %{seq: seq, side: side, client: client, not_before: not_before}
    Enum.reduce(news, %{server | search: search}, &told/2)
  end

  @doc "Takes a message of the search; `:unknown` if it is none."
  @spec handle_info(map, term) :: map | :unknown
  def handle_info(%{search: search} = server, message) do
    with {client, news} <- SearchClient.handle_info(search && search.client, message),
         do: Enum.reduce(news, put_in(server.search.client, client), &told/2)
  end

  defp told({:progress, progress}, %{state: %{id: id}} = server),
    do: tell(server, {:thinking, id, progress})

  # What it has found follows.
  defp told({:waiting, nil}, server), do: server
  defp told({:waiting, place}, server), do: tell(server, {:waiting, server.state.id, place})

  defp told({:done, {:ok, choice}}, %{search: search} = server) do
    tell(server, {:thought, server.state.id, thought(choice)})
    left = max(search.not_before - Uptime.now(), 0)
    Process.send_after(self(), {:reply, search.seq, choice}, left)
    put_in(%{server | search: nil}, [:thoughts, search.side], choice)
  end

  defp told({:done, {:error, error}}, server), do: failed(server, error)

  # The last progress of a search that has answered. A short one may not have reported any.
  defp thought(choice) do
    choice |> Map.take([:playouts, :nodes, :seconds, :estimate, :proof]) |> Map.put(:used, 1.0)
  end

  @doc "Says that the engine could not move, and why."
  @spec failed(map, Error.t()) :: map
  def failed(%{state: %{id: id}} = server, error) do
    text = "match #{id}: the engine failed: #{Exception.message(error)}"
    reason = error.details[:problem] || error.code
    if line = Limits.line({:engine, reason}, text), do: Logger.warning(line)
    failed = clear(put_in(server.state.failure, error))
    tell(failed, {:match, Change.between(server.state, failed.state)})
    tell(failed, {:engine_failed, id, error})
  end

  @doc """
  Keeps an engine's move that could not be stored, as its `{:reply, seq, choice}`, and tries again after
  a while with `{:store_again, token, reply}`. So nobody has to be there to ask the engine again. If
  somebody has, it thinks, and the first move that can be stored counts.
  """
  @spec not_stored(map, tuple) :: map
  def not_stored(server, {:reply, seq, _choice} = reply) do
    tries =
      case server.unstored do
        {_token, ^seq, tries} -> tries + 1
        _none_or_another -> 0
      end

    pause = Backoff.pause(Settings.store_again_after(), @store_again_within, tries)
    token = make_ref()
    Process.send_after(self(), {:store_again, token, reply}, pause)
    server = %{server | unstored: {token, seq, tries}}
    if server.search, do: server, else: failed(server, unstored())
  end

  defp unstored do
    Error.new(:internal, "not_stored", "the move could not be stored")
  end

  @doc "Ends the search with its best move so far, which is shown at once, if there is a search."
  @spec finish(map) :: map
  def finish(%{search: nil} = server), do: server

  def finish(%{search: search} = server) do
    client = SearchClient.finish(search.client)
    %{server | search: %{search | client: client, not_before: Uptime.now()}}
  end

  @doc "Ends the search without a move, if there is one."
  @spec stop(map) :: map
  def stop(%{search: nil} = server), do: server

  def stop(server) do
    SearchClient.cancel(server.search.client)
    clear(server)
  end

  defp clear(server), do: tell(%{server | search: nil}, {:thinking, server.state.id, nil})

  @doc "Tells a page that was just opened what the search does."
  @spec greet(map, pid) :: term
  def greet(%{search: %{client: %{waiting: place}}, state: %{id: id}}, page) when place != nil,
    do: send(page, {:waiting, id, place})

  def greet(_server, _page), do: :ok

  # An engine that expects less than this takes a draw (1 is a win, 0.5 a draw).
  @content_below 0.45

  @doc "Whether an engine takes a draw, by what it thought when it moved; without a thought, it doesn't."
  @spec takes_draw?(nil | Choice.t()) :: boolean
  def takes_draw?(nil), do: false
  def takes_draw?(%Choice{proof: %{result: result}}), do: result != :win
  # It hasn't looked ahead.
  def takes_draw?(%Choice{playouts: 0, depth: nil}), do: false

  def takes_draw?(%Choice{estimate: %{win: win, draw: draw}}),
    do: win + draw / 2 < @content_below

  defp tell(%{state: %{id: id}} = server, message) do
    Topics.tell(Topics.match(id), message)
    server
  end
end
