defmodule PlayoutWeb.Boards.AnimalShogi.Tile do
  @moduledoc """
  The wooden tile under an animal: honey-coloured for the first side, stained blue for the
  second. It points towards its owner's opponent.

  The light always comes from the top left, so a tile that points down has its own drawing. Both
  are 100 × 100 and centred on the origin.
  """
  use PlayoutWeb, :html

  @up "M-41.5-25.5Q-40.8-34-33-36.4L-5.5-45Q0-46.6 5.5-45L33-36.4Q40.8-34 41.5-25.5L45.8 36Q46.4 46 37 46H-37Q-46.4 46-45.8 36Z"
  @down "M41.5 25.5Q40.8 34 33 36.4L5.5 45Q0 46.6-5.5 45L-33 36.4Q-40.8 34-41.5 25.5L-45.8-36Q-46.4-46-37-46H37Q46.4-46 45.8-36Z"

  # The colours from the top left to the bottom right, and the colour of the lower edge.
  @woods [
    first: %{face: ~w(#fdeecb #f3d79f #e2ba79), side: "#b98a4a", edge: "#7d5527"},
    second: %{face: ~w(#64829f #4a6887 #39536f), side: "#24384f", edge: "#14202f"}
  ]

  @doc "Renders the gradients and the four tiles: `#shogi-first-up` and so on."
  def tiles(assigns) do
    assigns = assign(assigns, woods: @woods, shapes: [up: @up, down: @down])

    ~H"""
    <linearGradient :for={{side, wood} <- @woods} id={"shogi-#{side}-wood"} x2="1" y2="1">
      <stop
        :for={{colour, offset} <- Enum.zip(wood.face, ~w(0 0.5 1))}
        offset={offset}
        stop-color={colour}
      />
    </linearGradient>
    <linearGradient id="shogi-bevel" x2="1" y2="1">
      <stop stop-color="#fff" stop-opacity="0.85" />
      <stop offset="0.45" stop-color="#fff" stop-opacity="0.1" />
      <stop offset="0.6" stop-color="#1c0f05" stop-opacity="0.04" />
      <stop offset="1" stop-color="#1c0f05" stop-opacity="0.4" />
    </linearGradient>
    <%= for {side, wood} <- @woods, {way, shape} <- @shapes do %>
      <g id={"shogi-#{side}-#{way}"}>
        <path class="shogi-shadow" d={shape} transform="translate(3 8)" />
        <path class="shogi-shadow" d={shape} transform="translate(2 6.5)" />
        <g stroke={wood.edge} stroke-width="1.6">
          <path d={shape} fill={wood.side} transform="translate(0 4)" />
          <path d={shape} fill={"url(#shogi-#{side}-wood)"} />
        </g>
        <path
          d={shape}
          fill="none"
          stroke="url(#shogi-bevel)"
          stroke-width="2"
          transform="scale(0.966)"
        />
      </g>
    <% end %>
    """
  end
end
