defmodule Playout.NotebookTest do
  # The cells of docs/analysis.livemd run, from the first to the last, as they would in Livebook.
  use ExUnit.Case, async: true

  import ExUnit.CaptureIO

  @notebook Path.expand("../../docs/analysis.livemd", __DIR__)

  # The first cell fetches the engine, which is here already.
  defp cells do
    [setup | cells] =
      for [_fence, cell] <- Regex.scan(~r/^```elixir\n(.*?)^```$/ms, File.read!(@notebook)),
          do: cell

    assert setup =~ "Mix.install"
    cells
  end

  # Returns the value of the last cell, the variables, and everything that was printed.
  defp run do
    test = self()

    printed =
      capture_io(fn ->
        env = Code.env_for_eval(file: @notebook)

        {value, binding, _env} =
          Enum.reduce(cells(), {nil, [], env}, fn cell, {_value, binding, env} ->
            cell
            |> Code.string_to_quoted!(file: @notebook)
            |> Code.eval_quoted_with_env(binding, env)
          end)

        send(test, {:ran, value, Map.new(binding)})
      end)

    assert_received {:ran, value, variables}
    {value, variables, printed}
  end

  test "it plays, analyses and draws a graph" do
    {svg, variables, printed} = run()
    %{game: game, outcome: outcome, values: values, turning_point: turning_point} = variables

    assert Playout.outcome!(game) == outcome
    assert length(values) == length(game.moves) + 1
    assert Enum.all?(values, &(&1 >= -1 and &1 <= 1))
    assert turning_point.cost == variables.costs |> Enum.map(& &1.cost) |> Enum.max()
    assert [_ | _] = turning_point.choice.lines
    assert printed =~ Enum.join(game.moves, " ")

    assert {:ok, [record]} = Playout.Record.read(variables.text)
    assert record == variables.record
    assert Playout.Record.main_line(record) == game.moves

    # As many points as positions, all of them on the picture.
    assert [[_, points]] = Regex.scan(~r/<polyline points="([^"]*)"/, svg)
    points = for point <- String.split(points), do: String.split(point, ",")
    assert length(points) == length(values)

    for [x, y] <- points do
      assert String.to_float(x) >= 0 and String.to_float(x) <= 600
      assert String.to_float(y) >= 0 and String.to_float(y) <= 200
    end

    assert svg =~ ~r/<circle cx="[0-9.]+" cy="[0-9.]+"/
    assert svg =~ ~r/\A<svg .*<\/svg>\n\z/s
  end
end
