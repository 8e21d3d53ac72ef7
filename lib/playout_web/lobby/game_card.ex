defmodule PlayoutWeb.Lobby.GameCard do
  @moduledoc "A game in the lobby: its board, what it is about, and how to begin."
  use PlayoutWeb, :html

  import PlayoutWeb.StartForm

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.Sheet
  alias PlayoutWeb.Rules
  alias PlayoutWeb.Sentences

  attr :game, :atom, required: true

  @doc """
  The card. Only the browser knows which levels were beaten and whether the lesson
  is done, and shows it (the hook `Progress`).
  """
  def game_card(assigns) do
    assigns =
      assign(assigns,
        board: Boards.of(assigns.game),
        levels: Playout.levels(assigns.game),
        lesson: Enum.map(Rules.of(assigns.game).lesson(), & &1.id)
      )

    ~H"""
    <article
      class="game-card"
      id={"game-#{@game}"}
      aria-labelledby={"game-#{@game}-name"}
      phx-hook="Progress"
      data-game={@game}
      data-lesson={Jason.encode!(@lesson)}
    >
      <div class="miniature" aria-hidden="true">
        <Boards.board game={@game} diagram={Boards.showpiece(@game)} />
      </div>
      <div class="heading">
        <div class="name">
          <h2 id={"game-#{@game}-name"}>{@board.name()}</h2>
          <ul class="beaten" aria-label={gettext("Levels that you have beaten")} hidden>
            <li :for={level <- @levels} data-level={level.name} title={Sentences.level(level.name)}>
              <span aria-hidden="true">{level.number}</span>
              <span class="sr-only">{Sentences.level(level.name)}</span>
            </li>
          </ul>
        </div>
        <p class="about">{@board.about()}</p>
      </div>
      <div class="begin">
        <.start
          game={@game}
          class="button is-primary is-large"
          aria-describedby={"game-#{@game}-name"}
        >
          {gettext("Play")}
        </.start>
        <.link
          class="button"
          href={~p"/play/#{@game}"}
          aria-describedby={"game-#{@game}-name"}
          data-opens={Sheet.id(@game)}
          aria-haspopup="dialog"
        >
          {gettext("Choose opponent…")}
        </.link>
      </div>
      <p class="learn">
        <.link navigate={~p"/rules/#{@game}"}>{gettext("Rules")}</.link>
        <.link navigate={~p"/learn/#{@game}"}>
          {gettext("First lesson")}
          <svg class="done" viewBox="0 0 24 24" role="img" aria-label={gettext("done")} hidden>
            <path class="stroke" d="M5 12.5 L10 17.5 L19.5 7" />
          </svg>
        </.link>
      </p>
    </article>
    """
  end
end
