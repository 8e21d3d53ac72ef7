defmodule Playout.Site do
  @moduledoc """
  A site's settings from environment variables; docs/operating.md lists them.

  This module reads them when a site starts. It doesn't depend on the modules that use them;
  config/runtime.exs passes each module its part.
  """

  alias Playout.Database.Postgres
  alias Playout.Site.{Cluster, DataDirectory, Secret, Variables}

  @enforce_keys [
    :data,
    :database,
    :ip,
    :port,
    :url,
    :origins,
    :admin,
    :cluster,
    :settings,
    :warnings,
    :secret,
    :serves?
  ]
  defstruct @enforce_keys

  # MiB per core.
  @default_tree_memory 256

  @min_password 12

  @typedoc """
  A site's settings.

    * `data`: the data directory
    * `database`: the settings of the database (`Playout.Database.Settings`)
    * `ip`, `port`: where the site listens
    * `url`: how browsers reach it: `scheme`, `host` and `port`
    * `origins`: the origins of pages that may open a socket
    * `admin`: where the dashboard and the metrics are, and their password, if they need one;
      `nil` if there are none
    * `cluster`: the settings of `Playout.Cluster`; empty if the site has one node
    * `settings`: what is set of each part's configuration
    * `warnings`: what is probably a mistake, in one line each
    * `secret`: signs cookies; `nil` if no page is served
    * `serves?`: whether pages are served, as with a release's `start`
  """
  @type t :: %__MODULE__{
          data: Path.t(),
          database: Playout.Database.Settings.t(),
          ip: :inet.ip_address(),
          port: :inet.port_number(),
          url: keyword,
          origins: [String.t()],
          admin: nil | [ip: :inet.ip_address(), port: :inet.port_number(), password: String.t()],
          cluster: keyword,
          settings: [{Variables.part(), keyword}],
          warnings: [String.t()],
          secret: String.t() | nil,
          serves?: boolean
        }

  @doc """
  Reads a site's settings from the variables, and creates the secret if there is none. An error is
  a one-line message for the operator of the site.
  """
  @spec read(%{String.t() => String.t()}) :: {:ok, t} | {:error, String.t()}
  def read(environment) do
    # Commands that run beside a site, such as a release's `eval` for a backup.
    beside? = environment["RELEASE_COMMAND"] == "eval"

    with {:ok, values} <- Variables.read(environment),
         port = Map.get(values, "PORT", 4000),
         {:ok, url} <- url(values, port),
         :ok <- check_password(values),
         {:ok, admin} <- admin(values, port),
         data = values |> Map.get("PLAYOUT_DATA", "data") |> Path.expand(),
         {:ok, database} <- database(values, data),
         missing = if(database[:file], do: DataDirectory.missing(database[:file]), else: []),
         {:ok, cluster} <- Cluster.read(if(beside?, do: %{}, else: values)),
         {:ok, secret} <- secret(beside?, values, data) do
      {:ok,
       %__MODULE__{
         data: data,
         database: database,
         ip: Map.get(values, "LISTEN", {127, 0, 0, 1}),
         port: port,
         url: url,
         origins: origins(url),
         admin: admin,
         cluster: cluster,
         settings: values |> with_defaults() |> Variables.settings(),
         warnings: if(beside?, do: [], else: warnings(values) ++ missing),
         secret: secret,
         serves?: Map.has_key?(environment, "PHX_SERVER") and cluster[:role] != :think
       }}
    end
  end

  @doc "Returns the settings of the SQLite file in a data directory."
  @spec file(Path.t()) :: Playout.Database.Settings.t()
  def file(data), do: [file: Path.join(data, "playout.db")]

  # An address may contain a password, which must not get into a log.
  defp database(%{"DATABASE_URL" => url}, _data) do
    cond do
      not Postgres.address?(url) ->
        {:error, "DATABASE_URL: it must be like postgres://user:password@host:5432/database."}

      # The driver would ignore it, and connect without TLS.
      Keyword.has_key?(Postgres.Repo.options(url: url), :sslmode) ->
        {:error,
         "DATABASE_URL: it must be like postgres://host/database?ssl=true; sslmode has no effect."}

      true ->
        {:ok, [url: url]}
    end
  end

  defp database(_values, data), do: {:ok, file(data)}

  # The address for browsers: with https, a proxy handles TLS on its own port.
  defp url(values, port) do
    host = Map.get(values, "HOST", "localhost")
    scheme = Map.get(values, "SCHEME", "http")

    case URI.new("#{scheme}://#{host}") do
      {:ok, %URI{host: name, port: of_host, path: nil, userinfo: nil}} when name != "" ->
        own = if scheme == "http" and not String.ends_with?(host, ":#{of_host}"), do: port
        {:ok, [scheme: scheme, host: name, port: own || of_host]}

      _ ->
        Variables.invalid("HOST", host, "a host name, with its port unless that is the default")
    end
  end

  # With https, pages have one origin. With http they may also be opened on this machine, on
  # whatever port it is reached by.
  defp origins(url) do
    case url[:scheme] do
      "https" -> ["https://#{bracketed(url[:host])}:#{url[:port]}"]
      "http" -> Enum.uniq(["//localhost", "//127.0.0.1", "//[::1]", "//#{bracketed(url[:host])}"])
    end
  end

  defp bracketed(host), do: if(String.contains?(host, ":"), do: "[#{host}]", else: host)

  # Also without ADMIN_PORT, so that nobody relies on a password that will be refused.
  defp check_password(%{"ADMIN_PASSWORD" => password}) do
    if String.length(password) < @min_password,
      do: {:error, "ADMIN_PASSWORD: it has fewer than #{@min_password} characters."},
      else: :ok
  end

  defp check_password(_values), do: :ok

  # Whoever reaches this port sees what goes on, so others on the network need a password.
  defp admin(%{"ADMIN_PORT" => port}, port) do
    {:error, "ADMIN_PORT is #{port}, like PORT; it must be another port."}
  end

  defp admin(%{"ADMIN_PORT" => port} = values, _port) do
    ip = Map.get(values, "ADMIN_LISTEN", {127, 0, 0, 1})
    password = values["ADMIN_PASSWORD"]

    if password == nil and not loopback?(ip),
      do: {:error, "ADMIN_LISTEN is not this machine only, so ADMIN_PASSWORD must be set."},
      else: {:ok, [ip: ip, port: port, password: password]}
  end

  defp admin(_values, _port), do: {:ok, nil}

  defp loopback?({127, _, _, _}), do: true
  defp loopback?(ip), do: ip == {0, 0, 0, 0, 0, 0, 0, 1}

  # Defaults that depend on the machine or on another variable. And a site makes its table, which
  # `iex` and tests don't.
  defp with_defaults(values) do
    tree_memory = @default_tree_memory * System.schedulers_online()
    values = values |> Map.put_new("TREE_MEMORY", tree_memory) |> Map.put_new("TABLES", "build")

    # A page is connected while it requests what it shows, and a browser requests several things at once.
    connections = max(2 * Map.get(values, "SOCKETS_PER_ADDRESS", 300), 32)
    values = Map.put_new(values, "CONNECTIONS_PER_ADDRESS", connections)

    # Whoever keeps unfinished matches for ever keeps all of them.
    if values["UNFINISHED_DAYS"] == 0, do: Map.put_new(values, "UNTOUCHED_DAYS", 0), else: values
  end

  defp warnings(%{"SCHEME" => "https"} = values) when not is_map_key(values, "TRUSTED_PROXIES") do
    [
      "SCHEME is https, but TRUSTED_PROXIES is not set: all visitors seem to come from the " <>
        "proxy's address and share the limits of one address."
    ]
  end

  defp warnings(_values), do: []

  # Only a site creates a secret.
  defp secret(true, _values, _data), do: {:ok, nil}

  defp secret(false, %{"SECRET_KEY_BASE" => secret}, _data) do
    with {:error, reason} <- Secret.check(secret), do: {:error, "SECRET_KEY_BASE: #{reason}"}
  end

  defp secret(false, _values, data), do: Secret.of_directory(data)
end
