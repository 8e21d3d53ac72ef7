defmodule PlayoutWeb.Lobby.PlayLive do
  @moduledoc """
  The page for setting up a match without JavaScript, which also shows a form that was refused. With
  JavaScript, a dialog in the lobby does the same.

  `/play/quarto` shows the default choices, or those in its query; with `position`, the match starts
  there. For a refused form,
  `PlayoutWeb.Match.Controller` passes the choices and the reason.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.Kept, only: [drawings: 1]

  alias Playout.Matches.Rules.Perfect
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.{Choices, Sheet}
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Portrait
  alias PlayoutWeb.Rules

  @impl true
  def mount(:not_mounted_at_router, %{"choices" => choices, "error" => error}, socket) do
    {:ok, socket |> assign(back: address(choices)) |> show(choices, error, false)}
  end

  def mount(%{"game" => name} = params, _session, socket) do
    case Rules.find(name) do
      {:ok, game} ->
        choices =
          game |> Choices.new() |> Choices.at(params["position"]) |> Choices.recall(params)

        only_rules? = Map.keys(params) -- ["game", "position"] == []
        {:ok, socket |> assign(back: nil) |> show(choices, nil, only_rules?)}

      :error ->
        raise NotFoundError
    end
  end

  # `recalls`: whether the choices remembered by the browser replace these.
  defp show(socket, choices, error, recalls) do
    board = Boards.of(choices.game)
    if connected?(socket), do: Perfect.watch()

    assign(socket,
      game: choices.game,
      description: board.about(),
      choices: choices,
      error: error,
      recalls: recalls,
      name: board.name(),
      page_title: Sheet.title(choices.game)
    )
  end

  # The address of a form that was posted does not contain its choices; this one does.
  defp address(choices),
    do: ~p"/play/#{choices.game}?#{Choices.fields(choices) ++ custom(choices)}"

  defp custom(%{opponent: "custom", custom: %{player: player, keys: keys, text: text}}) do
    keys = for {key, typed} <- Enum.sort(keys), do: {"custom[keys][#{key}]", typed}
    [{"custom[player]", player}, {"custom[text]", text} | keys]
  end

  defp custom(_known_opponent), do: []

  # The form handles its events itself.
  @impl true
  def handle_event(_event, _params, socket), do: {:noreply, socket}

  @impl true
  def handle_info({:playout_table, game, _status} = change, socket) do
    if game == socket.assigns.game, do: Sheet.table_changed(change)
    {:noreply, socket}
  end

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app
      place={@name}
      game={@choices.game}
      back={@back}
    >
      <.drawings
        kept={@kept}
        games={if @choices.position, do: [@choices.game], else: []}
        portraits={Portrait.names()}
      />
      <main class="play-page">
        <.live_component
          module={Sheet}
          id={Sheet.id(@choices.game)}
          game={@choices.game}
          choices={@choices}
          error={@error}
          recalls={@recalls}
          page
        />
      </main>
    </Layouts.app>
    """
  end
end
