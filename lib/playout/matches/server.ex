defmodule Playout.Matches.Server do
  @moduledoc false
  # The process of a match. `Command` makes all decisions, and this process runs the effects in
  # order. Besides the state it holds the state's native record, which it never shares. The
  # process is a cache of the match's events, so it may crash, or stop when idle. It is then
  # rebuilt from the events, at once after a crash or else at the next request, and restarts any
  # pending search.

  use GenServer, restart: :transient

  require Logger

  alias Playout.{Choice, Error}
  alias Playout.Matches
  alias Playout.Matches.{Command, Limits, Players, Settings, State, Store}

  @registry Playout.Matches.Registry
  @supervisor Playout.Matches.Servers

  # Includes the time that a search waits in the queue when many people play.
  @timeout 5 * 60_000

  # How many milliseconds to wait for the last message of a search that has exited.
  @last_message_within 200

  # How many times a search is tried before the page shows the failure.
  @attempts 2

  # How many milliseconds to wait before trying to start a search again.
  @next_try 200

  @doc "Calls the process of a match, and starts it if necessary."
  def call(id, request, attempts \\ 3) do
    with {:ok, pid} <- find(id), do: GenServer.call(pid, request, 30_000)
  catch
    # The process stopped or crashed in the meantime. If it had already run the command, the
    # repeated one is refused as stale.
    :exit, {reason, _} when reason != :timeout ->
      if attempts > 1, do: call(id, request, attempts - 1), else: {:error, :not_stored}
  end

  defp find(id) do
    # `Registry.lookup/2` may still return a process that has just exited.
    case GenServer.whereis(name(id)) do
      nil -> start(id)
      pid -> {:ok, pid}
    end
  rescue
    # There is no registry while the database and everything that depends on it restart.
    ArgumentError -> {:error, :not_stored}
  end

  defp start(id) do
    case DynamicSupervisor.start_child(@supervisor, {__MODULE__, {id, callers()}}) do
      {:ok, pid} -> {:ok, pid}
      {:error, {:already_started, pid}} -> {:ok, pid}
      :ignore -> load_error(id)
      # It crashed while starting.
      {:error, reason} -> exit({reason, {__MODULE__, :start, [id]}})
    end
  end

  # For whom the process is started, as tasks know it too.
  defp callers, do: [self() | Process.get(:"$callers", [])]

  defp load_error(id) do
    case load(id) do
      # The failure was temporary.
      {:ok, _state, _record} -> {:error, :not_stored}
      error -> error
    end
  end

  @doc "Stops the process of a deleted match."
  def forget(id) do
    if pid = GenServer.whereis(name(id)), do: GenServer.cast(pid, :forget)
    :ok
  end

  def start_link({id, _callers} = match) do
    GenServer.start_link(__MODULE__, match, name: name(id))
  end

  defp name(id), do: {:via, Registry, {@registry, id}}

  @impl true
  def init({id, callers}) do
    Process.put(:"$callers", callers)

    case load(id) do
      {:ok, state, record} ->
        server = %{state: state, record: record, search: nil}
        {:ok, server, {:continue, {:effects, Command.pending(state)}}}

      # A wrong link is not worth logging, and the supervisor should not keep restarting a match
      # that cannot be read.
      {:error, _reason} ->
        :ignore
    end
  end

  @impl true
  def handle_continue({:effects, effects}, server) do
    server |> run_effects(effects) |> noreply()
  end

  @impl true
  def handle_call(:state, _from, server), do: reply({:ok, server.state}, server)

  def handle_call({:act, visitor, seq, command}, _from, server) do
    {answer, server} = act(server, {:visitor, visitor}, seq, command)
    reply(answer, server)
  end

  @impl true
  def handle_cast(:forget, server), do: {:stop, :normal, server}

  @impl true
  def handle_info({:playout_search, ref, {:progress, progress}}, server) do
    if searching?(server, ref), do: broadcast(server, {:thinking, server.state.id, progress})
    noreply(server)
  end

  def handle_info({:playout_search, ref, {:done, result}}, server) do
    server = if searching?(server, ref), do: answered(server, result), else: server
    noreply(server)
  end

  def handle_info(
        {:DOWN, _, :process, pid, _},
        %{search: %{handle: %{pid: pid, ref: ref}}} = server
      ) do
    Process.send_after(self(), {:died, ref}, @last_message_within)
    noreply(server)
  end

  def handle_info({:ask, search}, %{search: search} = server), do: server |> ask() |> noreply()
  def handle_info({:ask, _old}, server), do: noreply(server)

  def handle_info({:died, ref}, server) do
    error = %Error{code: :internal, message: "the search crashed", details: %{problem: "crashed"}}
    server = if searching?(server, ref), do: answered(server, {:error, error}), else: server
    noreply(server)
  end

  def handle_info({:reply, seq, %Choice{move: move}}, server) do
    case act(server, :engine, seq, {:move, move}) do
      {{:error, :not_stored, _state}, server} ->
        error = %Error{code: :internal, message: "the move could not be stored"}
        server |> failed(%{error | details: %{problem: "not_stored"}}) |> noreply()

      # The rules refused the engine's move. Reports the failure, so that the match doesn't wait
      # forever.
      {{:error, %Error{} = error, _state}, server} ->
        server |> failed(error) |> noreply()

      # The move answers a position that is no longer on the board, so it is ignored.
      {_answer, server} ->
        noreply(server)
    end
  end

  # Plays the pass for the side to move. If anything has happened since, the command is stale and
  # gets refused.
  def handle_info({:pass, seq, visitor, move}, server) do
    case act(server, {:visitor, visitor}, seq, {:move, move}) do
      {{:error, :not_stored, _state}, server} -> server |> pass_later(visitor, move) |> noreply()
      {_answer, server} -> noreply(server)
    end
  end

  # An exit message of a search that was stopped earlier.
  def handle_info({:DOWN, _, :process, _, _}, server), do: noreply(server)

  def handle_info(:timeout, %{search: nil} = server), do: {:stop, :normal, server}
  def handle_info(:timeout, server), do: noreply(server)

  # No other messages are expected, but one must not crash the match.
  def handle_info(message, server) do
    Logger.error("match #{server.state.id} got an unexpected message: #{inspect(message)}")
    noreply(server)
  end

  defp reply(answer, server), do: {:reply, answer, server, Settings.idle()}
  defp noreply(server), do: {:noreply, server, Settings.idle()}

  defp load(id) do
    case Store.events(id) do
      {:ok, []} -> {:error, :not_found}
      {:ok, events} -> State.open(id, events)
      {:error, reason} -> {:error, reason}
    end
    |> logged(id)
  end

  defp logged({:error, reason} = error, id) when reason not in [:not_found, :not_stored] do
    Logger.error("match #{id} cannot be read: #{inspect(reason)}")
    error
  end

  defp logged(answer, _id), do: answer

  defp act(server, actor, seq, command) do
    case Command.handle(server.state, actor, seq, command, server.record) do
      {:ok, state, effects, record} ->
        store(server, %{server | state: state, record: record}, effects)

      {:error, reason} ->
        {{:error, reason, server.state}, server}
    end
  end

  # Nothing is shown or started until the event is on disk. If storing fails, the server keeps its
  # old state and record; `Record.play/3` then notices that the record is ahead of the state and
  # rebuilds it.
  defp store(server, next, [{:store, event} | effects]) do
    case Store.append(next.state, event) do
      :ok -> stored(next, effects)
      {:error, :conflict} -> handle_conflict(server)
      {:error, :not_stored} -> {{:error, :not_stored, server.state}, server}
      # The match was deleted, and `forget/1` is about to stop this process.
      {:error, :not_found} -> {{:error, :not_found}, server}
    end
  end

  defp store(_server, next, effects), do: {{:ok, next.state}, run_effects(next, effects)}

  defp stored(next, effects) do
    answer = {{:ok, next.state}, run_effects(next, effects)}
    Matches.changed(State.visitors(next.state))
    answer
  end

  # Another process has already stored an event with this number, and that event counts.
  defp handle_conflict(server) do
    case load(server.state.id) do
      {:ok, state, record} ->
        effects = [:broadcast, :stop_search, :drop_trees | Command.pending(state)]
        {{:error, :stale, state}, run_effects(%{server | state: state, record: record}, effects)}

      {:error, _reason} ->
        {{:error, :not_stored, server.state}, server}
    end
  end

  defp run_effects(server, effects), do: Enum.reduce(effects, server, &effect/2)

  defp effect(:broadcast, server) do
    broadcast(server, {:match, server.state})
    server
  end

  defp effect(:stop_search, %{search: nil} = server), do: server

  defp effect(:stop_search, server) do
    if server.search.handle, do: Settings.engine().cancel(server.search.handle)
    clear_search(server)
  end

  # There may be no trees to drop.
  defp effect(:drop_trees, server) do
    Settings.engine().drop_trees()
    server
  end

  defp effect(:finish_search, %{search: %{handle: %{} = handle}} = server) do
    Settings.engine().finish(handle)
    put_in(server.search.not_before, now())
  end

  defp effect(:finish_search, server), do: server

  # A search for this state is already running.
  defp effect({:search, _, _}, %{search: %{seq: seq}, state: %{seq: seq}} = server), do: server

  defp effect({:search, side, spec}, server) do
    search = %{
      handle: nil,
      spec: spec,
      side: side,
      attempts: 0,
      seq: server.state.seq,
      not_before: now() + Settings.delay(server.state.pace)
    }

    ask(%{server | search: search})
  end

  defp effect({:pass, visitor, move}, server), do: pass_later(server, visitor, move)

  # The delay lets the player see that they have to pass.
  defp pass_later(server, visitor, move) do
    Process.send_after(self(), {:pass, server.state.seq, visitor, move}, Settings.pass_after())
    server
  end

  # A visitor with many matches waits for their own searches instead of delaying other visitors.
  defp ask(server) do
    if Limits.reserve_search(server.state.owner), do: begin(server), else: ask_later(server)
  end

  defp ask_later(server) do
    Process.send_after(self(), {:ask, server.search}, @next_try)
    server
  end

  defp begin(%{search: search} = server) do
    tried = put_in(server.search.attempts, search.attempts + 1)

    case start_search(server.state, search) do
      {:ok, handle} ->
        Process.monitor(handle.pid)
        put_in(tried.search.handle, handle)

      # A full queue is not a failure, and an immediate retry would find it just as full.
      {:error, %Error{code: :busy}} ->
        Limits.release_search(server.state.owner)
        ask_later(server)

      {:error, error} ->
        answered(tried, {:error, error})
    end
  end

  # The log may contain a player from an older release. Each side's engine has its own tree.
  defp start_search(%{game: game, position: position, seats: seats}, %{side: side, spec: spec}) do
    with {:ok, player} <- Playout.stored_player(game, spec) do
      tree = if Players.keeps_tree?(game, put_elem(seats[side], 2, player)), do: side
      options = [player: player, timeout: @timeout, tree: tree]
      Settings.engine().start_search(position, options)
    end
  end

  # Waits until `not_before`, so that people see their own move before the engine's reply.
  defp answered(%{search: search} = server, {:ok, choice}) do
    # A short search may not have reported anything yet.
    thought = Map.take(choice, [:playouts, :nodes, :seconds, :estimate, :proof])
    broadcast(server, {:thinking, server.state.id, Map.put(thought, :used, 1.0)})

    Process.send_after(
      self(),
      {:reply, search.seq, choice},
      max(search.not_before - now(), 0)
    )

    clear_search(server)
  end

  defp answered(%{search: %{attempts: attempts}} = server, {:error, _error})
       when attempts < @attempts do
    begin(put_in(server.search.handle, nil))
  end

  defp answered(server, {:error, error}) do
    failed(server, error)
  end

  defp failed(server, error) do
    Logger.warning("match #{server.state.id}: the engine failed: #{Exception.message(error)}")
    server = clear_search(put_in(server.state.failure, error))
    broadcast(server, {:match, server.state})
    broadcast(server, {:engine_failed, server.state.id, error})
    server
  end

  defp clear_search(server) do
    Limits.release_search(server.state.owner)
    broadcast(server, {:thinking, server.state.id, nil})
    %{server | search: nil}
  end

  defp searching?(%{search: %{handle: %{ref: ref}}}, ref), do: true
  defp searching?(_server, _ref), do: false

  defp broadcast(%{state: %{id: id}}, message) do
    Phoenix.PubSub.broadcast(Playout.PubSub, Playout.Matches.topic(id), message)
  end

  defp now, do: System.monotonic_time(:millisecond)
end
