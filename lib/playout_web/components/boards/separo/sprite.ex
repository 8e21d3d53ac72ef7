defmodule PlayoutWeb.Boards.Separo.Sprite do
  @moduledoc """
  The parts that a page contains once: the stones, which are files in `assets/drawings/separo`, and the fills of
  paper and regions. Red's regions are hatched, Blue's are dotted.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Drawings

  @doc "Renders the drawings that a page must contain, once, to show a board."
  def sprite(assigns) do
    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <linearGradient id="separo-paper" x2="0.6" y2="1">
          <stop class="paper-light" />
          <stop offset="1" class="paper-deep" />
        </linearGradient>
        {Drawings.drawing("separo", "first")}
        {Drawings.drawing("separo", "second")}
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
