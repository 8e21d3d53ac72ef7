defmodule PlayoutWeb.Match.SoundOffer do
  @moduledoc """
  Asks once whether to turn on sounds (`assets/js/match/sound_offer.js`). Only the browser knows
  whether it has asked before, so every page contains the question, hidden.
  """
  use PlayoutWeb, :html

  @doc "Renders the question, for a page on which a match can end."
  def sound_offer(assigns) do
    ~H"""
    <%!-- Screen readers announce what appears in a live region. --%>
    <div id="sounds" role="status" phx-update="ignore">
      <div
        id="sound-offer"
        class="sound-offer"
        role="group"
        aria-labelledby="sound-question"
        hidden
      >
        <p id="sound-question">{gettext("Turn on sounds?")}</p>
        <button type="button" class="button" data-sound-answer="no">{gettext("No")}</button>
        <button type="button" class="button" data-sound-answer="yes">{gettext("Yes")}</button>
      </div>
    </div>
    """
  end
end
