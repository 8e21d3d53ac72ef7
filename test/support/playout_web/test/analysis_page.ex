defmodule PlayoutWeb.Test.AnalysisPage do
  @moduledoc "The page of an analysis, as tests use and read it."

  import Phoenix.ConnTest
  import Phoenix.LiveViewTest

  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.RecordText

  @endpoint PlayoutWeb.Endpoint

  @doc "Opens the page of an analysis whose browser has kept nothing."
  def open(conn, path) do
    {:ok, view, _html} = live(conn, path)
    render_hook(view, "recall", %{})
    view
  end

  @doc "Offers the page an analysis that its browser has kept, and waits until it has been read."
  def recall(view, kept) do
    render_hook(view, "recall", kept)
    render_async(view)
  end

  @doc "Imports a text, and waits until it has been read."
  def import_text(view, text) do
    render_hook(view, "import", %{text: text})
    render_async(view)
  end

  @doc "Sends the form of the analysis again, as after a reconnection, and waits until it has been read."
  def recover(view, kept) do
    view |> element("#kept") |> render_change(kept)
    render_async(view)
  end

  @doc "Opens an analysis of Gomoku after four moves."
  def gomoku(conn, query \\ "?moves=h8+h9+j8+j9"), do: open(conn, "/analysis/gomoku" <> query)

  @doc "Returns the number of the state that the page shows."
  def seq(view), do: attribute(view, "#analysis", "data-seq") |> String.to_integer()

  @doc "Plays a move in the position that the page shows."
  def play(view, move) do
    render_hook(view, "move", %{seq: seq(view), move: move})
    view
  end

  @doc "Goes to the position after the moves of a path."
  def go(view, path), do: render_click(view, "go", %{id: Analysis.id_of(path)})

  @doc "Returns an attribute of an element."
  def attribute(view, selector, name) do
    view
    |> element(selector)
    |> render()
    |> LazyHTML.from_fragment()
    |> LazyHTML.attribute(name)
    |> hd()
  end

  @doc "Returns the texts of the moves as they are listed, in runs."
  def listed(view) do
    for run <-
          view |> render() |> LazyHTML.from_document() |> LazyHTML.query("#move-list > .run > ol") do
      for move <- LazyHTML.query(run, "button.move > span:nth-child(2)"),
          do: move |> LazyHTML.text() |> String.trim()
    end
  end

  @doc "Returns the moves up to the position that the page shows."
  def shown(view) do
    view |> kept("moves") |> String.split()
  end

  @doc "Returns a field of the form that recovers the analysis."
  def kept(view, name), do: attribute(view, ~s(#kept [name="#{name}"]), "value")

  @doc "Returns the record that the browser keeps."
  def record(view, game \\ :gomoku) do
    {:ok, record, 1} = RecordText.read(game, kept(view, "text"))
    record
  end

  @doc "Returns the first lines of the notices."
  def notice(view) do
    for notice <-
          view |> render() |> LazyHTML.from_document() |> LazyHTML.query("#notices .notice"),
        do: notice |> LazyHTML.text() |> String.trim() |> String.split("\n") |> hd()
  end
end
