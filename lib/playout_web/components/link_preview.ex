defmodule PlayoutWeb.LinkPreview do
  @moduledoc """
  What chats and search engines show for a link to a page: its title, a description and a picture
  (Open Graph). `npm run pictures` in test/browser makes the pictures.

  A page sets the assigns `description`, and `game` if it is about one. With `preview_title` the
  title differs from that of the page (`page_title`), which may speak to its visitor.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards

  attr :title, :string, required: true
  attr :description, :string, required: true, doc: "nil for a page to which nobody links"
  attr :game, :atom, required: true, doc: "nil for a page about all games"
  attr :url, :string, required: true, doc: "the page's whole address, without a query"

  def link_preview(%{description: nil} = assigns), do: ~H""

  def link_preview(assigns) do
    ~H"""
    <meta name="description" content={@description} />
    <meta property="og:site_name" content="Playout" />
    <meta property="og:type" content="website" />
    <meta property="og:title" content={@title} />
    <meta property="og:description" content={@description} />
    <meta property="og:url" content={@url} />
    <meta property="og:image" content={picture(@game)} />
    <meta property="og:image:width" content="1200" />
    <meta property="og:image:height" content="630" />
    <meta property="og:image:alt" content={alt(@game)} />
    <meta name="twitter:card" content="summary_large_image" />
    """
  end

  # Of another site, so with its whole address.
  defp picture(game), do: url(~p"/assets/cards/#{"#{game || "playout"}.png"}")

  defp alt(nil), do: gettext("Board games at your pace")
  defp alt(game), do: gettext("A board of %{game}", game: Boards.of(game).name())
end
