defmodule PlayoutWeb.Admin.Dashboard do
  @moduledoc """
  Leaves out a page of LiveDashboard that lists the network addresses of all visitors. (The other
  pages show neither what processes and tables contain nor environment variables, and change
  nothing.)
  """
  use Phoenix.Component

  import Phoenix.LiveView

  alias Phoenix.LiveDashboard.PageBuilder

  @doc false
  def on_mount(:default, params, _session, socket) do
    if addresses?(params) do
      {:halt, redirect(socket, to: "/")}
    else
      socket
      |> PageBuilder.register_before_closing_head_tag(&head/1)
      |> attach_hook(:addresses, :handle_params, &check/3)
      |> then(&{:cont, &1})
    end
  end

  defp check(params, _url, socket) do
    if addresses?(params), do: {:halt, redirect(socket, to: "/")}, else: {:cont, socket}
  end

  defp addresses?(%{"page" => "sockets"}), do: true
  defp addresses?(%{"info" => "Socket" <> _}), do: true
  defp addresses?(_params), do: false

  defp head(assigns) do
    ~H"""
    <link rel="icon" href="data:," />
    <style nonce={@csp_nonces.style}>
      #menu-bar .menu-item[href$="/sockets"], #menu-bar .menu-item-disabled { display: none; }
    </style>
    """
  end
end
