defmodule PlayoutWeb.Picture.StyleTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Picture.Style
  alias PlayoutWeb.Test.PictureStyles

  # The stylesheet for the light theme that the script makes from a text, or its complaint.
  defp compiled(directory, css) do
    source = Path.join(directory, "source.css")
    File.write!(source, css)

    case PictureStyles.run([source, directory]) do
      {"", 0} -> {:ok, File.read!(Path.join(directory, "light.css"))}
      {complaint, 1} -> {:error, complaint}
    end
  end

  test "the stylesheets have values instead of variables" do
    [light, dark] = Enum.map(Style.themes(), &Style.read!/1)

    for style <- [light, dark], text <- ~w[var( light-dark( color-mix( :root @ [data-] do
      refute style =~ text
    end

    assert light =~ ".wood-light{stop-color:#c89863}"
    assert dark =~ ".wood-light{stop-color:#b58a5b}"
    assert light =~ ~r/\.shogi-cell\.is-last \.shogi-tint\{fill:#f3b13f;stroke:#b8700a/
  end

  test "the policy allows exactly the stylesheet" do
    hash = :crypto.hash(:sha256, Style.read!("dark"))
    assert Style.source("dark") == "'sha256-" <> Base.encode64(hash) <> "'"
  end

  @tag :tmp_dir
  test "variables, nested and by theme, become values", %{tmp_dir: directory} do
    css = """
    :root { --a: light-dark(#123456, #abcdef); --b: var(--a); --c: 2 }
    [data-contrast] { --a: #000 }
    [data-contrast] .x { fill: #fff }
    .x { fill: var(--b); stroke: light-dark(red, var(--a)); font-size: 3px }
    .x > .y g { stroke-width: var(--c); stroke-dasharray: 3 calc(1px + 2px) }
    """

    assert compiled(directory, css) ==
             {:ok, ".x{fill:#123456;stroke:red}.x>.y g{stroke-width:2px;stroke-dasharray:3 3}"}

    assert File.read!(Path.join(directory, "dark.css")) =~ ".x{fill:#abcdef;stroke:#abcdef}"
  end

  for {what, css} <- [
        {"a variable without a value", ".x { fill: var(--y) }"},
        {"a variable with a fallback", ":root { --y: red } .x { fill: var(--y, blue) }"},
        {"a variable that depends on the window",
         ":root { --y: 1 } @media print { :root { --y: 2 } } .x { opacity: var(--y) }"},
        {"a rule that depends on the window", "@media (width > 3px) { .x { fill: red } }"},
        {"a rule that depends on a container", "@container (width > 3px) { .x { fill: red } }"},
        {"a pseudo-class", ".x:hover { fill: red }"},
        {"a negation", ".x:not(.y) { fill: red }"},
        {"a relation", ".x:has(.y) { fill: red }"},
        {"an attribute", ".x[role] { fill: red }"},
        {"a sibling", ".x + .y { fill: red }"},
        {"a nested rule", ".x { .y { fill: red } }"},
        {"a rule that is only partly for a page", ".x, [data-contrast] .x { fill: red }"},
        {"an unknown property", ".x { transition: opacity 1s }"},
        {"an unknown unit", ".x { stroke-width: 1em }"},
        {"an unknown value", ".x { fill::red }"},
        {"a reference", ".x { fill: url(#y) }"},
        {"something important", ".x { fill: red !important }"},
        {"a font", "@font-face { font-family: x; src: url(x) }"},
        {"a property of the root", ":root { font-size: 3px }"},
        {"a file that is missing", "@import './missing.css';"},
        {"what is no CSS", ".x { fill red; { }"}
      ] do
    @tag :tmp_dir
    @tag css: css
    test "#{what} fails the build", %{tmp_dir: directory, css: css} do
      assert {:error, complaint} = compiled(directory, css)
      assert complaint =~ ~r/\AThe styles of pictures cannot be made: .+\n\z/
      refute File.exists?(Path.join(directory, "light.css"))
    end
  end
end
