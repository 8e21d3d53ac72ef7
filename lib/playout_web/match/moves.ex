defmodule PlayoutWeb.Match.Moves do
  @moduledoc "The moves of a match on its page: the list of them, and the controls to walk through it."
  use PlayoutWeb, :html

  import PlayoutWeb.WalkButtons

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Match.{Actions, PictureDialog, Review, Text}

  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :board, :map, required: true, doc: "a `t:PlayoutWeb.Match.BoardView.t/0`"

  @doc """
  Renders the controls to walk through the moves, and while the board shows the past, which move that
  is and a way back. On a narrow page only one button is there until the visitor looks back.
  """
  def walk(assigns) do
    ~H"""
    <nav
      class="walk"
      id="walk"
      phx-hook="Walk"
      data-board=".match-board > .board"
      data-list="#move-list"
      aria-label={gettext("Look back")}
    >
      <.walk_buttons
        last={gettext("To the latest move")}
        start?={@board.start?}
        end?={not @board.past?}
      />
      <div class="walk-place">
        <%!-- A live region, in the page from the start. --%>
        <p class="walk-where" role="status">
          <%= if @board.past? do %>
            <span>{where(@board, length(@state.moves))}</span>
            <span :if={@board.last} class="sr-only">{words(@state.game, @board.last, @view)}</span>
          <% end %>
        </p>
        <.link :if={@board.past?} id="to-now" class="walk-now" patch={~p"/m/#{@state.id}"}>
          {if @view.over?, do: gettext("To the end"), else: gettext("Back to now")}
        </.link>
      </div>
    </nav>
    """
  end

  defp where(%{start?: true}, _count), do: gettext("The start")

  defp where(%{ply: ply}, count),
    do: gettext("Move %{ply} of %{count}", ply: ply, count: count)

  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :board, :map, required: true, doc: "a `t:PlayoutWeb.Match.BoardView.t/0`"

  attr :mistakes, :list,
    required: true,
    doc: "each a `t:Playout.Matches.Reviews.Mistakes.mistake/0`"

  attr :set_up?, :boolean,
    required: true,
    doc: "whether the match starts from another position than the game does"

  attr :about, :list, required: true, doc: "see `PlayoutWeb.Match.Text.about/1`"

  attr :chances, :string,
    required: true,
    doc: "see `PlayoutWeb.Match.Components.chances/1`"

  @doc """
  Renders the drawer: the moves played, each a link to the position after it, and a box to type a
  move.
  """
  def moves(assigns) do
    ~H"""
    <details
      class="moves"
      id="moves"
      phx-hook="Drawer"
      phx-mounted={Phoenix.LiveView.JS.ignore_attributes(["open", "data-fitted"])}
    >
      <summary class="button">
        {ngettext("1 move", "%{count} moves", length(@state.moves))}
        <span :if={@mistakes != []} class="mark" aria-hidden="true">?</span>
      </summary>
      <div class="drawer">
        <p :if={@chances != ""} class="in-drawer" aria-hidden="true">{@chances}</p>
        <p :if={@set_up?} class="set-up">
          {gettext("This match started from a position that was set up.")}
        </p>
        <p class="about-match" id="about-match"><span :for={part <- @about}>{part}</span></p>
        <ol class="move-list" id="move-list" data-end tabindex="0" aria-label={gettext("Moves")}>
          <li :for={entry <- entries(@state, @view, @board, @mistakes)} :key={entry.number}>
            <%!-- Not `.link`, whose template every new move would bring along. --%>
            <a
              class={["move", entry.mistake && "is-mistake"]}
              href={entry.address}
              data-phx-link="patch"
              data-phx-link-state="push"
              {if entry.shown, do: %{"aria-current": "true", tabindex: "0"}, else: %{tabindex: "-1"}}
            >
              <span class="number" aria-hidden="true">{entry.number}</span>
              <span aria-hidden="true">{entry.listed}</span>
              <Boards.move_picture
                game={@state.game}
                steps={entry.move.steps}
                details={entry.move.details}
                side={entry.move.side}
              />
              <span
                :if={entry.mistake}
                class="mark"
                aria-hidden="true"
                title={mistake(entry.mistake)}
              >
                {mark(entry.mistake)}
              </span>
              <.bulb :if={entry.hint} title={hinted(entry.hint)} />
              <span class="sr-only">{full_words(@state.game, entry)}</span>
            </a>
          </li>
        </ol>
        <form
          :if={@view.plays? and not @view.over?}
          class="typed-move"
          id="typed-move"
          data-typed-move
          hidden={@board.past?}
        >
          <input
            class="text-box"
            name="move"
            aria-label={gettext("Type a move")}
            placeholder={Boards.example(@state.game, @state.snapshot.example)}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            maxlength="40"
          />
          <button class="button">{pgettext("a move that was typed", "Play")}</button>
        </form>
        <div class="drawer-buttons">
          <button
            :if={Boards.of(@state.game).turnable?()}
            id="turn-board"
            type="button"
            class="button"
            phx-click="turn"
            data-key="f"
            aria-keyshortcuts="f"
          >
            {gettext("Flip the board")}
          </button>
          <button
            id="open-picture"
            type="button"
            class="button"
            aria-haspopup="dialog"
            data-opens={PictureDialog.id()}
          >
            {gettext("Picture")}
          </button>
          <a
            :for={{format, words} <- records(@state.game)}
            id={"save-#{format}"}
            class="button"
            href={"/m/#{@state.id}/match.#{format}"}
            download
          >
            {words}
          </a>
          <Actions.analyse
            :if={@view.plays? and @view.analyses? and not @view.over?}
            match={@state.id}
            ply={@board.past_ply}
          />
          <Review.button state={@state} />
        </div>
      </div>
    </details>
    """
  end

  # PGN says everything; SGF is what other programs for Gomoku read.
  defp records(:gomoku),
    do: [sgf: gettext("Save record (SGF)"), pgn: gettext("Save record (PGN)")]

  defp records(_game), do: [pgn: gettext("Save record")]

  # Everything that differs between entries is one value for each, so that only entries that have
  # changed are put into words and sent.
  defp entries(state, view, board, mistakes) do
    mistakes = Map.new(mistakes, &{&1.number, &1})
    shown = if board.past?, do: board.ply

    for {move, number} <- Enum.with_index(state.moves, 1) do
      %{
        number: number,
        address: "?ply=#{number}",
        move: move,
        listed: Boards.of(state.game).listed(move),
        player: view.players[move.side].name,
        mistake: mistakes[number],
        hint: with(%{help: given} <- state.hints[number - 1], do: given),
        shown: number == shown
      }
    end
  end

  defp words(game, move, view),
    do: Text.move_by(view.players[move.side].name, Boards.of(game).move_text(move))

  defp full_words(game, %{move: move, player: player, mistake: mistake, hint: hint}) do
    words = Text.move_by(player, Boards.of(game).move_text(move))
    Format.sentences([words, mistake && mistake(mistake), hint && hinted(hint)])
  end

  defp mistake(%{from: :win, to: :loss}), do: gettext("This turned a win into a loss.")
  defp mistake(%{from: :win}), do: gettext("This gave away the win.")
  defp mistake(%{from: :draw}), do: gettext("This gave away the draw.")

  # As in books about chess.
  defp mark(%{from: :win, to: :loss}), do: "??"
  defp mark(_mistake), do: "?"

  defp hinted(:where), do: gettext("After a hint.")
  defp hinted(:move), do: gettext("After seeing the engine's move.")

  attr :title, :string, required: true

  # A light bulb.
  defp bulb(assigns) do
    ~H"""
    <svg class="bulb stroke" viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
      <title>{@title}</title>
      <path d="M9 18 H15 M10 21 H14 M8.5 15 C8.5 13 6 12 6 9 A6 6 0 0 1 18 9 C18 12 15.5 13 15.5 15 Z" />
    </svg>
    """
  end
end
