defmodule PlayoutWeb.ConnCase do
  @moduledoc "Tests of pages, with a connection and the functions that drive LiveViews."
  use ExUnit.CaseTemplate

  alias Playout.Test.MatchCase

  using do
    quote do
      use PlayoutWeb, :verified_routes

      import Phoenix.ConnTest
      import Phoenix.LiveViewTest
      import PlayoutWeb.ConnCase
      import Plug.Conn

      @endpoint PlayoutWeb.Endpoint
    end
  end

  setup do
    test = self()
    on_exit(fn -> MatchCase.stop_matches(test) end)
    %{conn: Phoenix.ConnTest.build_conn()}
  end

  @doc "Returns a network address that no other test has."
  def address do
    <<b, c, d>> = <<System.unique_integer([:positive])::24>>
    {10, b, c, d}
  end

  @doc "Returns the connection of a browser that has this visitor's cookie."
  def visiting(conn, visitor) do
    Plug.Test.init_test_session(conn, %{visitor: visitor})
  end
end
