defmodule PlayoutWeb.ConnCase do
  @moduledoc "Tests of pages, with a connection and the functions that drive LiveViews."
  use ExUnit.CaseTemplate

  using do
    quote do
      use PlayoutWeb, :verified_routes

      import Phoenix.ConnTest
      import Phoenix.LiveViewTest
      import Plug.Conn
      import PlayoutWeb.ConnCase

      @endpoint PlayoutWeb.Endpoint
    end
  end

  setup do
    %{conn: Phoenix.ConnTest.build_conn()}
  end

  @doc "Returns the connection of a browser that has this visitor's cookie."
  def visiting(conn, visitor) do
    Plug.Test.init_test_session(conn, %{visitor: visitor})
  end
end
