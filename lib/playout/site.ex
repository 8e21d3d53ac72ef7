defmodule Playout.Site do
  @moduledoc """
  What is set of a site by variables of the environment; README.md lists them.

  This module reads them when a site starts, and knows none of those who use them:
  config/runtime.exs hands each its part.
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

  # MiB: what the largest tree takes that a visitor may ask for.
  @least_tree_memory 128

  # MiB for each core.
  @usual_tree_memory 256

  @typedoc """
  A site's settings.

    * `database`: the file of the database
    * `ip`, `port`: where the site listens
    * `url`: how browsers reach it: `scheme`, `host` and `port`
    * `origins`: where pages may come from that open a socket
    * `trusted_proxies`: whose word on a client's address counts
    * `tree_memory`: MiB that the engine's trees may take, all together
    * `secret`: signs cookies; `nil` where no page is served
    * `serves?`: whether pages are served, as a release's `start` asks for
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
  Reads a site's settings from the variables; makes the secret if there is none. An
  error is a line for the person who runs the site.
  """
  @spec read(%{String.t() => String.t()}) :: {:ok, t} | {:error, String.t()}
  def read(variables) do
    # Set to nothing is not set.
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
      _ -> wrong(variables, "PORT", "a number from 1 to 65535")
    end
  end

  defp listen(variables) do
    address = variables |> Map.get("LISTEN", "127.0.0.1") |> String.to_charlist()

    with {:error, _} <- :inet.parse_strict_address(address) do
      wrong(variables, "LISTEN", "an IP address")
    end
  end

  # How browsers reach the site: by https that is a proxy's work, on its port.
  defp url(variables, port) do
    host = Map.get(variables, "HOST", "localhost")
    scheme = Map.get(variables, "SCHEME", "http")

    with true <- scheme in ["http", "https"] || wrong(variables, "SCHEME", "http or https"),
         {:ok, %URI{host: name, port: of_host, path: nil, userinfo: nil}} when name != "" <-
           URI.new("#{scheme}://#{host}") do
      own = if scheme == "http" and not String.ends_with?(host, ":#{of_host}"), do: port
      {:ok, [scheme: scheme, host: name, port: own || of_host]}
    else
      {:error, "SCHEME" <> _} = error -> error
      _ -> wrong(variables, "HOST", "a name, with a port if it is not the usual one")
    end
  end

  # By https pages come from one place; else also from this machine, by whatever
  # port it is reached.
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
         {memory, ""} when memory >= @least_tree_memory <- Integer.parse(text) do
      {:ok, memory}
    else
      nil ->
        {:ok, @usual_tree_memory * System.schedulers_online()}

      _ ->
        wanted = "a whole number of MiB, at least #{@least_tree_memory}"
        wrong(variables, "TREE_MEMORY", wanted)
    end
  end

  # Beside a running site (`eval` of a release, for a backup) nothing is made.
  defp secret(%{"RELEASE_COMMAND" => "eval"}, _data), do: {:ok, nil}

  defp secret(%{"SECRET_KEY_BASE" => secret}, _data) do
    with {:error, reason} <- Secret.check(secret), do: {:error, "SECRET_KEY_BASE: #{reason}"}
  end

  defp secret(_variables, data), do: Secret.of_directory(data)

  defp wrong(variables, name, wanted) do
    {:error, "#{name} is #{inspect(variables[name])}; it must be #{wanted}."}
  end
end
