defmodule PlayoutWeb.Health do
  @moduledoc """
  `/health`, for monitoring: 200 if the database can be written and read, 503 if not. Either response
  contains the version, the memory that search trees use (`Playout.trees/0`), whether there is room on
  the disk (`ok`, `low` or `unknown`), and for each game with a table of exact values, whether it can be
  used: `ready`, `building`, `none` or `damaged`.

  `/ready`, for a proxy: 200 if it may send visitors here, 503 if the database cannot be written or
  the site has been told to stop (`Playout.Site.Readiness`). Until then, both answer alike.

  The endpoint runs this plug before those for visitors, so that monitoring doesn't set
  cookies or fill the log.
  """
  import Plug.Conn

  alias Playout.Matches.Store
  alias Playout.Matches.Store.Probe
  alias Playout.Site.Readiness

  @behaviour Plug

  @version Mix.Project.config()[:version]

  @impl true
  def init(options), do: options

  @impl true
  def call(%Plug.Conn{path_info: ["health"], method: method} = conn, _options)
      when method in ["GET", "HEAD"] do
    database = Probe.check()
    others = %{version: @version, disk: disk(), trees: Playout.trees(), tables: tables()}
    answer(conn, database.writable and database.readable, Map.merge(database, others))
  end

  def call(%Plug.Conn{path_info: ["ready"], method: method} = conn, _options)
      when method in ["GET", "HEAD"] do
    ready? = Readiness.ready?() and Probe.writable?()
    answer(conn, ready?, %{version: @version, ready: ready?})
  end

  def call(conn, _options), do: conn

  defp answer(conn, well?, answer) do
    conn
    |> put_resp_content_type("application/json")
    |> put_resp_header("cache-control", "no-store")
    |> send_resp(if(well?, do: 200, else: 503), Jason.encode!(answer))
    |> halt()
  end

  defp tables do
    Map.new(Playout.tables(), fn
      {game, {:building, _percent}} -> {game, :building}
      {game, status} -> {game, status}
    end)
  end

  defp disk do
    case Store.figures() do
      %{disk: disk} -> disk
      nil -> :unknown
    end
  end
end
