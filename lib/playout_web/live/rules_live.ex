defmodule PlayoutWeb.RulesLive do
  @moduledoc """
  The rules of a game, to read and to look at. Nothing on it needs a script.
  """
  use PlayoutWeb, :live_view

  alias PlayoutWeb.Boards
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Rules

  @impl true
  def mount(%{"game" => name}, _session, socket) do
    case Rules.find(name) do
      {:ok, game} ->
        board = Boards.of(game)
        title = gettext("How to play %{game}", game: board.name())
        {:ok, assign(socket, game: game, board: board, title: title, page_title: title)}

      :error ->
        raise NotFoundError
    end
  end

  # There is nothing to press but links.
  @impl true
  def handle_event(_event, _params, socket), do: {:noreply, socket}

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app place={@board.name()}>
      <Boards.sprite game={@game} />
      <main class="rules" id="rules">
        <header class="rules-part rules-head">
          <div class="rules-words">
            <h1>{@title}</h1>
            <p class="lead">{@board.about()}</p>
            <.ways_on game={@game} />
          </div>
          <div class="rules-pictures">
            <Boards.board game={@game} diagram={Boards.showpiece(@game)} />
          </div>
        </header>
        {Rules.of(@game).page(%{__changed__: nil})}
        <footer class="rules-foot">
          <p>{gettext("That is all there is to know. The rest is play.")}</p>
          <.ways_on game={@game} />
        </footer>
      </main>
    </Layouts.app>
    """
  end

  attr :game, :atom, required: true

  defp ways_on(assigns) do
    ~H"""
    <p class="ways-on">
      <.link class="button is-primary" navigate={~p"/"}>{gettext("Play")}</.link>
      <.link class="button" navigate={~p"/learn/#{@game}"}>{gettext("First lesson")}</.link>
    </p>
    """
  end
end
