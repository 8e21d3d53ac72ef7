defmodule PlayoutWeb.Language.AcceptLanguage do
  @moduledoc """
  Parses the `Accept-Language` header: languages, each with an optional weight from 0 to 1, as in
  `ja-JP, en;q=0.5` (RFC 9110, section 12.5.4). Malformed entries are ignored.
  """

  alias PlayoutWeb.Limits.Number

  @doc """
  Returns the available language that a header prefers, or `nil`.

  Languages are matched by the "lookup" of RFC 4647: `ja-JP` also matches `ja`. Among equal
  weights, the first language wins. `*` stands for the first available language that is not
  excluded by a weight of 0.

      iex> PlayoutWeb.Language.AcceptLanguage.best("de, ja-JP;q=0.8, en;q=0.5", ["en", "ja"])
      "ja"
  """
  @spec best(String.t(), [String.t()]) :: nil | String.t()
  def best(header, known) do
    ranges = header |> String.downcase() |> String.split(",") |> Enum.flat_map(&range/1)
    {refused, wanted} = Enum.split_with(ranges, fn {_range, weight} -> weight == 0 end)
    known = Enum.reject(known, &List.keymember?(refused, tag(&1), 0))

    wanted
    |> Enum.sort_by(fn {_range, weight} -> weight end, :desc)
    |> Enum.find_value(fn {range, _weight} -> lookup(range, known) end)
  end

  defp range(text) do
    case text |> String.split(";") |> Enum.map(&String.trim/1) do
      [""] -> []
      [range] -> [{range, 1.0}]
      [range, "q=" <> weight] -> weighted(range, weight)
      _malformed -> []
    end
  end

  # HTTP has three digits after the point.
  defp weighted(_range, weight) when byte_size(weight) > 8, do: []

  defp weighted(range, weight) do
    case Number.decimal(weight) do
      {:ok, weight} when weight <= 1 -> [{range, weight}]
      _malformed -> []
    end
  end

  defp lookup("*", known), do: List.first(known)

  # The longest tag that the range is equal to or begins with.
  defp lookup(range, known) do
    known
    |> Enum.filter(&String.starts_with?(range <> "-", tag(&1) <> "-"))
    |> Enum.max_by(&byte_size/1, fn -> nil end)
  end

  defp tag(locale), do: locale |> String.replace("_", "-") |> String.downcase()
end
