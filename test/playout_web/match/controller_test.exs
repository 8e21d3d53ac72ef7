defmodule PlayoutWeb.Match.ControllerTest do
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Matches.State
  alias Playout.Test.Env
  alias PlayoutWeb.Sentences

  setup %{conn: conn} do
    visitor = "controller-#{System.unique_integer([:positive])}"
    %{conn: visiting(conn, visitor), visitor: visitor}
  end

  defp limit(limits), do: Env.merge(Matches.Settings, limits: limits)

  defp id(conn) do
    "/m/" <> id = redirected_to(conn, 303)
    id
  end

  defp started(conn) do
    {:ok, state} = Matches.get(id(conn))
    state
  end

  defp quarto(choices), do: Map.put(choices, "game", "quarto")

  defp chosen?(html, name, value) do
    selector = "#choices-quarto [name='#{name}'][value='#{value}'][checked]"
    html |> LazyHTML.from_document() |> LazyHTML.query(selector) |> Enum.any?()
  end

  describe "a match" do
    test "by default: you go first, second level, standard rules", context do
      state = context.conn |> post(~p"/matches", quarto(%{})) |> started()
      assert state.variant == :standard
      assert State.sides_of(state, context.visitor) == [:first]
      assert {:engine, "hedgehog", _spec} = state.seats.second
    end

    for level <- ["sparrow", "raven"],
        begins <- ["you", "opponent"],
        variant <- ["standard", "squares"] do
      test "#{level}, #{begins} begins, #{variant}", %{conn: conn, visitor: visitor} do
        choices = %{
          "level" => unquote(level),
          "begins" => unquote(begins),
          "variant" => unquote(variant)
        }

        state = conn |> post(~p"/matches", quarto(choices)) |> started()
        mine = if unquote(begins) == "you", do: :first, else: :second
        theirs = if mine == :first, do: :second, else: :first
        assert State.sides_of(state, visitor) == [mine]
        assert to_string(state.variant) == unquote(variant)
        assert {:engine, unquote(level), _spec} = state.seats[theirs]
      end
    end

    test "with the sides assigned at random", %{conn: conn} do
      choices = quarto(%{"level" => "sparrow", "begins" => "toss"})
      assert started(post(conn, ~p"/matches", choices)).toss
    end

    test "of two people on one screen", %{conn: conn, visitor: visitor} do
      state = conn |> post(~p"/matches", quarto(%{"opponent" => "here"})) |> started()
      assert State.sides_of(state, visitor) == [:first, :second]
    end

    test "of two engines", %{conn: conn} do
      choices = quarto(%{"opponent" => "watch", "first" => "raven", "second" => "sparrow"})
      seats = started(post(conn, ~p"/matches", choices)).seats
      assert %{first: {:engine, "raven", _}, second: {:engine, "sparrow", _}} = seats
    end

    test "needs an existing game", %{conn: conn} do
      for game <- ["chess", "Elixir.System", %{"a" => "b"}, nil] do
        assert_error_sent 404, fn -> post(conn, ~p"/matches", %{"game" => game}) end
      end
    end
  end

  describe "a refused form" do
    test "comes back as it was sent, with the reason", %{conn: conn, visitor: visitor} do
      for {change, reason} <- [
            {%{"opponent" => "99"}, Sentences.refusal(:malformed)},
            {%{"opponent" => "watch", "first" => "0"}, Sentences.refusal(:malformed)},
            {%{"variant" => "Elixir.System"}, Sentences.refusal(:malformed)},
            {%{"opponent" => "custom", "custom" => %{"player" => "level"}}, "Please fix"}
          ] do
        choices = Map.merge(%{"begins" => "toss", "variant" => "squares"}, change)
        html = conn |> post(~p"/matches", quarto(choices)) |> html_response(422)
        assert html =~ reason
        assert chosen?(html, "begins", "toss")
        assert change["variant"] || chosen?(html, "variant", "squares")
      end

      assert Matches.list(visitor) == {:ok, []}
    end

    test "keeps everything typed for a custom player, and shows its errors", %{conn: conn} do
      keys = %{"playouts" => "lots", "c" => "0.7"}
      choices = %{"opponent" => "custom", "custom" => %{"player" => "mcts", "keys" => keys}}
      html = conn |> post(~p"/matches", quarto(choices)) |> html_response(422)

      check = fn html ->
        page = LazyHTML.from_document(html)
        typed = &(page |> LazyHTML.query("#quarto-#{&1}") |> LazyHTML.attribute("value"))
        assert {typed.("playouts"), typed.("c")} == {["lots"], ["0.7"]}
        error = LazyHTML.query(page, "#quarto-playouts-error")
        assert LazyHTML.text(error) =~ "whole number"
        page
      end

      # The address to which a choice of language leads shows the same.
      [back | _] =
        html |> check.() |> LazyHTML.query("[name=back]") |> LazyHTML.attribute("value")

      conn |> get(back) |> html_response(200) |> check.()
    end

    test "says that a visitor or an address has started too many matches", context do
      limit(matches: 1, matches_from: 2)
      post(context.conn, ~p"/matches", quarto(%{"level" => "sparrow"}))
      refused = post(context.conn, ~p"/matches", quarto(%{"level" => "cat"}))
      html = html_response(refused, 429)
      assert html =~ Sentences.refusal({:limited, :matches})

      # A choice of language leads back to the choices.
      assert [back, back] =
               html
               |> LazyHTML.from_document()
               |> LazyHTML.query("[name=back]")
               |> LazyHTML.attribute("value")

      assert %URI{path: "/play/quarto", query: query} = URI.parse(back)
      assert %{"level" => "cat"} = URI.decode_query(query)
      language = post(context.conn, ~p"/language", %{"language" => "ja", "back" => back})
      assert redirected_to(language, 303) == back
      assert chosen?(html, "level", "cat")

      address = address()

      from = fn number ->
        build_conn()
        |> visiting("#{context.visitor} #{number}")
        |> Map.put(:remote_ip, address)
        |> post(~p"/matches", quarto(%{}))
      end

      assert Enum.map([from.(1), from.(2), from.(3)], & &1.status) == [303, 303, 429]
    end

    test "says in words that the network has stored enough for today, and so does a match",
         context do
      address = address()

      conn =
        context.conn
        |> Map.put(:remote_ip, address)
        |> Plug.Test.put_peer_data(%{address: address, port: 1, ssl_cert: nil})

      limit(bytes_from: 500)
      id = conn |> post(~p"/matches", quarto(%{"opponent" => "here"})) |> id()
      refused = post(conn, ~p"/matches", quarto(%{"level" => "cat"}))

      assert html_response(refused, 429) =~
               "Your network has stored as much as it may in one day."

      japanese = put_req_cookie(conn, "language", "ja")
      refused = post(japanese, ~p"/matches", quarto(%{"level" => "cat"}))
      assert html_response(refused, 429) =~ "お使いのネットワークから1日に保存できる量に達しました。"

      limit(bytes_from: 1)
      {:ok, view, _html} = live(conn, ~p"/m/#{id}")
      render_hook(view, "move", %{seq: 1, move: "-7"})
      assert_reply(view, %{accepted: false})
      assert render(view) =~ Sentences.refusal({:limited, :bytes_from})

      limit(bytes_from: 10_000)
      render_hook(view, "move", %{seq: 1, move: "-7"})
      assert_reply(view, %{accepted: true})
    end

    test "never follows a double press, even for the last match allowed", context do
      limit(matches: 1)
      press = fn -> post(context.conn, ~p"/matches", quarto(%{"opponent" => "here"})) end
      assert redirected_to(press.(), 303) == redirected_to(press.(), 303)
    end

    test "becomes a LiveView with JavaScript", %{conn: conn} do
      refused = post(conn, ~p"/matches", quarto(%{"opponent" => "99"}))
      # LiveViewTest connects only to pages with status 200.
      {:ok, view, html} = live(%{refused | status: 200})
      assert html =~ Sentences.refusal(:malformed)
      # The browser has stored what it just sent.
      stored = %{"choices" => "opponent=sparrow"}
      view |> element("#choices-quarto") |> render_hook("remembered", stored)
      assert has_element?(view, ".form-error", Sentences.refusal(:malformed))

      html = view |> form("#choices-quarto", level: "cat") |> render_change()
      assert chosen?(html, "level", "cat")
      refute has_element?(view, ".form-error", Sentences.refusal(:malformed))
      assert view |> form("#choices-quarto", level: "cat") |> submit_form(conn) |> started()
    end
  end

  test "a game's form, as a page, has all its fields, filled in from the query", %{conn: conn} do
    html = conn |> get(~p"/play/quarto") |> html_response(200)
    assert chosen?(html, "level", "hedgehog")

    for name <- ["first", "begins", "custom[player]", "custom[text]", "custom[keys][ms]"] do
      field = LazyHTML.query(LazyHTML.from_document(html), "#choices-quarto [name='#{name}']")
      assert Enum.any?(field), name
    end

    html = conn |> get(~p"/play/quarto?opponent=here&begins=nobody") |> html_response(200)
    assert chosen?(html, "opponent", "here")
    assert chosen?(html, "begins", "you")
    assert_error_sent 404, fn -> get(conn, ~p"/play/chess") end
  end

  test "a page that was opened with choices keeps them", %{conn: conn} do
    stored = %{"choices" => "level=sparrow"}

    # Even the default level is a choice if it is named.
    for {path, level} <- [
          {~p"/play/quarto", "sparrow"},
          {~p"/play/quarto?level=hedgehog", "hedgehog"}
        ] do
      {:ok, view, _html} = live(conn, path)
      # A choice of language leads back to this address, where the same choices are remembered.
      refute has_element?(view, "[name=back]")
      html = view |> element("#choices-quarto") |> render_hook("remembered", stored)
      assert chosen?(html, "level", level)
    end
  end

  test "without JavaScript, the fields of another player are shown on request", context do
    choices = %{"opponent" => "custom", "custom" => %{"player" => "minimax"}, "show" => "fields"}
    html = context.conn |> post(~p"/matches", quarto(choices)) |> html_response(200)
    assert html =~ "quarto-depth"
    assert chosen?(html, "opponent", "custom")
    assert Matches.list(context.visitor) == {:ok, []}
  end

  test "a form from another site, or without its token, starts no match", context do
    conn = put_private(context.conn, :plug_skip_csrf_protection, false)

    for token <- [%{}, %{"_csrf_token" => "forged"}] do
      assert_error_sent 403, fn -> post(conn, ~p"/matches", quarto(token)) end
    end

    assert Matches.list(context.visitor) == {:ok, []}
  end

  test "a button pressed twice starts one match", %{conn: conn, visitor: visitor} do
    for choices <- [%{}, %{"level" => "cat", "begins" => "toss"}] do
      [first, second] = for _ <- 1..2, do: id(post(conn, ~p"/matches", quarto(choices)))
      assert first == second
    end

    {:ok, matches} = Matches.list(visitor)
    assert length(matches) == 2
    [%{id: id} | _] = matches
    rematches = for _ <- 1..2, do: id(post(conn, ~p"/m/#{id}/rematch"))
    assert length(Enum.uniq([id | rematches])) == 2
  end

  test "a posted page answers GET by redirecting to where it came from", %{conn: conn} do
    assert redirected_to(get(conn, ~p"/matches")) == ~p"/"

    path = conn |> post(~p"/matches", game: "quarto", opponent: "here") |> redirected_to(303)
    assert redirected_to(get(conn, path <> "/rematch")) == path

    for id <- ["abcdefghijkl", "%09"],
        do: assert_error_sent(404, fn -> get(conn, "/m/#{id}/rematch") end)
  end

  describe "a rematch" do
    setup %{conn: conn}, do: %{id: id(post(conn, ~p"/matches", quarto(%{"level" => "heron"})))}

    test "swaps the sides", %{conn: conn, id: id, visitor: visitor} do
      state = conn |> post(~p"/m/#{id}/rematch") |> started()
      assert State.sides_of(state, visitor) == [:second]
      assert {:engine, "heron", _spec} = state.seats.first
    end

    test "is only for those who played, in a match that exists", %{conn: conn, id: id} do
      stranger = visiting(build_conn(), "a stranger")
      html = stranger |> post(~p"/m/#{id}/rematch") |> html_response(403)
      assert html =~ Sentences.refusal(:not_your_seat)
      assert html =~ ~s(href="/m/#{id}")
      assert_error_sent 404, fn -> post(conn, ~p"/m/abcdefghijkl/rematch") end
    end

    test "counts towards the limit like any match", %{conn: conn, id: id} do
      limit(matches: 1)

      assert conn |> post(~p"/m/#{id}/rematch") |> html_response(429) =~
               Sentences.refusal({:limited, :matches})
    end
  end
end
