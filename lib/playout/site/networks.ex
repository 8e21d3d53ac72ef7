defmodule Playout.Site.Networks do
  @moduledoc """
  Network addresses and networks, to decide which proxies a site trusts.
  """
  import Bitwise

  @typedoc "A network: its first address as a number, and the number of bits after its prefix."
  @type network :: {:inet | :inet6, non_neg_integer, non_neg_integer}

  @doc """
  Parses addresses and networks, as in `"127.0.0.1, 10.0.0.0/8, fd00::/8"`; raises an
  `ArgumentError` that names the first invalid entry.
  """
  @spec parse!(String.t()) :: [network]
  def parse!(text) do
    for entry <- String.split(text, [",", " "], trim: true) do
      network(entry) ||
        raise ArgumentError, "#{inspect(entry)} is neither an IP address nor a network"
    end
  end

  defp network(entry) do
    {address, prefix} =
      case String.split(entry, "/") do
        [address] -> {address(address), :full}
        [address, bits] -> {address(address), Integer.parse(bits)}
        _more -> {nil, nil}
      end

    with true <- address != nil,
         {family, number, width} = number(address),
         {bits, ""} when bits in 0..width//1 <- full_prefix(prefix, width) do
      rest = width - bits
      {family, number >>> rest, rest}
    else
      _ -> nil
    end
  end

  defp full_prefix(:full, width), do: {width, ""}
  defp full_prefix(prefix, _width), do: prefix

  @doc "Returns whether an address belongs to one of the networks."
  @spec member?([network], :inet.ip_address()) :: boolean
  def member?(networks, address) do
    {family, number, _width} = number(address)
    Enum.any?(networks, fn {of, prefix, rest} -> of == family and number >>> rest == prefix end)
  end

  @doc "Parses an address; returns `nil` if it is invalid."
  @spec address(String.t()) :: :inet.ip_address() | nil
  def address(text) do
    case :inet.parse_strict_address(String.to_charlist(text)) do
      {:ok, address} -> unmapped(address)
      {:error, _} -> nil
    end
  end

  @doc "Converts an IPv4-mapped IPv6 address to IPv4; returns other addresses unchanged."
  @spec unmapped(:inet.ip_address()) :: :inet.ip_address()
  def unmapped({0, 0, 0, 0, 0, 0xFFFF, high, low}) do
    {high >>> 8, high &&& 0xFF, low >>> 8, low &&& 0xFF}
  end

  def unmapped(address), do: address

  defp number({_, _, _, _} = address), do: {:inet, digits(address, 256), 32}
  defp number(address), do: {:inet6, digits(address, 65_536), 128}

  defp digits(address, base), do: address |> Tuple.to_list() |> Integer.undigits(base)
end
