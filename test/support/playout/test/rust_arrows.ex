defmodule Playout.Test.RustArrows do
  @moduledoc """
  Which files of a crate use which, read from the text.

  A path (`crate::tree::Node`, `super::Node`, `node::Node`) leads to the file that defines what it names:
  re-exports are followed, and `mod` alone is no arrow. A file and the parts in the folder beside it, such as
  `tree.rs` and `tree/node.rs`, are one file: they call each other's methods, which have no path. Tests are left
  out.
  """

  @item ~r/\b(?:fn|struct|enum|union|trait|const|static|type|macro_rules!)\s+(\w+)/

  # No chain of re-exports is as long.
  @longest 9

  @doc "Returns the arrows of the crate with this `src`."
  @spec within(Path.t()) :: [{Path.t(), Path.t()}]
  def within(src) do
    crate = Map.new(files(src), &{module(&1, src), read(&1)})
    # Wherever they are defined, the crate's root has these.
    macros =
      for {module, %{macros: names}} <- crate,
          name <- names,
          into: %{},
          do: {name, ["crate" | module] ++ [name]}

    crate = update_in(crate[[]].names, &Map.merge(macros, &1))

    files = for {_module, %{file: file}} <- crate, into: MapSet.new(), do: file

    for {module, %{file: file, paths: paths}} <- crate,
        from = whole(file, files),
        path <- paths,
        target = definer(crate, module, path, @longest),
        to = whole(crate[target].file, files),
        from != to,
        uniq: true,
        do: {from, to}
  end

  # The file that this one is a part of, or the file itself.
  defp whole(file, files) do
    beside = Path.dirname(file) <> ".rs"
    if beside in files, do: whole(beside, files), else: file
  end

  defp files(src) do
    src
    |> Path.join("**/*.rs")
    |> Path.wildcard()
    |> Enum.reject(&(Path.basename(&1) == "tests.rs"))
  end

  # The names of the modules that lead to this one: none for the crate itself.
  defp module(file, src) do
    parts = file |> Path.relative_to(src) |> Path.rootname() |> Path.split()
    if List.last(parts) in ~w(mod lib main), do: Enum.drop(parts, -1), else: parts
  end

  defp read(file) do
    text =
      file
      |> File.read!()
      # Comments, characters and strings: whichever begins first may contain the others.
      |> String.replace(~r{//[^\n]*|/\*.*?\*/|'\\?"'|"(\\.|[^"\\])*"}s, "")
      |> String.replace(~r{^#\[cfg\(test\)\]\n(?:#.*\n)*mod \w+ \{\n.*?^\}}ms, "")

    used = for [_, tree] <- Regex.scan(~r/\buse\s+([^;]+);/, text), pair <- leaves(tree), do: pair
    rest = String.replace(text, ~r/\buse\s+[^;]+;/, "")

    paths =
      for [path] <- Regex.scan(~r/(?<![\w:])\w+(?:::\w+)+/, rest), do: String.split(path, "::")

    %{
      file: file,
      # What each name stands for that the file imports, and the modules from which it imports everything.
      names: for({name, path} <- used, name != "*", into: %{}, do: {name, path}),
      globs: for({"*", path} <- used, do: Enum.drop(path, -1)),
      defined: for([_, name] <- Regex.scan(@item, rest), into: MapSet.new(), do: name),
      macros:
        for(
          [_, name] <-
            Regex.scan(~r/#\[macro_export\]\s*(?:#\[.*\]\s*)*macro_rules! (\w+)/, rest),
          do: name
        ),
      paths: Enum.map(used, &elem(&1, 1)) ++ paths
    }
  end

  # The leaves of a tree such as `a::{b, c::{d, e as f}}`, each with the name that it has here.
  defp leaves(tree), do: tree |> String.replace(~r/\s+/, " ") |> leaves([])

  defp leaves(tree, above) do
    case Regex.run(~r/^ ?((?:\w+ ?:: ?)*)\{(.*)\} ?$/, tree) do
      [_, path, inner] ->
        above = above ++ String.split(path, ~r/ ?:: ?/, trim: true)
        inner |> branches() |> Enum.flat_map(&leaves(&1, above))

      nil ->
        [path | other] = tree |> String.trim() |> String.split(" as ")
        path = Enum.reject(above ++ String.split(path, "::", trim: true), &(&1 == ""))

        path =
          if List.last(path) == "self" and length(path) > 1, do: Enum.drop(path, -1), else: path

        if path == [], do: [], else: [{List.first(other) || List.last(path), path}]
    end
  end

  # Splits at the commas that are not within braces. There may be one at the end.
  defp branches(text) do
    ~r/(?:[^,{}]|(\{(?:[^{}]|(?1))*\}))+/
    |> Regex.scan(text, capture: :first)
    |> List.flatten()
    |> Enum.reject(&(String.trim(&1) == ""))
  end

  # The module that defines what a path names, seen from a module; nil if it is outside the crate.
  defp definer(_crate, _module, _path, 0), do: nil
  defp definer(crate, _module, ["crate" | path], left), do: find(crate, [], path, left)
  defp definer(crate, module, ["self" | path], left), do: find(crate, module, path, left)

  defp definer(crate, module, ["super" | path], left) do
    above = Enum.drop(module, -1)

    if match?(["super" | _], path),
      do: definer(crate, above, path, left),
      else: find(crate, above, path, left)
  end

  defp definer(crate, module, [first | _] = path, left) do
    if Map.has_key?(crate, module ++ [first]), do: find(crate, module, path, left)
  end

  defp find(crate, module, [], _left) when is_map_key(crate, module), do: module

  defp find(crate, module, [name | rest] = path, left) do
    below = module ++ [name]

    case crate do
      %{^below => _} -> find(crate, below, rest, left)
      %{^module => here} -> named(crate, module, here, path, left)
      # A module within a file.
      _other -> module |> Enum.drop(-1) |> then(&if(module != [], do: find(crate, &1, [], left)))
    end
  end

  defp named(crate, module, here, [name | rest], left) do
    cond do
      name in here.defined -> module
      path = here.names[name] -> definer(crate, module, path ++ rest, left - 1)
      true -> Enum.find_value(here.globs, module, &through(crate, module, &1, name, left - 1))
    end
  end

  defp through(crate, module, glob, name, left) do
    with from when from != nil <- definer(crate, module, glob, left),
         true <- name in crate[from].defined or is_map_key(crate[from].names, name),
         do: definer(crate, from, ["self", name], left),
         else: (_nothing -> nil)
  end
end
