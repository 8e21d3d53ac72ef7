defmodule PlayoutWeb.Lobby.Live do
  @moduledoc """
  The lobby: the visitor's matches, and a card for each game that starts a match with one
  press.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.Kept, only: [drawings: 1]
  import PlayoutWeb.Lobby.GameCard
  import PlayoutWeb.Lobby.MatchList
  import PlayoutWeb.Lobby.PublicList

  alias Playout.Matches
  alias Playout.Matches.{Clock, People, State}
  alias Playout.Matches.Rules.Perfect
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Browser.Manifest
  alias PlayoutWeb.Limits.Work
  alias PlayoutWeb.Lobby.{Sheet, Text}
  alias PlayoutWeb.Portrait
  alias PlayoutWeb.Sentences

  @minute 60_000

  # How often the matches of others are looked at, in milliseconds.
  @public_every 4_000

  # How often the list follows changes, in milliseconds. Two engines can move many times a second. All pages of
  # a visitor share what one of them has read meanwhile.
  @list_after 500

  @impl true
  def mount(_params, _session, %{assigns: %{visitor: visitor}} = socket) do
    if connected?(socket) do
      Matches.follow(visitor)
      Perfect.watch()
      :timer.send_interval(@minute, :minute)
      :timer.send_interval(@public_every, :public)
    end

    {:ok,
     socket
     |> assign(
       description: Manifest.description(),
       games: Playout.games(),
       error: nil,
       announcement: nil,
       asked: nil,
       all: [],
       now: DateTime.utc_now(),
       public: Matches.public(),
       pages: %{open: 1, watch: 1},
       filter: %{game: nil, result: nil},
       names: %{},
       scores: %{}
     )
     |> list()
     |> Work.pushes()}
  end

  defp list(socket, age \\ 0) do
    matches = Matches.list(socket.assigns.visitor, age)
    socket = if socket.assigns[:matches] == matches, do: socket, else: show(socket, matches)
    scored(socket, age)
  end

  defp show(socket, matches) do
    my_turn? = my_turn?(matches, socket.assigns.visitor)

    title =
      if my_turn?,
        do: gettext("Your move · Playout"),
        else: gettext("Playout · Board games at your pace")

    socket
    |> assign(matches: matches, my_turn?: my_turn?, page_title: title, now: DateTime.utc_now())
    |> named()
  end

  # Only a match with another person that ends changes a score.
  defp scored(%{assigns: %{matches: {:ok, matches}, visitor: visitor}} = socket, age) do
    played =
      for match <- matches, other = Text.opponent(match, visitor), do: {other, match.result}

    with true <- socket.private[:played] != played,
         {:ok, scores} <- scores(visitor, played, age) do
      socket |> put_private(:played, played) |> assign(scores: scores)
    else
      _same_or_not_read -> socket
    end
  end

  defp scored(socket, _age), do: socket

  defp scores(visitor, played, age) do
    case played |> Enum.map(&elem(&1, 0)) |> Enum.uniq() |> Enum.sort() do
      [] -> {:ok, %{}}
      others -> Matches.scores(visitor, others, age)
    end
  end

  # The matches change often, but not who plays in them.
  defp named(%{assigns: %{matches: {:ok, matches}, visitor: visitor}} = socket) do
    people =
      for %{seats: seats} <- matches,
          {_side, {:person, other}} <- seats,
          other != visitor,
          do: other

    people = Enum.sort(Enum.uniq(people))
    before = socket.private[:people] || []

    if before == people do
      socket
    else
      if connected?(socket) do
        People.follow(people -- before)
        People.unfollow(before -- people)
      end

      socket |> put_private(:people, people) |> assign(names: People.names(people))
    end
  end

  defp named(socket), do: socket

  # Games of days, in which somebody waits for the visitor.
  defp my_turn?({:ok, matches}, visitor) do
    Enum.any?(
      matches,
      &(&1.control != nil and not Clock.fast?(&1.control) and &1.result == nil and
          Text.yours?(&1, visitor))
    )
  end

  defp my_turn?(_unread, _visitor), do: false

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

  def handle_event("filter", %{"game" => game, "result" => result}, socket)
      when result in ["", "won", "lost", "drawn"] do
    filter = %{
      game: Enum.find(socket.assigns.games, &(to_string(&1) == game)),
      result: if(result != "", do: String.to_existing_atom(result))
    }

    {:noreply, assign(socket, filter: filter)}
  end

  def handle_event("list_again", _params, socket), do: {:noreply, list(socket)}

  def handle_event(_event, _params, socket), do: refused(socket, :malformed)

  defp refused(socket, reason) do
    {:noreply, assign(socket, error: Sentences.refusal(reason), announcement: nil)}
  end

  @impl true
  def handle_info({:matches_changed, _visitor}, socket) do
    socket = put_private(socket, :changed, now())
    {:noreply, if(socket.private[:listed_recently?], do: socket, else: list_shared(socket))}
  end

  def handle_info(:list, %{private: %{changed: changed, known: known}} = socket) do
    if changed > known,
      do: {:noreply, list_shared(socket)},
      else: {:noreply, put_private(socket, :listed_recently?, false)}
  end

  def handle_info(:public, socket), do: {:noreply, assign(socket, public: Matches.public())}

  def handle_info({:renamed, visitor, name}, socket) do
    # Who is not shown any more is read again when they are.
    names = if name && visitor in socket.private.people, do: %{visitor => name}, else: %{}
    names = socket.assigns.names |> Map.delete(visitor) |> Map.merge(names)
    {:noreply, assign(socket, names: names)}
  end

  def handle_info({:playout_table, _game, _status} = change, socket) do
    Sheet.table_changed(change)
    {:noreply, socket}
  end

  def handle_info(:minute, socket), do: {:noreply, assign(socket, now: DateTime.utc_now())}

  # What another page has read may be older than the last change, so it lists once more after that.
  defp list_shared(socket) do
    Process.send_after(self(), :list, @list_after)

    socket
    |> put_private(:listed_recently?, true)
    |> put_private(:known, now() - @list_after)
    |> list(@list_after)
  end

  defp now, do: System.monotonic_time(:millisecond)

  # One's own are listed already.
  defp others(matches, visitor) do
    Enum.reject(matches, &(State.sides_of(&1, visitor) != []))
  end

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app>
      <.drawings kept={@kept} games={@games} portraits={Portrait.names()} />
      <main class="lobby" data-my-turn={@my_turn?}>
        <header class="lobby-head">
          <h1 tabindex="-1">{gettext("Board games at your pace")}</h1>
          <p class="about">{gettext("A quiet board, and an opponent that always has time")}</p>
        </header>
        <p class="form-error" role="alert">{@error}</p>
        <.match_list
          kept={@kept}
          part={:running}
          matches={@matches}
          visitor={@visitor}
          names={@names}
          scores={@scores}
          asked={@asked}
          all={@all}
          now={@now}
        />
        <div class="games">
          <.game_card :for={game <- @games} kept={@kept} game={game} />
        </div>
        <.public_list
          :for={part <- [:open, :watch]}
          kept={@kept}
          part={part}
          matches={others(@public[part], @visitor)}
          visitor={@visitor}
          names={@public.names}
          pages={@pages[part]}
        />
        <.match_list
          kept={@kept}
          part={:over}
          matches={@matches}
          visitor={@visitor}
          names={@names}
          scores={@scores}
          filter={@filter}
          asked={@asked}
          all={@all}
          now={@now}
        />
        <nav class="analyses" aria-labelledby="analyses">
          <h2 id="analyses">{gettext("Analysis")}</h2>
          <.link :for={game <- @games} id={"analysis-#{game}"} href={~p"/analysis/#{game}"}>
            {Boards.of(game).name()}
          </.link>
        </nav>
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
