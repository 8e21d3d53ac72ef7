defmodule PlayoutWeb.Gettext do
  @moduledoc """
  The gettext backend for every sentence on the pages.

  The source contains the English sentences, and priv/gettext the translations.
  docs/translating.md explains how to add a language.
  """
  use Gettext.Backend, otp_app: :playout, interpolation: PlayoutWeb.Gettext.Interpolation

  # A language in words for children (`PlayoutWeb.Locale.use_words_for_children/0`) has no translations
  # of its own: they are those with the context "children", where there are such.

  @children "@children"

  @doc false
  def children, do: @children

  def handle_missing_translation(locale, domain, context, text, bindings) do
    case String.split(locale, @children) do
      [language, ""] ->
        with {:default, _} <- lgettext(language, domain, "children", text, bindings),
             do: lgettext(language, domain, context, text, bindings)

      _language ->
        super(locale, domain, context, text, bindings)
    end
  end

  def handle_missing_plural_translation(locale, domain, context, one, many, n, bindings) do
    case String.split(locale, @children) do
      [language, ""] ->
        with {:default, _} <- lngettext(language, domain, "children", one, many, n, bindings),
             do: lngettext(language, domain, context, one, many, n, bindings)

      _language ->
        super(locale, domain, context, one, many, n, bindings)
    end
  end
end
