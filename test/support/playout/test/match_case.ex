defmodule Playout.Test.MatchCase do
  @moduledoc """
  Tests of the processes of matches, with `Playout.Test.EngineDouble` for an
  engine, or with the tag `engine: :real` the engine itself; an answer is shown
  `reply_after` ms (a tag, 0 unless given) after the move, and a pass is played
  for a person after `pass_after` ms.
  """
  use ExUnit.CaseTemplate

  alias Ecto.Adapters.SQL
  alias Playout.Matches
  alias Playout.Test.EngineDouble

  @me "a person"

  using do
    quote do
      import Playout.Test.MatchCase

      alias Playout.Matches
      alias Playout.Test.EngineDouble
      alias Playout.Test.Wait
    end
  end

  setup context do
    settings = Application.get_env(:playout, Matches, [])
    real? = context[:engine] == :real
    unless real?, do: start_supervised!({EngineDouble, self()})

    Application.put_env(:playout, Matches,
      engine: if(real?, do: Playout, else: EngineDouble),
      reply_after: context[:reply_after] || 0,
      pass_after: context[:pass_after] || 0,
      paces: [slow: 300, normal: 0, fast: 0],
      # All tests are one visitor.
      limits: [matches: 1_000_000, burst: 1_000_000, searches: 1_000]
    )

    on_exit(fn ->
      for {_, pid, _, _} <- DynamicSupervisor.which_children(Matches.Servers) do
        DynamicSupervisor.terminate_child(Matches.Servers, pid)
      end

      Application.put_env(:playout, Matches, settings)
    end)
  end

  def me, do: @me

  @doc "A wish; `first` and `second` name the players."
  def wish(changes \\ []) do
    {players, changes} = Keyword.split(changes, [:first, :second])
    players = Map.merge(%{first: :me, second: {:level, "sparrow"}}, Map.new(players))
    wish = %{game: :quarto, variant: :standard, players: players, toss: false}
    Map.merge(wish, Map.new(changes))
  end

  @doc "A new match that the test watches: its id and its state."
  def begin(changes \\ []) do
    {:ok, id} = Matches.create(@me, wish(changes))
    {:ok, state} = Matches.watch(id)
    {id, state}
  end

  @doc "A command that is taken; answers the state."
  def act!(id, state, command) do
    {:ok, state} = Matches.act(id, @me, state.seq, command)
    state
  end

  @doc "The search that a match has asked for."
  def asked do
    assert_receive {:asked, search}
    search
  end

  @doc "The process of a match; `nil` if there is none."
  def server(id), do: GenServer.whereis({:via, Registry, {Matches.Registry, id}})

  @doc "Kills the process of a match, as a defect or an operator might."
  def kill(id) do
    pid = server(id)
    monitor = Process.monitor(pid)
    Process.exit(pid, :kill)
    assert_receive {:DOWN, ^monitor, _, _, _}
    pid
  end

  @doc "Sends the process of a match to sleep: nothing but a look wakes it."
  def sleep(id) do
    :ok = DynamicSupervisor.terminate_child(Playout.Matches.Servers, server(id))
  end

  @doc "Stores an event as another node would, behind the back of the process."
  def append(id, event) do
    {:ok, events} = Matches.Store.events(id)
    {:ok, state} = Matches.State.from_events(id, events ++ [event])
    Matches.Store.append(state, event)
  end

  @doc "Has the log of a match name another player, as an earlier version wrote it."
  def store_player(id, spec, stored) do
    sql("UPDATE events SET data = replace(data, ?, ?) WHERE match_id = ?", [spec, stored, id])
    sleep(id)
  end

  @doc "The numbers and types of the events that are stored."
  def stored(id) do
    {:ok, events} = Matches.Store.events(id)
    Enum.map(events, &{&1.seq, &1.type})
  end

  def sql(query, values \\ []), do: SQL.query!(Playout.Repo, query, values)

  @doc "A database that can be read, but refuses every event."
  def refuse_events do
    # Another name every time: a connection may not have heard that the last one
    # is gone.
    name = "refuse_#{System.unique_integer([:positive])}"
    sql("CREATE TRIGGER #{name} BEFORE INSERT ON events BEGIN SELECT RAISE(ABORT, 'full'); END")
    on_exit(&accept_events/0)
  end

  def accept_events do
    for [name] <- sql("SELECT name FROM sqlite_master WHERE type = 'trigger'").rows do
      sql("DROP TRIGGER #{name}")
    end
  end

  @doc "Does something while the database is not there at all."
  def without_database(work) do
    :ok = Supervisor.terminate_child(Matches.Supervisor, Playout.Repo)
    work.()
  after
    {:ok, _} = Supervisor.restart_child(Matches.Supervisor, Playout.Repo)
  end
end
