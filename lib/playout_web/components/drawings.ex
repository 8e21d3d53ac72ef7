defmodule PlayoutWeb.Drawings do
  @moduledoc """
  The drawings that are files (`assets/drawings`), read when the site is compiled.

  Pages get what is inside the `<svg>` of a file, without comments and without whitespace between
  elements. What a file may contain is in `assets/README.md`.
  """

  @pattern "assets/drawings/*/*.svg"
  @files Path.wildcard(@pattern)
  for file <- @files, do: @external_resource(file)

  content = fn file ->
    text =
      file
      |> File.read!()
      |> String.replace(~r/<!--.*?-->/s, "")
      |> String.replace(~r/\s+/, " ")
      |> String.replace(~r" ?(/?>) ?", "\\1")

    [_svg, content] = Regex.run(~r"<svg [^>]*>(.*)</svg>", text)
    {:safe, content}
  end

  @drawings Enum.group_by(
              @files,
              &Path.basename(Path.dirname(&1)),
              &{Path.basename(&1, ".svg"), content.(&1)}
            )
            |> Map.new(fn {folder, drawings} -> {folder, Map.new(drawings)} end)

  @doc "Returns whether Mix has to compile this module again, because there are other files."
  @spec __mix_recompile__?() :: boolean
  def __mix_recompile__?, do: Path.wildcard(@pattern) != @files

  @doc "Lists the files, for modules that draw when they are compiled."
  @spec files() :: [Path.t()]
  def files, do: @files

  @doc "Lists the drawings in a folder."
  @spec names(String.t()) :: [String.t()]
  def names(folder), do: Map.keys(@drawings[folder])

  @doc "Returns a drawing, for use inside an `<svg>`."
  @spec drawing(String.t(), String.t()) :: Phoenix.HTML.safe()
  def drawing(folder, name), do: @drawings |> Map.fetch!(folder) |> Map.fetch!(name)
end
