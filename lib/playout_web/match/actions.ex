defmodule PlayoutWeb.Match.Actions do
  @moduledoc "The actions of a match besides moving: the bar at the bottom of its page."
  use PlayoutWeb, :html

  import PlayoutWeb.StartForm

  alias Phoenix.LiveView.JS
  alias Playout.Side
  alias PlayoutWeb.Focus
  alias PlayoutWeb.Lobby.Choices
  alias PlayoutWeb.Portrait
  alias PlayoutWeb.Sentences

  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :board, :map, required: true, doc: "a `t:PlayoutWeb.Match.BoardView.t/0`"

  @doc "Renders the actions available to this visitor in this match."
  def actions(%{view: %{plays?: false, manages?: manages?, watched?: watched?}} = assigns)
      # The owner's seat may have gone to an engine.
      when not manages? or not watched? do
    ~H"""
    <div class="actions is-watching">
      <p class="question">{gettext("You are watching.")}</p>
      <.analyse :if={@view.analyses?} match={@state.id} ply={@board.past_ply} />
      <.to_rematch :if={@state.rematch} match={@state.rematch} />
      <.link class="button" navigate={~p"/"}>{gettext("Play a match")}</.link>
    </div>
    """
  end

  def actions(%{view: %{over?: true}} = assigns) do
    ~H"""
    <div class={["actions", @view.watched? && "has-speeds"]} id="actions-at-end">
      <.undo :if={@view.can_undo? and is_nil(@view.next)} state={@state} view={@view} />
      <.rematch
        :if={!@view.people?}
        match={@state.id}
        id="rematch"
        class={["button", !@view.next && "is-primary"]}
      >
        {gettext("Rematch")}
      </.rematch>
      <button
        :if={@view.people? and @view.plays? and is_nil(@state.rematch)}
        id="offer-rematch"
        class="button is-primary"
        phx-click="offer"
        phx-value-offer="rematch"
        phx-value-seq={@state.seq}
        aria-disabled={to_string(@view.offers != [])}
      >
        {gettext("Rematch")}
      </button>
      <.to_rematch :if={@state.rematch} match={@state.rematch} />
      <.start
        :if={@view.next}
        game={@state.game}
        choices={Choices.fields(Choices.like(@state, @view.mine, @view.next))}
        id="next"
        class="button is-primary"
      >
        <Portrait.portrait of={@view.next} />
        {gettext("Next: %{level}", level: Sentences.level(@view.next))}
      </.start>
      <.link
        :if={level = level(@state, @view)}
        id="levels"
        class="button"
        href={~p"/play/#{@state.game}?#{Choices.fields(Choices.like(@state, @view.mine, level))}"}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path class="stroke" d="M4 20 V15 M10 20 V11 M16 20 V7 M22 20 V3" />
        </svg>
        <span>{gettext("Change opponent")}</span>
      </.link>
      <.analyse match={@state.id} ply={@board.past_ply} />
    </div>
    """
  end

  def actions(%{view: %{watched?: true}} = assigns) do
    assigns = assign(assigns, paused?: assigns.state.pace == :paused)

    ~H"""
    <div class="actions has-speeds" id="speeds">
      <button
        id="pause"
        class="button"
        phx-click="pace"
        phx-value-seq={@state.seq}
        phx-value-pace={if @paused?, do: "go_on", else: "paused"}
      >
        {if @paused?, do: gettext("Resume"), else: gettext("Pause")}
      </button>
      <button
        id="step"
        class="button"
        phx-click="step"
        phx-value-seq={@state.seq}
        aria-disabled={to_string(not @paused?)}
      >
        {gettext("Step")}
      </button>
      <div class="choice-row" role="group" aria-label={gettext("Speed")}>
        <button
          :for={{pace, name} <- paces()}
          id={"pace-#{pace}"}
          class="choice-button"
          phx-click="pace"
          phx-value-seq={@state.seq}
          phx-value-pace={pace}
          aria-pressed={to_string(@state.pace == pace)}
        >
          {name}
        </button>
      </div>
    </div>
    """
  end

  def actions(assigns) do
    ~H"""
    <div class="actions" id="actions">
      <.undo state={@state} view={@view} />
      <.hint :if={@view.hints?} view={@view} board={@board} />
      <%!-- A person answers, but an engine that agrees ends the match at once. --%>
      <button
        :if={@view.mine && @view.people?}
        id="offer-draw"
        class="button"
        phx-click="offer"
        phx-value-offer="draw"
        phx-value-seq={@state.seq}
        aria-disabled={to_string(not @view.can_draw?)}
      >
        {pgettext("a button", "Draw")}
      </button>
      <button
        :if={@view.mine && not @view.people?}
        id="ask-draw"
        class="button"
        phx-click={ask("draw-question", "play-on")}
        aria-disabled={to_string(not @view.can_draw?)}
      >
        {pgettext("a button", "Draw")}
      </button>
      <button id="ask-resign" class="button" phx-click={ask("resignation", "keep-playing")}>{gettext(
        "Resign"
      )}</button>
      <.public
        :if={@view.people? and @view.mine != nil and not @state.listed}
        state={@state}
        view={@view}
      />
    </div>
    <.question
      :if={@view.mine && not @view.people?}
      id="draw-question"
      keep="play-on"
      from="ask-draw"
      words={
        gettext("Offer a draw? If %{player} agrees, the match is over.",
          player: @view.players[Side.other(@view.mine)].name
        )
      }
      yes={%{id: "offer-draw", event: "offer", offer: "draw"}}
      label={gettext("Offer a draw")}
      seq={@state.seq}
    />
    <.question
      id="resignation"
      keep="keep-playing"
      from="ask-resign"
      words={gettext("Resign this match?")}
      yes={%{id: "resign", event: "resign", offer: nil}}
      label={gettext("Resign")}
      seq={@state.seq}
    />
    """
  end

  attr :id, :string, required: true
  attr :keep, :string, required: true, doc: "the id of the button that changes nothing"
  attr :from, :string, required: true, doc: "the id of the button that asks the question"
  attr :words, :string, required: true

  attr :yes, :map,
    required: true,
    doc: "of the other button: its id, its event, and what it offers"

  attr :label, :string, required: true, doc: "what that says"
  attr :seq, :integer, required: true

  # In place of the actions.
  defp question(assigns) do
    ~H"""
    <div
      class="actions is-question"
      id={@id}
      role="group"
      aria-labelledby={"#{@id}-words"}
      hidden
    >
      <p class="question" id={"#{@id}-words"}>{@words}</p>
      <div class="answers">
        <button
          id={@keep}
          class="button"
          phx-click={keep_playing(@id, @from)}
          phx-keydown={keep_playing(@id, @from)}
          phx-key="Escape"
        >
          {gettext("Keep playing")}
        </button>
        <button
          id={@yes.id}
          class="button is-primary"
          phx-click={@yes.event}
          data-then={keep_playing(@id, @from)}
          phx-value-offer={@yes.offer}
          phx-value-seq={@seq}
          phx-keydown={keep_playing(@id, @from)}
          phx-key="Escape"
        >
          {@label}
        </button>
      </div>
    </div>
    """
  end

  attr :match, :string, required: true

  defp to_rematch(assigns) do
    ~H"""
    <.link id="to-rematch" class="button is-primary" navigate={~p"/m/#{@match}"}>
      {gettext("Go to the rematch")}
    </.link>
    """
  end

  attr :match, :string, required: true
  attr :ply, :integer, required: true, doc: "after how many moves, or nil"

  @doc """
  Renders the link to the analysis of a match, at the position that the board shows. While the match
  goes on, there is no room in the bar.
  """
  def analyse(assigns) do
    ~H"""
    <.link
      id="analyse"
      class="button"
      href={~p"/m/#{@match}/analysis?#{if @ply, do: [ply: @ply], else: []}"}
      title={gettext("Analyse")}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle class="stroke" cx="10" cy="10" r="6" />
        <path class="stroke" d="M14.5 14.5 L21 21" />
      </svg>
      <span>{gettext("Analyse")}</span>
    </.link>
    """
  end

  # The level selected in the form: the next one after a win, otherwise the same one. A level that
  # is no longer on the ladder is not offered, and the form falls back to its default.
  defp level(_state, %{mine: nil}), do: nil

  defp level(state, view) do
    case state.seats[Side.other(view.mine)] do
      {:engine, level, _spec} when level != nil -> view.next || level
      _custom_or_person -> nil
    end
  end

  defp paces do
    [slow: gettext("Slow"), normal: gettext("Normal"), fast: gettext("Fast")]
  end

  # The browser asks by itself, so that the focus moves without waiting for the server.
  defp ask(question, keep) do
    JS.set_attribute({"hidden", ""}, to: "#actions")
    |> JS.remove_attribute("hidden", to: "##{question}")
    |> Focus.focus(to: "##{keep}")
  end

  defp keep_playing(question, from) do
    JS.set_attribute({"hidden", ""}, to: "##{question}")
    |> JS.remove_attribute("hidden", to: "#actions")
    |> Focus.focus(to: "##{from}")
  end

  attr :state, :map, required: true
  attr :view, :map, required: true

  @doc "Renders the button that makes the engine play its best move so far."
  def move_now(assigns) do
    ~H"""
    <button
      :if={@view.plays? and @view.engine_to_move? and is_nil(@state.failure)}
      id="move-now"
      class="button"
      phx-click="move_now"
      data-key="m"
      aria-keyshortcuts="m"
      phx-value-seq={@state.seq}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path class="stroke" d="M5 6 L11 12 L5 18 M12 6 L18 12 L12 18" />
      </svg>
      <span>{gettext("Move now")}</span>
    </button>
    """
  end

  attr :state, :map, required: true
  attr :view, :map, required: true

  # An eye.
  defp public(assigns) do
    ~H"""
    <button
      id="show-match"
      class="button"
      phx-click="show"
      phx-value-shown={to_string(not @state.shown[@view.mine])}
      phx-value-seq={@state.seq}
      aria-pressed={to_string(@state.shown[@view.mine])}
      title={gettext("The lobby shows the match to everyone if both of you allow it.")}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" class="stroke" aria-hidden="true">
        <path d="M2 12 C6 5 18 5 22 12 C18 19 6 19 2 12 Z" />
        <circle cx="12" cy="12" r="3.2" />
      </svg>
      <span class="sr-only">{gettext("Public")}</span>
    </button>
    """
  end

  attr :view, :map, required: true
  attr :board, :map, required: true

  # The first press says where to look, the second one shows the move. The strip has the words.
  defp hint(assigns) do
    ~H"""
    <button
      id="hint"
      class="button"
      phx-click="hint"
      phx-value-help={if @view.hint_given, do: "move", else: "first"}
      data-key="h"
      aria-keyshortcuts="h"
      aria-disabled={to_string(not @view.my_turn? or @view.hint_given == :move or @board.past?)}
    >
      {if @view.hint_given == :where, do: gettext("Show move"), else: gettext("Hint")}
    </button>
    """
  end

  attr :state, :map, required: true
  attr :view, :map, required: true

  # Never `disabled`: disabling a focused button would lose the focus.
  defp undo(assigns) do
    ~H"""
    <button
      id="undo"
      class="button"
      phx-click="undo"
      data-key="u"
      aria-keyshortcuts="u"
      phx-value-seq={@state.seq}
      aria-disabled={to_string(not @view.can_undo?)}
    >
      {gettext("Undo")}
    </button>
    """
  end
end
