defmodule PlayoutWeb.Layouts do
  @moduledoc "The frame around every page."
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Browser.{Manifest, Offline}
  alias PlayoutWeb.Language
  alias PlayoutWeb.Language.Locale
  alias PlayoutWeb.LinkPreview
  alias PlayoutWeb.SettingsDialog
  alias PlayoutWeb.Shortcuts

  @doc "Renders the document that contains the LiveViews."
  def root(assigns), do: assigns |> Map.put(:study?, false) |> document()

  @doc "The same, for the pages for studying positions, which have scripts and styles of their own."
  def study(assigns), do: assigns |> Map.put(:study?, true) |> document()

  defp document(assigns) do
    ~H"""
    <!DOCTYPE html>
    <html lang={Locale.tag()}>
      <head>
        <.head />
        <link
          :if={@study?}
          rel="stylesheet"
          phx-track-static
          href={~p"/assets/css/study.css"}
        />
        <meta name="csrf-token" content={Phoenix.Controller.get_csrf_token()} />
        <.live_title default="Playout">{assigns[:page_title]}</.live_title>
        <LinkPreview.link_preview
          title={assigns[:preview_title] || assigns[:page_title] || "Playout"}
          description={assigns[:description]}
          game={assigns[:game]}
          path={@conn.request_path}
        />
        <script :if={@study?} defer phx-track-static src={~p"/assets/js/study.js"}>
        </script>
        <script defer phx-track-static src={~p"/assets/js/app.js"} data-offline={Offline.worker()}>
        </script>
        <%!-- Nothing jumps while the parser pauses: the first paint waits for the whole page. --%>
        <link rel="expect" href="#whole-page" blocking="render" />
      </head>
      <body>
        <noscript>
          <p class="requires-js">
            {gettext(
              "You need JavaScript to play and to change the settings, but it's switched off. You can read the rules and the lessons without it."
            )}
          </p>
        </noscript>
        {@inner_content}
        <noscript id="whole-page">
          <footer class="foot"><Language.Form.language_form back={assigns[:back]} /></footer>
        </noscript>
      </body>
    </html>
    """
  end

  @doc "Renders the start of every document's head."
  def head(assigns) do
    ~H"""
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
    <meta name="color-scheme" content="light dark" />
    <meta
      :for={{theme, colour} <- Manifest.background()}
      name="theme-color"
      media={"(prefers-color-scheme: #{theme})"}
      content={colour}
      data-scheme={theme}
    />
    <link
      rel="icon"
      type="image/svg+xml"
      href={~p"/assets/favicon.svg"}
      data-plain={~p"/assets/favicon.svg"}
      data-turn={~p"/assets/favicon-turn.svg"}
    />
    <link rel="apple-touch-icon" href={~p"/assets/icons/touch-180.png"} />
    <%!-- With cookies, because they know the language. --%>
    <link rel="manifest" href={~p"/site.webmanifest"} crossorigin="use-credentials" />
    <script phx-track-static src={~p"/assets/js/settings.js"}>
    </script>
    <link rel="stylesheet" phx-track-static href={~p"/assets/css/app.css"} />
    """
  end

  @doc """
  Renders the frame of a page: the top bar, and the banners that say why a page does not respond:
  its connection is lost, the site has no room for another page of this network, or it sends too
  much (`js/connection/connection.js`).
  """
  attr :place, :string,
    default: nil,
    doc: "the name of this page's place on the site, shown beside the site's name"

  attr :game, :atom, default: nil, doc: "the game that this page is about, if any"

  attr :match, :string,
    default: nil,
    doc: "the id of the match that this page shows, if any"

  attr :keys, :list, default: [], doc: "see `PlayoutWeb.Match.View.keys/2`"

  attr :back, :string,
    default: nil,
    doc: "where a choice of language leads, if not to the address of this page"

  slot :inner_block, required: true

  def app(assigns) do
    ~H"""
    <.top_bar place={@place} game={@game} match={@match} keys={@keys} back={@back} />
    <p class="banner connection-lost" role="status">
      {gettext("Connection lost. Your match is safe. Reconnecting…")}
    </p>
    <p class="banner not-sent" role="status">
      {gettext("That could not be sent. Please try again.")}
    </p>
    <div class="unsent" id="unsent" role="status" phx-update="ignore">
      <p>{gettext("Something you did in a match may not have been sent.")}</p>
      <a class="button" href={~p"/"}>{gettext("Go to the match")}</a>
      <button type="button" class="button">{gettext("Don't send it")}</button>
    </div>
    <p class="banner no-room" role="status">
      {gettext(
        "Too many pages are open on your network. This one connects as soon as others are closed."
      )}
    </p>
    <p class="banner too-fast" role="status">
      {gettext("That was too fast. Please wait a second and try again.")}
    </p>
    {render_slot(@inner_block)}
    """
  end

  attr :place, :string, default: nil
  attr :game, :atom, default: nil
  attr :match, :string, default: nil
  attr :keys, :list, default: []
  attr :back, :string, default: nil

  attr :languages?, :boolean,
    default: true,
    doc:
      "whether the settings offer a language; an error page has no session, which the form needs"

  @doc "Renders the top bar, with links to the lobby, the rules and the settings."
  def top_bar(assigns) do
    ~H"""
    <header class="top-bar">
      <.brand />
      <span :if={@place} class="top-title">{@place}</span>
      <nav class="top-links">
        <.link
          :if={@game}
          class="top-link"
          navigate={~p"/rules/#{@game}?#{if @match, do: [match: @match], else: []}"}
          aria-label={gettext("Rules of %{game}", game: Boards.of(@game).name())}
        >
          {gettext("Rules")}
        </.link>
        <button type="button" class="top-link" aria-haspopup="dialog" data-opens="settings">
          <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
            <path class="stroke" d="M3 7 H10 M16 7 H21 M3 17 H6 M12 17 H21" />
            <circle class="stroke" cx="13" cy="7" r="3" />
            <circle class="stroke" cx="9" cy="17" r="3" />
          </svg>
          <span>{gettext("Settings")}</span>
        </button>
      </nav>
    </header>
    <SettingsDialog.dialog game={@game} match={@match} languages?={@languages?} back={@back} />
    <Shortcuts.dialog :if={@match} buttons={@keys} />
    """
  end

  # The name of the site, a link to the lobby.
  defp brand(assigns) do
    ~H"""
    <.link navigate={~p"/"} class="brand">
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <circle cx="12" cy="5" r="3.5" class="brand-root" />
        <path d="M12 8.5 L6 15.5 M12 8.5 L18 15.5" class="brand-edge" />
        <circle cx="6" cy="18.5" r="3" class="brand-leaf" />
        <circle cx="18" cy="18.5" r="3" class="brand-leaf is-chosen" />
      </svg>
      Playout
    </.link>
    """
  end
end
