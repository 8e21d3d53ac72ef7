defmodule PlayoutWeb.NotFoundError do
  @moduledoc "Something that was asked for by its address does not exist: the page 404."
  defexception message: "not found", plug_status: 404
end
