defmodule PlayoutWeb.ShareLink do
  @moduledoc "A link to copy, to share the way the device does, and to scan."
  use PlayoutWeb, :html

  alias PlayoutWeb.QrCode

  attr :link, :string, required: true
  attr :id, :string, required: true
  attr :label, :string, required: true, doc: "what a screen reader calls the link"

  def share_link(assigns) do
    ~H"""
    <div class="share" id={@id} phx-hook="Share" phx-update="ignore">
      <input class="text-box" id={"#{@id}-link"} value={@link} readonly aria-label={@label} />
      <button class="button is-primary" type="button" data-copy>
        {gettext("Copy")}
      </button>
      <button class="button" type="button" data-share hidden>{gettext("Share")}</button>
      <p
        class="hint"
        role="status"
        data-copied={gettext("Copied.")}
        data-select={gettext("Press Ctrl+C, or hold the link, to copy it.")}
      >
      </p>
    </div>
    <QrCode.qr_code text={@link} label={gettext("The link as a QR code")} />
    """
  end
end
