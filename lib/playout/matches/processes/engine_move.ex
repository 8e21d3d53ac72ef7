defmodule Playout.Matches.Processes.EngineMove do
  @moduledoc false
  # The search for the move of the engine to move. The functions take and return the state of `Server`,
  # whose `search` is a `Thinking` until an engine has chosen. The move arrives at the process as
  # `{:reply, seq, choice}`, with the `board_seq` of the state that it belongs to.

  require Logger

  alias Playout.Error
  alias Playout.Matches.{Change, Clock, Limits, Settings, Topics}
  alias Playout.Matches.Processes.{Backoff, Thinking}
  alias Playout.Matches.Rules.Players
  alias Playout.Matches.Store.Uptime

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
    begin(%{server | search: Thinking.new(server.state, side, engine)}, share)
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

  @doc "Asks a busy engine again."
  @spec again(map, {pos_integer, non_neg_integer}, term) :: map
  def again(%{search: %{seq: seq, refusals: refusals}} = server, {seq, refusals}, share),
    do: begin(server, share)

  def again(server, _earlier, _share), do: server

  defp begin(%{search: search, state: state} = server, share) do
    case Thinking.begin(search, state, share) do
      {:ok, search} ->
        Process.monitor(search.handle.pid)
        %{server | search: search}

      {:later, later, milliseconds} ->
        Process.send_after(self(), {:ask, {later.seq, later.refusals}}, milliseconds)
        # Says it once: on a busy machine, many are refused again and again.
        if search.waiting == later.waiting,
          do: %{server | search: later},
          else: told(%{server | search: later}, {:waiting, later.waiting}, share)

      {:error, search, error} ->
        told(%{server | search: search}, {:done, {:error, error}}, share)
    end
  end

  @doc "Notes what the search has told."
  @spec told(map, tuple, term) :: map
  def told(server, {:progress, progress}, _share) do
    tell(server, {:thinking, server.state.id, progress})
    put_in(server.search.waiting, nil)
  end

  def told(server, {:waiting, place}, _share) do
    tell(server, {:waiting, server.state.id, place})
    put_in(server.search.waiting, place)
  end

  def told(%{search: search} = server, {:done, {:ok, choice}}, _share) do
    tell(server, {:thought, server.state.id, Thinking.thought(choice)})
    Process.send_after(self(), {:reply, search.seq, choice}, Thinking.left(search))
    put_in(%{server | search: nil}, [:thoughts, search.side], choice)
  end

  def told(%{search: search} = server, {:done, {:error, error}}, share) do
    if Thinking.again?(search), do: begin(server, share), else: failed(server, error)
  end

  @doc "Says that the engine could not move, and why."
  @spec failed(map, Error.t()) :: map
  def failed(server, error) do
    text = "match #{server.state.id}: the engine failed: #{Exception.message(error)}"
    reason = error.details[:problem] || error.code
    if line = Limits.line({:engine, reason}, text), do: Logger.warning(line)
    failed = clear(put_in(server.state.failure, error))
    tell(failed, {:match, Change.between(server.state, failed.state)})
    tell(failed, {:engine_failed, failed.state.id, error})
    failed
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

  @doc "Ends the search with its best move so far, if there is one."
  @spec finish(map) :: map
  def finish(%{search: nil} = server), do: server
  def finish(server), do: update_in(server.search, &Thinking.finish/1)

  @doc "Ends the search without a move, if there is one."
  @spec stop(map) :: map
  def stop(%{search: nil} = server), do: server

  def stop(server) do
    Thinking.cancel(server.search)
    clear(server)
  end

  defp clear(server) do
    tell(server, {:thinking, server.state.id, nil})
    %{server | search: nil}
  end

  @doc "Tells a page that was just opened what the search does."
  @spec greet(map, pid) :: term
  def greet(%{search: %{waiting: place}, state: %{id: id}}, page) when place != nil,
    do: send(page, {:waiting, id, place})

  def greet(_server, _page), do: :ok

  defp tell(%{state: %{id: id}}, message), do: Topics.tell(Topics.match(id), message)
end
