defmodule PlayoutWeb.Admin.Samples do
  @moduledoc "Metrics as numbers, read from Prometheus's text format, and what they say about a span."

  @typedoc "The value of each metric and labels."
  @type t :: %{{name :: String.t(), labels :: %{String.t() => String.t()}} => number}

  @typedoc "The samples at the end and at the start of a span, and its length in seconds."
  @type span :: %{now: t, before: t, seconds: float}

  @line ~r/^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
  @label ~r/([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"/

  @doc "Parses metrics in Prometheus's text format."
  @spec parse(String.t()) :: t
  def parse(text) do
    for line <- String.split(text, "\n", trim: true),
        [_line, name, labels, value] <- [Regex.run(@line, line)],
        into: %{} do
      {number, ""} = Float.parse(value)

      {{name, Map.new(Regex.scan(@label, labels), fn [_all, key, value] -> {key, value} end)},
       number}
    end
  end

  @doc "Returns the sum of a metric over all samples that have these labels."
  @spec sum(t, String.t(), %{String.t() => String.t()}) :: number
  def sum(samples, name, wanted \\ %{}) do
    for {{^name, labels}, value} <- samples,
        Map.take(labels, Map.keys(wanted)) == wanted,
        reduce: 0 do
      sum -> sum + value
    end
  end

  @doc "Returns by how much a counter grew. It starts from zero again when its process restarts."
  @spec increase(span, String.t(), %{String.t() => String.t()}) :: number
  def increase(%{now: now, before: before}, name, wanted \\ %{}) do
    max(sum(now, name, wanted) - sum(before, name, wanted), 0)
  end

  @doc "Returns by how much a counter grew in a second."
  @spec rate(span, String.t(), %{String.t() => String.t()}) :: float
  def rate(span, name, wanted \\ %{}), do: increase(span, name, wanted) / span.seconds

  @doc """
  Returns the values of labels with which a counter is not zero, each with its increase and its
  total; the highest total comes first.
  """
  @spec by(span, String.t(), [String.t()]) :: [{[String.t()], number, number}]
  def by(span, name, labels) do
    values = for {{^name, of}, _value} <- span.now, uniq: true, do: Map.take(of, labels)

    values
    |> Enum.map(fn of ->
      {Enum.map(labels, &of[&1]), increase(span, name, of), sum(span.now, name, of)}
    end)
    |> Enum.sort_by(fn {_values, _increase, total} -> -total end)
  end

  @doc """
  Returns the duration in seconds that a share of the durations did not exceed: the upper end of a
  bucket, `:more` if that has none, and `nil` if there were no durations.
  """
  @spec quantile(span, String.t(), float) :: float | :more | nil
  def quantile(span, name, share) do
    bucket = name <> "_bucket"
    bounds = for {{^bucket, %{"le" => bound}}, _count} <- span.now, uniq: true, do: bound
    counts = Map.new(bounds, &{bound(&1), increase(span, bucket, %{"le" => &1})})

    all = Map.get(counts, :more, 0)

    # Atoms are greater than all numbers, so the bucket without an end comes last.
    if all > 0, do: counts |> Enum.sort() |> Enum.find(&(elem(&1, 1) >= share * all)) |> elem(0)
  end

  defp bound("+Inf"), do: :more
  defp bound(text), do: text |> Float.parse() |> elem(0)
end
