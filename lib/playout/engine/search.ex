defmodule Playout.Engine.Search do
  @moduledoc false
  # A search as a process: it waits for its turn, then calls the native search
  # in slices of a few milliseconds. What it is told (cancel, finish, its
  # owner's death, its timeout) it hears between two slices.
  #
  # Its native search is opened at once, whether a tree is kept for it or not: so it is
  # known to be possible, and works whatever becomes of that tree while it waits.

  use GenServer, restart: :temporary

  alias Playout.Engine.{Arguments, Native, Queue, Rules, Settings, Trees}
  alias Playout.{Choice, Error, Search}

  @supervisor Playout.Engine.Searches

  # Milliseconds of a slice: far below what a person notices, far above what a
  # call costs.
  @slice 4

  # Milliseconds between two messages of progress.
  @progress_every 100

  @defaults %{player: "mcts", timeout: 60_000, tree: nil}

  @doc """
  Starts a search for the calling process. With `reports: :all` (see
  `Playout.start_search/2`) its owner gets progress, and word of a crash; with
  `reports: :done` the final message only.
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
    # The engine is being started anew.
    :exit, _reason -> {:error, not_running()}
  end

  # It opens its native search in the meantime, however long that takes: the supervisor,
  # and with it other searches, do not wait for it.
  defp enter(search) do
    with :ok <- GenServer.call(search.pid, :enter, :infinity), do: {:ok, search}
  end

  @doc """
  Waits for the choice of a search that was started with `reports: :done`, and until its
  tree is kept, if it is: who searches on at once is to find it.
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
  Ends a search; no message of it is left when this returns.
  """
  def cancel(%Search{pid: pid, ref: ref}) do
    monitor = Process.monitor(pid)
    GenServer.cast(pid, :cancel)

    receive do
      {:DOWN, ^monitor, :process, ^pid, _reason} -> flush(ref)
    end
  end

  @doc """
  Ends a search with what it knows by now.
  """
  def finish(%Search{pid: pid}), do: GenServer.cast(pid, :finish)

  def start_link(argument), do: GenServer.start_link(__MODULE__, argument)

  @impl true
  def init({position, arguments}) do
    Process.monitor(arguments.owner)

    state = %{
      position: position,
      # What the owner is told when it enters.
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

  # The owner's first word; if it dies before, so does the search.
  @impl true
  def handle_call(:enter, _from, %{opened: :ok} = state) do
    start_timer(state.timeout)
    :ok = Queue.enter(obituary(state), state.most_bytes)
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

  # A search that still waits is to answer something sensible too: it gets its
  # turn, for a single slice.
  def handle_cast(:finish, state), do: {:noreply, %{state | finish?: true}}

  defp open(position, player) do
    %{game: game, start: start, moves: moves} = position
    Rules.checked(Native.search_open(Rules.text(game), start, moves, player, bounds()))
  end

  # The queue grants a search one thread.
  defp bounds, do: [{"memory", Settings.memory()}, {"threads", 1}]

  # Goes on in the tree of the turn before, if that is kept.
  defp begin(state) do
    with {kept, moves} <- Trees.begin(state.most_bytes, key_and_root(state)),
         # What refuses to go on is closed by that.
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

  # Its owner has the answer already. What is not below the move chosen is dropped at once.
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

  # The tree goes first: who has the answer may count on the memory.
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

  defp obituary(%{reports: :done}), do: nil

  defp obituary(state) do
    {state.owner, {:playout_search, state.ref, {:done, {:error, crashed()}}}}
  end

  defp start_timer(:infinity), do: :ok
  defp start_timer(timeout), do: Process.send_after(self(), :timeout, timeout)

  defp busy do
    limit = Settings.searches()
    message = "#{limit} searches are waiting already; try again later"
    Error.new(:busy, "busy", message, %{limit: limit})
  end

  defp crashed, do: Error.new(:internal, "crashed", "internal error: the search crashed")

  defp not_running do
    Error.new(:internal, "not_running", "internal error: the engine is not running just now")
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
