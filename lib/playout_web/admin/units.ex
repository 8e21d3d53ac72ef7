defmodule PlayoutWeb.Admin.Units do
  @moduledoc "Figures as the dashboard writes them. What is not known is a dash."

  @unknown "–"

  @doc "Writes a number in groups of three digits, without decimals if it is 10 or more."
  @spec number(number | nil) :: String.t()
  def number(nil), do: @unknown
  def number(number) when is_float(number) and number < 10, do: decimals(number)

  def number(number) do
    number
    |> round()
    |> Integer.to_string()
    |> String.replace(~r/(?<=\d)(?=(\d{3})+$)/, ",")
  end

  @doc "Writes a number of bytes."
  @spec bytes(number | nil) :: String.t()
  def bytes(nil), do: @unknown
  def bytes(bytes) when bytes < 1000, do: "#{round(bytes)} B"
  def bytes(bytes), do: scaled(bytes / 1000, ~w(kB MB GB TB))

  defp scaled(value, [_unit | [_ | _] = larger]) when value >= 1000,
    do: scaled(value / 1000, larger)

  defp scaled(value, [unit | _larger]), do: "#{number(value)} #{unit}"

  @doc "Writes a duration in seconds; `:more` is one that is longer than all buckets."
  @spec seconds(number | :more | nil) :: String.t()
  def seconds(nil), do: @unknown
  def seconds(:more), do: "longer"
  def seconds(seconds) when seconds < 1, do: "#{number(seconds * 1000.0)} ms"
  def seconds(seconds), do: "#{number(seconds * 1.0)} s"

  @doc "Writes a share of a whole in percent."
  @spec percent(number | nil, number | nil) :: String.t()
  def percent(part, whole) when part == nil or whole in [nil, 0], do: @unknown
  def percent(part, whole), do: "#{round(100 * part / whole)}%"

  defp decimals(number) do
    number |> :erlang.float_to_binary(decimals: 1) |> String.replace_suffix(".0", "")
  end
end
