defmodule PlayoutWeb.StepPicker do
  @moduledoc """
  What a page gives the hook `StepPicker` to work with, beside a board and its
  tray: the legal moves, a sentence for each step, the button that confirms.
  """
  use PlayoutWeb, :html

  @doc """
  Moves as the hook's `data-moves`: a tree of their steps as JSON,
  `{"c3": {"A": "c3-A"}}`.
  """
  @spec tree([%{text: String.t(), steps: [String.t()]}]) :: String.t()
  def tree(moves) do
    moves
    |> Enum.reduce(%{}, fn %{text: text, steps: steps}, tree ->
      put_in(tree, Enum.map(steps, &Access.key(&1, %{})), text)
    end)
    |> Jason.encode!()
  end

  attr :prompts, :list, required: true, doc: "a sentence for each step of a move"

  @doc "What to do now; the hook shows the one that belongs to the next step."
  def prompts(assigns) do
    ~H"""
    <span
      :for={{prompt, step} <- Enum.with_index(@prompts)}
      data-prompt={step}
      hidden={step > 0}
    >
      {prompt}
    </span>
    <span data-prompt="whole" hidden>{gettext("Play it, or put it back.")}</span>
    """
  end

  @doc "The button for a move that waits to be confirmed, if a person wants that."
  def confirm_move(assigns) do
    ~H"""
    <button id="confirm-move" type="button" class="button is-primary" data-confirm-move hidden>
      {gettext("Play")} <span data-move-text></span>
    </button>
    """
  end
end
