defmodule PlayoutWeb.Router do
  use PlayoutWeb, :router

  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.{Connections, Work}
  alias PlayoutWeb.TooManyRequestsError

  @too_many [text: "Too many requests. Wait a few seconds, then try again.\n"]

  pipeline :browser do
    plug :unlisted
    plug :counted
    plug PlayoutWeb.Limits.FieldNames
    plug :accepts, ["html"]
    # Here and not in the endpoint, where its errors would have no headers and no line in the log.
    plug Plug.Parsers,
      parsers: [:urlencoded],
      pass: ["*/*"],
      length: 100_000,
      body_reader: {PlayoutWeb.Limits.FieldNames, :read_body, []}

    # Now that the body is here, for which a client may take its time.
    plug :placed
    plug :fetch_session
    plug PlayoutWeb.People.Visitor
    plug :fetch_live_flash
    plug :put_root_layout, html: {PlayoutWeb.Layouts, :root}
    plug :protect_from_forgery
  end

  # Browsers fetch these themselves, with a page, which counts.
  pipeline :with_a_page do
    plug PlayoutWeb.Limits.FieldNames
    plug :placed, @too_many
  end

  # For programs, which cannot use a page of HTML, and know no cookies.
  pipeline :limited_as_text do
    plug :unlisted
    plug :counted, @too_many
    plug PlayoutWeb.Limits.FieldNames
    plug :placed, @too_many
  end

  # What reads a whole match, which may take megabytes. It waits for one of a few places, and pages
  # need not wait with it.
  pipeline :few_as_text do
    plug :unlisted
    plug :counted, @too_many
    plug PlayoutWeb.Limits.FieldNames
    plug :placed, [of: :records] ++ @too_many
  end

  scope "/", PlayoutWeb do
    pipe_through :browser

    post "/matches", Match.Controller, :create
    get "/matches", Match.Controller, :start_again
    post "/m/:id/rematch", Match.Controller, :rematch
    get "/m/:id/rematch", Match.Controller, :back
    get "/m/:id/analysis", Analysis.Controller, :of_match
    post "/language", Language.Controller, :choose
    get "/continue/:token", People.Controller, :link
    post "/continue/:token", People.Controller, :take_link
    get "/code", People.Controller, :code
    post "/code", People.Controller, :recover
    post "/you/sign-out-others", People.Controller, :sign_out_others
    get "/you/sign-out-others", People.Controller, :back
    post "/you/forget", People.Controller, :forget
    get "/you/forget", People.Controller, :back

    live_session :default,
      session: {PlayoutWeb.Language.Locale, :session, []},
      on_mount: [PlayoutWeb.People.Visitor, PlayoutWeb.Limits.ClientAddress] do
      live "/", Lobby.Live
      live "/you", People.Live
      live "/play/:game", Lobby.PlayLive
      live "/m/:id", Match.Live
      live "/rules/:game", Rules.Live
      live "/learn/:game", Rules.Lesson.Live
      live "/learn/:game/:exercise", Rules.Lesson.Live
    end

    # A session of its own, so that whoever comes here from another page loads its scripts and styles.
    live_session :study,
      root_layout: {PlayoutWeb.Layouts, :study},
      session: {PlayoutWeb.Language.Locale, :session, []},
      on_mount: [PlayoutWeb.People.Visitor, PlayoutWeb.Limits.ClientAddress] do
      live "/analysis/:game", Analysis.Live
      live "/edit/:game", Editor.Live
    end
  end

  scope "/", PlayoutWeb do
    pipe_through :with_a_page

    get "/site.webmanifest", Browser.Controller, :manifest
    get "/offline", Browser.Controller, :offline
  end

  scope "/", PlayoutWeb do
    pipe_through :limited_as_text

    get "/picture/:file", Picture.Controller, :show
    get "/m/:id/match.gif", Picture.Controller, :gif
  end

  scope "/", PlayoutWeb do
    pipe_through :few_as_text

    get "/m/:id/match.pgn", Match.RecordController, :pgn
    get "/m/:id/match.sgf", Match.RecordController, :sgf
  end

  # A match is for those who know its address, so search engines must not list it. robots.txt lets
  # them open it, or they would not see this, and links to it would have no preview. Analyses and
  # editors have an address for every position.
  defp unlisted(%{path_info: [part | _]} = conn, _options) when part in ["m", "analysis", "edit"],
    do: put_resp_header(conn, "x-robots-tag", "noindex")

  defp unlisted(conn, _options), do: conn

  defp counted(%{assigns: %{address: address}} = conn, options),
    do: address |> Limits.page() |> allowed(conn, options)

  # The endpoint gives the place back when the request is answered, if nothing has done so before: a
  # client may read as slowly as it likes.
  defp placed(%{assigns: %{address: address}} = conn, options) do
    of = options[:of] || :requests
    conn = address |> Work.enter(of) |> allowed(conn, options)

    cond do
      conn.halted -> conn
      # The client has not waited for its turn, so the next one has it. Nobody reads this answer.
      Connections.gone?() -> conn |> send_resp(408, "") |> halt()
      of == :records -> conn
      true -> register_before_send(conn, &left/1)
    end
  end

  defp left(conn) do
    Work.leave()
    conn
  end

  defp allowed(:ok, conn, _options), do: conn

  defp allowed({:error, _limit}, conn, options) do
    text = options[:text] || raise TooManyRequestsError
    conn |> put_status(429) |> text(text) |> halt()
  end
end
