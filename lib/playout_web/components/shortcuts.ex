defmodule PlayoutWeb.Shortcuts do
  @moduledoc """
  The dialog that lists the keys on the page of a match. Those with a button have its `data-key`
  (`assets/js/components/shortcuts.js`).
  """
  use PlayoutWeb, :html

  import PlayoutWeb.DialogHead

  attr :buttons, :list,
    required: true,
    doc: "the keys that a button of this match has, at some time"

  @doc "Renders the dialog, opened by any element with `data-opens=\"shortcuts\"`."
  def dialog(assigns) do
    ~H"""
    <dialog class="sheet" id="shortcuts" aria-labelledby="shortcuts-title" phx-update="ignore">
      <.dialog_head id="shortcuts-title" title={gettext("Keyboard shortcuts")} />
      <div class="sheet-body">
        <dl class="shortcuts">
          <div :for={{keys, words} <- keys(@buttons)}>
            <dt><kbd :for={key <- keys}>{key}</kbd></dt>
            <dd>{words}</dd>
          </div>
        </dl>
      </div>
    </dialog>
    """
  end

  defp keys(buttons) do
    own = [
      {["H"], gettext("Get a hint")},
      {["U"], gettext("Undo a move")},
      {["F"], gettext("Flip the board")},
      {["M"], gettext("Make the engine move now")}
    ]

    [{["?"], gettext("Show this list")}] ++
      Enum.filter(own, fn {[key], _words} -> key in buttons end) ++
      [
        {["←", "→"], gettext("Walk through the moves")},
        {["Shift ←", "Shift →"], gettext("Walk through the moves from the board, too")},
        {["Tab", "← ↑ → ↓"], gettext("Go to the board, and move on it")},
        {["Enter"], gettext("Choose what has the focus, or confirm the move")},
        {["Esc"], gettext("Take back what you have chosen, or close a dialog")}
      ]
  end
end
