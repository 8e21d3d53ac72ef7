defmodule Playout.Test.OneScheduler do
  @moduledoc """
  Shows that a search does not keep other processes from running. It runs as a program in a separate
  VM, which has only one scheduler.
  """

  alias Playout.Engine.Native
  alias Playout.Test.Wait

  # A process that runs native code on the only scheduler runs alone, so nobody could see it do so.
  @searching [status: :running, current_function: {Native, :search_step, 2}]

  @spec main() :: no_return
  def main do
    {:ok, _} = Playout.Engine.Supervisor.start_link([])
    search = Playout.start_search!(Playout.new!(:quarto), player: "mcts:ms=600000,seed=1")
    seen? = fn -> Process.info(search.pid, [:status, :current_function]) == @searching end
    IO.puts(if Wait.until(seen?), do: "seen", else: "not seen")
    System.halt(0)
  end

  @doc "Runs `main/0`; returns whether it has seen the search at work."
  @spec sees_the_search?() :: boolean
  def sees_the_search? do
    paths = Enum.flat_map(:code.get_path(), &["-pa", to_string(&1)])
    run = ["-eval", "application:ensure_all_started(elixir), '#{__MODULE__}':main()."]
    erl = Path.join([:code.root_dir(), "bin", "erl"])
    {printed, 0} = System.cmd(erl, ["+S", "1:1", "-noshell"] ++ paths ++ run)
    String.trim(printed) == "seen"
  end
end
