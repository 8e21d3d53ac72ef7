defmodule PlayoutWeb.RulesComponents do
  @moduledoc """
  What pages of rules are made of, the same for every game.

  Pictures are the board itself. Who has won in one, by which line and why, is
  asked of the engine: a caption cannot say what the board does not show.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards

  attr :id, :string, required: true
  attr :title, :string, required: true
  slot :picture, required: true, doc: "what is to be seen beside the words"
  slot :inner_block, required: true

  @doc "A part of the rules: words, and pictures beside or below them."
  def part(assigns) do
    ~H"""
    <section class="rules-part" id={@id} aria-labelledby={"#{@id}-title"}>
      <div class="rules-words">
        <h2 id={"#{@id}-title"}>{@title}</h2>
        {render_slot(@inner_block)}
      </div>
      <div class="rules-pictures">{render_slot(@picture)}</div>
    </section>
    """
  end

  attr :game, :atom, required: true
  attr :position, :string, required: true
  attr :last, :list, default: [], doc: "the steps of the last move"
  attr :marks, :list, default: [], doc: "cells that the caption speaks of"
  attr :hands, :boolean, default: false, doc: "whether what both sides hold belongs to it"
  attr :moves, :boolean, default: false, doc: "whether the legal moves are shown"
  slot :inner_block, doc: "the caption, where it is not how the game ended"

  @doc "A board with its caption. A finished position says itself how it ended."
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
  attr :move, :string, required: true, doc: "a move of it that does not end the game"
  slot :given, required: true, doc: "what is in hand before the move"
  slot :handed, required: true, doc: "what is in hand after it"

  @doc "A move: what one holds, the board after it, what the other then holds."
  def turn(assigns) do
    before = describe(%{game: assigns.game, position: assigns.from})
    described = describe(assigns)

    assigns =
      assign(assigns,
        before: before.diagram,
        position: described.position,
        reached: described.diagram,
        played: hd(described.played)
      )

    ~H"""
    <div class="turn">
      <div class="turn-hand">
        <.hand game={@game} diagram={@before} side={@before.side} />
        <span>{render_slot(@given)}</span>
      </div>
      <.diagram game={@game} position={@position} last={@played.steps}>
        {Boards.of(@game).move_words(@played)}
      </.diagram>
      <div class="turn-hand">
        <.hand game={@game} diagram={@reached} side={@reached.side} />
        <span>{render_slot(@handed)}</span>
      </div>
    </div>
    """
  end

  attr :game, :atom, required: true
  attr :examples, :list, required: true, doc: "pairs of a position and a move of it"

  @doc "Moves as they are written, and what each of them means."
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
          <th scope="col">{gettext("Written")}</th>
          <th scope="col">{gettext("Means")}</th>
        </tr>
      </thead>
      <tbody>
        <tr :for={move <- @played}>
          <th scope="row"><code>{move.text}</code></th>
          <td>{Boards.of(@game).move_words(move)}</td>
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
