defmodule Playout.Matches.Flags do
  @moduledoc false
  # Ends the matches in which a side's time is up. Their deadlines are stored, so it makes no
  # difference whether their processes run, or whether the site was restarted meanwhile.

  use GenServer

  alias Playout.Matches.{Processes, Store, Uptime}

  @every 1_000

  # How many end in one round; the others, a second later.
  @at_once 200

  # How many are asked at the same time, so that one that is slow to answer holds up few others.
  @side_by_side 8

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "Ends the matches whose deadline has passed at a time of `Playout.Matches.Uptime`."
  @spec check(integer) :: :ok | {:error, :not_stored}
  def check(now) do
    with {:ok, ids} <- Store.due(now, @at_once) do
      # The process of the match decides, because a move may have come in between.
      ids
      |> Task.async_stream(&flag/1, max_concurrency: @side_by_side, timeout: :infinity)
      |> Stream.run()
    end
  end

  # One that doesn't answer must not end this process; its turn comes again.
  defp flag(id) do
    Processes.call(id, :flag, nil)
  catch
    :exit, _reason -> :ok
  end

  @impl true
  def init(nil) do
    schedule()
    {:ok, nil}
  end

  @impl true
  def handle_info(:check, state) do
    schedule()
    check(Uptime.now())
    {:noreply, state}
  end

  defp schedule, do: Process.send_after(self(), :check, @every)
end
