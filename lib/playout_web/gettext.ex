defmodule PlayoutWeb.Gettext do
  @moduledoc """
  The gettext backend for every sentence on the pages.

  The source contains the English sentences, and priv/gettext the translations.
  docs/translating.md explains how to add a language.
  """
  use Gettext.Backend, otp_app: :playout, interpolation: PlayoutWeb.Gettext.Interpolation
end
