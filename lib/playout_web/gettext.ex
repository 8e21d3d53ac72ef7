defmodule PlayoutWeb.Gettext do
  @moduledoc """
  The gettext backend for every sentence on the pages.

  The source contains the English sentences, and priv/gettext the translations.
  docs/translating.md explains how to add a language.
  """
  use Gettext.Backend, otp_app: :playout, interpolation: PlayoutWeb.Gettext.Interpolation

  alias PlayoutWeb.Gettext.Interpolation

  # Gettext's own would first search the domain for a slash. Where the VM finds nothing, it ends the turn
  # of the process, which on a busy site then waits at every English sentence of a page.
  @impl true
  def handle_missing_translation(_locale, _domain, _context, sentence, bindings) do
    with {:ok, text} <- Interpolation.runtime_interpolate(sentence, bindings),
         do: {:default, text}
  end

  @impl true
  def handle_missing_plural_translation(locale, domain, context, one, many, count, bindings) do
    sentence = if count == 1, do: one, else: many
    bindings = Map.put(bindings, :count, count)
    handle_missing_translation(locale, domain, context, sentence, bindings)
  end
end
