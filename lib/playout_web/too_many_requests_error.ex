defmodule PlayoutWeb.TooManyRequestsError do
  @moduledoc "Raised for a request beyond `PlayoutWeb.Limits`; shows the 429 page."
  defexception message: "too many requests", plug_status: 429
end
