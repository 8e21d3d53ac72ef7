defmodule PlayoutWeb.LanguageForm do
  @moduledoc "The choice of the pages' language."
  use PlayoutWeb, :html

  alias PlayoutWeb.Locale

  @doc "An ordinary form in which each button sends a language, so it works without script."
  def language_form(assigns) do
    assigns = assign(assigns, current: Locale.current(), locales: Locale.all())

    ~H"""
    <.form for={%{}} action={~p"/language"}>
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
