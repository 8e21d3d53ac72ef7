defmodule PlayoutWeb.Analysis.Heat do
  @moduledoc """
  How often a search has visited the moves that begin with certain steps, as text for
  `assets/js/boards/playing/heat.js`: `a1=340(0=200 1=140) b2=120`. Each step is followed by its
  part of all visits in thousandths, and in parentheses by the steps that can come next.

  There are at most 160 steps, the most visited ones, so that the text has a limit.
  """

  @most_steps 160

  @type moves :: %{String.t() => [String.t()]}

  @doc """
  Returns the text for the `visits` of the moves; `steps` are those of each move. It is empty if
  nothing was visited.
  """
  @spec text(%{String.t() => non_neg_integer}, moves) :: String.t()
  def text(visits, steps) do
    total = visits |> Map.values() |> Enum.sum()
    if total == 0, do: "", else: visits |> parts(steps, total) |> most() |> write([])
  end

  # The thousandths by path of steps, also of those that only begin a move.
  defp parts(visits, steps, total) do
    counts =
      for {move, count} <- visits,
          count > 0,
          path = Map.get(steps, move, []),
          length <- 1..length(path)//1,
          reduce: %{} do
        counts -> Map.update(counts, Enum.take(path, length), count, &(&1 + count))
      end

    for {path, count} <- counts, part = round(1000 * count / total), part > 0, do: {path, part}
  end

  # Shorter paths first, so that none is there without those that it begins with.
  defp most(parts) do
    parts
    |> Enum.sort_by(fn {path, part} -> {-part, length(path), path} end)
    |> Enum.take(@most_steps)
  end

  defp write(parts, before) do
    depth = length(before)

    parts
    |> Enum.filter(fn {path, _part} ->
      length(path) == depth + 1 and List.starts_with?(path, before)
    end)
    |> Enum.map_join(" ", fn {path, part} ->
      below = write(parts, path)
      "#{List.last(path)}=#{part}#{if below != "", do: "(#{below})"}"
    end)
  end
end
