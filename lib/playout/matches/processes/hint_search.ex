defmodule Playout.Matches.Processes.HintSearch do
  @moduledoc false
  # The search for a hint (`Hints`). The functions take and return the state of `Server`, whose `hint` is a
  # map while an engine looks for a move: its `client`, a `SearchClient`, and `seq`, the `board_seq` of the
  # state to which the move belongs. The move arrives at the process as `{:hint, seq, move}`.

  alias Playout.Matches.Rules.Players
  alias Playout.Matches.{Settings, Topics}
  alias Playout.SearchClient

  @doc "Begins to look for a hint, unless that has begun. `share` says whose time it is."
  @spec ask(map, term) :: map
  def ask(%{hint: %{seq: seq}, state: %{board_seq: seq}} = server, _share), do: server

  def ask(%{state: state} = server, share) do
    tell(server, :thinking)

    case Players.hint_player(state.game, state.variant) do
      {:ok, player} ->
        options = [player: player, priority: :person, share: share]
        {client, news} = SearchClient.start(state.position, options, Settings.engine())
        hint = %{seq: state.board_seq, client: client}
        Enum.reduce(news, %{server | hint: hint}, &told/2)

      {:error, error} ->
        failed(server, error)
    end
  end

  @doc "Takes a message of the search; `:unknown` if it is none."
  @spec handle_info(map, term) :: map | :unknown
  def handle_info(%{hint: hint} = server, message) do
    with {client, news} <- SearchClient.handle_info(hint && hint.client, message),
         do: Enum.reduce(news, put_in(server.hint.client, client), &told/2)
  end

  defp told({:progress, _progress}, server), do: server
  defp told({:waiting, nil}, server), do: tell(server, :thinking)
  defp told({:waiting, place}, server), do: tell(server, {:waiting, place})

  defp told({:done, {:ok, choice}}, %{hint: hint} = server) do
    send(self(), {:hint, hint.seq, choice.move})
    server
  end

  defp told({:done, {:error, error}}, server), do: failed(server, error)

  @doc "Says that there is no hint, and why."
  @spec failed(map, term) :: map
  def failed(server, error), do: tell(%{server | hint: nil}, {:failed, error})

  @doc "Ends the search, if there is one."
  @spec stop(map) :: map
  def stop(%{hint: nil} = server), do: server

  def stop(%{hint: hint} = server) do
    SearchClient.cancel(hint.client)
    tell(%{server | hint: nil}, nil)
  end

  @doc "Tells a page that was just opened what the search does."
  @spec greet(map, pid) :: term
  def greet(%{hint: nil}, _page), do: :ok

  def greet(%{hint: %{client: %{waiting: place}}, state: %{id: id}}, page),
    do: send(page, message(id, if(place, do: {:waiting, place}, else: :thinking)))

  defp tell(%{state: %{id: id}} = server, what) do
    Topics.tell(Topics.match(id), message(id, what))
    server
  end

  # Pages on nodes of an earlier release know it by this name.
  defp message(id, what), do: {:advice, id, what}
end
