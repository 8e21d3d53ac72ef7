defmodule Playout.PathsTest do
  # Modules can be found by name: each file has one module at its top, named after its path below lib,
  # test or test/support. Only the folder `components` doesn't appear in the names.
  use ExUnit.Case, async: true

  test "a file's path is its module's name" do
    # Folders with packages of npm have thousands of files.
    folders = for path <- Path.wildcard("{lib,test}/*"), File.dir?(path), not npm?(path), do: path
    within = Enum.flat_map(folders, &Path.wildcard(&1 <> "/**/*.{ex,exs}"))
    files = within ++ (Path.wildcard("{lib,test}/*.{ex,exs}") -- ["test/test_helper.exs"])
    assert length(files) > 150
    assert Enum.reject(files, &(modules(&1) == [named(&1)])) == []
  end

  defp npm?(folder), do: File.exists?(Path.join(folder, "package.json"))

  defp modules(file) do
    case Code.string_to_quoted!(File.read!(file)) do
      {:__block__, _, expressions} -> expressions
      expression -> [expression]
    end
    |> Enum.flat_map(fn
      {:defmodule, _, [{:__aliases__, _, parts} | _]} -> [Module.concat(parts)]
      _other -> []
    end)
    |> Enum.map(&Macro.underscore/1)
  end

  defp named(file) do
    path = file |> Path.rootname() |> String.replace(~r"^(lib|test/support|test)/", "")

    case Path.split(path) do
      ["playout_web", "components" | rest] -> ["playout_web" | rest]
      parts -> parts
    end
    |> Path.join()
  end
end
