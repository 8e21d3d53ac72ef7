defmodule PlayoutWeb.PictureController do
  @moduledoc """
  Positions as SVG, each at its own address (`PlayoutWeb.Picture.Address`).

  Errors are a line of text. Opened by itself, a picture runs nothing: its policy allows only its
  own stylesheet.
  """
  use PlayoutWeb, :controller

  alias PlayoutWeb.Picture
  alias PlayoutWeb.Picture.Address
  alias PlayoutWeb.Picture.Style

  # In seconds. A picture changes only with a release, or with the visitor's language.
  @keep 60 * 60

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
    svg = Picture.svg(picture)
    tag = ~s("#{Base.url_encode64(:crypto.hash(:sha256, svg), padding: false)}")

    conn =
      conn
      |> put_resp_header("cache-control", "private, max-age=#{@keep}")
      |> put_resp_header("etag", tag)
      |> put_resp_header("content-security-policy", policy(picture.theme))
      |> put_resp_header("content-disposition", ~s(inline; filename="#{name}.svg"))

    if tag in known(conn),
      do: send_resp(conn, :not_modified, ""),
      else: conn |> put_resp_content_type("image/svg+xml") |> send_resp(:ok, svg)
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
