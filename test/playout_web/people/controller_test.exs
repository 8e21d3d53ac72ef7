defmodule PlayoutWeb.People.ControllerTest do
  # Browsers that become another visitor: each is a connection whose cookies go from one request to
  # the next.
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Matches.People
  alias PlayoutWeb.People.Visitor

  setup do
    {:ok, one: browser(), other: browser()}
  end

  # With an address of its own, because guesses are counted by address.
  defp browser do
    build_conn()
    |> Map.put(:remote_ip, address())
    |> visiting(Visitor.new())
    |> get(~p"/code")
  end

  # The next request of a browser; its cookies come along.
  defp next(conn), do: conn |> recycle() |> Map.put(:remote_ip, conn.remote_ip)

  defp visitor(conn), do: get_session(conn, :visitor)

  defp match_of(visitor) do
    request = %{
      game: :quarto,
      variant: :standard,
      players: %{first: :me, second: {:level, "sparrow"}},
      toss: false
    }

    {:ok, id} = Matches.create(visitor, request)
    id
  end

  defp owner(id) do
    {:ok, state} = Matches.get(id)
    state.owner
  end

  defp link(conn, stored \\ "{}") do
    {:ok, token} = People.new_link(visitor(conn), stored, conn.remote_ip)
    token
  end

  describe "a link" do
    test "is looked at without effect, and taken by a press, with all that both have",
         %{one: one, other: other} do
      {mine, theirs} = {match_of(visitor(one)), match_of(visitor(other))}
      :ok = People.rename(visitor(one), "Mika")
      token = link(one, ~s({"option:theme":"<dark>"}))

      for method <- [&get/2, &head/2],
          do: assert(other |> next() |> method.(~p"/continue/#{token}") |> response(200))

      shown = other |> next() |> get(~p"/continue/#{token}")
      assert html_response(shown, 200) =~ "Mika"
      assert get_resp_header(shown, "cache-control") == ["no-store"]
      assert get_resp_header(shown, "referrer-policy") == ["no-referrer"]
      assert owner(theirs) == visitor(other)

      taken = other |> next() |> post(~p"/continue/#{token}")

      assert html_response(taken, 200) =~
               "data-handed-over=\"{&quot;option:theme&quot;:&quot;&lt;dark&gt;"

      assert visitor(taken) == visitor(one)

      # What it had comes along with the next request, of whatever kind.
      lobby = taken |> next() |> get(~p"/")
      assert get_session(lobby, :before) == nil
      for id <- [mine, theirs], do: assert(owner(id) == visitor(one))

      # The other browser is still the same.
      assert one |> next() |> get(~p"/") |> visitor() == visitor(one)
      # And it does not work twice.
      assert taken |> next() |> get(~p"/continue/#{token}") |> html_response(404)
      assert one |> next() |> post(~p"/continue/#{token}") |> html_response(404)
    end

    test "and signing others out again and again ends in words", %{other: other} do
      for _ <- 1..20, do: other |> next() |> post(~p"/you/sign-out-others") |> response(303)
      assert other |> next() |> post(~p"/you/sign-out-others") |> html_response(429)
    end

    test "that nobody has made is none, and guesses end", %{other: other} do
      # An image on any page can make a browser ask.
      for _ <- 1..21, do: other |> next() |> get(~p"/continue/nothing") |> response(404)
      for _ <- 1..10, do: other |> next() |> post(~p"/continue/nothing") |> response(404)
      assert other |> next() |> post(~p"/continue/nothing") |> html_response(429)
    end

    test "says so in the browser that made it", %{one: one} do
      token = link(one)
      html = one |> next() |> get(~p"/continue/#{token}") |> html_response(200)
      refute html =~ "id=\"continue\""
    end

    test "works although the answer is lost", %{one: one, other: other} do
      theirs = match_of(visitor(other))
      taken = other |> next() |> post(~p"/continue/#{link(one)}")

      # The database failed during the next request, or the site stopped: the cookie stays as it was.
      assert owner(theirs) == visitor(other)
      for _ <- 1..2, do: taken |> next() |> get(~p"/") |> response(200)
      assert owner(theirs) == visitor(one)
    end
  end

  describe "a recovery code" do
    test "of somebody else, perhaps in a link, is warned of", %{one: one} do
      assert one |> next() |> get(~p"/code") |> html_response(200) =~ "Only use your own code."
    end

    test "makes a browser its visitor", %{one: one, other: other} do
      id = match_of(visitor(one))
      {:ok, code} = People.new_code(visitor(one))
      wrong = other |> next() |> post(~p"/code", code: "<b>0000-0000")
      assert html_response(wrong, 404) =~ "Nobody has this code."
      refute html_response(wrong, 404) =~ "<b>0000"
      assert visitor(wrong) == visitor(other)
      right = other |> next() |> post(~p"/code", code: code)
      assert html_response(right, 200)
      assert visitor(right) == visitor(one)
      assert owner(id) == visitor(one)
      assert other |> next() |> post(~p"/code", code: %{}) |> redirected_to() == ~p"/code"
    end
  end

  test "codes are guessed only a few times, even the right one", %{one: one, other: other} do
    {:ok, code} = People.new_code(visitor(one))

    for _ <- 1..10,
        do: other |> next() |> post(~p"/code", code: "0000-0000-0000-0000") |> response(404)

    late = other |> next() |> post(~p"/code", code: code)
    assert html_response(late, 429) =~ "too many attempts"
    assert visitor(late) == visitor(other)
  end

  describe "signing out other devices" do
    test "leaves them with nothing, and this one with all", %{one: one} do
      id = match_of(visitor(one))
      elsewhere = one
      out = one |> next() |> post(~p"/you/sign-out-others")
      assert redirected_to(out, 303) == ~p"/you?signed_out"
      you = out |> next() |> get(~p"/you?signed_out")
      assert html_response(you, 200) =~ "Your other devices are signed out."
      assert owner(id) == visitor(you)
      assert visitor(you) != visitor(one)

      assert elsewhere |> next() |> get(~p"/") |> visitor() == visitor(one)
      assert Matches.list(visitor(one)) == {:ok, []}
    end

    test "voids recovery codes, also one that they make at the last moment", %{one: one} do
      {:ok, code} = People.new_code(visitor(one))
      out = one |> next() |> post(~p"/you/sign-out-others")
      assert People.recover(visitor(one), code, one.remote_ip) == {:error, :no_such_code}
      {:ok, late} = People.new_code(visitor(one))
      you = out |> next() |> get(~p"/you?signed_out")
      assert People.recover(visitor(one), late, one.remote_ip) == {:error, :no_such_code}

      # One that is made here afterwards stays, also where this browser becomes another visitor.
      {:ok, code} = People.new_code(visitor(you))
      other = browser()
      you = you |> next() |> post(~p"/continue/#{link(other)}") |> next() |> get(~p"/")
      assert visitor(you) == visitor(other)
      assert People.recover(visitor(one), code, one.remote_ip) == {:ok, visitor(other)}
    end

    test "closes their sockets", %{one: one} do
      PlayoutWeb.Endpoint.subscribe(get_session(one, :live_socket_id))
      one |> next() |> post(~p"/you/sign-out-others") |> next() |> get(~p"/you")
      assert_receive %{event: "disconnect"}
    end
  end

  test "whoever is forgotten begins anew", %{one: one} do
    id = match_of(visitor(one))
    :ok = People.rename(visitor(one), "Mika")
    gone = one |> next() |> post(~p"/you/forget")
    assert html_response(gone, 200) =~ "data-forget"
    assert visitor(gone) != visitor(one)
    assert Matches.get(id) == {:error, :not_found}
    assert People.names([visitor(one)]) == %{}
  end

  test "the addresses of posted pages answer a GET", %{one: one} do
    for path <- [~p"/you/forget", ~p"/you/sign-out-others"],
        do: assert(one |> next() |> get(path) |> redirected_to() == ~p"/you")
  end
end
