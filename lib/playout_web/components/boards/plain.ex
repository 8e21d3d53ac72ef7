defmodule PlayoutWeb.Boards.Plain do
  @moduledoc """
  A board for a game that has none of its own yet: the position as it is written,
  and a button for every step of the moves that are legal.

  A game uses it for what it does not draw itself:

      use PlayoutWeb.Boards.Plain
  """
  use PlayoutWeb, :html

  defmacro __using__(_options) do
    quote do
      use PlayoutWeb.Boards

      @impl true
      defdelegate board(assigns), to: PlayoutWeb.Boards.Plain
    end
  end

  @doc "The position, and the steps; its assigns are those of `PlayoutWeb.Boards.board/1`."
  def board(assigns) do
    assigns = assign(assigns, rows: rows(assigns.position), steps: steps(assigns.moves))

    ~H"""
    <div
      class={["board plain-board", @winning != [] && "is-won"]}
      role={if @playable, do: "group", else: "img"}
      aria-label={gettext("Position: %{position}", position: @position)}
    >
      <p class="plain-position" aria-hidden="true"><span :for={row <- @rows}>{row}</span></p>
      <div :if={@playable} class="plain-steps" role="toolbar" aria-label={gettext("Moves")} data-steps>
        <button
          :for={step <- @steps}
          id={"step-#{step}"}
          type="button"
          class={[
            "plain-step",
            step in @last && "is-last",
            step in @winning && "is-winning",
            step in @marks && "is-marked"
          ]}
          data-step={step}
        >
          {step}
        </button>
      </div>
    </div>
    """
  end

  # The rows of a board, where the text has some, each on a line of its own.
  defp rows(position) do
    position |> String.split(" ") |> Enum.flat_map(&String.split(&1, "/"))
  end

  # Short ones first, so that a9 comes before a10.
  defp steps(moves) do
    moves |> Enum.flat_map(& &1.steps) |> Enum.uniq() |> Enum.sort_by(&{byte_size(&1), &1})
  end
end
