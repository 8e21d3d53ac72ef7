defmodule PlayoutWeb.Analysis.RecordDialog do
  @moduledoc """
  The dialog in which an analysis leaves the page as text, to be copied or as a file, and in which
  another one comes in (`assets/js/analysis/record_text.js`).
  """
  use PlayoutWeb, :html

  import PlayoutWeb.DialogHead
  import PlayoutWeb.Fields

  alias PlayoutWeb.Analysis.RecordText

  attr :game, :atom, required: true

  attr :exported, :map,
    required: true,
    doc: "the `format`, and the `text` in it, or the `problem` that there is none"

  attr :problem, :string, required: true, doc: "what is wrong with the text that came in, or nil"

  @doc "Renders the dialog."
  def record(assigns) do
    ~H"""
    <dialog class="sheet record" id="record" aria-labelledby="record-title">
      <.dialog_head id="record-title" title={gettext("Record")} />
      <div
        class="sheet-body"
        id="record-text"
        phx-hook="RecordText"
        data-name={"playout-#{@game}"}
        data-most={RecordText.most()}
      >
        <section class="record-part" aria-labelledby="record-out">
          <h3 id="record-out">{gettext("Take it with you")}</h3>
          <form id="record-format" phx-change="export" phx-submit="export" phx-auto-recover="ignore">
            <.choice name="format" legend={gettext("Format")} chosen={@exported.format}>
              <:option :for={{key, name} <- RecordText.formats(@game)} value={key}>{name}</:option>
            </.choice>
          </form>
          <textarea
            class="text-box"
            id="record-exported"
            rows="6"
            readonly
            spellcheck="false"
            data-exported={@exported.format}
            aria-label={gettext("This analysis as text")}
          >{@exported.text}</textarea>
          <p :if={@exported.problem} class="field-error" role="alert">{@exported.problem}</p>
          <div class="record-buttons">
            <button type="button" class="button" data-copy>{gettext("Copy")}</button>
            <button type="button" class="button" data-download>{gettext("Download")}</button>
          </div>
          <p
            class="hint"
            id="record-copied"
            role="status"
            phx-update="ignore"
            data-copied={gettext("Copied.")}
            data-select={gettext("Press Ctrl+C, or hold the text, to copy it.")}
          >
          </p>
        </section>
        <section class="record-part" aria-labelledby="record-in">
          <h3 id="record-in">{gettext("Open another one")}</h3>
          <p class="hint">
            {gettext("PGN for all games, SGF for Gomoku, or USI for Animal Shogi.")}
          </p>
          <textarea
            class="text-box"
            id="record-import"
            phx-update="ignore"
            rows="4"
            spellcheck="false"
            autocomplete="off"
            aria-label={gettext("A record to open")}
            aria-describedby="record-problem"
          ></textarea>
          <p class="field-error" id="record-problem" role="alert">{@problem}</p>
          <div class="record-buttons">
            <button type="button" class="button is-primary" data-import>{gettext("Open")}</button>
            <label class="button">
              {gettext("From a file…")}
              <input type="file" class="sr-only" accept=".pgn,.sgf,.usi,.txt,text/*" data-file />
            </label>
          </div>
        </section>
      </div>
    </dialog>
    """
  end
end
