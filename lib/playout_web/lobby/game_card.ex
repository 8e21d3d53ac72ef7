defmodule PlayoutWeb.Lobby.GameCard do
  @moduledoc "A game in the lobby: its board, its description, and how to start it."
  use PlayoutWeb, :html

  import PlayoutWeb.Kept, only: [kept: 1]
  import PlayoutWeb.StartForm
  import PlayoutWeb.Portrait, only: [portrait: 1]

  alias Playout.Matches.NumberedLevels
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.Sheet
  alias PlayoutWeb.Rules

  attr :game, :atom, required: true
  attr :kept, :list, required: true, doc: "of `PlayoutWeb.Kept`"

  @doc """
  Renders the card. Pressing it anywhere presses its Play button, except on its links, which are
  stacked above the button's area (`lobby/page.css`).

  Only the browser knows which levels were beaten and whether the lesson is done; the `Progress`
  hook shows both. The page must contain the portraits of all levels.
  """
  def game_card(assigns) do
    levels = Enum.map(Playout.levels(assigns.game), & &1.name)

    assigns =
      assign(assigns,
        board: Boards.of(assigns.game),
        levels: levels,
        lesson: Enum.map(Rules.of(assigns.game).lesson(), & &1.id)
      )

    ~H"""
    <article
      class="game-card"
      id={"game-#{@game}"}
      aria-labelledby={"game-#{@game}-name"}
      phx-hook="Progress"
      data-game={@game}
      data-levels={Jason.encode!(@levels)}
      data-numbered={Jason.encode!(NumberedLevels.ladder(@game))}
      data-lesson={Jason.encode!(@lesson)}
    >
      <.kept id={"card-#{@game}"} kept={@kept} class="game-card-parts">
        <div class="miniature" aria-hidden="true">
          <Boards.board game={@game} diagram={Boards.showpiece(@game)} />
        </div>
        <div class="heading">
          <div class="name">
            <h2 id={"game-#{@game}-name"}>{@board.name()}</h2>
            <p class="beaten" hidden>
              <.portrait of={hd(@levels)} />
              <span aria-hidden="true" data-template={beaten_in_short(@levels)}></span>
              <span class="sr-only" data-template={beaten(@levels)}></span>
            </p>
          </div>
          <p class="about">{@board.about()}</p>
        </div>
        <div class="begin">
          <.start game={@game} class="button is-primary" {named(@game, "play")}>
            {gettext("Play")}
          </.start>
          <.link
            href={~p"/play/#{@game}"}
            data-opens={Sheet.id(@game)}
            aria-haspopup="dialog"
            {named(@game, "choose")}
          >
            {gettext("Opponent…")}
          </.link>
          <.link navigate={~p"/rules/#{@game}"} {named(@game, "rules")}>{gettext("Rules")}</.link>
          <.link navigate={~p"/learn/#{@game}"} {named(@game, "lesson")}>
            {gettext("Lesson")}
            <svg class="done" viewBox="0 0 24 24" role="img" aria-label={gettext("done")} hidden>
              <path class="stroke" d="M5 12.5 L10 17.5 L19.5 7" />
            </svg>
          </.link>
        </div>
      </.kept>
    </article>
    """
  end

  # For screen readers, links with the same text on every card also name the game.
  defp named(game, what) do
    id = "#{what}-#{game}"
    [id: id, "aria-labelledby": "#{id} game-#{game}-name"]
  end

  # The browser replaces `{count}` in the sentence with the number.
  defp beaten_in_short(levels),
    do: gettext("%{count} of %{all} beaten", count: "{count}", all: length(levels))

  defp beaten(levels),
    do: gettext("Levels beaten: %{count} of %{all}", count: "{count}", all: length(levels))
end
