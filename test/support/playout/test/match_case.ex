defmodule Playout.Test.MatchCase do
  @moduledoc """
  Tests of match processes, with `Playout.Test.EngineDouble` as the engine, or with the real one
  (tag `engine: :real`). The tags `reply_after` and `pass_after` (default 0) set the delay in ms
  of the engine's reply and of a forced pass, and `store_again_after` that of another try to store an
  engine's move (default: half a minute).
  """
  use ExUnit.CaseTemplate

  import Playout.Test.Database

  alias Playout.Matches
  alias Playout.Test.{EngineDouble, Env}

  using do
    quote do
      import Playout.Test.Database
      import Playout.Test.MatchCase

      alias Playout.Matches
      alias Playout.Test.EngineDouble
      alias Playout.Test.Env
      alias Playout.Test.Wait
    end
  end

  setup context do
    test = self()
    real? = context[:engine] == :real
    {:ok, double} = EngineDouble.start(test)
    Env.put(EngineDouble, double)
    Env.put(:me, "person #{System.unique_integer([:positive])}!")

    Env.put(Matches.Settings,
      engine: if(real?, do: Playout, else: EngineDouble),
      reply_after: context[:reply_after] || 0,
      pass_after: context[:pass_after] || 0,
      store_again_after: context[:store_again_after] || 30_000,
      paces: [slow: 300, normal: 0, fast: 0],
      limits: [matches: 1_000_000, stored: 1_000_000, events: 1_000_000],
      log_lines: 1_000_000
    )

    # Not with `start_supervised!/1`, which would end the engine before the matches that use it.
    on_exit(fn ->
      stop_matches(test)
      Agent.stop(double)
    end)
  end

  @doc "Stops the processes of the matches that a test has started, and thus their searches."
  def stop_matches(test) do
    stop_reviews(test)

    for {_, supervisor, _, _} <- PartitionSupervisor.which_children(Matches.Servers),
        {_, pid, _, _} when is_pid(pid) <- DynamicSupervisor.which_children(supervisor),
        {:dictionary, dictionary} <- [Process.info(pid, :dictionary)],
        test in Keyword.get(dictionary, :"$callers", []) do
      DynamicSupervisor.terminate_child(supervisor, pid)
    end
  end

  # Of matches. One that was stopped like this would go on when somebody opens the match.
  defp stop_reviews(test) do
    {:links, links} = Process.info(Process.whereis(Matches.Reviews), :links)

    for pid when is_pid(pid) <- links,
        {:dictionary, dictionary} <- [Process.info(pid, :dictionary)],
        test in Keyword.get(dictionary, :"$callers", []),
        do: Process.exit(pid, :kill)
  end

  @doc "Returns the test's own visitor."
  def me do
    {:ok, visitor} = Env.fetch(:me)
    visitor
  end

  @doc "A request; `first` and `second` name the players."
  def request(changes \\ []) do
    {players, changes} = Keyword.split(changes, [:first, :second])
    players = Map.merge(%{first: :me, second: {:level, "sparrow"}}, Map.new(players))
    request = %{game: :quarto, variant: :standard, players: players, toss: false}
    Map.merge(request, Map.new(changes))
  end

  @doc "Creates a match that the test watches; returns its id and its state."
  def begin(changes \\ []) do
    {:ok, id} = Matches.create(me(), request(changes))
    {:ok, state} = Matches.watch(id)
    {id, state}
  end

  @doc "Sends a valid command; returns the new state."
  def act!(id, state, command) do
    {:ok, state} = act(id, me(), state.seq, command)
    state
  end

  @doc """
  Like `Matches.act/4`, but with the state after the command: `{:ok, state}`,
  `{:error, reason, state}`, or `{:error, reason}` if the match cannot be read.
  """
  def act(id, visitor, seq, command) do
    before = Matches.get(id)
    # In another process, because the test watches the match, and whoever acts gets no message.
    answer = Task.await(Task.async(fn -> Matches.act(id, visitor, seq, command) end), :infinity)

    case {answer, before} do
      {{:ok, change}, {:ok, state}} -> Matches.catch_up(state, change)
      {{:error, reason}, {:ok, _state}} -> refused(reason, Matches.get(id))
      {{:error, reason}, {:error, _unread}} -> {:error, reason}
    end
  end

  defp refused(reason, {:ok, state}), do: {:error, reason, state}
  defp refused(reason, {:error, _unread}), do: {:error, reason}

  @doc "Waits until the match tells of the state with this number; returns it."
  def told(id, seq) do
    assert_receive {:match, %{id: ^id, seq: ^seq}}
    {:ok, %{seq: ^seq} = state} = Matches.get(id)
    state
  end

  @doc "Discards the messages that have come so far."
  def flush do
    receive do
      _message -> flush()
    after
      0 -> :ok
    end
  end

  @doc "Returns the search that a match has requested."
  def asked do
    assert_receive {:asked, search}
    search
  end

  @doc "Returns the process of a match, or `nil` if there is none."
  def server(id), do: GenServer.whereis({:via, Registry, {Matches.Registry, id}})

  @doc "Kills the process of a match, as a bug or an operator might."
  def kill(id) do
    pid = server(id)
    monitor = Process.monitor(pid)
    Process.exit(pid, :kill)
    assert_receive {:DOWN, ^monitor, _, _, _}
    pid
  end

  @doc "Stops the process of a match, if it has one; only a request starts it again."
  def sleep(id) do
    supervisor = {:via, PartitionSupervisor, {Matches.Servers, id}}
    if pid = server(id), do: DynamicSupervisor.terminate_child(supervisor, pid)
    :ok
  end

  @doc "Waits until a match has done all that it was told, and what it tells itself at once; returns its state."
  def settle(id) do
    {:ok, _before} = Matches.get(id)
    # Comes after what the match's process has sent itself without a delay.
    Process.send_after(self(), :settled, 1)
    assert_receive :settled
    {:ok, state} = Matches.get(id)
    state
  end

  @doc "Lets so much time pass for the test that a match without activity sleeps, and says so to its process."
  def idle(id) do
    settle(id)
    Env.let_pass(Matches.Settings.idle())
    send(server(id), :idle?)
  end

  @doc "Returns whether a match still has the same process after something, such as `idle/1`."
  def goes_on?(id, something) do
    pid = server(id)
    something.(id)
    {:ok, _state} = Matches.get(id)
    server(id) == pid
  end

  @doc "Stores an event as another node would, without the match's process."
  def append(id, event) do
    {:ok, events} = Matches.Store.events(id)
    {:ok, state} = Matches.State.from_events(id, events ++ [event])
    Matches.Store.append(state, event)
  end

  @doc "Replaces the player in a match's log with one from an earlier version."
  def store_player(id, spec, stored) do
    sql("UPDATE events SET data = replace(data, $1, $2) WHERE match_id = $3", [spec, stored, id])
    sleep(id)
  end

  @doc "Returns the numbers and types of the events in the database."
  def stored(id) do
    {:ok, events} = Matches.Store.events(id)
    Enum.map(events, &{&1.seq, &1.type})
  end

  @doc "Makes the database refuse every event of the test's visitor; it can still be read."
  def fail_writes do
    owned = "(SELECT id FROM matches WHERE owner = '#{me()}')"

    refusing =
      refuse("events", "NEW.data LIKE '%#{me()}%' OR NEW.match_id IN #{owned}")

    Env.put(:refusing, refusing)
  end

  def restore_writes do
    {:ok, refusing} = Env.fetch(:refusing)
    accept(refusing)
  end
end
