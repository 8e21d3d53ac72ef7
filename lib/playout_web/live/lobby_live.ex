defmodule PlayoutWeb.LobbyLive do
  @moduledoc """
  The lobby: the visitor's matches, and a card for each game that starts a match with one
  press.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.Lobby.GameCard
  import PlayoutWeb.Lobby.MatchList
  import PlayoutWeb.Lobby.PublicList

  alias Playout.Matches
  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Format
  alias PlayoutWeb.Lobby.Sheet
  alias PlayoutWeb.Portrait
  alias PlayoutWeb.Sentences

  @minute 60_000

  # How often the matches of others are looked at, in milliseconds.
  @public_every 4_000

  # How often the list follows changes, in milliseconds. Two engines can move many times a second.
  @list_after 500

  @impl true
  def mount(_params, _session, %{assigns: %{visitor: visitor}} = socket) do
    if connected?(socket) do
      Matches.follow(visitor)
      :timer.send_interval(@minute, :minute)
      :timer.send_interval(@public_every, :public)
    end

    {:ok,
     socket
     |> assign(
       page_title: gettext("Playout · Board games at your pace"),
       description: description(),
       games: Playout.games(),
       error: nil,
       announcement: nil,
       asked: nil,
       all: [],
       changes: :listed,
       now: DateTime.utc_now(),
       public: Matches.public(),
       pages: %{open: 1, watch: 1}
     )
     |> list()}
  end

  defp description do
    games = for game <- Playout.games(), do: Boards.of(game).name()

    gettext(
      "Play %{games} against opponents from beginner to expert, or with someone next to you. No account needed.",
      games: Format.list(games)
    )
  end

  defp list(socket) do
    assign(socket, matches: Matches.list(socket.assigns.visitor), now: DateTime.utc_now())
  end

  @impl true
  def handle_event("ask_delete", %{"id" => id}, socket) when is_binary(id) do
    {:noreply, assign(socket, asked: id, announcement: nil)}
  end

  def handle_event("keep_match", _params, socket), do: {:noreply, assign(socket, asked: nil)}

  def handle_event("delete_match", %{"id" => id}, socket) do
    socket = assign(socket, asked: nil)

    case Matches.delete(socket.assigns.visitor, id) do
      # If another window has already deleted the match, the result is the same.
      gone when gone in [:ok, {:error, :not_found}] ->
        {:noreply,
         socket |> list() |> assign(error: nil, announcement: gettext("Match deleted."))}

      {:error, reason} ->
        socket |> list() |> refused(reason)
    end
  end

  def handle_event("show_all", %{"part" => part}, socket) when part in ["running", "over"] do
    {:noreply, assign(socket, all: [String.to_existing_atom(part) | socket.assigns.all])}
  end

  def handle_event("show_more", %{"part" => part}, socket) when part in ["open", "watch"] do
    pages = Map.update!(socket.assigns.pages, String.to_existing_atom(part), &(&1 + 1))
    {:noreply, assign(socket, pages: pages)}
  end

  def handle_event("list_again", _params, socket), do: {:noreply, list(socket)}

  def handle_event(_event, _params, socket), do: refused(socket, :malformed)

  defp refused(socket, reason) do
    {:noreply, assign(socket, error: Sentences.refusal(reason), announcement: nil)}
  end

  @impl true
  def handle_info({:matches_changed, _visitor}, %{assigns: %{changes: :listed}} = socket) do
    Process.send_after(self(), :list, @list_after)
    {:noreply, socket |> assign(changes: :listed_recently) |> list()}
  end

  def handle_info({:matches_changed, _visitor}, socket) do
    {:noreply, assign(socket, changes: :waiting)}
  end

  def handle_info(:list, %{assigns: %{changes: :waiting}} = socket) do
    Process.send_after(self(), :list, @list_after)
    {:noreply, socket |> assign(changes: :listed_recently) |> list()}
  end

  def handle_info(:list, socket), do: {:noreply, assign(socket, changes: :listed)}
  def handle_info(:public, socket), do: {:noreply, assign(socket, public: Matches.public())}
  def handle_info(:minute, socket), do: {:noreply, assign(socket, now: DateTime.utc_now())}

  # One's own are listed already.
  defp others(matches, visitor) do
    Enum.reject(matches, &(State.sides_of(&1, visitor) != []))
  end

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app>
      <Boards.sprite :for={game <- @games} game={game} />
      <Portrait.portraits of={Portrait.names()} />
      <main class="lobby">
        <header class="lobby-head">
          <h1 tabindex="-1">{gettext("Board games at your pace")}</h1>
          <p class="about">{gettext("A quiet board, and an opponent that always has time")}</p>
        </header>
        <p class="form-error" role="alert">{@error}</p>
        <.match_list
          part={:running}
          matches={@matches}
          visitor={@visitor}
          asked={@asked}
          all={@all}
          now={@now}
        />
        <div class="games">
          <.game_card :for={game <- @games} game={game} />
        </div>
        <.public_list
          :for={part <- [:open, :watch]}
          part={part}
          matches={others(@public[part], @visitor)}
          visitor={@visitor}
          pages={@pages[part]}
        />
        <.match_list
          part={:over}
          matches={@matches}
          visitor={@visitor}
          asked={@asked}
          all={@all}
          now={@now}
        />
        <p class="sr-only" role="status">{@announcement}</p>
      </main>
      <.live_component
        :for={game <- @games}
        module={Sheet}
        id={Sheet.id(game)}
        game={game}
      />
    </Layouts.app>
    """
  end
end
