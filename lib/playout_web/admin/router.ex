defmodule PlayoutWeb.Admin.Router do
  @moduledoc false
  use Phoenix.Router, helpers: false

  import Phoenix.Controller
  import Phoenix.LiveDashboard.Router
  import Plug.Conn

  alias PlayoutWeb.Admin.{Dashboard, Metrics, Pages, Policy, SitePage}

  pipeline :browser do
    plug :accepts, ["html"]
    plug :fetch_query_params
    plug Policy
  end

  get "/", Pages, :start
  get "/metrics", Pages, :metrics

  scope "/" do
    pipe_through :browser

    live_dashboard "/dashboard",
      additional_pages: [playout: SitePage],
      metrics: {Metrics, :charts},
      home_app: {"Playout", :playout},
      ecto_repos: [],
      request_logger: false,
      csp_nonce_assign_key: :nonce,
      on_mount: Dashboard
  end
end
