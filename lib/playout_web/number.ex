defmodule PlayoutWeb.Number do
  @moduledoc """
  Reads the whole numbers that come from outside: in events, addresses and forms.

  Nothing else in the web may parse such text, because the functions of Elixir and Erlang take time that
  grows with the square of its length, and other processes wait for them.
  """

  # Nothing has more, and so many fit into a machine word.
  @most_digits 15

  @doc """
  Returns a number from 0 to #{String.duplicate("9", @most_digits)}, which JSON has as a number and
  everything else as digits; `:error` for anything else.
  """
  @spec whole(term) :: {:ok, non_neg_integer} | :error
  def whole(number) when is_integer(number) and number >= 0, do: {:ok, number}

  def whole(text) when is_binary(text) and byte_size(text) in 1..@most_digits do
    if digits?(text), do: {:ok, String.to_integer(text)}, else: :error
  end

  def whole(_other), do: :error

  defp digits?(<<digit, rest::binary>>) when digit in ?0..?9, do: digits?(rest)
  defp digits?(rest), do: rest == ""
end
