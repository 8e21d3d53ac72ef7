defmodule PlayoutWeb.StepPicker do
  @moduledoc """
  What a page provides for the hook `StepPicker`, besides a board and its tray: a sentence for
  each step, the button that confirms a move, and the reasons why a press did nothing. The
  legal moves are in the hook's `data-moves`, in the format of `Playout.step_tree/2`.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Sentences

  # No move has this many steps in any game, and no step is this long.
  @most_steps 8
  @most_bytes 16

  @doc """
  Tells the hook why the steps that a person tried cannot be picked. `check` refuses them,
  like `Playout.check_steps/2`. The answer has no `text` if `check` accepts the steps, or if
  the person asks too often.
  """
  @spec reason(map(), ([String.t()] -> :ok | {:error, term()})) :: %{text: nil | String.t()}
  def reason(%{"steps" => steps}, check) when is_list(steps) and length(steps) <= @most_steps do
    with true <- Enum.all?(steps, &(is_binary(&1) and byte_size(&1) <= @most_bytes)),
         {:error, reason} when not is_tuple(reason) <- check.(steps) do
      %{text: Sentences.refusal(reason)}
    else
      _nothing_to_say -> %{text: nil}
    end
  end

  def reason(_malformed, _check), do: %{text: nil}

  @doc """
  Where the hook says why a press did nothing: beside the pressed element, and for screen
  readers. Once per page.
  """
  def reasons(assigns) do
    ~H"""
    <div id="reasons" phx-update="ignore">
      <p class="reason" aria-hidden="true" data-reason hidden></p>
      <p class="sr-only" role="status" data-reason-live></p>
    </div>
    """
  end

  attr :prompts, :list, required: true, doc: "a sentence for each step of a move"

  @doc "What to do next; the hook shows the sentence for the next step."
  def prompts(assigns) do
    ~H"""
    <span
      :for={{prompt, step} <- Enum.with_index(@prompts)}
      data-prompt={step}
      hidden={step > 0}
    >
      {prompt}
    </span>
    <span data-prompt="complete" hidden>{gettext("Play it or take it back.")}</span>
    <span data-prompt="sent" hidden>{gettext("Sending…")}</span>
    """
  end

  @doc "The button for a move that waits to be confirmed, if the player has chosen that."
  def confirm_move(assigns) do
    ~H"""
    <button id="confirm-move" type="button" class="button is-primary" data-confirm-move hidden>
      {pgettext("on a button, before the move", "Play")} <span data-move-text></span>
    </button>
    """
  end
end
