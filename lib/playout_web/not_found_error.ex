defmodule PlayoutWeb.NotFoundError do
  @moduledoc "Raised for an address that does not exist; shows the 404 page."
  defexception message: "not found", plug_status: 404
end
