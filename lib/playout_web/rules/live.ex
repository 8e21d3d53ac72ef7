defmodule PlayoutWeb.Rules.Live do
  @moduledoc """
  The rules of a game, in text and pictures. The page works without JavaScript.

  A match links here with its id (`/rules/quarto?match=…`), and the page then links back
  to it.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.Kept, only: [drawings: 1, kept: 1]
  import PlayoutWeb.StartForm
  import PlayoutWeb.Rules.Components

  alias Playout.Matches
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Rules

  @impl true
  def mount(%{"game" => name} = params, _session, socket) do
    case Rules.find(name) do
      {:ok, game} ->
        board = Boards.of(game)
        title = gettext("How to play %{game}", game: board.name())

        {:ok,
         socket
         |> assign(game: game, board: board, title: title, page_title: title)
         |> assign(description: description(board))
         |> assign(match: match(params, game), start: Playout.new!(game).start)}

      :error ->
        raise NotFoundError
    end
  end

  defp description(board) do
    Format.sentences([gettext("All the rules, with pictures."), board.about()])
  end

  # Anyone can make up an address, so the page links back only to a match of this game.
  defp match(%{"match" => id}, game) when is_binary(id) do
    case Matches.get(id) do
      {:ok, %{game: ^game}} -> id
      _other -> nil
    end
  end

  defp match(_params, _game), do: nil

  # The page sends no events of its own.
  @impl true
  def handle_event(_event, _params, socket), do: {:noreply, socket}

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app place={@board.name()}>
      <.drawings kept={@kept} games={[@game]} />
      <main class="rules" id="rules">
        <header class="rules-part rules-head">
          <div class="rules-text">
            <h1>{@title}</h1>
            <p class="lead">{@board.about()}</p>
            <.next_links game={@game} match={@match} />
          </div>
          <div class="rules-pictures">
            <.diagram game={@game} position={@start}>{Rules.of(@game).start()}</.diagram>
          </div>
        </header>
        <.kept id={"rules-of-#{@game}"} kept={@kept} class="rules-parts">
          {Rules.of(@game).page(%{__changed__: nil})}
        </.kept>
        <footer class="rules-foot">
          <p>{gettext("Now you know all the rules.")}</p>
          <.next_links game={@game} match={@match} />
          <%!-- Not during a match, in which it may be unfair to ask an engine. --%>
          <p :if={!@match} class="also">
            <.link id="to-analysis" href={~p"/analysis/#{@game}"}>{gettext("Analyse")}</.link>
            <.link href={~p"/edit/#{@game}"}>{gettext("Set up a position")}</.link>
          </p>
        </footer>
      </main>
    </Layouts.app>
    """
  end

  attr :game, :atom, required: true
  attr :match, :string, required: true, doc: "the id of the match to link back to, or nil"

  defp next_links(assigns) do
    ~H"""
    <div class="next-steps">
      <.link :if={@match} class="button is-primary" navigate={~p"/m/#{@match}"}>
        {gettext("Back to the match")}
      </.link>
      <.start game={@game} class={["button", !@match && "is-primary"]}>{gettext("Play")}</.start>
      <.link class="button" navigate={~p"/learn/#{@game}"}>{gettext("First lesson")}</.link>
    </div>
    """
  end
end
