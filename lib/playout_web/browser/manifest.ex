defmodule PlayoutWeb.Browser.Manifest do
  @moduledoc """
  What a device shows of the site before and after somebody adds it to the home screen (a web app
  manifest), in the visitor's language.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.{Format, Locale}

  # Those of css/tokens.css.
  @background %{light: "#f3eee4", dark: "#1b1f24"}
  @accent "#17685f"

  @doc "Returns the background of pages by theme, `:light` and `:dark`."
  @spec background() :: %{light: String.t(), dark: String.t()}
  def background, do: @background

  @doc "Returns what the site offers, in two sentences."
  @spec description() :: String.t()
  def description do
    games = for game <- Playout.games(), do: Boards.of(game).name()

    gettext(
      "Play %{games} against opponents from beginner to master, or with someone next to you. No account needed.",
      games: Format.list(games)
    )
  end

  @doc "Returns the manifest's content."
  @spec content() :: map
  def content do
    %{
      name: "Playout",
      short_name: "Playout",
      description: description(),
      lang: Locale.tag(),
      categories: ["games"],
      id: "/",
      start_url: "/",
      display: "standalone",
      background_color: @background.light,
      theme_color: @accent,
      icons: [
        icon(~p"/assets/icons/icon-192.png", 192, "any"),
        icon(~p"/assets/icons/icon-512.png", 512, "any"),
        icon(~p"/assets/icons/maskable-512.png", 512, "maskable")
      ],
      screenshots: [
        screenshot(~p"/assets/screens/narrow.png", "540x960", "narrow"),
        screenshot(~p"/assets/cards/playout.png", "1200x630", "wide")
      ],
      shortcuts: for(game <- Playout.games(), do: shortcut(game))
    }
  end

  defp icon(src, side, purpose),
    do: %{src: src, sizes: "#{side}x#{side}", type: "image/png", purpose: purpose}

  defp screenshot(src, sizes, form) do
    label = gettext("Board games at your pace")
    %{src: src, sizes: sizes, type: "image/png", form_factor: form, label: label}
  end

  defp shortcut(game), do: %{name: Boards.of(game).name(), url: ~p"/play/#{game}"}
end
