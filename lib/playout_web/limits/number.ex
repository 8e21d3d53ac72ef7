defmodule PlayoutWeb.Limits.Number do
  @moduledoc """
  Reads the numbers that come from outside: from events, addresses, forms and headers.

  To read a number takes time with the square of its digits, during which nothing else can run on that
  scheduler. So only this module reads numbers of others, and refuses long ones.
  """

  # 18 digits fit into a word.
  @most_bytes 18

  @doc """
  Reads a whole number. Anything else than the text of one is `:error`, and so is one that is too long.

      iex> PlayoutWeb.Limits.Number.whole("12")
      {:ok, 12}

      iex> PlayoutWeb.Limits.Number.whole("12th")
      :error
  """
  @spec whole(term) :: {:ok, integer} | :error
  def whole(text) when is_binary(text) and byte_size(text) <= @most_bytes do
    case Integer.parse(text) do
      {number, ""} -> {:ok, number}
      _other -> :error
    end
  end

  def whole(_other), do: :error

  @doc """
  Reads a number that has no sign and no exponent, but may have a decimal point.

      iex> PlayoutWeb.Limits.Number.decimal("0.25")
      {:ok, 0.25}

      iex> PlayoutWeb.Limits.Number.decimal("1.")
      {:ok, 1.0}

      iex> PlayoutWeb.Limits.Number.decimal("1e9")
      :error
  """
  @spec decimal(term) :: {:ok, float} | :error
  def decimal(text) when is_binary(text) and byte_size(text) <= @most_bytes do
    if text =~ ~r/\A\d+(\.\d*)?\z/ do
      {number, _point} = Float.parse(text)
      {:ok, number}
    else
      :error
    end
  end

  def decimal(_other), do: :error

  @doc """
  Returns whether a JSON text has only numbers that are short, so that it can be decoded. Their digits in
  texts don't count.

      iex> PlayoutWeb.Limits.Number.short_in_json?(~s({"seq": 12, "move": "1234567890123456789"}))
      true

      iex> PlayoutWeb.Limits.Number.short_in_json?(~s({"seq": 1234567890123456789}))
      false
  """
  @spec short_in_json?(binary) :: boolean
  def short_in_json?(json), do: outside(json, 0)

  defp outside(_json, digits) when digits > @most_bytes, do: false
  defp outside(<<?", rest::binary>>, _digits), do: inside(rest)

  defp outside(<<digit, rest::binary>>, digits) when digit in ?0..?9,
    do: outside(rest, digits + 1)

  defp outside(<<_other, rest::binary>>, _digits), do: outside(rest, 0)
  defp outside(<<>>, _digits), do: true

  defp inside(<<?\\, _escaped, rest::binary>>), do: inside(rest)
  defp inside(<<?", rest::binary>>), do: outside(rest, 0)
  defp inside(<<_other, rest::binary>>), do: inside(rest)
  defp inside(<<>>), do: true
end
