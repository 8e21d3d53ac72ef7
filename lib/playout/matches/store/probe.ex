defmodule Playout.Matches.Store.Probe do
  @moduledoc """
  Checks whether the database can be written and read, by trying both. The answer is cached for a
  second, so frequent requests do not keep the disk busy.
  """

  use GenServer

  alias Playout.Matches.Store
  alias Playout.Patience

  @cached_for 1_000
  @timeout 10_000

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @typedoc "What can be done with the database."
  @type t :: %{writable: boolean, readable: boolean}

  @doc "Returns whether the database can be written and read, within ten seconds."
  @spec check() :: t
  def check do
    GenServer.call(__MODULE__, :check, Patience.ms(@timeout))
  catch
    # The database is restarting, or does not answer.
    :exit, _reason -> %{writable: false, readable: false}
  end

  @doc "Returns whether the database can be written, within ten seconds."
  @spec writable?() :: boolean
  def writable?, do: check().writable

  @impl true
  def init(nil), do: {:ok, nil}

  @impl true
  def handle_call(:check, _from, {at, answer} = cached) do
    if now() - at < Patience.ms(@cached_for), do: {:reply, answer, cached}, else: attempt()
  end

  def handle_call(:check, _from, nil), do: attempt()

  defp attempt do
    answer = %{writable: Store.writable?(), readable: Store.readable?()}
    {:reply, answer, {now(), answer}}
  end

  defp now, do: System.monotonic_time(:millisecond)
end
