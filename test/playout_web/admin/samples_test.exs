defmodule PlayoutWeb.Admin.SamplesTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Admin.Samples

  @before """
  # HELP moves_total Moves
  # TYPE moves_total counter
  moves_total{game="quarto",result="ok"} 3
  took_seconds_bucket{le="0.1"} 1
  took_seconds_bucket{le="1"} 1
  took_seconds_bucket{le="+Inf"} 1
  """

  @now """
  moves_total{game="quarto",result="ok"} 8
  moves_total{game="quarto",result="a \\"b\\", c=\\"d\\""} 2
  moves_total{game="separo",result="ok"} 1
  free_bytes 1.5e9
  took_seconds_bucket{le="0.1"} 1
  took_seconds_bucket{le="1"} 20
  took_seconds_bucket{le="+Inf"} 21
  """

  defp span, do: %{now: Samples.parse(@now), before: Samples.parse(@before), seconds: 10.0}

  test "lines are parsed" do
    assert Samples.parse(@before)[{"moves_total", %{"game" => "quarto", "result" => "ok"}}] == 3
    assert map_size(Samples.parse(@before)) == 4
    assert Samples.parse(@now)[{"free_bytes", %{}}] == 1.5e9
    assert map_size(Samples.parse(@now)) == 7
  end

  test "a counter is summed over the labels that are not given" do
    assert Samples.sum(span().now, "moves_total") == 11
    assert Samples.increase(span(), "moves_total") == 8
    assert Samples.increase(span(), "moves_total", %{"game" => "quarto"}) == 7
    assert Samples.rate(span(), "moves_total", %{"game" => "separo"}) == 0.1
    assert Samples.increase(span(), "unknown") == 0
  end

  test "a counter that starts again from zero has not decreased" do
    assert Samples.increase(%{span() | now: %{}}, "moves_total") == 0
  end

  test "values of labels, with what they add" do
    assert Samples.by(span(), "moves_total", ["game"]) == [
             {["quarto"], 7, 10},
             {["separo"], 1, 1}
           ]
  end

  test "a quantile is the upper end of a bucket" do
    assert Samples.quantile(span(), "took_seconds", 0.95) == 1.0
    assert Samples.quantile(span(), "took_seconds", 1.0) == :more
    assert Samples.quantile(%{span() | before: %{}}, "took_seconds", 0.04) == 0.1
    assert Samples.quantile(%{span() | now: span().before}, "took_seconds", 0.5) == nil
    assert Samples.quantile(span(), "unknown", 0.5) == nil
  end
end
