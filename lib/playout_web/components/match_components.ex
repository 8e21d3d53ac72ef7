defmodule PlayoutWeb.MatchComponents do
  @moduledoc "The parts of the match page that are the same for every game."
  use PlayoutWeb, :html

  import PlayoutWeb.StepPicker

  alias PlayoutWeb.Boards
  alias PlayoutWeb.MatchView
  alias PlayoutWeb.MatchWords
  alias PlayoutWeb.Sentences

  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :place, :atom, values: [:you, :them], required: true
  attr :thinking, :map, required: true, doc: "what each engine thought last, by side"
  slot :inner_block, doc: "what can be pressed there"

  @doc "A player: who it is, what is going on, and what is held in hand."
  def strip(%{view: view} = assigns) do
    side = if assigns.place == :you, do: view.bottom, else: view.top

    assigns =
      assign(assigns,
        side: side,
        player: view.players[side],
        to_move?: view.turn == side,
        prompted?: view.my_turn? and view.turn == side,
        headline?: match?(%{side: ^side}, view.headline),
        fate: MatchView.fate(assigns.state, side),
        score: view.scores && Boards.of(assigns.state.game).score_words(view.scores[side])
      )

    ~H"""
    <section
      class={[
        "strip is-#{@place}",
        @to_move? && "is-to-move",
        @prompted? && "is-prompted",
        @headline? && "is-headline",
        @fate && "is-over is-#{@fate}"
      ]}
      id={"strip-#{@place}"}
      aria-label={@player.name}
    >
      <span class="badge" aria-hidden="true">
        {@player.badge}
        <Boards.side_mark game={@state.game} position={@state.description.position} side={@side} />
      </span>
      <div class="words">
        <h2 title={@player.name}>{MatchWords.heading(@state, @view, @side)}</h2>
        <p class="status" aria-live={@prompted? && "polite"}>
          <.prompts :if={@prompted?} prompts={@view.prompts} />
          {unless @prompted?, do: MatchWords.status(@state, @view, @side)}
        </p>
      </div>
      <.thinking :if={@player.engine?} thinking={@thinking[@side]} against_me?={@view.mine != nil} />
      <div class="at-hand">
        <.confirm_move :if={@prompted?} />
        {render_slot(@inner_block)}
        <Boards.holding
          game={@state.game}
          position={@state.description.position}
          side={@side}
          to_move={@to_move?}
          last={List.last(@state.moves)}
          mine={@view.mine}
          playable
        />
        <p :if={@view.scores} class="score">
          <span aria-hidden="true">{@view.scores[@side]}</span>
          <span class="sr-only">{@score}</span>
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

  # A win that is seen at once takes no playout, and some players never search.
  defp count(%{playouts: 0, proof: %{result: :win}}), do: gettext("sees a win")
  defp count(%{playouts: 0, used: 1.0}), do: gettext("at a glance")
  defp count(%{playouts: 0}), do: nil

  defp count(%{playouts: playouts}),
    do: ngettext("1 playout", "%{n} playouts", playouts, n: grouped(playouts))

  attr :estimate, :map, required: true, doc: "from the engine's point of view"
  attr :against_me?, :boolean, required: true

  defp shares(assigns) do
    estimate = Map.new(assigns.estimate, fn {result, share} -> {result, percent(share)} end)
    assigns = assign(assigns, estimate)

    ~H"""
    <span :if={@against_me?} class="odds">
      {gettext("you %{you} · draw %{draw} · it %{it} %", you: @loss, draw: @draw, it: @win)}
    </span>
    <span :if={!@against_me?} class="odds">
      {gettext("win %{win} · draw %{draw} · loss %{loss} %", win: @win, draw: @draw, loss: @loss)}
    </span>
    <svg class="bar is-shares" preserveAspectRatio="none" viewBox="0 0 100 4">
      <rect class="share-draw" width="100" height="4" />
      <rect class="share-you" width={@loss} height="4" />
      <rect class="share-them" x={100 - @win} width={@win} height="4" />
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
      phx-mounted={Phoenix.LiveView.JS.ignore_attributes("open")}
    >
      <summary class="button">
        {ngettext("1 move", "%{count} moves", length(@state.moves))}
      </summary>
      <div class="drawer">
        <ol class="move-list" id="move-list" data-end tabindex="0" aria-label={gettext("Moves")}>
          <.move
            :for={{move, index} <- Enum.with_index(@state.moves, 1)}
            move={move}
            index={index}
            last?={index == length(@state.moves)}
            state={@state}
            view={@view}
          />
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
            placeholder={hint(@state.description.moves)}
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

  defp hint([%{text: text} | _]), do: gettext("for example %{move}", move: text)
  defp hint([]), do: nil

  attr :move, :map, required: true
  attr :index, :integer, required: true
  attr :last?, :boolean, required: true
  attr :state, :map, required: true
  attr :view, :map, required: true

  defp move(assigns) do
    ~H"""
    <li class={["move", @last? && "is-last"]}>
      <span class="number" aria-hidden="true">{@index}</span>
      <span aria-hidden="true">{@move.text}</span>
      <Boards.move_picture
        game={@state.game}
        steps={@move.steps}
        details={@move.details}
        side={@move.side}
      />
      <span class="sr-only">
        {@view.players[@move.side].name}: {Boards.of(@state.game).move_words(@move)}
      </span>
    </li>
    """
  end
end
