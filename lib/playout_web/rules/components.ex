defmodule PlayoutWeb.Rules.Components do
  @moduledoc """
  The building blocks of the rules pages, the same for every game.

  The game's own board component draws the pictures, and the engine says who has won in them and
  why. So a caption cannot claim anything that the board doesn't show.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards

  slot :part, required: true, doc: "`text/1`, and `pictures/1` beside or below them" do
    attr :id, :string, required: true
    attr :title, :string, required: true
  end

  @doc "Renders all parts of the rules, with a jump link to each."
  def parts(assigns) do
    ~H"""
    <nav class="jumps" aria-labelledby="jumps-title">
      <h2 id="jumps-title">{gettext("On this page")}</h2>
      <ul>
        <li :for={part <- @part}><a class="jump" href={"##{part.id}"}>{part.title}</a></li>
      </ul>
    </nav>
    <%!-- A jump link also moves the focus, so that Tab continues from there. --%>
    <section
      :for={part <- @part}
      class="rules-part"
      id={part.id}
      tabindex="-1"
      aria-labelledby={"#{part.id}-title"}
    >
      <h2 id={"#{part.id}-title"}>{part.title}</h2>
      {render_slot(part)}
    </section>
    """
  end

  slot :inner_block, required: true

  @doc "Renders the text of a part."
  def text(assigns) do
    ~H"""
    <div class="rules-text">{render_slot(@inner_block)}</div>
    """
  end

  slot :inner_block, required: true

  @doc "Renders the pictures of a part."
  def pictures(assigns) do
    ~H"""
    <div class="rules-pictures">{render_slot(@inner_block)}</div>
    """
  end

  attr :game, :atom, required: true
  attr :position, :string, required: true
  attr :last, :list, default: [], doc: "the steps of the last move"
  attr :marks, :list, default: [], doc: "cells that the caption mentions"
  attr :hands, :boolean, default: false, doc: "whether to show what both sides hold"
  attr :moves, :boolean, default: false, doc: "whether to show the legal moves"
  slot :inner_block, doc: "the caption; without one, a finished position says how it ended"

  @doc "Renders a board with its caption."
  def diagram(assigns) do
    described = describe(assigns)

    assigns =
      assign(assigns,
        outcome: described.outcome,
        alerts: described.alerts,
        shown: described.diagram
      )

    ~H"""
    <figure class="diagram">
      <.hand :if={@hands} game={@game} diagram={@shown} side={:second} />
      <Boards.board
        game={@game}
        diagram={@shown}
        last={@last}
        winning={if @outcome, do: @outcome.cells, else: []}
        guides={@moves}
        marks={@marks}
        alerts={@alerts}
      />
      <.hand :if={@hands} game={@game} diagram={@shown} side={:first} />
      <figcaption>
        {render_slot(@inner_block) ||
          Boards.of(@game).reason(@outcome.reason, @outcome.details)}
      </figcaption>
    </figure>
    """
  end

  attr :game, :atom, required: true
  attr :diagram, :map, required: true
  attr :side, :atom, required: true

  defp hand(assigns) do
    ~H"""
    <Boards.holding game={@game} diagram={@diagram} side={@side} to_move={@side == @diagram.side} />
    """
  end

  attr :game, :atom, required: true
  attr :from, :string, required: true, doc: "a position"
  attr :move, :string, required: true, doc: "a legal move that does not end the game"
  slot :yours, required: true, doc: "a sentence about what the player holds before the move"
  slot :theirs, required: true, doc: "a sentence about what the opponent holds after it"

  @doc "Renders a move: what the player held, the new board, and what the opponent now holds."
  def turn(assigns) do
    before = describe(%{game: assigns.game, position: assigns.from})
    described = describe(assigns)

    assigns =
      assign(assigns,
        held: before.diagram,
        position: described.position,
        reached: described.diagram,
        played: hd(described.played)
      )

    ~H"""
    <div class="turn">
      <div class="turn-hand">
        <.hand game={@game} diagram={@held} side={@held.side} />
        <span>{render_slot(@yours)}</span>
      </div>
      <.diagram game={@game} position={@position} last={@played.steps}>
        {Boards.of(@game).move_text(@played)}
      </.diagram>
      <div class="turn-hand">
        <.hand game={@game} diagram={@reached} side={@reached.side} />
        <span>{render_slot(@theirs)}</span>
      </div>
    </div>
    """
  end

  @doc "Renders the introduction to how moves are written, the same for every game."
  def tap_or_type(assigns) do
    ~H"""
    <p>
      {gettext("Tap or click to play. If you'd rather type, use the box below the list of moves.")}
    </p>
    """
  end

  attr :game, :atom, required: true
  attr :examples, :list, required: true, doc: "pairs of a position and a legal move"

  @doc "Renders moves as people type them, with what each means."
  def notation(assigns) do
    played =
      for {position, move} <- assigns.examples do
        hd(describe(%{game: assigns.game, from: position, move: move}).played)
      end

    assigns = assign(assigns, played: played)

    ~H"""
    <table class="notation">
      <thead>
        <tr>
          <th scope="col">{gettext("You type")}</th>
          <th scope="col">{gettext("It means")}</th>
        </tr>
      </thead>
      <tbody>
        <tr :for={move <- @played}>
          <th scope="row"><code>{move.text}</code></th>
          <td>{Boards.of(@game).move_text(move)}</td>
        </tr>
      </tbody>
    </table>
    """
  end

  defp describe(%{game: game, from: from, move: move}) do
    game |> Playout.new!(position: from) |> Playout.play!(move) |> Playout.describe!()
  end

  defp describe(%{game: game, position: position}) do
    game |> Playout.new!(position: position) |> Playout.describe!()
  end
end
