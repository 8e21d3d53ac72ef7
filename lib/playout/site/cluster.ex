defmodule Playout.Site.Cluster do
  @moduledoc """
  The settings of `Playout.Cluster` from the environment variables of a site.
  """

  @needs_secret "CLUSTER is set, so SECRET_KEY_BASE must be set, to the same on all nodes."
  @needs_database "CLUSTER is set, so DATABASE_URL must be set, to the same on all nodes that serve."

  @doc """
  Returns the settings; an empty list if the site has one node. An error is a one-line message for
  the operator.
  """
  @spec read(%{String.t() => term}) :: {:ok, keyword} | {:error, String.t()}
  def read(%{"CLUSTER" => names} = values) do
    role = values |> Map.get("CLUSTER_ROLE", "serve") |> String.to_existing_atom()

    with {:ok, names} <- names(names),
         {:ok, secret} <- required(values, "SECRET_KEY_BASE", @needs_secret),
         {:ok, _url} <- database(role, values),
         {:ok, address} <- address(values) do
      {:ok, names: names, address: address, role: role, cookie: cookie(secret)}
    end
  end

  # Nobody should think that it has any effect.
  def read(%{"CLUSTER_ROLE" => "think"}),
    do:
      {:error,
       "CLUSTER_ROLE is think, so CLUSTER must be set: a node alone has nobody to think for."}

  def read(_values), do: {:ok, []}

  defp names(text) do
    case String.split(text, [",", " "], trim: true) do
      [] -> {:error, "CLUSTER must be names or addresses of the nodes."}
      names -> Enum.find_value(names, {:ok, names}, &version_6/1)
    end
  end

  # It would never be found, and nobody would say why.
  defp version_6(name) do
    case :inet.parse_ipv6strict_address(String.to_charlist(name)) do
      {:ok, _address} ->
        {:error, "CLUSTER has the IPv6 address #{name}, but nodes connect over IPv4 only."}

      {:error, _name} ->
        nil
    end
  end

  defp required(values, name, message) do
    with :error <- Map.fetch(values, name), do: {:error, message}
  end

  defp database(:think, _values), do: {:ok, nil}
  defp database(:serve, values), do: required(values, "DATABASE_URL", @needs_database)

  defp address(%{"CLUSTER_ADDRESS" => {_, _, _, _} = address}), do: {:ok, address}

  defp address(%{"CLUSTER_ADDRESS" => _version_6}),
    do: {:error, "CLUSTER_ADDRESS must be an IPv4 address."}

  # In a container there is usually one.
  defp address(_values) do
    {:ok, interfaces} = :inet.getifaddrs()

    addresses =
      for {_name, options} <- interfaces,
          :loopback not in options[:flags],
          {:addr, {_, _, _, _} = address} <- options,
          do: address

    case addresses do
      [address] ->
        {:ok, address}

      _none_or_several ->
        found =
          if addresses == [], do: "none", else: Enum.map_join(addresses, ", ", &:inet.ntoa/1)

        {:error,
         "CLUSTER is set, so CLUSTER_ADDRESS must be set, unless the machine has exactly one " <>
           "IPv4 address (found: #{found})."}
    end
  end

  # From it, nobody can work out the secret that signs cookies.
  defp cookie(secret) do
    :hmac
    |> :crypto.mac(:sha256, secret, "playout cluster cookie")
    |> Base.url_encode64(padding: false)
  end
end
