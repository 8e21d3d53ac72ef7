defmodule PlayoutWeb.StepPicker do
  @moduledoc """
  What the `StepPicker` hook needs on a page besides a board and its tray: a sentence for each
  step, the button that confirms a move, and a place for the reason why a press did nothing. The
  legal moves are in the hook's `data-moves`, in the format of `Playout.step_tree/2`.
  """
  use PlayoutWeb, :html

  alias Playout.Error
  alias PlayoutWeb.Sentences

  # No game has moves with this many steps, or steps this long.
  @max_steps 8
  @max_step_bytes 16

  @doc """
  Returns the reply to the hook when it asks why steps cannot be picked. `check` works like
  `Playout.check_steps/2`, and `refusal` puts its reasons into words. The answer has no `text` if
  `check` accepts the steps, or if the person asks too often.
  """
  @spec reason(map(), ([String.t()] -> :ok | {:error, term()}), (term() -> String.t())) ::
          %{text: nil | String.t()}
  def reason(pressed, check, refusal \\ &Sentences.refusal/1)

  def reason(%{"steps" => steps}, check, refusal)
      when is_list(steps) and length(steps) <= @max_steps do
    with true <- Enum.all?(steps, &(is_binary(&1) and byte_size(&1) <= @max_step_bytes)),
         {:error, reason} <- check.(steps) do
      why(reason, refusal)
    else
      _nothing_to_say -> %{text: nil}
    end
  end

  # No step stands for a piece in the opponent's hand.
  def reason(%{"held" => true}, check, refusal) do
    case check.([]) do
      :ok -> why(%Error{code: :illegal_move, details: %{problem: "not_yours"}}, refusal)
      {:error, reason} -> why(reason, refusal)
    end
  end

  def reason(_malformed, _check, _refusal), do: %{text: nil}

  # Nobody needs to know why a press on a board that is out of date, or one too many, did nothing.
  defp why(reason, _refusal) when reason == :stale or is_tuple(reason), do: %{text: nil}
  defp why(reason, refusal), do: %{text: refusal.(reason)}

  @doc """
  Renders the place where the hook shows why a press did nothing: beside the pressed element, and
  for screen readers. A page contains this once.
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
  attr :told, :string, default: nil, doc: "what to read instead, such as a hint"
  attr :to_children, :boolean, default: false, doc: "whether children read the sentences"

  @doc """
  Renders what to do next; the hook shows the sentence for the next step. A hint gives way to it once
  another step is picked than those in the `data-hint` of the hook's element.
  """
  def prompts(assigns) do
    ~H"""
    <span
      :for={{prompt, step} <- Enum.with_index(instead(@prompts, @told))}
      data-prompt={step}
      hidden={step > 0}
    >
      {prompt(prompt)}
    </span>
    <span data-prompt="complete" hidden>{confirm(@to_children)}</span>
    <span data-prompt="sent" hidden>{sending(@to_children)}</span>
    """
  end

  # A prompt is sent again only if it changes, so each is a value of its own.
  defp instead(prompts, nil), do: prompts
  defp instead(prompts, told), do: Enum.map(prompts, &%{told: told, prompt: &1})

  defp prompt(%{told: _told} = assigns) do
    ~H"""
    <span class="told">{@told}</span><span>{@prompt}</span>
    """
  end

  defp prompt(prompt), do: prompt

  defp confirm(true), do: pgettext("children", "Play it or take it back.")
  defp confirm(false), do: gettext("Play it or take it back.")

  defp sending(true), do: pgettext("children", "Sending…")
  defp sending(false), do: gettext("Sending…")

  attr :to_children, :boolean, default: false, doc: "whether children read the button"

  @doc "Renders the button that confirms a move, for players who have switched that on."
  def confirm_move(assigns) do
    ~H"""
    <button
      id="confirm-move"
      type="button"
      class="button is-primary"
      data-confirm-move={play(@to_children)}
      hidden
    ></button>
    """
  end

  # The browser replaces `{move}` in the text with the move.
  defp play(true), do: pgettext("children", "Play this move")
  defp play(false), do: gettext("Play %{move}", move: "{move}")
end
