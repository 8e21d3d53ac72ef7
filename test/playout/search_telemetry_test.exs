defmodule Playout.SearchTelemetryTest do
  # The engine's telemetry events, which it has only with the rest of the application.
  use ExUnit.Case, async: true

  alias Playout.Test.Wait

  setup context do
    test = self()
    name = "#{inspect(context.module)} #{context.test}"
    events = [[:playout, :search, :stop], [:playout, :search, :refused]]

    # Other tests search at the same time. The process of a search reports its end itself.
    :telemetry.attach_many(
      name,
      events,
      fn [_, _, event], measured, metadata, _ ->
        send(test, {event, self(), measured, metadata})
      end,
      nil
    )

    on_exit(fn -> :telemetry.detach(name) end)
    %{position: Playout.new!(:animal_shogi)}
  end

  defp analysed(position, options) do
    Playout.choose_move(position, Keyword.merge([priority: :analysis, timeout: 60_000], options))
  end

  test "a search that has answered says what it took", %{position: position} do
    {:ok, choice} = analysed(position, player: "mcts:playouts=500")
    metadata = %{game: :animal_shogi, priority: :analysis, result: :done}
    nodes = choice.nodes
    assert_receive {:stop, _search, %{playouts: 500, nodes: ^nodes} = measured, ^metadata}
    assert measured.waited >= 0 and is_integer(measured.waited)
    least = System.convert_time_unit(trunc(choice.seconds * 1_000_000), :microsecond, :native)
    assert measured.granted >= least and is_integer(measured.granted)
  end

  test "a search that has not says why", %{position: position} do
    endless = [player: "mcts:ms=600000", priority: :analysis]
    {:error, _} = analysed(position, Keyword.put(endless, :timeout, 30))
    assert_receive {:stop, _search, %{playouts: done}, %{priority: :analysis, result: :timeout}}
    assert done > 0

    %{ref: ref, pid: pid} = search = Playout.start_search!(position, endless)
    assert_receive {:playout_search, ^ref, {:progress, %{playouts: least}}}
    Playout.cancel(search)
    assert_receive {:stop, ^pid, %{playouts: done}, %{priority: :analysis, result: :cancelled}}
    assert done >= least and least > 0

    # Its owner dies.
    %{pid: pid} =
      Task.await(Task.async(fn -> Playout.start_search!(position, endless) end), :infinity)

    assert_receive {:stop, ^pid, _, %{priority: :analysis, result: :cancelled}}

    %{pid: pid} = Playout.start_search!(position, endless)
    Process.exit(pid, :kill)
    # Now the queue has to report it.
    assert_receive {:stop, _queue, _, %{priority: :analysis, result: :failed}}
    assert Wait.until(fn -> not Process.alive?(pid) end)
  end

  test "a search that is refused says why", %{position: position} do
    test = self()
    {:error, _} = analysed(position, player: "genius")
    assert_receive {:refused, ^test, %{count: 1}, %{reason: :bad_option}}
    {:error, _} = analysed(%{position | moves: ["nonsense"]}, [])
    assert_receive {:refused, ^test, %{count: 1}, %{reason: :bad_move}}
  end

  test "a search that is refused because there are too many says whose", %{position: position} do
    test = self()
    %{visitor: most} = Playout.Engine.Settings.searches()
    share = {make_ref(), make_ref(), :match}
    options = [player: "mcts:ms=600000", priority: :analysis, share: share]
    searches = for _ <- 1..most, do: Playout.start_search!(position, options)
    {:error, _} = Playout.start_search(position, options)
    assert_receive {:refused, ^test, %{count: 1}, %{reason: :busy_visitor}}
    Enum.each(searches, &Playout.cancel/1)
  end
end
