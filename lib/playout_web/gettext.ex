defmodule PlayoutWeb.Gettext do
  @moduledoc """
  Every sentence that a person reads, in the reader's language.

  The sentences are in priv/gettext; `mix gettext.extract --merge` collects new
  ones from the source.
  """
  use Gettext.Backend, otp_app: :playout
end
