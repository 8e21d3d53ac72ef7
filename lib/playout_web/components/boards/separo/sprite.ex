defmodule PlayoutWeb.Boards.Separo.Sprite do
  @moduledoc """
  The parts that a page contains once: the stones, and the two tints of regions.

  Red's stones are discs, Blue's are rings; Red's regions are hatched, Blue's are dotted.
  """
  use PlayoutWeb, :html

  @doc "Renders the drawings that a page must contain, once, to show a board."
  def sprite(assigns) do
    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="separo-paper" x2="0.6" y2="1">
          <stop class="paper-light" />
          <stop offset="1" class="paper-deep" />
        </linearGradient>
        <g id="separo-first">
          <circle class="stone-shadow" cx="0.8" cy="1.6" r="8.6" />
          <circle class="stone-disc is-first" r="8.2" />
          <path class="stone-light" d="M-4.6 -2.4A5.2 5.2 0 0 1 0.6 -5.2" />
        </g>
        <g id="separo-second">
          <circle class="stone-shadow" cx="0.8" cy="1.6" r="8.6" />
          <circle class="stone-disc is-second" r="8.2" />
          <circle class="stone-core" r="3.8" />
        </g>
        <pattern
          id="separo-tint-first"
          width="0.5"
          height="0.5"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect class="tint is-first" width="0.5" height="0.5" />
          <rect class="tint-line is-first" width="0.07" height="0.5" />
        </pattern>
        <pattern
          id="separo-tint-second"
          width="0.5"
          height="0.5"
          patternUnits="userSpaceOnUse"
        >
          <rect class="tint is-second" width="0.5" height="0.5" />
          <circle class="tint-line is-second" cx="0.25" cy="0.25" r="0.07" />
        </pattern>
      </defs>
    </svg>
    """
  end
end
