defmodule PlayoutWeb.Picture.Controller do
  @moduledoc """
  Positions as SVG, each at its own address (`PlayoutWeb.Picture.Address`), and finished matches as
  animated GIFs (`PlayoutWeb.Picture.Gif`).

  Errors are a line of text. Opened by itself, a picture runs nothing: its policy allows only its
  own stylesheet.
  """
  use PlayoutWeb, :controller

  alias Playout.Matches
  alias PlayoutWeb.Limits.Work
  alias PlayoutWeb.Picture
  alias PlayoutWeb.Picture.{Address, Gif}
  alias PlayoutWeb.Picture.Gif.Maker
  alias PlayoutWeb.Picture.Style

  # In seconds. A picture changes only with a release, or with the visitor's language.
  @keep 60 * 60

  # For how many milliseconds a request waits for a GIF.
  @wait 300_000

  def show(%{query_string: query} = conn, %{"file" => file}) do
    with :ok <- length_of(query),
         {:ok, name} <- name(file),
         {:ok, parameters} <- parameters(conn),
         {:ok, picture} <- Address.read(name, parameters) do
      picture(conn, name, picture)
    else
      {:error, {status, message}} -> conn |> put_status(status) |> text(message <> "\n")
    end
  end

  @doc "Sends the GIF of a match. Pages have it made before; otherwise this waits for it."
  def gif(conn, %{"id" => id}) do
    with {:ok, parameters} <- parameters(conn),
         {:ok, shown, _others} <- Address.read_shown(parameters),
         {:ok, state} <- match(id),
         gif = struct!(Gif, [position: state.position] ++ shown),
         {:ok, key} <- request(gif, conn.assigns.address),
         :ok <- wait(key),
         {:ok, bytes} <- fetch(gif) do
      conn
      |> put_resp_header("content-disposition", ~s(inline; filename="#{state.game}.gif"))
      |> send_unless_known("image/gif", bytes)
    else
      {:error, {status, message}} -> conn |> put_status(status) |> text(message <> "\n")
    end
  end

  defp match(id) do
    case Matches.get(id) do
      {:ok, %{result: nil}} -> {:error, {:not_found, "The match is not over."}}
      {:ok, state} -> {:ok, state}
      {:error, :not_found} -> {:error, {:not_found, "There is no such match."}}
      {:error, _reason} -> {:error, {:service_unavailable, "Please try again later."}}
    end
  end

  defp request(gif, address) do
    case Maker.request(gif, address) do
      {:ok, key} -> {:ok, key}
      {:error, :too_long} -> {:error, {:not_found, "The match has too many moves for a GIF."}}
      {:error, :busy} -> {:error, {:service_unavailable, "Too many GIFs are being made."}}
    end
  end

  # Others of its address need not wait for this one.
  defp wait(key) do
    Work.leave()

    receive do
      {:gif, ^key, :ready} -> :ok
      {:gif, ^key, :failed} -> {:error, {:internal_server_error, "The GIF could not be made."}}
      {:gif, ^key, _status} -> wait(key)
    after
      @wait -> {:error, {:service_unavailable, "The GIF is not ready yet."}}
    end
  end

  # Others may have replaced it in the cache.
  defp fetch(gif) do
    with :error <- Maker.fetch(gif),
         do: {:error, {:service_unavailable, "Please try again later."}}
  end

  defp length_of(query) do
    if byte_size(query) <= Address.most(),
      do: :ok,
      else: {:error, {:request_uri_too_long, "The query has more than #{Address.most()} bytes."}}
  end

  defp parameters(conn) do
    {:ok, fetch_query_params(conn).query_params}
  rescue
    error in Plug.Conn.InvalidQueryError -> {:error, {:bad_request, Exception.message(error)}}
  end

  defp name(file) do
    case String.split(file, ".") do
      [name, "svg"] -> {:ok, name}
      _other -> {:error, {:not_found, "The address of a picture is /picture/GAME.svg."}}
    end
  end

  defp picture(conn, name, picture) do
    conn
    |> put_resp_header("content-security-policy", policy(picture.theme))
    |> put_resp_header("content-disposition", ~s(inline; filename="#{name}.svg"))
    |> send_unless_known("image/svg+xml; charset=utf-8", Picture.svg(picture))
  end

  # Sends nothing again that the browser has.
  defp send_unless_known(conn, type, bytes) do
    tag = ~s("#{Base.url_encode64(:crypto.hash(:sha256, bytes), padding: false)}")

    conn =
      conn
      |> put_resp_header("cache-control", "private, max-age=#{@keep}")
      |> put_resp_header("etag", tag)

    if tag in known(conn),
      do: send_resp(conn, :not_modified, ""),
      else: conn |> put_resp_header("content-type", type) |> send_resp(:ok, bytes)
  end

  defp known(conn) do
    for header <- get_req_header(conn, "if-none-match"),
        tag <- String.split(header, ","),
        # A proxy that compresses says that its tag is weak.
        do: tag |> String.trim() |> String.replace_prefix("W/", "")
  end

  defp policy(theme) do
    "default-src 'none'; style-src #{Style.source(theme)}; frame-ancestors 'none'; sandbox"
  end
end
