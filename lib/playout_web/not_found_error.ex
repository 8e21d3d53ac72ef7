defmodule PlayoutWeb.NotFoundError do
  @moduledoc "The address does not exist: leads to the 404 page."
  defexception message: "not found", plug_status: 404
end
