defmodule Playout.Matches.Processes.Server do
  @moduledoc false
  # The process of a match. `Command` makes all decisions, and this process runs the effects in
  # order. Besides the state it holds the state's native record, which it never shares. The
  # process is a cache of the match's events, so it may crash, or stop when idle. It is then
  # rebuilt from the events, after a crash by `Crashes` or else at the next request, and restarts
  # any pending search.
  #
  # It monitors the processes that watch the match. A match that nobody watches stops after a while:
  # one of two engines with its search, any other when its engine has moved.

  use GenServer, restart: :temporary

  require Logger

  alias Playout.{Choice, Error}
  alias Playout.Matches.{Budget, Change, Clock, Limits, Settings, State, Store, Topics, Watchers}
  alias Playout.Matches.Processes.{Absence, Crashes, EngineMove, HintSearch, Local, Owners}
  alias Playout.Matches.Rules.{Command, Effect, Offers}
  alias Playout.Matches.Store.Uptime

  # After this many milliseconds without a message, the process gives back the memory it does not
  # need.
  @hibernate_after 1_000

  # Of a command that no page has sent. Nobody's budget refuses it.
  @by_itself %{delay: 0, name: nil, budget: nil}

  # In words: so that a process that wakes need not collect garbage several times until its heap is
  # large enough for a move.
  @heap 7_000

  def start_link({id, _asked} = match) do
    GenServer.start_link(__MODULE__, match,
      name: Local.name(id),
      hibernate_after: @hibernate_after,
      # Until its supervisor has its answer.
      spawn_opt: [min_heap_size: @heap, priority: :high]
    )
  end

  # Other matches should not wait until this one is read, so the supervisor gets its answer first.
  @impl true
  def init({id, asked} = match) do
    Process.put(:"$callers", asked.callers)
    Crashes.watch(match, Settings.crashes())
    :ok = Owners.claim(id)
    {:ok, id, {:continue, {:load, Watchers.here(id), asked.from}}}
  end

  @impl true
  def handle_continue({:load, subscribers, from}, id) do
    Process.flag(:priority, :normal)

    case load(id) do
      {:ok, state, record} ->
        server =
          %{
            state: state,
            record: record,
            # While the engine to move is to choose (`EngineMove`).
            search: nil,
            # While an engine looks for a hint (`HintSearch`).
            hint: nil,
            # By side: its seat, and the engine that this is.
            engines: %{},
            # By side: what its engine thought of its position when it last moved.
            thoughts: %{},
            # By monitor: a process that watches, and its visitor, if known.
            watchers: %{},
            absence: Absence.new(),
            # Since when nobody watches.
            alone: nil,
            # The latest engine's move that could not be stored: the token of the next try, the number of
            # its state, and how often it was tried again.
            unstored: nil,
            active: Uptime.now(),
            # Of whoever keeps the engine busy with this match.
            address: nil
          }
          |> remember(from)
          |> watched_by(subscribers)

        Process.send_after(self(), :idle?, Settings.idle())
        {:noreply, server, {:continue, {:effects, waking(server) ++ Effect.pending(state)}}}

      # Whoever is already waiting gets this answer, then the process stops.
      {:error, reason} ->
        {:noreply, {:unreadable, reason}, 0}
    end
  end

  def handle_continue({:effects, effects}, server) do
    server |> run_effects(effects) |> noreply()
  end

  @impl true
  def handle_call(_request, _from, {:unreadable, reason} = server) do
    {:reply, {:error, reason}, server, 0}
  end

  # Whoever only reads does not keep the process from stopping.
  def handle_call(:state, _from, server), do: {:reply, {:ok, server.state}, server}

  def handle_call({:watch, from}, {watcher, _tag}, server) do
    EngineMove.greet(server, watcher)
    HintSearch.greet(server, watcher)
    watching = [{watcher, with({visitor, _address} <- from, do: visitor)}]
    reply({:ok, server.state}, server |> remember(from) |> watched_by(watching))
  end

  def handle_call({:flag, nil}, _from, server) do
    sent = %{@by_itself | delay: Clock.most_delay()}
    {answer, server, effects} = act(server, :clock, server.state.seq, :flag, self(), sent)
    {:reply, answer, server, {:continue, {:effects, effects}}}
  end

  def handle_call({{:wait, side}, nil}, _from, server) do
    now = Uptime.now()
    context = %{at: now, delay: 0, gone: Absence.gone(server.absence, now), name: nil}
    {:reply, {:ok, Offers.wait(server.state, side, context)}, server}
  end

  # Somebody else has stored an event.
  def handle_call({:reload, nil}, _from, server) do
    case reload(server) do
      {:ok, server} -> {:reply, :ok, server}
      error -> {:reply, error, server}
    end
  end

  # Answers before it runs the effects, so that nobody waits for a search to start.
  def handle_call({{:act, visitor, seq, command, delay}, from}, {caller, _tag}, server) do
    server = remember(server, from)
    {name, command} = named(command)
    sent = %{delay: delay, name: name, budget: with({_visitor, address} <- from, do: address)}

    case catch_up(server, seq) do
      {:ok, server} ->
        {answer, server, effects} = act(server, {:visitor, visitor}, seq, command, caller, sent)
        {:reply, answer, active(server), {:continue, {:effects, effects}}}

      unread ->
        {:reply, unread, server}
    end
  end

  @doc "Stops the process of a match, because another node has one."
  def step_back(pid), do: GenServer.cast(pid, :forget)

  @doc "Tells the process of a match that the one on another node has gone."
  def take_over(pid), do: GenServer.cast(pid, :take_over)

  @doc "Tells the process of a match that an event with this number is stored, perhaps by another node."
  def stored(pid, seq), do: GenServer.cast(pid, {:stored, seq})

  @doc "Tells the process of a match who watches it on another node, each with their visitor."
  def watched(pid, watchers), do: GenServer.cast(pid, {:watched, watchers})

  @impl true
  def handle_cast(:forget, server), do: {:stop, :normal, server}
  def handle_cast(_request, {:unreadable, _reason} = server), do: {:noreply, server, 0}

  # They may have missed something.
  def handle_cast({:watched, watchers}, server) do
    change = Change.between(server.state, server.state)
    for {pid, _visitor} <- watchers, do: send(pid, {:match, change})
    server |> watched_by(watchers) |> noreply()
  end

  # If this fails, the next command notices it.
  def handle_cast(:take_over, server), do: server |> reload() |> kept(server)
  def handle_cast({:stored, seq}, server), do: server |> catch_up(seq) |> kept(server)

  defp kept({:ok, server}, _before), do: noreply(server)
  defp kept({:error, _reason}, server), do: noreply(server)

  @impl true
  def handle_info(_message, {:unreadable, _reason} = server), do: {:stop, :normal, server}

  def handle_info({:playout_search, _, _} = message, server),
    do: server |> searched(message) |> noreply()

  def handle_info({:hint, seq, move}, %{hint: %{seq: seq}} = server) do
    case act(server, :hint_player, seq, {:hinted, move}) do
      {{:error, reason}, server} -> server |> HintSearch.failed(reason) |> noreply()
      {_answer, server} -> server |> HintSearch.stop() |> noreply()
    end
  end

  # For a position that is no longer on the board.
  def handle_info({:hint, _old, _move}, server), do: noreply(server)

  # Under a clock, the engine has used its share of the time.
  def handle_info({:move_now, seq}, %{search: %{seq: seq}} = server),
    do: server |> EngineMove.finish() |> noreply()

  def handle_info({:move_now, _old}, server), do: noreply(server)

  def handle_info(:unlist, %{absence: absence} = server) do
    gone = absence |> Absence.gone(Uptime.now()) |> Map.values() |> Enum.max(fn -> 0 end)
    noreply(if gone >= Settings.unwatched_after(), do: unlist(server), else: server)
  end

  def handle_info({:answer_draw, side, answer}, server) do
    {_answer, server} = act(server, {:engine, side}, server.state.seq, {answer, :draw})
    noreply(server)
  end

  def handle_info({:reply, seq, %Choice{move: move}} = reply, server) do
    case act(server, :engine, seq, {:move, move}) do
      {{:error, :not_stored}, server} ->
        server |> EngineMove.not_stored(reply) |> noreply()

      # The rules refused the engine's move. Reports the failure, so that the match doesn't wait
      # forever.
      {{:error, %Error{} = error}, server} ->
        server |> EngineMove.failed(error) |> noreply()

      # The move answers a position that is no longer on the board, so it is ignored.
      {_answer, server} ->
        noreply(server)
    end
  end

  # A match in which nothing can be stored may become idle.
  def handle_info({:store_again, token, reply}, %{unstored: {token, _seq, _tries}} = server) do
    {:noreply, next} = handle_info(reply, server)
    {:noreply, %{next | active: server.active}}
  end

  def handle_info({:store_again, _earlier, _reply}, server), do: {:noreply, server}

  # Plays the pass for the side to move. If anything has happened since, the command is stale and
  # gets refused.
  def handle_info({:pass, seq, visitor, move}, server) do
    case act(server, {:visitor, visitor}, seq, {:move, move}) do
      {{:error, :not_stored}, server} -> server |> pass_later(visitor, move) |> noreply()
      {_answer, server} -> noreply(server)
    end
  end

  def handle_info({:DOWN, monitor, _, _, _}, %{watchers: watchers} = server)
      when is_map_key(watchers, monitor) do
    server = count(present(%{server | watchers: Map.delete(watchers, monitor)}))
    noreply(if server.watchers == %{}, do: alone(server), else: server)
  end

  # Of a search.
  def handle_info({:DOWN, _, :process, _, _} = message, server),
    do: server |> searched(message) |> noreply()

  # A timeout of GenServer would keep the process from hibernating.
  def handle_info(:idle?, server) do
    left = server.active + Settings.idle() - Uptime.now()

    if left <= 0 and server.search == nil and server.hint == nil and not waited_for?(server) do
      server |> unlist() |> sleep(:idle)
    else
      Process.send_after(self(), :idle?, if(left > 0, do: left, else: Settings.idle()))
      {:noreply, server}
    end
  end

  def handle_info(:alone?, %{alone: since} = server) do
    if since != nil and Uptime.now() - since >= Settings.unwatched_after(),
      do: left_alone(unlist(server)),
      else: {:noreply, server}
  end

  # Leaves the match to whoever can read it.
  def handle_info(:step_back, server), do: sleep(server, :unreadable)

  # No other messages are expected, but one must not crash the match.
  def handle_info(message, server) do
    Logger.error("match #{server.state.id} got an unexpected message: #{inspect(message)}")
    noreply(server)
  end

  # Somebody waits for a player under a fast clock, even if it does not run yet, or for one who takes
  # the seat that the lobby offers. A process that started again would not know how long a player has
  # been gone.
  defp waited_for?(%{watchers: watchers}) when watchers == %{}, do: false

  defp waited_for?(%{state: %{control: control} = state}) do
    to_move? = State.turn(state) != nil and State.open_side(state) == nil
    offered?(state) or (to_move? and control != nil and Clock.fast?(control))
  end

  # The lobby offers no seat in a match whose owner is gone, or that sleeps.
  defp unlist(%{state: state} = server) do
    if offered?(state) do
      {_answer, server} = act(server, {:visitor, state.owner}, state.seq, {:list, false})
      server
    else
      server
    end
  end

  defp offered?(state), do: state.listed and State.open_side(state) != nil

  defp reply(answer, server), do: {:reply, answer, active(server)}
  defp noreply(server), do: {:noreply, active(server)}
  defp active(server), do: %{server | active: Uptime.now()}

  defp sleep(server, reason) do
    :telemetry.execute([:playout, :matches, :sleep], %{count: 1}, %{reason: reason})
    {:stop, :normal, server}
  end

  defp watched_by(server, []), do: server |> present() |> count() |> alone()

  defp watched_by(%{watchers: watchers} = server, watching) do
    known = for {_monitor, {pid, _visitor}} <- watchers, into: MapSet.new(), do: pid

    new =
      for {pid, _visitor} = watcher <- watching,
          pid not in known,
          into: watchers,
          do: {Process.monitor(pid), watcher}

    count(present(%{server | watchers: new, alone: nil}))
  end

  # Notes which players watch now.
  defp present(%{state: state} = server) do
    here = for {_monitor, {_pid, visitor}} <- server.watchers, uniq: true, do: visitor
    absence = Absence.update(server.absence, state.seats, here, Uptime.now())

    # Nobody should wait for an owner who is gone.
    if offered?(state) and absence != %{},
      do: Process.send_after(self(), :unlist, Settings.unwatched_after())

    %{server | absence: absence}
  end

  # Most pages that leave come back soon, such as after a loss of the network. The timer begins last:
  # otherwise it may find that a millisecond is missing, and nothing would look again.
  defp alone(server) do
    server = %{server | alone: Uptime.now()}
    Process.send_after(self(), :alone?, Settings.unwatched_after())
    server
  end

  defp left_alone(%{state: state} = server) do
    if (State.watched?(state) or Effect.pending(state) == []) and not offered?(state),
      do: sleep(server, :unwatched),
      else: {:noreply, alone(server)}
  end

  defp count(server) do
    Local.count_watchers(server.state.id, map_size(server.watchers))
    server
  end

  # The watchers of a process that crashed may have missed its last change.
  defp waking(%{watchers: none}) when none == %{}, do: []
  defp waking(%{state: state}), do: [{:broadcast, Change.between(state, state), self()}]

  @doc "Returns the state of a match, and its record, as its events tell."
  def load(id) do
    case Store.events(id) do
      {:ok, []} -> {:error, :not_found}
      {:ok, events} -> State.open(id, events)
      {:error, reason} -> {:error, reason}
    end
    |> logged(id)
  end

  defp logged({:error, reason} = error, id) when reason not in [:not_found, :not_stored] do
    text = "match #{id} cannot be read: #{inspect(reason)}"
    if line = Limits.line(:unreadable, text), do: Logger.error(line)
    error
  end

  defp logged(answer, _id), do: answer

  defp named({:named, name, command}), do: {name, command}
  defp named(command), do: {nil, command}

  # An engine's move or a pass.
  defp act(server, actor, seq, command) do
    {answer, server, effects} = act(server, actor, seq, command, self(), @by_itself)
    {answer, run_effects(server, effects)}
  end

  # Returns the answer and the effects that are still to be run. The caller gets the change as the
  # answer, and everyone else as a message.
  defp act(server, actor, seq, command, caller, %{delay: delay, name: name, budget: budget}) do
    at = Uptime.now()
    context = %{at: at, delay: delay, gone: Absence.gone(server.absence, at), name: name}

    with {{:error, :time_is_up}, server, []} <-
           act_with_retry(server, actor, seq, command, {caller, budget}, context) do
      # Whoever notices that the flag has fallen ends the match.
      context = %{context | delay: Command.delay(server.state, actor, delay), name: nil}
      sender = {self(), nil}

      {_ended, server, more} =
        act_with_retry(server, :clock, server.state.seq, :flag, sender, context)

      {{:error, :time_is_up}, server, more}
    end
  end

  # If another process has already stored an event with the number of this one, that event counts. The
  # command may be valid after it too, as a move is after an offer.
  defp act_with_retry(server, actor, seq, command, sender, context) do
    act_once = &act_once(&1, actor, seq, command, sender, context)

    with {:conflict, server} <- act_once.(server),
         {:ok, server} <- reload(server),
         {:conflict, server} <- act_once.(server) do
      {{:error, :stale}, server, []}
    else
      {:error, _unread} -> {{:error, :not_stored}, server, []}
      answered -> answered
    end
  end

  defp act_once(server, actor, seq, command, {caller, budget}, context) do
    with {:ok, state, effects, record} <-
           Command.act(server.state, actor, seq, command, server.record, context),
         :ok <- check_budget(budget, state, effects) do
      address = budget || server.address
      store(server, %{server | state: state, record: record}, effects, caller, address)
    else
      {:error, reason} -> {{:error, reason}, server, []}
    end
  end

  # What ends a match happens only once in it, and to move somebody's matches to another id was allowed
  # for all of them.
  defp check_budget(address, state, [{:store, event} | _effects]) do
    ends? = State.ends?(event) or (event.type == :moved and state.result != nil)

    if ends? or event.type == :transferred,
      do: :ok,
      else: Budget.check(address, :going_on)
  end

  defp check_budget(_address, _state, _nothing_to_store), do: :ok

  # Nothing is shown or started until the event is on disk. If storing fails, the server keeps its
  # old state and record; `Record.play/3` then notices that the record is ahead of the state and
  # rebuilds it.
  defp store(server, next, [{:store, event} | effects], caller, address) do
    case Store.append(next.state, event, address) do
      :ok ->
        Topics.lists_changed(State.visitors(next.state))
        changed(server, %{next | thoughts: thoughts(next.thoughts, event)}, effects, caller)

      {:error, :conflict} ->
        {:conflict, server}

      {:error, :not_stored} ->
        {{:error, :not_stored}, server, []}

      # The match was deleted, and `Processes.forget/2` is about to stop this process.
      {:error, :not_found} ->
        {{:error, :not_found}, server, []}
    end
  end

  defp store(server, next, effects, caller, _address), do: changed(server, next, effects, caller)

  # What an engine thought of a position that is no longer on the board, or what another engine
  # thought, answers no draw.
  defp thoughts(thoughts, %{type: :replaced, data: %{side: side}}), do: Map.delete(thoughts, side)
  defp thoughts(_thoughts, %{data: %{ply: _undone}}), do: %{}
  defp thoughts(thoughts, _event), do: thoughts

  defp changed(server, next, effects, caller) do
    change = Change.between(server.state, next.state)
    told = {:broadcast, change, caller}
    next = if server.state.seats == next.state.seats, do: next, else: present(next)
    {{:ok, change}, next, Enum.map(effects, &if(&1 == :broadcast, do: told, else: &1))}
  end

  # Whoever has seen a later state has it from another process of the same match, which believes, or
  # believed, that it owns the match: on another node, or before a crash. What is stored is true.
  defp catch_up(%{state: %{seq: own}} = server, seq) when is_integer(seq) and seq > own,
    do: reload(server)

  defp catch_up(server, _seq), do: {:ok, server}

  # Reads the match again, and runs what follows from the events that others have stored.
  defp reload(%{state: %{seq: seq}} = server) do
    case load(server.state.id) do
      {:ok, %{seq: ^seq}, _record} ->
        {:ok, server}

      {:ok, state, record} ->
        told = {:broadcast, Change.between(server.state, state), self()}
        effects = [told, :stop_search, :drop_trees | Effect.pending(state)]
        server = present(%{server | state: state, record: record, thoughts: %{}})
        {:ok, run_effects(server, effects)}

      {:error, reason} when reason in [:not_stored, :not_found] ->
        {:error, :not_stored}

      # A later version of the site goes on with the match, and stores what this one doesn't know.
      {:error, _unreadable} ->
        send(self(), :step_back)
        {:error, :not_stored}
    end
  end

  defp run_effects(server, effects), do: Enum.reduce(effects, server, &effect/2)

  defp effect({:broadcast, change, caller}, server) do
    Watchers.tell_others(server.state.id, caller, {:match, change})
    server
  end

  defp effect(:stop_search, server), do: server |> EngineMove.stop() |> HintSearch.stop()

  # There may be no trees to drop.
  defp effect(:drop_trees, server) do
    Settings.engine().drop_trees()
    server
  end

  defp effect(:finish_search, server), do: EngineMove.finish(server)
  defp effect({:search, side, _spec}, server), do: EngineMove.ask(server, side, share(server))
  defp effect({:hint, _side}, server), do: HintSearch.ask(server, share(server))

  # After the answer to whoever offers it.
  defp effect({:answer_draw, side}, server) do
    answer = if EngineMove.takes_draw?(server.thoughts[side]), do: :accept, else: :decline
    send(self(), {:answer_draw, side, answer})
    server
  end

  defp effect({:pass, visitor, move}, server), do: pass_later(server, visitor, move)

  # The delay lets the player see that they have to pass.
  defp pass_later(server, visitor, move) do
    Process.send_after(self(), {:pass, server.state.seq, visitor, move}, Settings.pass_after())
    server
  end

  # Whose time with the engine this is. Without an address, as after a restart of the site that no
  # page has noticed yet, the owner stands for it.
  defp share(%{state: %{id: id, owner: owner}, address: address}) do
    {address || {:owner, owner}, owner, id}
  end

  # A stranger who watches doesn't change whose time it is, unless nobody else is known.
  defp remember(server, {visitor, address}) when address != nil do
    if server.address == nil or visitor in State.visitors(server.state),
      do: %{server | address: address},
      else: server
  end

  defp remember(server, _unknown), do: server

  # The search may have been stopped before.
  defp searched(server, message) do
    with :unknown <- EngineMove.handle_info(server, message),
         :unknown <- HintSearch.handle_info(server, message),
         do: server
  end
end
