defmodule Playout.Engine.SlicesTest do
  # Where the slices of a search run: on the process's own scheduler, or on a dirty one.
  use ExUnit.Case, async: false

  alias Playout.Engine.{Native, Queue, Settings}
  alias Playout.Test.{Searches, Wait}

  setup do
    # Searches of earlier tests end with their owner, the test.
    assert Wait.until(fn -> Queue.begun() == [] end)
    assert Searches.freed?()
    :ok
  end

  # Which native functions a search calls to search, in order, until it has left the process's
  # own scheduler.
  defp slices(start) do
    traced([{Native, :search_step, 2}, {Native, :search_step_briefly, 1}], fn ->
      start.()
      called([])
    end)
  end

  defp traced(functions, work) do
    for function <- functions, do: :erlang.trace_pattern(function, true)
    :erlang.trace(:new_processes, true, [:call])
    work.()
  after
    :erlang.trace(:new_processes, false, [:call])
    for function <- functions, do: :erlang.trace_pattern(function, false)
  end

  defp called(before) do
    receive do
      {:trace, _pid, :call, {Native, :search_step, _}} -> Enum.reverse([:dirty | before])
      {:trace, _pid, :call, {Native, :search_step_briefly, _}} -> called([:brief | before])
    after
      Wait.patience() -> flunk("no dirty slice after #{inspect(before)}")
    end
  end

  defp brief_slices, do: if(Settings.places() < System.schedulers_online(), do: 8, else: 0)

  test "they are brief at first, if a scheduler stays free" do
    assert slices(fn ->
             Playout.start_search!(Playout.new!(:quarto), player: "mcts:ms=600000")
           end) ==
             List.duplicate(:brief, brief_slices()) ++ [:dirty]
  end

  test "they are never brief in a large tree" do
    position = Playout.new!(:animal_shogi)
    options = [player: "mcts:playouts=300000,seed=1", tree: :large]
    choice = Playout.choose_move!(position, options)
    assert Playout.trees().idle_bytes > 3 * 1024 * 1024
    position = Playout.play!(position, choice.move)
    assert slices(fn -> Playout.start_search!(position, options) end) == [:dirty]
  end

  test "a search holds no place while a dirty scheduler tidies up its large tree" do
    position = Playout.new!(:animal_shogi)

    traced([{Queue, :finish, 0}], fn ->
      Playout.choose_move!(position, player: "mcts:playouts=300000,seed=1", tree: :large)
      assert_receive {:trace, _search, :call, {Queue, :finish, []}}
    end)
  end
end
