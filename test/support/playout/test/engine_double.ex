defmodule Playout.Test.EngineDouble do
  @moduledoc """
  Stands in for the engine in tests of matches, one for each test. It does not search: it tells
  the test what it is asked, and gives the answers that the test wants, when the test wants them.

  The test receives `{:asked, search}` when a search starts, `{:cancelled, search}` when it is
  cancelled, `{:finished, search}` when it is told to answer at once, `{:focused, search, moves}` when
  it is told to look elsewhere, and `{:dropped, owner}` when a process drops its trees.
  `Playout.Test.Env.put(:table, {game, status})` makes a table of the standard rules, and
  `put(:values, values)` sets what it says about any position. A `search` is a map with `handle`
  (the `Playout.Search`), `owner`, `position`, `player`, `tree`, `priority` and `share`.
  """

  alias Playout.{Choice, Error, Search}
  alias Playout.Test.Env

  def start(test), do: Agent.start(fn -> %{test: test, refusals: []} end)

  @doc """
  Refuses the next searches immediately, with these errors; or, with one error, all searches until the
  next call.
  """
  def refuse(errors), do: Agent.update(double(), &%{&1 | refusals: errors}, :infinity)

  # That of the calling process's test.
  defp double do
    {:ok, pid} = Env.fetch(__MODULE__)
    pid
  end

  # These are the functions of `Playout` that matches use.

  def start_search(position, options) do
    case Agent.get_and_update(double(), &next_refusal/1, :infinity) do
      {nil, test} -> begin(test, position, options)
      {error, _test} -> {:error, error}
    end
  end

  def cancel(%Search{pid: pid} = handle) do
    monitor = Process.monitor(pid)
    Process.exit(pid, :kill)

    receive do
      {:DOWN, ^monitor, _, _, _} -> :ok
    end

    send(Agent.get(double(), & &1.test, :infinity), {:cancelled, handle})
    :ok
  end

  def finish(%Search{} = handle) do
    send(Agent.get(double(), & &1.test, :infinity), {:finished, handle})
    :ok
  end

  # Returns once the test can see it; a search that has ended can't look elsewhere.
  def focus(%Search{pid: pid} = handle, moves) do
    if Process.alive?(pid) do
      send(Agent.get(double(), & &1.test, :infinity), {:focused, handle, moves})
      :ok
    else
      {:error, Playout.Error.new(:search_over, "search_over", "the search has ended")}
    end
  end

  def drop_trees do
    send(Agent.get(double(), & &1.test, :infinity), {:dropped, self()})
    :ok
  end

  def table(game, variant) do
    case Env.fetch(:table) do
      {:ok, {^game, status}} when variant in [nil, :standard] -> status
      _other -> :none
    end
  end

  # The test sends the messages itself.
  def watch_tables, do: :ok

  def values(_position), do: Env.fetch(:values)

  defp next_refusal(%{refusals: [error | rest]} = double) do
    {{error, double.test}, %{double | refusals: rest}}
  end

  defp next_refusal(%{refusals: %Error{} = error} = double), do: {{error, double.test}, double}
  defp next_refusal(double), do: {{nil, double.test}, double}

  defp begin(test, position, options) do
    owner = self()
    handle = %Search{ref: make_ref(), pid: spawn(fn -> exit_with(owner) end)}

    asked =
      options |> Keyword.take([:player, :tree, :priority, :share, :root, :lines]) |> Map.new()

    send(test, {:asked, Map.merge(asked, %{handle: handle, owner: owner, position: position})})
    {:ok, handle}
  end

  defp exit_with(owner) do
    monitor = Process.monitor(owner)

    receive do
      {:DOWN, ^monitor, _, _, _} -> :ok
      :end -> :ok
    end
  end

  # With these, tests tell a search what to do.

  @doc "Ends a search with this move, and the probability of a win that the engine sees."
  def answer(search, move, win \\ 0.5), do: done(search, {:ok, choice(move, win)})

  @doc "Ends a search with an error."
  def fail(search, error), do: done(search, {:error, error})

  @doc "Makes a search report progress."
  def progress(search, progress), do: send_message(search, {:progress, progress})

  @doc "Tells a search's place in the queue."
  def wait(search, place), do: send_message(search, {:waiting, place})

  @doc "Kills a search without a message."
  def die(search), do: Process.exit(search.handle.pid, :kill)

  @doc "Returns the message with which a search answers, for the test to send."
  def message(search, move),
    do: {:playout_search, search.handle.ref, {:done, {:ok, choice(move)}}}

  defp done(search, result) do
    send_message(search, {:done, result})
    send(search.handle.pid, :end)
  end

  defp send_message(search, message),
    do: send(search.owner, {:playout_search, search.handle.ref, message})

  defp choice(move, win \\ 0.5) do
    %Choice{
      move: move,
      value: 0.0,
      estimate: %{win: win, draw: 0.0, loss: 1 - win},
      playouts: 1,
      nodes: 1,
      seconds: 0.0,
      visits: %{move => 1},
      line: [move],
      seed: 1
    }
  end
end
