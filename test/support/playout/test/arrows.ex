defmodule Playout.Test.Arrows do
  @moduledoc """
  Which files use which: pairs of files, the first of which names something that the second one defines.

  `MIX_ENV=test mix run --no-start -e Playout.Test.Arrows.print` lists them.
  """
  import ExUnit.CaptureIO

  alias Playout.Test.RustArrows

  @type t :: {from :: Path.t(), to :: Path.t()}

  @doc "Returns those of `lib/`, with macros, aliases and types."
  @spec elixir() :: [t]
  def elixir do
    Enum.uniq(for {from, to} = arrow <- compiled() ++ types(), lib?(from) and lib?(to), do: arrow)
  end

  defp lib?(file), do: String.starts_with?(file, "lib/")

  defp compiled do
    task = fn -> Mix.Task.rerun("xref", ~w(graph --format plain --no-compile)) end

    capture_io(task)
    |> String.split("\n", trim: true)
    |> Enum.reduce({nil, []}, fn line, {from, arrows} ->
      case String.split(line) do
        [branch, to | _label] when branch in ["|--", "`--"] -> {from, [{from, to} | arrows]}
        [file | _label] -> {file, arrows}
      end
    end)
    |> elem(1)
  end

  # The compiler leaves out modules of which only a type is used.
  defp types do
    files = Map.new(Application.spec(:playout, :modules), &{&1, file(&1)})

    for {module, from} <- files,
        used <- used(specified(module)),
        {:ok, to} when to != from <- [Map.fetch(files, used)],
        do: {from, to}
  end

  defp specified(module) do
    for fetch <- [:fetch_types, :fetch_specs, :fetch_callbacks],
        {:ok, found} <- [apply(Code.Typespec, fetch, [module])],
        do: found
  end

  defp used({:remote_type, _line, [{:atom, _, module}, _name, arguments]}),
    do: [module | used(arguments)]

  defp used(it) when is_tuple(it), do: it |> Tuple.to_list() |> used()
  defp used(it) when is_list(it), do: Enum.flat_map(it, &used/1)
  defp used(_it), do: []

  @doc "Returns the file of a module."
  @spec file(module) :: Path.t()
  def file(module),
    do: module.module_info(:compile)[:source] |> to_string() |> Path.relative_to_cwd()

  @doc "Returns those within each crate of `native/`."
  @spec rust() :: [t]
  def rust, do: Enum.flat_map(Path.wildcard("native/*/src"), &RustArrows.within/1)

  @doc "Returns those within `assets/js/`."
  @spec javascript() :: [t]
  def javascript do
    for from <- Path.wildcard("assets/js/**/*.js"),
        [_, path] <- Regex.scan(~r/ from "(\..+)";$/m, File.read!(from)),
        do: {from, path |> Path.expand(Path.dirname(from)) |> Path.relative_to_cwd()}
  end

  @doc "Returns a shortest circle of each knot, as the files or rooms on the way round."
  @spec circles([{it, it}]) :: [[it]] when it: term
  def circles(arrows) do
    graph = :digraph.new()
    for file <- Enum.flat_map(arrows, &Tuple.to_list/1), do: :digraph.add_vertex(graph, file)
    for {from, to} <- arrows, do: :digraph.add_edge(graph, from, to)

    circles =
      for knot <- :digraph_utils.cyclic_strong_components(graph) do
        knot |> Enum.map(&:digraph.get_short_cycle(graph, &1)) |> Enum.min_by(&{length(&1), &1})
      end

    :digraph.delete(graph)
    circles
  end

  @doc "Replaces each file by its room, and leaves out what stays within one."
  @spec between([t], (Path.t() -> room)) :: [{room, room}] when room: term
  def between(arrows, room) do
    for {from, to} <- arrows, room.(from) != room.(to), uniq: true, do: {room.(from), room.(to)}
  end

  @doc "Prints all of them, with the number of files and arrows of each part."
  def print do
    arrows = Enum.sort(elixir() ++ rust() ++ javascript())
    for {from, to} <- arrows, do: IO.puts("#{from} -> #{to}")

    for {part, arrows} <- Enum.group_by(arrows, fn {from, _to} -> part(from) end) do
      files = arrows |> Enum.flat_map(&Tuple.to_list/1) |> Enum.uniq()
      IO.puts("#{part}: #{length(files)} files, #{length(arrows)} arrows")
    end
  end

  defp part(file), do: file |> Path.split() |> Enum.take(2) |> Path.join() |> Path.rootname()
end
