defmodule Playout.Test.EngineDouble do
  @moduledoc """
  Stands in for the engine in tests of matches: it searches nothing, tells the
  test what it is asked, and answers what the test wants when the test wants it.

  The test gets `{:asked, search}` for every search that begins,
  `{:cancelled, search}` for one that is cancelled, `{:finished, search}` for
  one that is to answer at once, and `{:dropped, owner}` when the trees of a process are
  to be dropped. A `search` is a map of
  `handle` (the `Playout.Search`), `owner`, `position`, `player`, `tree`.
  """

  use Agent

  alias Playout.{Choice, Search}

  def start_link(test) do
    Agent.start_link(fn -> %{test: test, refusals: []} end, name: __MODULE__)
  end

  @doc "Refuses the next searches at once with these errors."
  def refuse(errors), do: Agent.update(__MODULE__, &%{&1 | refusals: errors})

  # The functions of `Playout` that matches use.

  def start_search(position, options) do
    case Agent.get_and_update(__MODULE__, &next_refusal/1) do
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

    send(Agent.get(__MODULE__, & &1.test), {:cancelled, handle})
    :ok
  end

  def finish(%Search{} = handle) do
    send(Agent.get(__MODULE__, & &1.test), {:finished, handle})
    :ok
  end

  def drop_trees do
    send(Agent.get(__MODULE__, & &1.test), {:dropped, self()})
    :ok
  end

  defp next_refusal(%{refusals: [error | rest]} = double) do
    {{error, double.test}, %{double | refusals: rest}}
  end

  defp next_refusal(double), do: {{nil, double.test}, double}

  defp begin(test, position, options) do
    owner = self()
    handle = %Search{ref: make_ref(), pid: spawn(fn -> exit_with(owner) end)}
    asked = options |> Keyword.take([:player, :tree]) |> Map.new()
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

  # What tests make a search do.

  @doc "Ends a search with this move."
  def answer(search, move), do: done(search, {:ok, choice(move)})

  @doc "Ends a search with an error."
  def fail(search, error), do: done(search, {:error, error})

  @doc "Lets a search report progress."
  def progress(search, progress), do: send_message(search, {:progress, progress})

  @doc "Kills a search without a message."
  def die(search), do: Process.exit(search.handle.pid, :kill)

  @doc "The message with which a search would answer, sent by the test itself."
  def message(search, move),
    do: {:playout_search, search.handle.ref, {:done, {:ok, choice(move)}}}

  defp done(search, result) do
    send_message(search, {:done, result})
    send(search.handle.pid, :end)
  end

  defp send_message(search, message),
    do: send(search.owner, {:playout_search, search.handle.ref, message})

  defp choice(move) do
    %Choice{
      move: move,
      value: 0.0,
      estimate: %{win: 0.5, draw: 0.0, loss: 0.5},
      playouts: 1,
      nodes: 1,
      seconds: 0.0,
      visits: %{move => 1},
      line: [move],
      seed: 1
    }
  end
end
