defmodule PlayoutWeb.People.LiveTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Matches.People
  alias Playout.Test.Env

  setup %{conn: conn} do
    visitor = "you-live #{System.unique_integer([:positive])}"

    conn =
      conn
      |> visiting(visitor)
      |> Plug.Test.put_peer_data(%{address: address(), port: 1, ssl_cert: nil})

    {:ok, conn: conn, visitor: visitor}
  end

  defp open(conn) do
    {:ok, view, _html} = live(conn, ~p"/you")
    view
  end

  test "a name is chosen, refused with a reason, and taken away", %{conn: conn, visitor: visitor} do
    view = open(conn)
    view |> form("#name-form", name: " Mika ") |> render_submit()
    assert has_element?(view, "#name[value=Mika]")
    assert People.names([visitor]) == %{visitor => "Mika"}

    for {typed, words} <- [
          {"Owl", "One of our players"},
          {"フクロウ", "One of our players"},
          {String.duplicate("x", 21), "too long"},
          {"a\u200Bb", "nobody can see"}
        ] do
      view |> form("#name-form", name: typed) |> render_submit()
      assert view |> element(".form-error") |> render() =~ words
      # What was typed is not lost.
      assert has_element?(view, ~s(#name[value="#{typed}"]))
    end

    assert People.names([visitor]) == %{visitor => "Mika"}
    view |> element("#remove-name") |> render_click()
    assert People.names([visitor]) == %{}
    refute has_element?(view, "#remove-name")
  end

  test "there is no field for a name if the host wants none", %{conn: conn} do
    Env.merge(Matches.Settings, nicknames: "off")
    refute has_element?(open(conn), "#name-form")
  end

  test "a link for another device is made, with what the browser has stored",
       %{conn: conn, visitor: visitor} do
    view = open(conn)
    render_hook(view, "link", %{stored: ~s({"option:sound":"on"})})
    [address] = view |> element("[id^=share-][id$=-link]") |> render() |> links()
    "/continue/" <> token = URI.parse(address).path
    assert People.take_link("guesser", token, nil) == {:ok, visitor, ~s({"option:sound":"on"})}
    assert has_element?(view, ".qr-code")

    for stored <- [nil, %{}, String.duplicate("x", 4_001)] do
      render_hook(view, "link", %{stored: stored})
      assert view |> element(".form-error") |> render() =~ "Something went wrong"
    end
  end

  defp links(html), do: Regex.run(~r/value="([^"]+)"/, html, capture: :all_but_first)

  test "a code is shown once", %{conn: conn, visitor: visitor} do
    view = open(conn)
    view |> element("#make-code") |> render_click()
    [code] = Regex.run(~r/[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/, render(view), capture: :first)
    assert People.recover("guesser", code, {10, 3, 0, 1}) == {:ok, visitor}
    assert has_element?(view, ~s(a[href="/code##{code}"]))
    refute render(open(conn)) =~ code

    # What else the page does leaves it there, but the page does not know it any more.
    view |> element("#ask-forget") |> render_click()
    assert has_element?(view, "#code", code)

    refute inspect(:sys.get_state(view.pid, :infinity),
             limit: :infinity,
             printable_limit: :infinity
           ) =~ code
  end

  test "what cannot be undone is asked first", %{conn: conn} do
    view = open(conn)

    for {about, action} <- [{"sign_out", "/you/sign-out-others"}, {"forget", "/you/forget"}] do
      refute has_element?(view, "#form-#{about}")
      view |> element("#ask-#{about}") |> render_click()
      assert has_element?(view, ~s(#form-#{about}[action="#{action}"][method=post]))
      view |> element("#form-#{about} [phx-click=keep]") |> render_click()
      refute has_element?(view, "#form-#{about}")
    end
  end

  test "what makes no sense changes nothing", %{conn: conn} do
    view = open(conn)

    for {event, params} <- [
          {"rename", %{name: %{}}},
          {"link", %{}},
          {"ask", %{about: "nothing"}},
          {"nothing", %{}}
        ] do
      render_hook(view, event, params)
      assert view |> element(".form-error") |> render() =~ "Something went wrong"
    end
  end
end
