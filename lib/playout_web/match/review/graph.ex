defmodule PlayoutWeb.Match.Review.Graph do
  @moduledoc """
  The values of a match's positions, as its review has judged them: a graph from the first player's point
  of view, and the same as a table. A press on either shows the position (js/match/review.js).
  """
  use PlayoutWeb, :html

  alias Playout.Matches.Reviews.Review
  alias PlayoutWeb.Match.Review.Text

  @typedoc """
  The graph as paths: the heights up to which the first player wins and up to which it is a draw, the line
  of what the first player can expect, and the turning points. `last` is the ply at the right end.
  """
  @type drawing :: %{
          last: pos_integer,
          win: String.t(),
          draw: nil | String.t(),
          line: String.t(),
          turns: [%{number: pos_integer, y: 0..1000, worst?: boolean}]
        }

  @doc "Draws a review; `nil` as long as nothing is judged."
  @spec drawing(Review.t()) :: nil | drawing
  def drawing(%{judged: none}) when none == %{}, do: nil

  def drawing(review) do
    points = points(review)

    %{
      last: max(Review.size(review) - 1, 1),
      win: area(points, & &1.win),
      draw: if(drawn?(points), do: area(points, &(&1.win + &1.draw))),
      line: line(points),
      turns: turns(review)
    }
  end

  attr :drawing, :map, required: true, doc: "a `t:drawing/0`"
  attr :players, :map, required: true
  attr :mine, :atom, required: true, doc: "the visitor's side, or nil"
  attr :ply, :integer, required: true, doc: "of the position that the board shows"

  @doc """
  Renders the graph. One unit is a ply in one direction, and a thousandth in the other; the drawing is
  stretched to its box, so its lines keep their width and its marks are ends of lines.
  """
  def graph(assigns) do
    ~H"""
    <figure class="review-figure">
      <div class="review-graph" data-last={@drawing.last}>
        <svg viewBox={"0 0 #{@drawing.last} 1000"} preserveAspectRatio="none" aria-hidden="true">
          <rect class="review-back" width={@drawing.last} height="1000" />
          <path :if={@drawing.draw} class="review-draw" d={@drawing.draw} />
          <path class="review-win" d={@drawing.win} />
          <path class="review-middle" d={"M0 500H#{@drawing.last}"} />
          <path class="review-cursor" d={"M#{min(@ply, @drawing.last)} 0V1000"} />
          <path class="review-line" d={@drawing.line} />
          <path
            :for={turn <- @drawing.turns}
            :key={turn.number}
            class={["review-mark", turn.worst? && "is-worst"]}
            d={"M#{turn.number} #{turn.y}h0"}
          />
        </svg>
        <span class="review-label is-top">{Text.wins(:first, @players, @mine)}</span>
        <span class="review-label is-bottom">{Text.wins(:second, @players, @mine)}</span>
      </div>
      <div class="review-scale" aria-hidden="true">
        <span>0</span>
        <span>{gettext("Move")}</span>
        <span>{@drawing.last}</span>
      </div>
      <figcaption>
        <span class="review-key is-line">
          {Text.chances(@players, @mine)}
        </span>
        <span class="review-key is-win">{pgettext("a part of a graph", "Win")}</span>
        <span :if={@drawing.draw} class="review-key is-draw">{pgettext("a part of a graph", "Draw")}</span>
        <span class="review-key is-loss">{pgettext("a part of a graph", "Loss")}</span>
        <span :if={@drawing.turns != []} class="review-key is-mark">{gettext("Turning point")}</span>
      </figcaption>
    </figure>
    """
  end

  defp points(%{judged: judged}) do
    for ply <- 0..(map_size(judged) - 1)//1, do: {ply, judged[ply]}
  end

  # In some games draws hardly ever come up.
  defp drawn?(points), do: Enum.any?(points, fn {_ply, judgement} -> judgement.draw > 0 end)

  # From the bottom up to these heights.
  defp area(points, height) do
    {last, _judgement} = List.last(points)
    edge = for {ply, judgement} <- points, do: "L#{ply} #{1000 - height.(judgement)}"
    "M0 1000#{edge}L#{last} 1000Z"
  end

  # A single point is the end of a line, which is round.
  defp line([{ply, judgement}]), do: "M#{ply} #{height(judgement)}h0"

  defp line(points) do
    [first | others] = for {ply, judgement} <- points, do: "#{ply} #{height(judgement)}"
    Enum.join(["M" <> first | others], "L")
  end

  defp height(judgement), do: 1000 - Review.expected(judgement, :first)

  defp turns(%{judged: judged} = review) do
    worst = Review.turn(review)

    for turn <- Review.turns(review),
        do: %{number: turn.number, y: height(judged[turn.number]), worst?: turn == worst}
  end

  attr :review, :map, required: true
  attr :players, :map, required: true
  attr :mine, :atom, required: true, doc: "the visitor's side, or nil"
  attr :ply, :integer, required: true

  @doc "Renders the table: a row for each position, with the move that led to it."
  def table(assigns) do
    ~H"""
    <details
      class="review-table"
      id="review-table"
      phx-mounted={Phoenix.LiveView.JS.ignore_attributes(["open"])}
    >
      <summary class="button">{gettext("All values")}</summary>
      <div class="review-scroll" tabindex="0" role="group" aria-label={gettext("All values")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{gettext("Move")}</th>
              <th scope="col">{gettext("Player")}</th>
              <th scope="col">{gettext("Played")}</th>
              <th scope="col">{gettext("The engine's choice")}</th>
              <th scope="col">
                {Text.chances(@players, @mine)}
              </th>
            </tr>
          </thead>
          <tbody>
            <tr
              :for={row <- rows(@review, @players, @ply)}
              :key={row.ply}
              class={[row.turn? && "is-turn", row.shown? && "is-shown"]}
            >
              <th scope="row">
                <a
                  href={"?ply=#{row.ply}"}
                  data-ply={row.ply}
                  data-phx-link="patch"
                  data-phx-link-state="push"
                  aria-current={row.shown? && "true"}
                >
                  {if row.ply == 0, do: gettext("Start"), else: row.ply}
                </a>
              </th>
              <td>{row.player}</td>
              <td>{row.move}</td>
              <td>{row.best}</td>
              <td>{Text.value(row.judgement, @players, @mine)}</td>
            </tr>
          </tbody>
        </table>
      </div>
    </details>
    """
  end

  # One value for each row, so that only rows that have changed are sent. The engine's choice is the one
  # in place of the move.
  defp rows(%{judged: judged, moves: moves} = review, players, shown) do
    turns = MapSet.new(Review.turns(review), & &1.number)

    for {ply, judgement} <- points(review) do
      move = if ply > 0, do: Enum.at(moves, ply - 1)

      %{
        ply: ply,
        player: move && players[move.side].name,
        move: move && move.text,
        best: if(ply > 0, do: judged[ply - 1].best),
        judgement: judgement,
        turn?: ply in turns,
        shown?: ply == shown
      }
    end
  end
end
