defmodule Playout.Site.ComposeTest do
  @moduledoc "The sites of compose.yaml and compose.cluster.yaml get settings that there are."
  use ExUnit.Case, async: true

  alias Playout.Site.Variables

  @others ~w(POSTGRES_USER POSTGRES_PASSWORD)

  for file <- ~w(compose.yaml compose.cluster.yaml) do
    test "#{file} sets variables of the site" do
      names = ~r/^ +([A-Z][A-Z_]+): /m
      set = Regex.scan(names, File.read!(unquote(file)), capture: :all_but_first)
      known = Enum.map(Variables.all(), & &1.name) ++ @others
      assert [] == (set |> List.flatten() |> Enum.uniq()) -- known
      assert ["HOST"] in set
    end
  end
end
