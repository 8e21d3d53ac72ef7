defmodule PlayoutWeb.Language.Locale do
  @moduledoc """
  The language of the pages.

  It is the language chosen in the settings, which a cookie keeps for a year, or else the
  available language that the browser prefers. The plug runs in the endpoint before anything that
  can fail, so error pages are in the reader's language too.

  A LiveView uses the language of its document. When a different one is chosen in another tab, its
  script loads the page again (`assets/js/language.js`).
  """
  use Gettext, backend: PlayoutWeb.Gettext

  import Plug.Conn

  alias PlayoutWeb.Language.AcceptLanguage

  @behaviour Plug

  # The language of the messages in the source.
  @source "en"

  @cookie "language"
  @year 365 * 24 * 60 * 60

  @typedoc "A language, named like its folder in priv/gettext: `ja` or `pt_BR`."
  @type t :: String.t()

  @doc "Lists the languages: that of the source, and one for each translation."
  @spec all() :: [t, ...]
  def all, do: Enum.uniq([@source | Gettext.known_locales(PlayoutWeb.Gettext)])

  @doc "Returns the language of the current process."
  @spec current() :: t
  def current do
    PlayoutWeb.Gettext
    |> Gettext.get_locale()
    |> String.replace_suffix(PlayoutWeb.Gettext.children(), "")
  end

  @doc """
  Makes the current process use the words for children that its language has
  (`PlayoutWeb.Language.ChildrensWords`): in Japanese, those that are read without knowing Kanji.
  """
  @spec use_words_for_children() :: :ok
  def use_words_for_children do
    if current() != @source, do: use_locale(current() <> PlayoutWeb.Gettext.children())
    :ok
  end

  @doc "Returns a language tag for HTML and HTTP: `pt-BR`."
  @spec tag(t) :: String.t()
  def tag(locale \\ current()), do: String.replace(locale, "_", "-")

  @doc "Returns the name of a language, in that language."
  @spec name(t) :: String.t()
  def name(locale) do
    Gettext.with_locale(PlayoutWeb.Gettext, locale, fn ->
      pgettext("the name of this language, in this language", "English")
    end)
  end

  @impl Plug
  def init(options), do: options

  @impl Plug
  def call(conn, _options) do
    conn = fetch_cookies(conn)
    use_locale(chosen(conn) || preferred(conn) || @source)
    put_resp_header(conn, "vary", "accept-language, cookie")
  end

  # Anyone can write a cookie.
  defp chosen(conn), do: Enum.find(all(), &(&1 == conn.cookies[@cookie]))

  defp preferred(conn) do
    conn |> get_req_header("accept-language") |> Enum.join(",") |> AcceptLanguage.best(all())
  end

  defp use_locale(locale), do: Gettext.put_locale(PlayoutWeb.Gettext, locale)

  @doc "Stores the chosen language for a year. Ignores an unavailable one."
  @spec choose(Plug.Conn.t(), term) :: Plug.Conn.t()
  def choose(conn, locale) do
    if locale in all(),
      do: put_resp_cookie(conn, @cookie, locale, max_age: @year, same_site: "Lax"),
      else: conn
  end

  @doc "Passes the language of a document to its LiveViews."
  @spec session(Plug.Conn.t()) :: %{String.t() => t}
  def session(_conn), do: %{"locale" => current()}

  @doc "Sets a LiveView's language to that of its document."
  def on_mount(:default, _params, %{"locale" => locale}, socket) do
    use_locale(locale)
    {:cont, socket}
  end
end
