defmodule Playout.Test.Arrows do
  @moduledoc """
  Which files use which: pairs of files, the first of which names something that the second one defines.

  `MIX_ENV=test mix run --no-start -e Playout.Test.Arrows.print` lists them.
  """
  import ExUnit.CaptureIO

  alias Playout.Test.RustArrows

  @type t :: {from :: Path.t(), to :: Path.t()}

  @doc "Returns those of `lib/`, as the compiler reports them, with macros and aliases."
  @spec elixir() :: [t]
  def elixir do
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
    |> Enum.filter(fn {from, to} -> Enum.all?([from, to], &String.starts_with?(&1, "lib/")) end)
  end

  @doc "Returns those within each crate of `native/`."
  @spec rust() :: [t]
  def rust, do: Enum.flat_map(Path.wildcard("native/*/src"), &RustArrows.within/1)

  @doc "Returns a shortest circle, as the files on the way round, or `nil`."
  @spec circle([t]) :: nil | [Path.t()]
  def circle(arrows) do
    graph = :digraph.new()
    for file <- Enum.flat_map(arrows, &Tuple.to_list/1), do: :digraph.add_vertex(graph, file)
    for {from, to} <- arrows, do: :digraph.add_edge(graph, from, to)
    knots = :digraph_utils.cyclic_strong_components(graph)
    circles = for knot <- knots, file <- knot, do: :digraph.get_short_cycle(graph, file)
    :digraph.delete(graph)
    Enum.min_by(circles, &{length(&1), &1}, fn -> nil end)
  end

  @doc "Replaces each file by its room, and leaves out what stays within one."
  @spec between([t], (Path.t() -> room)) :: [{room, room}] when room: term
  def between(arrows, room) do
    for {from, to} <- arrows, room.(from) != room.(to), uniq: true, do: {room.(from), room.(to)}
  end

  @doc "Prints all of them, with the number of files and arrows of each part."
  def print do
    arrows = Enum.sort(elixir() ++ rust())
    for {from, to} <- arrows, do: IO.puts("#{from} -> #{to}")

    for {part, arrows} <- Enum.group_by(arrows, fn {from, _to} -> part(from) end) do
      files = arrows |> Enum.flat_map(&Tuple.to_list/1) |> Enum.uniq()
      IO.puts("#{part}: #{length(files)} files, #{length(arrows)} arrows")
    end
  end

  defp part(file), do: file |> Path.split() |> Enum.take(2) |> Path.join() |> Path.rootname()
end
