defmodule PlayoutWeb.Match.Components do
  @moduledoc "The parts of the match page that are the same for every game."
  use PlayoutWeb, :html

  import PlayoutWeb.Match.People
  import PlayoutWeb.StepPicker

  alias Playout.Choice
  alias Playout.Matches.Rules.Perfect
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Match.Text
  alias PlayoutWeb.Portrait
  alias PlayoutWeb.Sentences

  # With fewer playouts an estimate means nothing.
  @least_playouts 200

  attr :place, :atom, values: [:you, :them], required: true
  attr :strip, :map, required: true, doc: "a `t:PlayoutWeb.Match.View.strip/0`"
  attr :state, :map, required: true
  attr :board, :map, required: true, doc: "a `t:PlayoutWeb.Match.BoardView.t/0`"
  attr :told, :string, default: nil, doc: "what the visitor reads instead of what to do"
  attr :mine, :atom, required: true, doc: "the visitor's side, or nil"
  attr :thinking, :map, required: true, doc: "the last progress of each side's engine"

  attr :waiting, :any,
    required: true,
    doc: "the place in the queue of the engine to move, if it waits for its turn to think"

  slot :inner_block, doc: "buttons for this player"

  @doc "Renders a player: their name, what they are doing, and what they hold."
  def strip(assigns) do
    ~H"""
    <section
      class={[
        "strip is-#{@place}",
        @strip.to_move? && "is-to-move",
        @strip.prompted? && "is-prompted",
        @strip.headline? && "is-headline",
        @strip.result && "is-over is-#{@strip.result}"
      ]}
      id={"strip-#{@place}"}
      aria-label={@strip.name}
    >
      <span class="badge" aria-hidden="true">
        <Portrait.portrait of={@strip.portrait} />
        <Boards.side_mark
          game={@state.game}
          diagram={@state.snapshot.diagram}
          side={@strip.side}
        />
      </span>
      <div class="strip-text">
        <h2 title={@strip.name}>{@strip.heading}</h2>
        <p
          class="status"
          title={@strip.headline? && @strip.status}
          aria-live={@strip.prompted? && "polite"}
        >
          <.prompts :if={@strip.prompts != []} prompts={@strip.prompts} told={@told} />
          <span>{status(@strip, @waiting)}</span>
        </p>
      </div>
      <.thinking
        :if={@strip.engine?}
        thinking={@thinking[@strip.side]}
        name={@strip.short}
        figures?={not @strip.beginner?}
        against_me?={@mine != nil}
      />
      {render_slot(@inner_block)}
      <div class="at-hand">
        <.confirm_move :if={@strip.prompted?} />
        <Boards.holding
          game={@state.game}
          diagram={@board.diagram}
          side={@strip.side}
          to_move={@board.turn == @strip.side}
          last={@board.last}
          marks={@board.marks}
          mine={@mine}
          playable={not @board.past?}
        />
        <Boards.score
          game={@state.game}
          diagram={@board.diagram}
          side={@strip.side}
          text={@board.scores[@strip.side]}
        />
      </div>
      <.clock :if={@strip.clock} clock={@strip.clock} side={@strip.side} own={@strip.own?} />
    </section>
    """
  end

  defp status(%{to_move?: true, engine?: true}, place) when is_integer(place) do
    gettext("Waiting, place %{place}", place: place)
  end

  defp status(strip, _not_waiting), do: strip.status

  attr :thinking, :map, required: true
  attr :name, :string, required: true

  attr :figures?, :boolean,
    required: true,
    doc: "whether the visitor can make something of figures, unlike beginners and children"

  attr :against_me?, :boolean,
    required: true,
    doc: "whether the visitor plays against this engine"

  @doc """
  Renders the engine's search: how much of its budget is used up, how many playouts it has run,
  and its estimate of the result. It takes up space even while it is empty, so that the page never
  jumps.
  """
  def thinking(assigns) do
    ~H"""
    <div class="thinking" aria-hidden="true">
      <%= if @thinking do %>
        <svg class="bar is-used" preserveAspectRatio="none" viewBox="0 0 100 4">
          <rect class="bar-track" width="100" height="4" />
          <rect class="bar-used" width={round(100 * @thinking.used)} height="4" />
        </svg>
        <span :if={@figures?} class="count">{count(@thinking)}</span>
        <.estimate
          :if={@figures? and estimate?(@thinking)}
          estimate={@thinking.estimate}
          name={@name}
          against_me?={@against_me?}
        />
      <% end %>
    </div>
    """
  end

  defp estimate?(%{playouts: playouts, proof: proof}),
    do: proof != nil or playouts >= @least_playouts

  # A win in one move takes no playouts. Some players count positions instead of playouts, and
  # some don't search at all.
  defp count(%{playouts: 0, proof: %{result: :win}}), do: gettext("found a forced win")

  defp count(%{playouts: 0, nodes: nodes}) when nodes > 0,
    do: ngettext("1 position", "%{n} positions", nodes, n: Format.number(nodes))

  defp count(%{playouts: 0, used: 1.0}), do: gettext("no search needed")
  defp count(%{playouts: 0}), do: nil

  defp count(%{playouts: playouts}),
    do: ngettext("1 playout", "%{n} playouts", playouts, n: Format.number(playouts))

  attr :estimate, :map, required: true, doc: "from the engine's point of view"
  attr :name, :string, required: true
  attr :against_me?, :boolean, required: true

  defp estimate(assigns) do
    assigns = assign(assigns, Choice.parts(assigns.estimate, 100))

    # The parts of the bar are in the same order as the text.
    [left, right] =
      if assigns.against_me?,
        do: [{"estimate-you", assigns.loss}, {"estimate-them", assigns.win}],
        else: [{"estimate-win", assigns.win}, {"estimate-loss", assigns.loss}]

    assigns = assign(assigns, left: left, right: right)

    ~H"""
    <span :if={@against_me?} class="estimate">
      {gettext("You %{you}% · Draw %{draw}% · %{engine} %{them}%",
        you: @loss,
        draw: @draw,
        engine: @name,
        them: @win
      )}
    </span>
    <span :if={!@against_me?} class="estimate">
      {gettext("Win %{win}% · Draw %{draw}% · Loss %{loss}%", win: @win, draw: @draw, loss: @loss)}
    </span>
    <svg class="bar is-estimate" preserveAspectRatio="none" viewBox="0 0 100 4">
      <rect class="estimate-draw" width="100" height="4" />
      <rect class={elem(@left, 0)} width={elem(@left, 1)} height="4" />
      <rect class={elem(@right, 0)} x={100 - elem(@right, 1)} width={elem(@right, 1)} height="4" />
    </svg>
    """
  end

  attr :notice, :any, required: true
  attr :state, :map, required: true
  attr :view, :map, required: true

  attr :news, :any,
    required: true,
    doc: "a move that was made while the visitor looks back, or nil"

  @doc "Renders why a command was refused, or what to do when the engine has failed."
  def notices(assigns) do
    ~H"""
    <div class="notices" id="notices" role="alert">
      <p :if={@notice} class="notice">{elem(@notice, 1)}</p>
      <%!-- It fades on its own, and the live region announces it. --%>
      <p
        :if={@view.unseen}
        class="notice is-fading"
        id={"unseen-#{@state.board_seq}"}
        aria-hidden="true"
      >
        {@view.unseen}
      </p>
      <p :if={@news} class="notice is-fading" id={"news-#{@state.seq}"} aria-hidden="true">{@news}</p>
      <%!-- The match tries again by itself, and no other engine could do better. --%>
      <p :if={Text.unsaved?(@state)} class="notice">{Sentences.failure(@state.failure)}</p>
      <div :if={@state.failure && !Text.unsaved?(@state)} class="notice">
        <span>{Sentences.failure(@state.failure)}</span>
        <button
          :if={@view.plays? or @view.manages?}
          class="button"
          phx-click="retry"
          phx-value-seq={@state.seq}
        >
          {gettext("Try again")}
        </button>
        <div :if={@view.manages?} class="other-levels" role="group" aria-labelledby="other-levels">
          <p id="other-levels">{gettext("Or choose another level:")}</p>
          <button
            :for={level <- levels(@state)}
            class="button"
            phx-click="replace"
            phx-value-seq={@state.seq}
            phx-value-level={level.name}
          >
            {Sentences.level_on_scale(level)}
          </button>
        </div>
      </div>
    </div>
    """
  end

  # Also the one above the ladder, but not to replace itself.
  defp levels(state) do
    names = for {_side, {:engine, name, _spec}} <- state.seats, do: name

    for level <- Perfect.levels(state.game, state.variant),
        level.name != Perfect.name() or level.name not in names,
        do: level
  end

  attr :chances, :string, required: true, doc: "one sentence for each side that let something go"

  @doc """
  Renders until when the game was won or drawn, for screen readers, which announce what appears in it:
  so it is in the page from the start. Others find it in the drawer.
  """
  def chances(assigns) do
    ~H"""
    <p class="sr-only" id="chances" role="status">{@chances}</p>
    """
  end
end
