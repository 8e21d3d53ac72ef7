defmodule PlayoutWeb.MatchComponents do
  @moduledoc "The parts of the match page that are the same for every game."
  use PlayoutWeb, :html

  alias Phoenix.LiveView.JS
  alias PlayoutWeb.Boards
  alias PlayoutWeb.MatchView
  alias PlayoutWeb.Sentences

  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :side, :atom, required: true, doc: "whose strip it is"
  attr :place, :atom, values: [:you, :them], required: true
  slot :inner_block

  @doc "A player: who it is, what is going on, and what is held in hand."
  def strip(assigns) do
    assigns =
      assign(assigns,
        to_move?: assigns.view.turn == assigns.side,
        fate: assigns.place == :you && MatchView.fate(assigns.state, assigns.view.mine)
      )

    ~H"""
    <section
      class={[
        "strip is-#{@place}",
        @to_move? && "is-to-move",
        @place == :you && @view.over? && "is-over is-#{@fate}"
      ]}
      id={"strip-#{@place}"}
      aria-label={MatchView.player(@state, @view, @side)}
    >
      <span class="badge" aria-hidden="true">{MatchView.badge(@state, @view, @side)}</span>
      <div class="words">
        <.words state={@state} view={@view} side={@side} place={@place} to_move?={@to_move?} />
      </div>
      <Boards.holding :if={@to_move?} game={@state.game} position={@state.description.position} />
      {render_slot(@inner_block)}
    </section>
    """
  end

  defp words(%{place: :you, view: %{headline: {result, why}}} = assigns) do
    assigns = assign(assigns, result: result, why: why)

    ~H"""
    <h2>{@result}</h2>
    <p class="status">{@why}</p>
    """
  end

  defp words(%{to_move?: true, view: %{my_turn?: true}} = assigns) do
    ~H"""
    <h2>{gettext("Your move")}</h2>
    <p class="status" aria-live="polite">
      <span
        :for={{prompt, step} <- Enum.with_index(@view.prompts)}
        data-prompt={step}
        hidden={step > 0}
      >
        {prompt}
      </span>
    </p>
    """
  end

  defp words(assigns) do
    ~H"""
    <h2>{MatchView.player(@state, @view, @side)}</h2>
    <p class="status">{status(@view, @side, @to_move?)}</p>
    """
  end

  defp status(%{engine_to_move?: true}, _side, true), do: gettext("Thinking…")
  defp status(_view, _side, true), do: gettext("To move")
  defp status(_view, :first, false), do: gettext("Began the game")
  defp status(_view, :second, false), do: gettext("Plays second")

  attr :thinking, :map, required: true
  attr :mine, :atom, required: true

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
        <span class="count">
          {ngettext("1 playout", "%{n} playouts", @thinking.playouts, n: grouped(@thinking.playouts))}
        </span>
        <.shares estimate={@thinking.estimate} mine={@mine} />
      <% end %>
    </div>
    """
  end

  attr :estimate, :map, required: true, doc: "from the engine's point of view"
  attr :mine, :atom, required: true

  defp shares(assigns) do
    estimate = Map.new(assigns.estimate, fn {result, share} -> {result, percent(share)} end)
    assigns = assign(assigns, estimate)

    ~H"""
    <span :if={@mine} class="odds">
      {gettext("you %{you} · draw %{draw} · it %{it} %", you: @loss, draw: @draw, it: @win)}
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
  attr :failure, :any, required: true
  attr :view, :map, required: true
  attr :seq, :integer, required: true

  @doc "Why something was refused, or that the engine has failed."
  def notice(assigns) do
    ~H"""
    <div class="notices" id="notices" role="alert">
      <p :if={@notice} class="notice">{elem(@notice, 1)}</p>
      <div :if={@failure} class="notice">
        <span>{gettext("The engine could not answer: %{why}", why: Sentences.refusal(@failure))}</span>
        <button :if={@view.mine} class="button" phx-click="retry" phx-value-seq={@seq}>
          {gettext("Try again")}
        </button>
      </div>
    </div>
    """
  end

  attr :view, :map, required: true
  attr :seq, :integer, required: true
  attr :asked, :boolean, required: true, doc: "whether to ask if the player means to resign"

  @doc "What a player can do beside moving."
  def actions(%{view: %{mine: nil}} = assigns) do
    ~H"""
    <div class="actions">
      <p class="question">{gettext("You are watching.")}</p>
      <.link class="button" navigate={~p"/"}>{gettext("Play yourself")}</.link>
    </div>
    """
  end

  def actions(%{view: %{over?: true}} = assigns) do
    ~H"""
    <div class="actions">
      <button :if={@view.can_undo?} class="button" phx-click="undo" phx-value-seq={@seq}>
        {gettext("Undo")}
      </button>
      <.link class="button" navigate={~p"/"}>{gettext("All games")}</.link>
      <button class="button is-primary" phx-click="new_game">{gettext("Play again")}</button>
    </div>
    """
  end

  def actions(%{asked: true} = assigns) do
    ~H"""
    <div class="actions" role="group" aria-label={gettext("Resign")}>
      <p class="question">{gettext("Resign this game?")}</p>
      <button class="button" phx-click="keep_playing" phx-mounted={JS.focus()}>{gettext(
        "Keep playing"
      )}</button>
      <button class="button is-primary" phx-click="resign" phx-value-seq={@seq}>
        {gettext("Resign")}
      </button>
    </div>
    """
  end

  def actions(assigns) do
    ~H"""
    <div class="actions">
      <button class="button" phx-click="undo" phx-value-seq={@seq} disabled={not @view.can_undo?}>
        {gettext("Undo")}
      </button>
      <button class="button" phx-click="ask_resign" phx-value-seq={@seq}>{gettext("Resign")}</button>
    </div>
    """
  end

  attr :state, :map, required: true
  attr :view, :map, required: true

  @doc "The moves played, and a box for those who would rather type."
  def moves(assigns) do
    ~H"""
    <details
      class="moves"
      id="moves"
      phx-hook="Drawer"
      phx-mounted={JS.ignore_attributes("open")}
    >
      <summary>{ngettext("1 move", "%{count} moves", length(@state.moves))}</summary>
      <ol class="move-list" id="move-list" data-end>
        <.move
          :for={{move, index} <- Enum.with_index(@state.moves, 1)}
          move={move}
          index={index}
          last?={index == length(@state.moves)}
          state={@state}
          view={@view}
        />
      </ol>
      <form :if={@view.my_turn?} class="typed-move" id="typed-move" data-typed-move>
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
    </details>
    """
  end

  defp hint([%{text: text} | _]), do: gettext("for example %{move}", move: text)

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
      <Boards.move_picture game={@state.game} steps={@move.steps} />
      <span class="sr-only">
        {MatchView.player(@state, @view, @move.side)}: {Boards.of(@state.game).move_words(@move.steps)}
      </span>
    </li>
    """
  end
end
