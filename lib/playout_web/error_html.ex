defmodule PlayoutWeb.ErrorHTML do
  @moduledoc "The error pages. Each is a complete document, since a layout may not be available."
  use PlayoutWeb, :html

  alias PlayoutWeb.Language.Locale
  alias PlayoutWeb.UnavailableError

  def render("404.html", assigns) do
    ~H"""
    <.page
      title={gettext("Page not found")}
      text={gettext("This page doesn't exist, or its match was deleted.")}
    />
    """
  end

  # A form from another site, or a form sent without this site's cookie.
  def render("403.html", assigns) do
    ~H"""
    <.page
      title={gettext("Please try again")}
      text={
        gettext(
          "This page was open for too long, or your browser blocks cookies. Go back, reload the page and press the button again."
        )
      }
    />
    """
  end

  def render("429.html", assigns) do
    ~H"""
    <.page
      title={gettext("One moment, please")}
      text={
        gettext(
          "Too many pages were opened on your network at once. Wait a few seconds, then reload this page."
        )
      }
    />
    """
  end

  def render("503.html", %{reason: %UnavailableError{reason: :damaged}} = assigns) do
    ~H"""
    <.page
      title={gettext("This match is damaged")}
      text={
        gettext(
          "What the site has stored of this match can't be read. Your other matches are safe. If you know who runs this site, please tell them."
        )
      }
    />
    """
  end

  def render("503.html", assigns) do
    ~H"""
    <.page
      title={gettext("One moment, please")}
      text={
        gettext(
          "The site can't read its matches at the moment. Nothing is lost. Please try again in a minute."
        )
      }
    />
    """
  end

  def render(_template, assigns) do
    ~H"""
    <.page
      title={gettext("Something went wrong")}
      text={gettext("This is our fault. Your matches are safe. Please try again.")}
    />
    """
  end

  attr :title, :string, required: true
  attr :text, :string, required: true

  defp page(assigns) do
    ~H"""
    <!DOCTYPE html>
    <html lang={Locale.tag()}>
      <head>
        <Layouts.head />
        <title>{gettext("%{title} · Playout", title: @title)}</title>
      </head>
      <body>
        <Layouts.top_bar languages?={false} />
        <main class="message-page">
          <h1>{@title}</h1>
          <p>{@text}</p>
          <p><a class="button is-primary is-large" href="/">{gettext("All games")}</a></p>
        </main>
      </body>
    </html>
    """
  end
end
