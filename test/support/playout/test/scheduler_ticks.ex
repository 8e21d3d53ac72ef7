defmodule Playout.Test.SchedulerTicks do
  @moduledoc """
  Counts ticks of 10 ms, without and with running searches. It runs as a program in a separate VM,
  which can have fewer schedulers, and prints both counts and the number of playouts.
  """

  @milliseconds 1500

  @spec main() :: no_return
  def main do
    {:ok, _} = Playout.Engine.Supervisor.start_link([])
    idle = count()

    position = Playout.new!(:quarto)
    for _ <- 1..3, do: Playout.start_search!(position, player: "mcts:ms=60000,seed=1")
    busy = count()

    IO.puts("#{idle} #{busy} #{playouts()}")
    System.halt(0)
  end

  @doc """
  Runs `main/0` in a VM with so many schedulers, and returns the numbers that it prints.
  """
  @spec measure(pos_integer) :: [non_neg_integer]
  def measure(schedulers) do
    paths = Enum.flat_map(:code.get_path(), &["-pa", to_string(&1)])
    run = ["-eval", "application:ensure_all_started(elixir), '#{__MODULE__}':main()."]
    erl = Path.join([:code.root_dir(), "bin", "erl"])

    {printed, 0} =
      System.cmd(erl, ["+S", "#{schedulers}:#{schedulers}", "-noshell"] ++ paths ++ run)

    [_idle, _busy, _playouts] = printed |> String.split() |> Enum.map(&String.to_integer/1)
  end

  defp count do
    me = self()
    ticker = spawn(fn -> tick(0, me) end)
    Process.sleep(@milliseconds)
    send(ticker, :stop)

    receive do
      {:ticks, ticks} -> ticks
    end
  end

  defp tick(ticks, counter) do
    receive do
      :stop -> send(counter, {:ticks, ticks})
    after
      10 -> tick(ticks + 1, counter)
    end
  end

  defp playouts(most \\ 0) do
    receive do
      {:playout_search, _ref, {:progress, progress}} -> playouts(max(most, progress.playouts))
    after
      0 -> most
    end
  end
end
