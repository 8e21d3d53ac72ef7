defmodule PlayoutWeb.StepPicker do
  @moduledoc """
  What a page gives the hook `StepPicker` to work with, beside a board and its
  tray: a sentence for each step, the button that confirms. The legal moves stand in the
  hook's `data-moves`, as `Playout.step_tree/2` writes them.
  """
  use PlayoutWeb, :html

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
      {pgettext("on a button, before the move", "Play")} <span data-move-text></span>
    </button>
    """
  end
end
