defmodule PlayoutWeb.Router do
  use PlayoutWeb, :router

  alias PlayoutWeb.{Connections, Limits, TooManyRequestsError, Work}

  @too_many [text: "Too many requests. Wait a few seconds, then try again.\n"]

  pipeline :browser do
    plug :unlisted
    plug :counted
    plug PlayoutWeb.FieldNames
    plug :accepts, ["html"]
    # Here and not in the endpoint, where its errors would have no headers and no line in the log.
    plug Plug.Parsers,
      parsers: [:urlencoded],
      pass: ["*/*"],
      length: 100_000,
      body_reader: {PlayoutWeb.FieldNames, :read_body, []}

    # Now that the body is here, for which a client may take its time.
    plug :placed
    plug :fetch_session
    plug PlayoutWeb.Visitor
    plug :fetch_live_flash
    plug :put_root_layout, html: {PlayoutWeb.Layouts, :root}
    plug :protect_from_forgery
  end

  # Browsers fetch these themselves, with a page, which counts.
  pipeline :with_a_page do
    plug PlayoutWeb.FieldNames
    plug :placed, @too_many
  end

  # For programs, which cannot use a page of HTML, and know no cookies.
  pipeline :limited_as_text do
    plug :unlisted
    plug :counted, @too_many
    plug PlayoutWeb.FieldNames
    plug :placed, @too_many
  end

  # What reads a whole match, which may take megabytes. It waits for one of a few places, and pages
  # need not wait with it.
  pipeline :few_as_text do
    plug :unlisted
    plug :counted, @too_many
    plug PlayoutWeb.FieldNames
    plug :placed, [of: :records] ++ @too_many
  end

  scope "/", PlayoutWeb do
    pipe_through :browser

    post "/matches", MatchController, :create
    get "/matches", MatchController, :start_again
    post "/m/:id/rematch", MatchController, :rematch
    get "/m/:id/rematch", MatchController, :back
    get "/m/:id/analysis", MatchController, :analyse
    post "/language", LanguageController, :choose
    get "/continue/:token", YouController, :link
    post "/continue/:token", YouController, :take_link
    get "/code", YouController, :code
    post "/code", YouController, :recover
    post "/you/sign-out-others", YouController, :sign_out_others
    get "/you/sign-out-others", YouController, :back
    post "/you/forget", YouController, :forget
    get "/you/forget", YouController, :back

    live_session :default,
      session: {PlayoutWeb.Locale, :session, []},
      on_mount: [PlayoutWeb.Visitor, PlayoutWeb.ClientAddress] do
      live "/", LobbyLive
      live "/you", YouLive
      live "/play/:game", PlayLive
      live "/m/:id", MatchLive
      live "/rules/:game", RulesLive
      live "/learn/:game", LessonLive
      live "/learn/:game/:exercise", LessonLive
    end

    # A session of its own, so that whoever comes here from another page loads its scripts and styles.
    live_session :study,
      root_layout: {PlayoutWeb.Layouts, :study},
      session: {PlayoutWeb.Locale, :session, []},
      on_mount: [PlayoutWeb.Visitor, PlayoutWeb.ClientAddress] do
      live "/analysis/:game", AnalysisLive
      live "/edit/:game", EditLive
    end
  end

  scope "/", PlayoutWeb do
    pipe_through :with_a_page

    get "/site.webmanifest", BrowserController, :manifest
    get "/offline", BrowserController, :offline
  end

  scope "/", PlayoutWeb do
    pipe_through :limited_as_text

    get "/picture/:file", PictureController, :show
    get "/m/:id/match.gif", PictureController, :gif
  end

  scope "/", PlayoutWeb do
    pipe_through :few_as_text

    get "/m/:id/match.pgn", RecordController, :pgn
    get "/m/:id/match.sgf", RecordController, :sgf
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
