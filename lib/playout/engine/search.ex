defmodule Playout.Engine.Search do
  @moduledoc false
  # A search as a process: it waits for its turn, then calls the native search in slices of a few
  # milliseconds. Between slices it handles messages: cancel, finish, its owner's death, its
  # timeout.
  #
  # It opens its own native search at once, even if a tree is kept for it. That way errors are
  # reported immediately, and nothing that happens to the kept tree during the wait can harm the
  # search.

  use GenServer, restart: :temporary

  alias Playout.{Choice, Error, Search}
  alias Playout.Engine.{Arguments, Native, Queue, Rules, Settings, Trees}

  @supervisor Playout.Engine.Searches

  # Milliseconds per slice: too short for a person to notice, and far longer than the overhead of
  # a call.
  @slice 4

  # Milliseconds between two progress messages.
  @progress_every 100

  @defaults %{player: "mcts", timeout: 60_000, tree: nil}

  @doc """
  Starts a search for the calling process. With `reports: :all` (see `Playout.start_search/2`) the
  owner receives progress, and a message if the search crashes; with `reports: :done` only the
  final message.
  """
  def start(position, options, reports) do
    with {:ok, arguments} <- Arguments.read(options, @defaults) do
      ref = make_ref()
      arguments = Map.merge(arguments, %{owner: self(), ref: ref, reports: reports})

      case DynamicSupervisor.start_child(@supervisor, {__MODULE__, {position, arguments}}) do
        {:ok, pid} -> enter(%Search{ref: ref, pid: pid})
        {:error, :max_children} -> {:error, busy()}
        {:error, _crash} -> {:error, not_running()}
      end
    end
  catch
    # The engine is restarting.
    :exit, _reason -> {:error, not_running()}
  end

  # The process opens its native search after it has started, so that the supervisor and other
  # searches do not wait for it.
  defp enter(search) do
    with :ok <- GenServer.call(search.pid, :enter, :infinity), do: {:ok, search}
  end

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
  Cancels a search; when this returns, none of its messages are left.
  """
  def cancel(%Search{pid: pid, ref: ref}) do
    monitor = Process.monitor(pid)
    GenServer.cast(pid, :cancel)

    receive do
      {:DOWN, ^monitor, :process, ^pid, _reason} -> flush(ref)
    end
  end

  @doc """
  Tells a search to answer with its best move so far.
  """
  def finish(%Search{pid: pid}), do: GenServer.cast(pid, :finish)

  def start_link(argument), do: GenServer.start_link(__MODULE__, argument)

  @impl true
  def init({position, arguments}) do
    Process.monitor(arguments.owner)

    state = %{
      position: position,
      # The reply to the owner's call of `:enter`.
      opened: nil,
      native: nil,
      most_bytes: 0,
      finish?: false,
      reported: nil
    }

    {:ok, Map.merge(arguments, state), {:continue, :open}}
  end

  @impl true
  def handle_continue(:open, state) do
    case open(state.position, state.player) do
      {:ok, {native, most_bytes}} ->
        {:noreply, %{state | opened: :ok, native: native, most_bytes: most_bytes}}

      {:error, _} = refusal ->
        {:noreply, %{state | opened: refusal}}
    end
  end

  # The owner's first call. If the owner dies before making it, the search ends.
  @impl true
  def handle_call(:enter, _from, %{opened: :ok} = state) do
    start_timer(state.timeout)
    :ok = Queue.enter(crash_message(state), state.most_bytes)
    {:reply, :ok, %{state | reported: now()}}
  end

  def handle_call(:enter, _from, %{opened: refusal} = state) do
    {:stop, :normal, refusal, state}
  end

  @impl true
  def handle_info(:granted, state), do: state |> begin() |> next_slice()

  def handle_info(:slice, state) do
    with {:ok, :running} when not state.finish? <- Native.search_step(state.native, @slice),
         {:ok, state} <- report_progress(state) do
      next_slice(state)
    else
      {:ok, _done} -> state.native |> Native.search_choice() |> finished(state)
      {:error, _} = failed -> finished(failed, state)
    end
  end

  def handle_info(:timeout, state) do
    message = "no move was chosen within #{state.timeout} ms"
    stop({:error, Error.new(:timeout, "timeout", message, %{limit: state.timeout})}, state)
  end

  def handle_info({:DOWN, _monitor, :process, owner, _reason}, %{owner: owner} = state) do
    if state.native, do: Native.search_close(state.native)
    {:stop, :normal, state}
  end

  @impl true
  def handle_cast(:cancel, state) do
    stop({:error, Error.new(:cancelled, "cancelled", "the search was cancelled")}, state)
  end

  # A search that is still waiting waits for its turn and runs for a single slice, so that its
  # answer makes sense too.
  def handle_cast(:finish, state), do: {:noreply, %{state | finish?: true}}

  defp open(position, player) do
    %{game: game, start: start, moves: moves} = position
    Rules.checked(Native.search_open(Rules.text(game), start, moves, player, bounds()))
  end

  # The queue counts one thread per search.
  defp bounds, do: [{"memory", Settings.memory()}, {"threads", 1}]

  # Continues in the tree of the previous turn, if it was kept.
  defp begin(state) do
    with {kept, moves} <- Trees.begin(state.most_bytes, key_and_root(state)),
         # A failed advance closes the kept search.
         {:ok, _status} <- Native.search_advance(kept, moves) do
      Native.search_close(state.native)
      %{state | native: kept}
    else
      _nothing -> state
    end
  end

  defp key_and_root(%{tree: nil}), do: nil
  defp key_and_root(state), do: {{state.owner, state.tree}, root(state, state.position.moves)}

  defp root(%{position: position, player: player}, moves) do
    {{position.game, position.start, player, bounds()}, moves}
  end

  # The owner already has the answer. Drops everything that is not below the chosen move.
  defp keep(%{native: native} = state, move) do
    with {:ok, :running} <- Native.search_advance(native, [move]),
         {:ok, bytes} when bytes > 0 <- Native.search_bytes(native) do
      root = root(state, state.position.moves ++ [move])
      Trees.keep({state.owner, state.tree}, root, native, bytes)
    else
      _nothing_to_keep -> Native.search_close(native)
    end
  end

  defp next_slice(state) do
    send(self(), :slice)
    {:noreply, state}
  end

  defp finished(answer, state) do
    result = with {:ok, map} <- Rules.checked(answer), do: {:ok, struct!(Choice, map)}

    case result do
      {:ok, choice} when state.tree != nil ->
        answer(state, result)
        keep(state, choice.move)
        {:stop, :normal, state}

      _ ->
        stop(result, state)
    end
  end

  # Frees the tree first, because an owner that has the answer may rely on the memory.
  defp stop(result, state) do
    Native.search_close(state.native)
    answer(state, result)
    {:stop, :normal, state}
  end

  defp answer(state, result), do: send(state.owner, {:playout_search, state.ref, {:done, result}})

  defp report_progress(%{reports: :done} = state), do: {:ok, state}

  defp report_progress(state) do
    if now() - state.reported < @progress_every do
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

  defp start_timer(:infinity), do: :ok
  defp start_timer(timeout), do: Process.send_after(self(), :timeout, timeout)

  defp busy do
    limit = Settings.searches()
    message = "#{limit} searches are already waiting; try again later"
    Error.new(:busy, "busy", message, %{limit: limit})
  end

  defp crashed, do: Error.new(:internal, "crashed", "internal error: the search crashed")

  defp not_running do
    Error.new(:internal, "not_running", "internal error: the engine is not running")
  end

  defp now, do: System.monotonic_time(:millisecond)

  defp flush(ref) do
    receive do
      {:playout_search, ^ref, _} -> flush(ref)
    after
      0 -> :ok
    end
  end
end
