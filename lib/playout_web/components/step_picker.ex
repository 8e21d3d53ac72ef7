defmodule PlayoutWeb.StepPicker do
  @moduledoc """
  What a page gives the hook `StepPicker` to work with, beside a board and its
  tray: the legal moves, a sentence for each step, the button that confirms.
  """
  use PlayoutWeb, :html

  @doc """
  Moves as the hook's `data-moves`: a tree of their steps, short, as it travels
  with every turn. What can follow a step stands in parentheses after it; the text
  of the move that is whole with a step after `=`, unless it is that of its steps
  one after the other: `1b(1a=1b1a+ 2b)`, `a1 a2 a3`; or of its steps with `-`
  between them, where the tree begins with `- `: `- c3(A B) d4=d4+`.
  """
  @spec tree([%{text: String.t(), steps: [String.t()]}]) :: String.t()
  def tree(moves) do
    sign = if Enum.any?(moves, &(length(&1.steps) > 1 and text(&1, "-") == &1.text)), do: "-"
    tree = moves |> Enum.map(&{&1.steps, whole(&1, sign || "")}) |> branches()
    IO.iodata_to_binary(if sign, do: [sign, ?\s, tree], else: tree)
  end

  defp branches(ways) do
    ways
    |> Enum.group_by(fn {[step | _], _} -> step end, fn {[_ | steps], whole} -> {steps, whole} end)
    |> Enum.sort()
    |> Enum.map(fn
      {step, [{[], whole}]} -> [step, whole]
      {step, ways} -> [step, ?(, branches(ways), ?)]
    end)
    |> Enum.intersperse(?\s)
  end

  # The signs of the tree are in no step and no text: a law of the rules.
  defp whole(%{text: text} = move, sign) do
    if text(move, sign) == text, do: [], else: [?=, text]
  end

  defp text(%{steps: steps}, sign), do: Enum.join(steps, sign)

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
