defmodule PlayoutWeb.Gettext do
  @moduledoc """
  Every sentence that a person reads, in the reader's language.

  The source has them in English, priv/gettext in other languages; docs/translating.md says how
  they get there.
  """
  use Gettext.Backend, otp_app: :playout
end
