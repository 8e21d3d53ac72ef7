defmodule PlayoutWeb.Admin.Pages do
  @moduledoc "A plug: `/` leads to the dashboard, and `/metrics` has the metrics for Prometheus."
  import Plug.Conn

  alias PlayoutWeb.Admin.Collector

  @behaviour Plug

  @impl true
  def init(page), do: page

  @impl true
  def call(conn, :start), do: Phoenix.Controller.redirect(conn, to: "/dashboard/playout")

  def call(conn, :metrics) do
    conn
    |> put_resp_header("content-type", "text/plain; version=0.0.4; charset=utf-8")
    |> send_resp(200, Collector.read())
  end
end
