defmodule PlayoutWeb.StepPicker do
  @moduledoc """
  What a page gives the hook `StepPicker` to work with, besides a board and its tray: a
  sentence for each step, the button that confirms a move, and why a press did nothing. The
  legal moves are in the hook's `data-moves`, as `Playout.step_tree/2` writes them.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Sentences

  # No move of any game has as many, and no step is as long.
  @most_steps 8
  @most_bytes 16

  @doc """
  Answers the hook why the steps that a person tried cannot be picked. `check` refuses them,
  as `Playout.check_steps/2` does; there are no `words` where it does not, and none for
  somebody who asks too often.
  """
  @spec reason(map(), ([String.t()] -> :ok | {:error, term()})) :: %{words: nil | String.t()}
  def reason(%{"steps" => steps}, check) when is_list(steps) and length(steps) <= @most_steps do
    with true <- Enum.all?(steps, &(is_binary(&1) and byte_size(&1) <= @most_bytes)),
         {:error, reason} when not is_tuple(reason) <- check.(steps) do
      %{words: Sentences.refusal(reason)}
    else
      _nothing_to_say -> %{words: nil}
    end
  end

  def reason(_malformed, _check), do: %{words: nil}

  @doc """
  Where the hook says why a press did nothing: beside what was pressed, and for screen
  readers. Once a page.
  """
  def reasons(assigns) do
    ~H"""
    <div id="reasons" phx-update="ignore">
      <p class="reason" aria-hidden="true" data-reason hidden></p>
      <p class="sr-only" role="status" data-reason-said></p>
    </div>
    """
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
    <span data-prompt="sent" hidden>{gettext("Sending…")}</span>
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
