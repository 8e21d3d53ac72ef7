defmodule PlayoutWeb.Locale do
  @moduledoc """
  The language of the pages.

  It is the one chosen in the settings, which a cookie keeps for a year, and until then the one
  that the browser prefers of those we have. The plug is in the endpoint, before anything that can
  fail, so error pages are in the reader's language too.

  A LiveView speaks the language of the document that it is part of: a match that is open keeps its
  language when another tab chooses a different one.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  import Plug.Conn

  alias PlayoutWeb.Locale.AcceptLanguage

  @behaviour Plug

  # The language of the sentences in the source.
  @source "en"

  @cookie "language"
  @year 365 * 24 * 60 * 60

  @typedoc "A language as the folders of priv/gettext name it, such as `ja` or `pt_BR`."
  @type t :: String.t()

  @doc "Every language there is: that of the source, and one for each translation."
  @spec all() :: [t, ...]
  def all, do: Enum.uniq([@source | Gettext.known_locales(PlayoutWeb.Gettext)])

  @doc "The language that this process speaks."
  @spec current() :: t
  def current, do: Gettext.get_locale(PlayoutWeb.Gettext)

  @doc "A language as HTML and HTTP write it: `pt-BR`."
  @spec tag(t) :: String.t()
  def tag(locale \\ current()), do: String.replace(locale, "_", "-")

  @doc "What a language calls itself."
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

  # Anybody can write a cookie.
  defp chosen(conn), do: Enum.find(all(), &(&1 == conn.cookies[@cookie]))

  defp preferred(conn) do
    conn |> get_req_header("accept-language") |> Enum.join(",") |> AcceptLanguage.best(all())
  end

  defp use_locale(locale), do: Gettext.put_locale(PlayoutWeb.Gettext, locale)

  @doc "Keeps a choice for a year. A language that we do not have changes nothing."
  @spec choose(Plug.Conn.t(), term) :: Plug.Conn.t()
  def choose(conn, locale) do
    if locale in all(),
      do: put_resp_cookie(conn, @cookie, locale, max_age: @year, same_site: "Lax"),
      else: conn
  end

  @doc "What the LiveViews of a document know of it."
  @spec session(Plug.Conn.t()) :: %{String.t() => t}
  def session(_conn), do: %{"locale" => current()}

  @doc "Lets a LiveView speak the language of its document."
  def on_mount(:default, _params, %{"locale" => locale}, socket) do
    use_locale(locale)
    {:cont, socket}
  end
end
