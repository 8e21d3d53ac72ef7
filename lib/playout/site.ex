defmodule Playout.Site do
  @moduledoc """
  A site's settings from environment variables; README.md lists them.

  This module reads them when a site starts. It doesn't depend on the modules that use them;
  config/runtime.exs passes each module its part.
  """

  alias Playout.Site.{Networks, Secret}

  @enforce_keys [
    :database,
    :ip,
    :port,
    :url,
    :origins,
    :trusted_proxies,
    :tree_memory,
    :secret,
    :serves?
  ]
  defstruct @enforce_keys

  # MiB: the size of the largest tree that a visitor may request.
  @min_tree_memory 128

  # MiB per core.
  @default_tree_memory 256

  @typedoc """
  A site's settings.

    * `database`: the file of the database
    * `ip`, `port`: where the site listens
    * `url`: how browsers reach it: `scheme`, `host` and `port`
    * `origins`: the origins of pages that may open a socket
    * `trusted_proxies`: the proxies that are trusted to report a client's address
    * `tree_memory`: the memory for all of the engine's trees together, in MiB
    * `secret`: signs cookies; `nil` if no page is served
    * `serves?`: whether pages are served, as with a release's `start`
  """
  @type t :: %__MODULE__{
          database: Path.t(),
          ip: :inet.ip_address(),
          port: :inet.port_number(),
          url: keyword,
          origins: [String.t()],
          trusted_proxies: [Networks.network()],
          tree_memory: pos_integer,
          secret: String.t() | nil,
          serves?: boolean
        }

  @doc """
  Reads a site's settings from the variables, and creates the secret if there is none. An error is
  a one-line message for the operator of the site.
  """
  @spec read(%{String.t() => String.t()}) :: {:ok, t} | {:error, String.t()}
  def read(variables) do
    # An empty variable counts as unset.
    variables = Map.reject(variables, fn {_name, value} -> value == "" end)
    data = variables |> Map.get("PLAYOUT_DATA", "data") |> Path.expand()

    with {:ok, port} <- port(variables),
         {:ok, ip} <- listen(variables),
         {:ok, url} <- url(variables, port),
         {:ok, trusted} <- trusted_proxies(variables),
         {:ok, tree_memory} <- tree_memory(variables),
         {:ok, secret} <- secret(variables, data) do
      {:ok,
       %__MODULE__{
         database: Path.join(data, "playout.db"),
         ip: ip,
         port: port,
         url: url,
         origins: origins(url),
         trusted_proxies: trusted,
         tree_memory: tree_memory,
         secret: secret,
         serves?: Map.has_key?(variables, "PHX_SERVER")
       }}
    end
  end

  defp port(variables) do
    with text when text != nil <- variables["PORT"],
         {port, ""} when port in 1..65_535 <- Integer.parse(text) do
      {:ok, port}
    else
      nil -> {:ok, 4000}
      _ -> invalid(variables, "PORT", "a number from 1 to 65535")
    end
  end

  defp listen(variables) do
    address = variables |> Map.get("LISTEN", "127.0.0.1") |> String.to_charlist()

    with {:error, _} <- :inet.parse_strict_address(address) do
      invalid(variables, "LISTEN", "an IP address")
    end
  end

  # The address for browsers: with https, a proxy handles TLS on its own port.
  defp url(variables, port) do
    host = Map.get(variables, "HOST", "localhost")
    scheme = Map.get(variables, "SCHEME", "http")

    with true <- scheme in ["http", "https"] || invalid(variables, "SCHEME", "http or https"),
         {:ok, %URI{host: name, port: of_host, path: nil, userinfo: nil}} when name != "" <-
           URI.new("#{scheme}://#{host}") do
      own = if scheme == "http" and not String.ends_with?(host, ":#{of_host}"), do: port
      {:ok, [scheme: scheme, host: name, port: own || of_host]}
    else
      {:error, "SCHEME" <> _} = error -> error
      _ -> invalid(variables, "HOST", "a host name, with its port unless that is the default")
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

  defp trusted_proxies(variables) do
    {:ok, variables |> Map.get("TRUSTED_PROXIES", "") |> Networks.parse!()}
  rescue
    error in ArgumentError -> {:error, "TRUSTED_PROXIES: #{Exception.message(error)}."}
  end

  defp tree_memory(variables) do
    with text when text != nil <- variables["TREE_MEMORY"],
         {memory, ""} when memory >= @min_tree_memory <- Integer.parse(text) do
      {:ok, memory}
    else
      nil ->
        {:ok, @default_tree_memory * System.schedulers_online()}

      _ ->
        wanted = "a whole number of MiB, at least #{@min_tree_memory}"
        invalid(variables, "TREE_MEMORY", wanted)
    end
  end

  # Commands that run beside a site (a release's `eval`, for a backup) don't create a secret.
  defp secret(%{"RELEASE_COMMAND" => "eval"}, _data), do: {:ok, nil}

  defp secret(%{"SECRET_KEY_BASE" => secret}, _data) do
    with {:error, reason} <- Secret.check(secret), do: {:error, "SECRET_KEY_BASE: #{reason}"}
  end

  defp secret(_variables, data), do: Secret.of_directory(data)

  defp invalid(variables, name, wanted) do
    {:error, "#{name} is #{inspect(variables[name])}; it must be #{wanted}."}
  end
end
