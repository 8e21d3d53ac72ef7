defmodule PlayoutWeb.Admin.ErrorText do
  @moduledoc "What the operator's port answers to a request that failed: the name of the status."

  @doc false
  def render(template, _assigns), do: Phoenix.Controller.status_message_from_template(template)
end
