defmodule PlayoutWeb.MatchComponents do
  @moduledoc "The parts of the match page that are the same for every game."
  use PlayoutWeb, :html

  import PlayoutWeb.StepPicker

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Sentences

  attr :place, :atom, values: [:you, :them], required: true
  attr :strip, :map, required: true, doc: "a `t:PlayoutWeb.MatchView.strip/0`"
  attr :state, :map, required: true
  attr :mine, :atom, required: true, doc: "the side that is \"you\", or nil"
  attr :thinking, :map, required: true, doc: "what each engine thought last, by side"
  slot :inner_block, doc: "what can be pressed there"

  @doc "A player: who it is, what is going on, and what is held in hand."
  def strip(assigns) do
    ~H"""
    <section
      class={[
        "strip is-#{@place}",
        @strip.to_move? && "is-to-move",
        @strip.prompted? && "is-prompted",
        @strip.headline? && "is-headline",
        @strip.fate && "is-over is-#{@strip.fate}"
      ]}
      id={"strip-#{@place}"}
      aria-label={@strip.name}
    >
      <span class="badge" aria-hidden="true">
        {@strip.badge}
        <Boards.side_mark
          game={@state.game}
          diagram={@state.snapshot.diagram}
          side={@strip.side}
        />
      </span>
      <div class="words">
        <h2 title={@strip.name}>{@strip.heading}</h2>
        <p
          class="status"
          title={@strip.headline? && @strip.status}
          aria-live={@strip.prompted? && "polite"}
        >
          <.prompts :if={@strip.prompts != []} prompts={@strip.prompts} />
          <span>{@strip.status}</span>
        </p>
      </div>
      <.thinking
        :if={@strip.engine?}
        thinking={@thinking[@strip.side]}
        against_me?={@mine != nil}
      />
      <div class="at-hand">
        <.confirm_move :if={@strip.prompted?} />
        {render_slot(@inner_block)}
        <Boards.holding
          game={@state.game}
          diagram={@state.snapshot.diagram}
          side={@strip.side}
          to_move={@strip.to_move?}
          last={List.last(@state.moves)}
          mine={@mine}
          playable
        />
        <p :if={@strip.score} class="score">
          <span aria-hidden="true">{@strip.score.figure}</span>
          <span class="sr-only">{@strip.score.words}</span>
        </p>
      </div>
    </section>
    """
  end

  attr :thinking, :map, required: true
  attr :against_me?, :boolean, required: true, doc: "whether it plays against who looks"

  @doc """
  The engine at work: how much of its budget is used, how many games it has
  played out, and what it expects. It keeps its room while there is nothing to
  say, so that the page never jumps.
  """
  def thinking(assigns) do
    ~H"""
    <div class="thinking" aria-hidden="true">
      <svg class="bar is-used" preserveAspectRatio="none" viewBox="0 0 100 4">
        <rect class="bar-ground" width="100" height="4" />
        <rect :if={@thinking} class="bar-used" width={percent(@thinking.used)} height="4" />
      </svg>
      <%= if @thinking do %>
        <span class="count">{count(@thinking)}</span>
        <.shares
          :if={@thinking.playouts > 0 or @thinking.proof}
          estimate={@thinking.estimate}
          against_me?={@against_me?}
        />
      <% end %>
    </div>
    """
  end

  # A win that is seen at once takes no playout, some players look at positions
  # instead, and some never search.
  defp count(%{playouts: 0, proof: %{result: :win}}), do: gettext("sees a win")

  defp count(%{playouts: 0, nodes: nodes}) when nodes > 0,
    do: ngettext("1 position", "%{n} positions", nodes, n: grouped(nodes))

  defp count(%{playouts: 0, used: 1.0}), do: gettext("at a glance")
  defp count(%{playouts: 0}), do: nil

  defp count(%{playouts: playouts}),
    do: ngettext("1 playout", "%{n} playouts", playouts, n: grouped(playouts))

  attr :estimate, :map, required: true, doc: "from the engine's point of view"
  attr :against_me?, :boolean, required: true

  defp shares(assigns) do
    estimate = Map.new(assigns.estimate, fn {result, share} -> {result, percent(share)} end)
    assigns = assign(assigns, estimate)

    # In the order of the words: whose share is left, and whose right.
    [left, right] =
      if assigns.against_me?,
        do: [{"share-you", assigns.loss}, {"share-them", assigns.win}],
        else: [{"share-win", assigns.win}, {"share-loss", assigns.loss}]

    assigns = assign(assigns, left: left, right: right)

    ~H"""
    <span :if={@against_me?} class="odds">
      {gettext("you %{you} · draw %{draw} · it %{it} %", you: @loss, draw: @draw, it: @win)}
    </span>
    <span :if={!@against_me?} class="odds">
      {gettext("win %{win} · draw %{draw} · loss %{loss} %", win: @win, draw: @draw, loss: @loss)}
    </span>
    <svg class="bar is-shares" preserveAspectRatio="none" viewBox="0 0 100 4">
      <rect class="share-draw" width="100" height="4" />
      <rect class={elem(@left, 0)} width={elem(@left, 1)} height="4" />
      <rect class={elem(@right, 0)} x={100 - elem(@right, 1)} width={elem(@right, 1)} height="4" />
    </svg>
    """
  end

  defp percent(share), do: round(100 * share)

  defp grouped(number) do
    number
    |> Integer.to_string()
    |> String.replace(~r/\B(?=(\d{3})+$)/, "\u202F")
  end

  attr :notice, :any, required: true
  attr :state, :map, required: true
  attr :view, :map, required: true

  @doc "Why something was refused, or that the engine has failed and what can be done."
  def notices(assigns) do
    ~H"""
    <div class="notices" id="notices" role="alert">
      <p :if={@notice} class="notice">{elem(@notice, 1)}</p>
      <%!-- It goes by itself; it is announced elsewhere. --%>
      <p :if={@view.pass} class="notice is-passing" id={"pass-#{@state.seq}"} aria-hidden="true">
        {@view.pass.words}
      </p>
      <div :if={@state.failure} class="notice">
        <span>{gettext("The engine could not answer.")} {Sentences.failure(@state.failure)}</span>
        <button
          :if={@view.plays? or @view.manages?}
          class="button"
          phx-click="retry"
          phx-value-seq={@state.seq}
        >
          {gettext("Try again")}
        </button>
        <div :if={@view.manages?} class="other-levels" role="group" aria-labelledby="other-levels">
          <p id="other-levels">{gettext("Or let another level play on:")}</p>
          <button
            :for={level <- Playout.levels(@state.game)}
            class="button"
            phx-click="replace"
            phx-value-seq={@state.seq}
            phx-value-level={level.number}
          >
            {Sentences.level(level.name)}
          </button>
        </div>
      </div>
    </div>
    """
  end

  attr :state, :map, required: true
  attr :view, :map, required: true

  @doc """
  The drawer: the moves played, and a box for those who would rather type.
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
      </summary>
      <div class="drawer">
        <ol class="move-list" id="move-list" data-end tabindex="0" aria-label={gettext("Moves")}>
          <li
            :for={entry <- entries(@state, @view)}
            :key={entry.number}
            class={["move", entry.last? && "is-last"]}
          >
            <span class="number" aria-hidden="true">{entry.number}</span>
            <span aria-hidden="true">{entry.move.text}</span>
            <Boards.move_picture
              game={@state.game}
              steps={entry.move.steps}
              details={entry.move.details}
              side={entry.move.side}
            />
            <span class="sr-only">{entry.words}</span>
          </li>
        </ol>
        <form
          :if={@view.plays? and not @view.over?}
          class="typed-move"
          id="typed-move"
          data-typed-move
        >
          <input
            class="text-box"
            name="move"
            aria-label={gettext("A move in notation")}
            placeholder={hint(@state.snapshot.example)}
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            maxlength="40"
          />
          <button class="button">{gettext("Play it")}</button>
        </form>
        <button
          :if={Boards.of(@state.game).turnable?()}
          id="turn-board"
          type="button"
          class="button"
          phx-click="turn"
        >
          {gettext("Turn the board")}
        </button>
      </div>
    </details>
    """
  end

  defp hint(nil), do: nil
  defp hint(move), do: gettext("for example %{move}", move: move)

  # All that differs from one entry to another, so that the page is sent only those
  # that have changed.
  defp entries(state, view) do
    board = Boards.of(state.game)
    count = length(state.moves)

    for {move, number} <- Enum.with_index(state.moves, 1) do
      words = "#{view.players[move.side].name}: #{board.move_words(move)}"
      %{number: number, move: move, last?: number == count, words: words}
    end
  end
end
