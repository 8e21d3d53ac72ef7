defmodule Playout.Matches.Uptime do
  @moduledoc """
  For how many milliseconds the site has been up, over all its runs. Clocks of matches count this
  time, so nobody's time runs while the site is down.

  While it runs, the time is the VM's monotonic one. It is stored every five seconds, and when the
  site stops; from there it goes on. After a crash of the machine it is up to five seconds behind:
  whoever was to move has those again.
  """

  use GenServer

  alias Playout.Matches.Store

  @every 5_000

  # In tests, each can let time pass.
  @env Application.compile_env(:playout, :settings, Application)

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @doc "Returns the time."
  @spec now() :: non_neg_integer
  def now do
    ahead = :playout |> @env.get_env(__MODULE__, []) |> Keyword.get(:ahead, 0)
    :persistent_term.get(__MODULE__) + monotonic() + ahead
  end

  @impl true
  def init(nil) do
    # So that `terminate/2` is called.
    Process.flag(:trap_exit, true)

    # This process may crash, but the time goes on as long as the VM runs.
    if :persistent_term.get(__MODULE__, nil) == nil do
      {:ok, noted} = Store.uptime()
      :persistent_term.put(__MODULE__, noted - monotonic())
    end

    schedule()
    {:ok, nil}
  end

  @impl true
  def handle_info(:note, state) do
    schedule()
    Store.note_uptime(now())
    {:noreply, state}
  end

  def handle_info(_message, state), do: {:noreply, state}

  @impl true
  def terminate(_reason, _state), do: Store.note_uptime(now())

  defp schedule, do: Process.send_after(self(), :note, @every)
  defp monotonic, do: System.monotonic_time(:millisecond)
end
