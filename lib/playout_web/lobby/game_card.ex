defmodule PlayoutWeb.Lobby.GameCard do
  @moduledoc "A game in the lobby: its board, what it is about, and how to begin."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.Sheet
  alias PlayoutWeb.Rules

  attr :game, :atom, required: true

  @doc "The card. Its first button sends the event `play`."
  def game_card(assigns) do
    assigns = assign(assigns, board: Boards.of(assigns.game))

    ~H"""
    <article class="game-card" id={"game-#{@game}"} aria-labelledby={"game-#{@game}-name"}>
      <div class="miniature">
        <Boards.board game={@game} position={@board.showpiece()} />
      </div>
      <div class="heading">
        <h2 id={"game-#{@game}-name"}>{@board.name()}</h2>
        <p class="about">{@board.about()}</p>
      </div>
      <div class="begin">
        <button
          class="button is-primary is-large"
          aria-describedby={"game-#{@game}-name"}
          phx-click="play"
          phx-value-game={@game}
        >
          {gettext("Play")}
        </button>
        <button
          class="button"
          type="button"
          aria-describedby={"game-#{@game}-name"}
          data-opens={Sheet.id(@game)}
          aria-haspopup="dialog"
        >
          {gettext("Choose opponent…")}
        </button>
      </div>
      <p :if={@game in Rules.games()} class="learn">
        <.link navigate={~p"/rules/#{@game}"}>{gettext("Rules")}</.link>
        <.link navigate={~p"/learn/#{@game}"}>{gettext("First lesson")}</.link>
      </p>
    </article>
    """
  end
end
