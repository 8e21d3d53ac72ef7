defmodule Playout.Engine.Search do
  @moduledoc false
  # A search as a process. It waits until the queue gives it a turn, and calls the native search in
  # slices of a few milliseconds until the turn is over; then it waits for the next one. Between
  # slices, and while it waits, it handles messages: cancel, finish, its owner's death.
  #
  # The first slices are brief, and run where the process itself runs. Most searches end within
  # these. On a busy machine each change to a dirty scheduler's thread and back can take several
  # milliseconds, for which the search would hold its place.
  #
  # It opens its own native search at once, even if a tree is kept for it. That way errors are
  # reported immediately, and nothing that happens to the kept tree during the wait can harm the
  # search.

  use GenServer, restart: :temporary

  alias Playout.{Choice, Error, Patience, Search}
  alias Playout.Engine.{Arguments, Native, NativeRules, Peers, Queue, Settings, Tables}
  alias Playout.Engine.{Telemetry, Trees}

  @supervisors Playout.Engine.Searches

  # Milliseconds per slice: too short for a person to notice, and far longer than the overhead of
  # a call.
  @slice 4

  # The number of brief slices, of a millisecond each, and the most bytes of a tree with which a
  # search begins with them: such a tree takes a millisecond or two to advance.
  @brief_slices 8
  @small 3 * 1024 * 1024

  # In milliseconds: how long the search of another node may take to end.
  @cancelled_within 1_000

  # Milliseconds between two progress messages.
  @progress_every 100

  @doc """
  Starts a search for the calling process. With `reports: :all` (see `Playout.start_search/2`) the
  owner receives progress, and a message if the search crashes; with `reports: :done` only the
  final message.
  """
  def start(position, options, reports) do
    with {:ok, arguments} <- Arguments.read(options, defaults()),
         {:ok, arguments} <- divide(arguments, position),
         {:ok, search} <- start_somewhere(position, arguments, reports) do
      {:ok, search}
    else
      {:error, error} -> refused(error)
    end
  end

  defp defaults do
    %{
      player: "mcts",
      lines: nil,
      timeout: Patience.ms(60_000),
      tree: nil,
      root: nil,
      priority: :person,
      share: nil
    }
  end

  # If another node doesn't take the search, for whatever reason, this one does.
  defp start_somewhere(position, %{tree: tree} = arguments, reports) do
    asked = Map.merge(arguments, %{owner: self(), ref: make_ref(), reports: reports})

    with node when node != node() <- Peers.choose(tree),
         {:ok, search} <- Peers.start(node, __MODULE__, :start_here, [position, asked]) do
      Peers.note(tree, node)
      {:ok, search}
    else
      _here ->
        Peers.note(tree, node())
        # Not that of a search which may have started there all the same.
        start_here(position, %{asked | ref: make_ref()})
    end
  end

  @doc """
  Starts a search on this node. `asked` are its arguments, among them the `owner`, which may be on
  another node, and the `ref` of its messages.
  """
  def start_here(position, asked) do
    with :ok <- room(asked.share),
         {:ok, search} <- start_child(position, asked),
         # The process opens its native search after it has started, so that nobody else waits for
         # it.
         :ok <- GenServer.call(search.pid, :enter, :infinity),
         do: {:ok, search}
  catch
    # The engine is restarting.
    :exit, _reason -> {:error, not_running()}
  end

  # Divides the moves of a search that has a root above its position. The native side refuses what
  # is no list.
  # credo:disable-for-lines:2 Credo.Check.Warning.ExpensiveEmptyEnumCheck
  defp divide(%{root: root} = arguments, %{moves: moves})
       when is_integer(root) and length(moves) >= 0 do
    if root <= length(moves) do
      {above, below} = Enum.split(moves, root)
      {:ok, Map.merge(arguments, %{above: above, focus: below})}
    else
      message = "root=#{root} is more than the #{length(moves)} moves of the position"
      {:error, Error.new(:bad_option, "out_of_range", message, %{key: "root"})}
    end
  end

  defp divide(arguments, _position), do: {:ok, arguments}

  # Checks this first, because starting a search costs more than refusing it.
  defp room(share) do
    with {:error, bound} <- Queue.room(share), do: {:error, busy(bound)}
  end

  # Several supervisors, so that starts don't wait for each other.
  defp start_child(position, asked) do
    supervisor = {:via, PartitionSupervisor, {@supervisors, self()}}

    case DynamicSupervisor.start_child(supervisor, {__MODULE__, {position, asked}}) do
      {:ok, pid} -> {:ok, %Search{ref: asked.ref, pid: pid}}
      {:error, _crash} -> {:error, not_running()}
    end
  end

  defp refused(error) do
    Telemetry.execute([:playout, :search, :refused], %{count: 1}, %{reason: reason(error)})
    {:error, error}
  end

  defp reason(%{code: :busy, details: %{of: bound}}), do: :"busy_#{bound}"
  defp reason(%{details: %{problem: "not_running"}}), do: :not_running
  defp reason(%{code: code}), do: code

  @doc """
  Waits for the choice of a search that was started with `reports: :done`. If its tree is to be
  kept, also waits for that, so that the caller's next search finds it.
  """
  def await(%Search{pid: pid, ref: ref}) do
    monitor = Process.monitor(pid)

    receive do
      {:playout_search, ^ref, {:done, result}} ->
        receive do
          {:DOWN, ^monitor, :process, ^pid, _reason} -> result
        end

      {:DOWN, ^monitor, :process, ^pid, _reason} ->
        {:error, crashed()}
    end
  end

  @doc """
  Cancels a search; when this returns, none of its messages are left. If it runs on a node that does
  not answer, some may still come.
  """
  def cancel(%Search{pid: pid, ref: ref}) do
    monitor = Process.monitor(pid)
    GenServer.cast(pid, :cancel)

    receive do
      {:DOWN, ^monitor, :process, ^pid, _reason} -> flush(ref)
    after
      if(node(pid) == node(), do: :infinity, else: @cancelled_within) ->
        Process.demonitor(monitor, [:flush])
        flush(ref)
    end
  end

  @doc """
  Tells a search to answer with its best move so far.
  """
  def finish(%Search{pid: pid}), do: GenServer.cast(pid, :finish)

  @doc """
  Lets a search look at another position below its root. When this returns, the mailbox contains no
  progress about the position before.
  """
  def focus(%Search{pid: pid, ref: ref}, moves) do
    with :ok <- GenServer.call(pid, {:focus, moves}, :infinity), do: forget_progress(ref)
  catch
    :exit, _reason ->
      {:error, Error.new(:search_over, "search_over", "the search has ended")}
  end

  defp forget_progress(ref) do
    receive do
      {:playout_search, ^ref, {:progress, _progress}} -> forget_progress(ref)
    after
      0 -> :ok
    end
  end

  # In words. Most searches are short, and end before they would have to collect garbage.
  @heap 7_000

  # It works little outside the native search, and while it has a turn, its place is not to wait for
  # hundreds of pages that are rendered.
  def start_link(argument) do
    GenServer.start_link(__MODULE__, argument, spawn_opt: [min_heap_size: @heap, priority: :high])
  end

  @impl true
  def init({position, arguments}) do
    # So that it ends between two calls of the native search. If a process ends during one, and knows
    # a process on another node, the virtual machine may crash (Erlang/OTP 25.2.3).
    Process.flag(:trap_exit, true)
    Process.monitor(arguments.owner)

    state = %{
      position: position,
      # The reply to the owner's call of `:enter`.
      opened: nil,
      native: nil,
      most_bytes: 0,
      brief_slices: brief_slices(),
      finish?: false,
      # When the last progress was reported.
      reported: nil,
      # `:waiting` for the first turn, `:running`, or `:ready` for the next turn; since when; and
      # the time in and between turns before that. In native time units.
      stage: :waiting,
      since: nil,
      turn_ends: nil,
      waited: 0,
      granted: 0
    }

    # The moves to the root of the tree, and from there to the position.
    whole = %{root: nil, above: position.moves, focus: []}
    {:ok, whole |> Map.merge(arguments) |> Map.merge(state), {:continue, :open}}
  end

  @impl true
  def handle_continue(:open, state) do
    with {:ok, {native, most_bytes}} <- open(state),
         state = %{state | native: native, most_bytes: most_bytes},
         :ok <- look(state, native, state.focus) do
      {:noreply, %{state | opened: :ok}}
    else
      {:error, _} = refusal -> {:noreply, %{state | opened: refusal}}
    end
  end

  # At least one normal scheduler never runs searches.
  defp brief_slices do
    if Settings.places() < System.schedulers_online(), do: @brief_slices, else: 0
  end

  # The owner's first call. If the owner dies before making it, the search ends.
  @impl true
  def handle_call(:enter, _from, %{opened: :ok} = state) do
    # A tree that was kept may grow larger than a new one.
    most_bytes = max(state.most_bytes, Trees.most_bytes(key_and_root(state)))
    state = %{state | most_bytes: most_bytes, since: now(), reported: now()}

    case Queue.enter(queue_entry(state)) do
      :ok ->
        {:reply, :ok, state}

      {:error, refusal} ->
        close(state)
        {:stop, :normal, {:error, not_entered(refusal)}, state}
    end
  end

  def handle_call(:enter, _from, %{opened: refusal} = state) do
    if state.native, do: close(state)
    {:stop, :normal, refusal, state}
  end

  def handle_call({:focus, _moves}, _from, %{root: nil} = state) do
    message = "a search can only look at other positions if it was given a root"
    {:reply, {:error, Error.new(:bad_option, "no_root", message, %{key: "root"})}, state}
  end

  def handle_call({:focus, moves}, _from, state) do
    case look(state, state.native, moves) do
      :ok -> {:reply, :ok, %{state | focus: moves, reported: now()}}
      refusal -> {:reply, refusal, state}
    end
  end

  @impl true
  def handle_info({:turn, milliseconds}, state) do
    begun? = state.stage != :waiting
    state = enter_stage(state, :running)
    state = %{state | turn_ends: state.since + native(milliseconds)}
    slice(if(begun?, do: state, else: begin(state)))
  end

  def handle_info(:slice, state), do: slice(state)

  def handle_info({:place, place}, state) do
    if state.reports == :all and state.stage == :waiting,
      do: send(state.owner, {:playout_search, state.ref, {:waiting, place}})

    {:noreply, state}
  end

  def handle_info({:DOWN, _monitor, :process, owner, _reason}, %{owner: owner} = state) do
    result = {:error, cancelled()}
    work = work(result, state)
    if state.native, do: close(state)
    if state.since, do: report_end(state, result, work)
    {:stop, :normal, state}
  end

  def handle_info({:EXIT, _from, reason}, state) do
    if state.native, do: close(state)
    {:stop, reason, state}
  end

  @impl true
  def handle_cast(:cancel, state) do
    stop({:error, cancelled()}, state)
  end

  # Between turns there is a best move already. Before its first turn a search waits for that, and
  # runs for a single slice, so that its answer makes sense too.
  def handle_cast(:finish, %{stage: :ready} = state), do: choose(state)
  def handle_cast(:finish, state), do: {:noreply, %{state | finish?: true}}

  defp slice(state) do
    {stepped, state} = step(state)

    with {:ok, :running} when not state.finish? <- stepped,
         :ok <- within_timeout(state),
         {:ok, state} <- report_progress(state) do
      next_slice(state)
    else
      {:ok, :running} -> choose(state)
      choice_or_error -> finished(choice_or_error, state)
    end
  end

  defp step(%{brief_slices: 0} = state), do: {Native.search_step(state.native, @slice), state}

  defp step(%{brief_slices: left} = state) do
    {Native.search_step_briefly(state.native), %{state | brief_slices: left - 1}}
  end

  defp next_slice(state) do
    if now() < state.turn_ends do
      send(self(), :slice)
      {:noreply, state}
    else
      Queue.pause()
      {:noreply, enter_stage(state, :ready)}
    end
  end

  # Only granted time counts: nobody can help that others were to be served too.
  defp within_timeout(%{timeout: :infinity}), do: :ok

  defp within_timeout(%{timeout: timeout} = state) do
    if enter_stage(state, :ready).granted < native(timeout) do
      :ok
    else
      message = "no move was chosen within #{timeout} ms"
      {:error, Error.new(:timeout, "timeout", message, %{limit: timeout})}
    end
  end

  defp enter_stage(state, stage) do
    now = now()
    time = if state.stage == :running, do: :granted, else: :waited
    state = Map.update!(state, time, &(&1 + now - state.since))
    %{state | stage: stage, since: now}
  end

  defp queue_entry(state) do
    %{
      class: state.priority,
      share: state.share,
      bytes: state.most_bytes,
      owner: state.owner,
      game: state.position.game,
      on_crash: crash_message(state)
    }
  end

  defp open(%{position: %{game: game, start: start}} = state) do
    arguments =
      [NativeRules.text(game), start, state.above, state.player, bounds(), state.lines || 0]

    with {:ok, :needs_table} <- NativeRules.checked(apply(Native, :search_open, arguments)) do
      Tables.with_table(game, fn -> apply(Native, :search_open_with_table, arguments) end)
    end
  end

  # Without a root above the position, there is nowhere else to look.
  defp look(%{root: nil}, _native, []), do: :ok

  defp look(state, native, moves) do
    with {:ok, nil} <- NativeRules.checked(Native.search_focus(native, moves, state.lines || 0)),
         do: :ok
  end

  # The queue counts one thread per search.
  defp bounds, do: [{"memory", Settings.memory()}, {"threads", 1}]

  # Continues in the tree of the previous turn, if it was kept.
  defp begin(state) do
    with {kept, moves, bytes} <- Trees.begin(state.most_bytes, key_and_root(state)),
         continued = if(bytes > @small, do: %{state | brief_slices: 0}, else: state),
         :ok <- continue(continued, kept, moves) do
      # It has no tree yet.
      Native.search_close_briefly(state.native)
      %{continued | native: kept}
    else
      _nothing -> state
    end
  end

  # A failed advance closes the kept search.
  defp continue(%{root: nil} = state, kept, moves) do
    with {:ok, _sizes} <- advance(state, kept, moves), do: :ok
  end

  defp continue(state, kept, []) do
    with {:error, _} = refusal <- look(state, kept, state.focus) do
      Native.search_close(kept)
      refusal
    end
  end

  defp advance(%{brief_slices: 0}, native, moves), do: Native.search_advance(native, moves)
  defp advance(_brief, native, moves), do: Native.search_advance_briefly(native, moves)

  defp close(%{brief_slices: 0} = state), do: Native.search_close(state.native)
  defp close(state), do: Native.search_close_briefly(state.native)

  defp key_and_root(%{tree: nil}), do: nil
  defp key_and_root(state), do: {{state.owner, state.tree}, root(state, state.position.moves)}

  # A search with more lines has searched its tree for more.
  defp root(%{root: nil, position: position, player: player, lines: lines}, moves) do
    {{position.game, position.start, player, bounds(), lines}, moves}
  end

  # This tree is kept whole. Looking elsewhere begins anew where more lines take a different search.
  defp root(%{position: position, player: player} = state, _moves) do
    {{position.game, position.start, player, bounds(), state.lines != nil, state.above}, []}
  end

  # A search that tidies up where it runs holds its place meanwhile, so that one scheduler stays
  # free. On a dirty scheduler it needs none.
  defp tidy_up(state, move) do
    if state.brief_slices == 0, do: Queue.finish()
    keep(state, move)
  end

  # The owner already has the answer. Keeps the whole tree below a root that the owner gave.
  # Otherwise drops everything that is not below the chosen move.
  defp keep(%{native: native, root: root} = state, _move) when root != nil do
    case Native.search_sizes(native) do
      {:ok, {bytes, _most_bytes} = sizes} when bytes > 0 ->
        Trees.keep({state.owner, state.tree}, root(state, []), native, sizes)

      _nothing_to_keep ->
        close(state)
    end
  end

  defp keep(%{native: native} = state, move) do
    case advance(state, native, [move]) do
      {:ok, {bytes, _most_bytes} = sizes} when bytes > 0 ->
        root = root(state, state.position.moves ++ [move])
        Trees.keep({state.owner, state.tree}, root, native, sizes)

      _nothing_to_keep ->
        close(state)
    end
  end

  defp choose(state), do: state.native |> Native.search_choice() |> finished(state)

  defp finished(answer, state) do
    result =
      case answer do
        {:error, %Error{}} = refusal -> refusal
        answer -> with {:ok, map} <- NativeRules.checked(answer), do: {:ok, struct!(Choice, map)}
      end

    case result do
      {:ok, choice} when state.tree != nil ->
        answer(state, result, work(result, state))
        tidy_up(state, choice.move)
        {:stop, :normal, state}

      _ ->
        stop(result, state)
    end
  end

  # Frees the tree first, because an owner that has the answer may rely on the memory.
  defp stop(result, state) do
    work = work(result, state)
    if state.native, do: close(state)
    answer(state, result, work)
    {:stop, :normal, state}
  end

  defp answer(state, result, work) do
    report_end(state, result, work)
    send(state.owner, {:playout_search, state.ref, {:done, result}})
  end

  defp report_end(state, result, work) do
    %{waited: waited, granted: granted} = enter_stage(state, :ready)

    Telemetry.execute(
      [:playout, :search, :stop],
      Map.merge(work, %{waited: waited, granted: granted}),
      %{game: state.position.game, priority: state.priority, result: outcome(result)}
    )
  end

  # What the search has done, also if nobody wants its answer.
  defp work({:ok, choice}, _state), do: Map.take(choice, [:playouts, :nodes])

  defp work({:error, _error}, %{stage: stage, native: native})
       when stage != :waiting and native != nil do
    case Native.search_progress(native) do
      {:ok, progress} -> Map.take(progress, [:playouts, :nodes])
      _error -> %{playouts: 0, nodes: 0}
    end
  end

  defp work({:error, _error}, _state), do: %{playouts: 0, nodes: 0}

  defp outcome({:ok, _choice}), do: :done
  defp outcome({:error, %Error{code: code}}) when code in [:timeout, :cancelled], do: code
  defp outcome({:error, _error}), do: :failed

  defp report_progress(%{reports: :done} = state), do: {:ok, state}

  defp report_progress(state) do
    if now() - state.reported < native(@progress_every) do
      {:ok, state}
    else
      with {:ok, progress} <- Native.search_progress(state.native) do
        send(state.owner, {:playout_search, state.ref, {:progress, progress}})
        {:ok, %{state | reported: now()}}
      end
    end
  end

  defp crash_message(%{reports: :done}), do: nil

  defp crash_message(state) do
    {state.owner, {:playout_search, state.ref, {:done, {:error, crashed()}}}}
  end

  defp not_entered(:stopped), do: not_running()
  defp not_entered(bound), do: busy(bound)

  defp busy({bound, count}) do
    whose = %{all: "", address: " from this address", visitor: " of this visitor"}[bound]
    message = "#{count} searches#{whose} are already waiting; try again later"
    Error.new(:busy, "busy", message, %{limit: count, of: Atom.to_string(bound)})
  end

  defp cancelled, do: Error.new(:cancelled, "cancelled", "the search was cancelled")

  defp crashed, do: Error.new(:internal, "crashed", "internal error: the search crashed")

  defp not_running do
    Error.new(:internal, "not_running", "internal error: the engine is not running")
  end

  # Times are in native units.
  defp now, do: System.monotonic_time()
  defp native(milliseconds), do: System.convert_time_unit(milliseconds, :millisecond, :native)

  defp flush(ref) do
    receive do
      {:playout_search, ^ref, _} -> flush(ref)
    after
      0 -> :ok
    end
  end
end
