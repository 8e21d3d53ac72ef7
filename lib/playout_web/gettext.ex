defmodule PlayoutWeb.Gettext do
  @moduledoc """
  The gettext backend for every sentence on the pages.

  The source contains the English sentences, and priv/gettext the translations.
  docs/translating.md explains how to add a language.
  """
  use Gettext.Backend, otp_app: :playout, interpolation: PlayoutWeb.Gettext.Interpolation

  alias PlayoutWeb.Gettext.Interpolation

  # A language in words for children (`PlayoutWeb.Language.Locale.use_words_for_children/0`) has no translations
  # of its own: they are those with the context "children", where there are such.
  @children "@children"

  @doc false
  def children, do: @children

  # In place of Gettext's own, which would first search the domain for a slash. Where the VM finds
  # nothing, it ends the turn of the process, which on a busy site then waits at every English sentence of
  # a page.
  @impl true
  def handle_missing_translation(locale, domain, context, text, bindings) do
    if children?(locale) do
      language = language(locale)

      with {:default, _} <- lgettext(language, domain, "children", text, bindings),
           do: lgettext(language, domain, context, text, bindings)
    else
      with {:ok, text} <- Interpolation.runtime_interpolate(text, bindings), do: {:default, text}
    end
  end

  @impl true
  def handle_missing_plural_translation(locale, domain, context, one, many, count, bindings) do
    if children?(locale) do
      language = language(locale)

      with {:default, _} <- lngettext(language, domain, "children", one, many, count, bindings),
           do: lngettext(language, domain, context, one, many, count, bindings)
    else
      text = if count == 1, do: one, else: many
      bindings = Map.put(bindings, :count, count)
      handle_missing_translation(locale, domain, context, text, bindings)
    end
  end

  defp children?(locale), do: String.ends_with?(locale, @children)
  defp language(locale), do: String.replace_suffix(locale, @children, "")
end
