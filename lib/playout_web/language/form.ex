defmodule PlayoutWeb.Language.Form do
  @moduledoc "The form that chooses the language of the pages."
  use PlayoutWeb, :html

  alias PlayoutWeb.Language.Locale

  attr :back, :string,
    default: nil,
    doc: "the path of the page to return to, if it is not the address of this one"

  @doc "Renders the form. Each button submits a language, so it works without JavaScript."
  def language_form(assigns) do
    assigns = assign(assigns, current: Locale.current(), locales: Locale.all())

    ~H"""
    <.form for={%{}} action={~p"/language"}>
      <input :if={@back} type="hidden" name="back" value={@back} />
      <fieldset class="choice">
        <legend>{gettext("Language")}</legend>
        <div class="choice-row">
          <button
            :for={locale <- @locales}
            class="choice-button"
            name="language"
            value={locale}
            lang={Locale.tag(locale)}
            aria-pressed={to_string(locale == @current)}
          >
            {Locale.name(locale)}
          </button>
        </div>
      </fieldset>
    </.form>
    """
  end
end
