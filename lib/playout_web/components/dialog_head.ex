defmodule PlayoutWeb.DialogHead do
  @moduledoc "The top of a dialog: its title, and the button that closes it."
  use PlayoutWeb, :html

  attr :id, :string, required: true, doc: "the id of the title, which the dialog is labelled by"
  attr :title, :string, required: true

  @doc "Renders the top of a dialog."
  def dialog_head(assigns) do
    ~H"""
    <header class="sheet-head">
      <h2 id={@id}>{@title}</h2>
      <button type="button" class="icon-button" data-closes aria-label={gettext("Close")}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path class="stroke" d="M6 6 L18 18 M18 6 L6 18" />
        </svg>
      </button>
    </header>
    """
  end
end
