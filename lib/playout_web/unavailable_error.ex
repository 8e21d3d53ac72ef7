defmodule PlayoutWeb.UnavailableError do
  @moduledoc """
  Raised for a match that cannot be shown; shows the 503 page. Its `reason` is `:damaged` if what is
  stored of the match makes no sense, otherwise `:failing`. Why is in the log already.
  """
  defexception [:reason, message: "a match cannot be shown", plug_status: 503]
end
