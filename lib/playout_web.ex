defmodule PlayoutWeb do
  @moduledoc """
  The entrypoint for LiveViews, components and controllers. Use it as:

      use PlayoutWeb, :live_view
      use PlayoutWeb, :live_component
      use PlayoutWeb, :controller
      use PlayoutWeb, :html
  """

  @doc "Returns the directories and files in priv/static that are served."
  def static_paths, do: ~w(assets)

  def router do
    quote do
      use Phoenix.Router, helpers: false

      import Plug.Conn
      import Phoenix.Controller
      import Phoenix.LiveView.Router
    end
  end

  def live_view do
    quote do
      use Phoenix.LiveView

      on_mount PlayoutWeb.Limits.ClientAddress
      on_mount PlayoutWeb.Limits.Work
      on_mount PlayoutWeb.Language.Locale
      on_mount PlayoutWeb.Kept
      on_mount PlayoutWeb.Browser.Outdated

      unquote(html_helpers())
    end
  end

  def live_component do
    quote do
      use Phoenix.LiveComponent
      unquote(html_helpers())
    end
  end

  def controller do
    quote do
      use Phoenix.Controller, formats: [:html]

      import Phoenix.LiveView.Controller
      import Plug.Conn

      unquote(html_helpers())
    end
  end

  def html do
    quote do
      use Phoenix.Component
      unquote(html_helpers())
    end
  end

  def verified_routes do
    quote do
      use Phoenix.VerifiedRoutes,
        endpoint: PlayoutWeb.Endpoint,
        router: PlayoutWeb.Router,
        statics: PlayoutWeb.static_paths()
    end
  end

  defp html_helpers do
    quote do
      use Gettext, backend: PlayoutWeb.Gettext

      alias PlayoutWeb.Layouts

      unquote(verified_routes())
    end
  end

  defmacro __using__(which) when is_atom(which), do: apply(__MODULE__, which, [])
end
