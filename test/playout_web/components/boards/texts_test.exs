defmodule PlayoutWeb.Boards.TextsTest do
  @moduledoc "Boards draw diagrams; only the rules read the text of a position."
  use ExUnit.Case, async: true

  alias PlayoutWeb.Boards

  test "no board component receives a position's text" do
    attrs =
      for {name, %{attrs: attrs}} <- Boards.__components__(), attr <- attrs, do: {name, attr.name}

    assert {:board, :diagram} in attrs

    for {name, attr} <- attrs,
        do: refute(attr == :position, "#{name} has an attribute `position`")
  end

  test "no code in lib parses a position's text" do
    for file <- Path.wildcard("lib/**/*.ex"),
        {line, number} <- file |> File.read!() |> String.split("\n") |> Enum.with_index(1) do
      refute line =~ ~r/(split|scan|match\?|run|<<.*<-).*\bposition\b/,
             "#{file}:#{number}: #{line}"

      refute line =~ ~r/\bposition\b.*\|> *(String\.split|String\.graphemes)/, "#{file}:#{number}"
    end
  end
end
