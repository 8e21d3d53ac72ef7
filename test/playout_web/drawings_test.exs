defmodule PlayoutWeb.DrawingsTest do
  use ExUnit.Case, async: true

  import Phoenix.LiveViewTest, only: [render_component: 2]

  alias PlayoutWeb.Boards.Sprites
  alias PlayoutWeb.Drawings

  @elements ~w(g path circle ellipse rect)
  @attributes ~w(d x y width height cx cy r rx ry transform opacity fill) ++
                ~w(stroke stroke-width stroke-linecap stroke-linejoin stroke-dasharray)

  defp folder(file), do: file |> Path.dirname() |> Path.basename()

  defp elements(content) do
    Enum.flat_map(content, fn
      {element, attributes, content} -> [{element, attributes} | elements(content)]
      {:comment, _text} -> []
      text when is_binary(text) -> if String.trim(text) == "", do: [], else: [{text, []}]
    end)
  end

  test "each file is an SVG document of shapes with presentation attributes" do
    for file <- Drawings.files(), text = File.read!(file) do
      document = LazyHTML.from_fragment(text)

      # Browsers mend what is not well-formed.
      written = Regex.replace(~r"<(\w+)([^<>]*)/>", text, "<\\1\\2></\\1>")
      assert LazyHTML.to_html(document) == written, file

      assert [{"svg", attributes, content}, "\n"] = LazyHTML.to_tree(document)
      attributes = Map.new(attributes)
      assert attributes["xmlns"] == "http://www.w3.org/2000/svg", file
      assert attributes["viewBox"] =~ ~r/^-?\d+ -?\d+ \d+ \d+$/, file
      if folder(file) == "portraits", do: assert(attributes["viewBox"] == "0 0 100 100", file)

      for {element, attributes} <- elements(content) do
        assert element in @elements, "#{file} contains #{element}"
        assert for({name, _value} <- attributes, do: name) -- @attributes == [], file
      end
    end
  end

  test "each file is small" do
    sizes = Map.new(Drawings.files(), &{&1, File.stat!(&1).size})
    assert Map.filter(sizes, fn {_file, size} -> size > 3_500 end) == %{}
    assert Enum.sum(Map.values(sizes)) < 50_000
  end

  # portrait_test.exs has the portraits.
  test "the sprite of a game contains the drawings in its folder" do
    folders = Enum.uniq(Enum.map(Drawings.files(), &folder/1)) -- ["portraits"]
    assert folders != []

    for folder <- folders, name <- Drawings.names(folder) do
      sprite = render_component(&Sprites.sprite/1, game: String.to_existing_atom(folder))
      {:safe, drawing} = Drawings.drawing(folder, name)
      assert sprite =~ drawing, "#{folder}/#{name}"
    end
  end

  test "a page gets what is inside a drawing, in one line" do
    {:safe, drawing} = Drawings.drawing("portraits", "person")
    assert drawing =~ ~r"\A<g stroke=.+/>\z"
    refute drawing =~ ~r"\n|> |--"
  end

  test "the module contains the files that exist" do
    refute Drawings.__mix_recompile__?()
  end
end
