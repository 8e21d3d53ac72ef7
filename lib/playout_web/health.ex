defmodule PlayoutWeb.Health do
  @moduledoc """
  `/health`, for monitoring: 200 if the database can be written, 503 if not. Either response
  contains the version, the memory that search trees use (`Playout.trees/0`), and whether there is
  room on the disk: `ok`, `low` or `unknown`.

  The endpoint runs this plug before those for visitors, so that monitoring doesn't set
  cookies or fill the log.
  """
  import Plug.Conn

  alias Playout.Matches.{Health, Store}

  @behaviour Plug

  @version Mix.Project.config()[:version]

  @impl true
  def init(options), do: options

  @impl true
  def call(%Plug.Conn{path_info: ["health"], method: method} = conn, _options)
      when method in ["GET", "HEAD"] do
    writable? = Health.writable?()

    body =
      Jason.encode!(%{
        version: @version,
        writable: writable?,
        disk: disk(),
        trees: Playout.trees()
      })

    conn
    |> put_resp_content_type("application/json")
    |> put_resp_header("cache-control", "no-store")
    |> send_resp(if(writable?, do: 200, else: 503), body)
    |> halt()
  end

  def call(conn, _options), do: conn

  defp disk do
    case Store.figures() do
      %{disk: disk} -> disk
      nil -> :unknown
    end
  end
end
