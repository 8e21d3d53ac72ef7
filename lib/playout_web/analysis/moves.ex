defmodule PlayoutWeb.Analysis.Moves do
  @moduledoc """
  The moves of an analysis: the controls to walk through them, the tree with its variations and
  comments, and what can be done with the move that is shown.
  """
  use PlayoutWeb, :html

  import PlayoutWeb.WalkButtons

  alias Playout.Record
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.Tree
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Match

  attr :view, :map, required: true, doc: "a `t:PlayoutWeb.Analysis.View.t/0`"

  @doc "Renders the buttons to walk along the current line."
  def walk(assigns) do
    ~H"""
    <nav
      class="walk"
      id="walk"
      phx-hook="Walk"
      data-board=".match-board > .board"
      data-list="#move-list"
      aria-label={gettext("Walk through the moves")}
    >
      <.walk_buttons
        last={gettext("To the end of the line")}
        start?={@view.board.start?}
        end?={@view.last?}
      />
    </nav>
    """
  end

  attr :analysis, Analysis, required: true
  attr :view, :map, required: true, doc: "a `t:PlayoutWeb.Analysis.View.t/0`"
  attr :commenting?, :boolean, required: true

  @doc "Renders the drawer: the tree of moves, the tools for the move that is shown, and a box to type."
  def moves(assigns) do
    {:ok, node} = Record.fetch(assigns.analysis.record, assigns.analysis.path)

    assigns =
      assign(assigns,
        count: Record.size(assigns.analysis.record),
        comment: node.comment,
        here: Analysis.id_of(assigns.analysis.path),
        start_comment: assigns.analysis.record.root.comment
      )

    ~H"""
    <details
      class="moves"
      id="moves"
      phx-hook="Drawer"
      phx-mounted={Phoenix.LiveView.JS.ignore_attributes(["open", "data-fitted"])}
    >
      <summary class="button">{ngettext("1 move", "%{count} moves", @count)}</summary>
      <div class="drawer">
        <ol
          class="move-list move-tree"
          id="move-list"
          data-end
          tabindex="0"
          aria-label={gettext("Moves")}
          phx-hook="Variations"
        >
          <li :if={@start_comment} class="run">
            <p class="comment">{@start_comment}</p>
          </li>
          <li
            :for={run <- Tree.runs(@analysis)}
            :key={run.id}
            class={["run", "is-depth-#{min(run.depth, 5)}"]}
          >
            <ol aria-label={run.depth > 0 && gettext("Variation")}>
              <li :for={move <- run.moves} :key={move.id} class={move.comment && "has-comment"}>
                <.move move={move} game={@analysis.game} names={@view.names} />
              </li>
            </ol>
          </li>
        </ol>
        <div class="move-tools" role="toolbar" aria-label={gettext("This move")}>
          <button
            id="promote"
            class="button"
            phx-click="promote"
            phx-value-id={@here}
            aria-disabled={
              to_string(Record.promote(@analysis.record, @analysis.path) == {:ok, @analysis.record})
            }
          >
            {gettext("Promote")}
          </button>
          <button
            id="delete"
            class="button"
            phx-click="delete"
            phx-value-id={@here}
            aria-disabled={to_string(@view.board.start?)}
          >
            {gettext("Delete")}
          </button>
          <button
            id="commenting"
            class="button"
            phx-click="commenting"
            aria-expanded={to_string(@commenting?)}
          >
            {gettext("Comment")}
          </button>
        </div>
        <form
          :if={@commenting?}
          id="comment-form"
          class="comment-form"
          phx-change="comment"
          phx-submit="comment"
          phx-mounted={PlayoutWeb.Focus.focus(to: "#comment-form textarea")}
        >
          <input type="hidden" name="at" value={@here} />
          <textarea
            class="text-box"
            id={"comment-#{@here}"}
            name="comment"
            rows="2"
            maxlength={Record.most_comment()}
            aria-label={gettext("Comment on this position")}
            phx-debounce="400"
          >{@comment}</textarea>
        </form>
        <form
          :if={@analysis.snapshot.outcome == nil}
          class="typed-move"
          id="typed-move"
          data-typed-move
        >
          <input
            class="text-box"
            name="move"
            aria-label={gettext("Type a move")}
            placeholder={Boards.example(@analysis.game, @analysis.snapshot.example)}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            maxlength="40"
          />
          <button class="button">{pgettext("a move that was typed", "Play")}</button>
        </form>
      </div>
    </details>
    """
  end

  attr :move, :map, required: true, doc: "a `t:PlayoutWeb.Analysis.Tree.move/0`"
  attr :game, :atom, required: true
  attr :names, :map, required: true

  defp move(assigns) do
    ~H"""
    <button
      type="button"
      id={"move-#{@move.id}"}
      class={["move", @move.led? && "is-led"]}
      phx-click="go"
      phx-value-id={@move.id}
      {if @move.shown?, do: %{"aria-current": "true", tabindex: "0"}, else: %{tabindex: "-1"}}
    >
      <span class="number" aria-hidden="true">{@move.number}</span>
      <span aria-hidden="true">{@move.played.text}</span>
      <Boards.move_picture
        game={@game}
        steps={@move.played.steps}
        details={@move.played.details}
        side={@move.played.side}
      />
      <span class="sr-only">{words(@move, @game, @names)}</span>
    </button>
    <p :if={@move.comment} class="comment">{@move.comment}</p>
    """
  end

  defp words(%{number: number, played: played}, game, names) do
    move = Match.Text.move_by(names[played.side], Boards.of(game).move_text(played))
    gettext("Move %{number}. %{move}", number: number, move: move)
  end
end
