defmodule PlayoutWeb.Environment do
  @moduledoc """
  How a site is set by variables of the environment; README.md lists them. Read by
  config/runtime.exs when a site starts.
  """

  alias PlayoutWeb.{ClientAddress, Secret}

  @doc """
  Reads the variables into settings of the application `:playout`; makes the
  secret if there is none. An error is a line for the one who runs the site.
  """
  @spec read(%{String.t() => String.t()}) :: {:ok, keyword} | {:error, String.t()}
  def read(variables) do
    # Set to nothing is not set.
    variables = Map.reject(variables, fn {_name, value} -> value == "" end)
    data = variables |> Map.get("PLAYOUT_DATA", "data") |> Path.expand()

    with {:ok, port} <- port(variables),
         {:ok, ip} <- listen(variables),
         {:ok, url} <- url(variables, port),
         {:ok, trusted} <- trusted_proxies(variables),
         {:ok, secret} <- secret(variables, data) do
      endpoint = [
        url: url,
        http: [ip: ip, port: port],
        check_origin: origins(url),
        secret_key_base: secret
      ]

      server = if Map.has_key?(variables, "PHX_SERVER"), do: [server: true], else: []

      {:ok,
       [
         {Playout.Repo, [database: Path.join(data, "playout.db")]},
         {PlayoutWeb.Endpoint, endpoint ++ server},
         {ClientAddress, [trusted_proxies: trusted]}
       ]}
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

  # Where pages come from that may open a socket. By https there is one such
  # place; else also this machine, by whatever port it is reached.
  defp origins(url) do
    case url[:scheme] do
      "https" -> ["https://#{bracketed(url[:host])}:#{url[:port]}"]
      "http" -> Enum.uniq(["//localhost", "//127.0.0.1", "//[::1]", "//#{bracketed(url[:host])}"])
    end
  end

  defp bracketed(host), do: if(String.contains?(host, ":"), do: "[#{host}]", else: host)

  defp trusted_proxies(variables) do
    {:ok, variables |> Map.get("TRUSTED_PROXIES", "") |> ClientAddress.networks!()}
  rescue
    error in ArgumentError -> {:error, "TRUSTED_PROXIES: #{Exception.message(error)}."}
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
