defmodule Playout.Test.Watcher do
  @moduledoc """
  A process that watches a match as a page does: it keeps the state that it would show, and plays.
  """
  use GenServer

  alias Playout.Matches

  @doc "Starts one, which outlives its caller; it is the page of a visitor."
  def start(id, visitor), do: GenServer.start(__MODULE__, {id, visitor})

  @doc "Returns the moves that it shows."
  def moves(watcher), do: GenServer.call(watcher, :moves, :infinity)

  @doc "Plays a move; returns `:ok`, or `{:error, reason}`."
  def play(watcher, move), do: GenServer.call(watcher, {:play, move}, :infinity)

  @impl true
  def init({id, visitor}) do
    with {:ok, state} <- Matches.watch(id, from: {visitor, nil}), do: {:ok, {state, visitor}}
  end

  @impl true
  def handle_call(:moves, _from, {state, _visitor} = page),
    do: {:reply, Enum.map(state.moves, & &1.text), page}

  def handle_call({:play, move}, _from, {state, visitor} = page) do
    case Matches.act(state.id, visitor, state.seq, {:move, move}) do
      {:ok, change} -> {:reply, :ok, catch_up(page, change)}
      refusal -> {:reply, refusal, page}
    end
  end

  @impl true
  def handle_info({:match, change}, page), do: {:noreply, catch_up(page, change)}
  def handle_info(_message, page), do: {:noreply, page}

  defp catch_up({state, visitor}, change) do
    {:ok, state} = Matches.catch_up(state, change)
    {state, visitor}
  end
end
