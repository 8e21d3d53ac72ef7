defmodule Playout.Matches.Processes.Advice do
  @moduledoc false
  # The search for a hint (`Hints`). The functions take and return the state of `Server`, whose
  # `advice` is a `Thinking` while an engine looks for a move. The move arrives at the process as
  # `{:advised, seq, move}`, with the `board_seq` of the state that it belongs to.

  alias Playout.Matches.Processes.Thinking
  alias Playout.Matches.Rules.Players
  alias Playout.Matches.Topics

  @doc "Begins to look for a hint, unless that has begun. `share` says whose time it is."
  @spec ask(map, Playout.Side.t(), term) :: map
  def ask(%{advice: %{seq: seq}, state: %{board_seq: seq}} = server, _side, _share), do: server

  def ask(%{state: state} = server, side, share) do
    advice = Thinking.new(state, side, Players.adviser(state.game, state.variant))
    tell(server, :thinking)
    begin(%{server | advice: advice}, share)
  end

  @doc "Asks a busy engine again."
  @spec again(map, {pos_integer, non_neg_integer}, term) :: map
  def again(%{advice: %{seq: seq, refusals: refusals}} = server, {seq, refusals}, share),
    do: begin(server, share)

  def again(server, _earlier, _share), do: server

  defp begin(%{advice: advice, state: state} = server, share) do
    case Thinking.begin(advice, state, share) do
      {:ok, advice} ->
        Process.monitor(advice.handle.pid)
        %{server | advice: advice}

      {:later, later, milliseconds} ->
        Process.send_after(self(), {:ask_advice, {later.seq, later.refusals}}, milliseconds)
        if advice.waiting != later.waiting, do: tell(server, {:waiting, later.waiting})
        %{server | advice: later}

      {:error, advice, error} ->
        told(%{server | advice: advice}, {:done, {:error, error}}, share)
    end
  end

  @doc "Notes what the search has told."
  @spec told(map, tuple, term) :: map
  def told(%{advice: advice} = server, {:progress, _progress}, _share) do
    if advice.waiting, do: tell(server, :thinking)
    %{server | advice: %{advice | waiting: nil}}
  end

  def told(%{advice: advice} = server, {:waiting, place}, _share) do
    tell(server, {:waiting, place})
    %{server | advice: %{advice | waiting: place}}
  end

  def told(%{advice: advice} = server, {:done, {:ok, choice}}, _share) do
    send(self(), {:advised, advice.seq, choice.move})
    %{server | advice: %{advice | handle: nil}}
  end

  def told(%{advice: advice} = server, {:done, {:error, error}}, share) do
    if Thinking.again?(advice), do: begin(server, share), else: failed(server, error)
  end

  @doc "Says that there is no hint, and why."
  @spec failed(map, term) :: map
  def failed(server, error) do
    tell(server, {:failed, error})
    %{server | advice: nil}
  end

  @doc "Ends the search, if there is one."
  @spec stop(map) :: map
  def stop(%{advice: nil} = server), do: server

  def stop(%{advice: advice} = server) do
    Thinking.cancel(advice)
    tell(server, nil)
    %{server | advice: nil}
  end

  @doc "Tells a page that was just opened what the search does."
  @spec greet(map, pid) :: term
  def greet(%{advice: nil}, _page), do: :ok

  def greet(%{advice: %{waiting: place}, state: %{id: id}}, page),
    do: send(page, {:advice, id, if(place, do: {:waiting, place}, else: :thinking)})

  defp tell(%{state: %{id: id}}, what), do: Topics.tell(Topics.match(id), {:advice, id, what})
end
