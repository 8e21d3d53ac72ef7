defmodule PlayoutWeb.Editor.Live do
  @moduledoc """
  The page for setting up a position (`PlayoutWeb.Editor`), from which it can be analysed or played.

  The address contains the text of what is set up (`/edit/quarto?position=…`), whether the rules accept
  it or not, so it can be shared, and is there again after a reconnection. Everything can be undone.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.Editor.Components
  import PlayoutWeb.Kept, only: [drawings: 1]

  alias Playout.Error
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Editor
  alias PlayoutWeb.Editor.Text
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Rules

  @impl true
  def mount(%{"game" => name}, _session, socket) do
    case Rules.find(name) do
      {:ok, game} ->
        title = gettext("Set up a position: %{game}", game: Boards.of(game).name())

        {:ok,
         assign(socket,
           game: game,
           editor: Editor.new(game),
           notice: nil,
           announcement: "",
           page_title: title,
           description:
             gettext("Set up any position of %{game}, to analyse it or to play on from it.",
               game: Boards.of(game).name()
             )
         )}

      :error ->
        raise NotFoundError
    end
  end

  # The address follows what is set up, so most of the time they are the same.
  @impl true
  def handle_params(%{"position" => text}, _uri, %{assigns: %{editor: editor}} = socket) do
    cond do
      text == editor.view.text -> {:noreply, socket}
      not is_binary(text) -> {:noreply, refuse(socket, :malformed)}
      true -> {:noreply, opened(socket, Editor.read(editor, text))}
    end
  end

  def handle_params(_start, _uri, socket), do: {:noreply, socket}

  defp opened(socket, {:ok, editor}),
    do: assign(socket, editor: %{editor | past: []}, notice: nil)

  defp opened(socket, {:error, reason}), do: refuse(socket, reason)

  @impl true
  def handle_event("tool", %{"tool" => text}, socket) do
    case Editor.choose(socket.assigns.editor, text) do
      {:ok, editor} -> {:noreply, assign(socket, editor: editor, notice: nil)}
      :error -> {:noreply, refuse(socket, :malformed)}
    end
  end

  def handle_event("press", %{"step" => step}, socket),
    do: change(socket, &Editor.press(&1, step))

  def handle_event("hold", %{"side" => side}, socket), do: change(socket, &Editor.hold(&1, side))

  def handle_event("release", %{"side" => side, "piece" => piece}, socket),
    do: change(socket, &Editor.release(&1, side, piece))

  def handle_event("options", %{} = fields, socket),
    do: change(socket, &Editor.options(&1, fields))

  def handle_event("clear", _params, socket), do: change(socket, &Editor.clear/1)
  def handle_event("start", _params, socket), do: change(socket, &Editor.start/1)
  def handle_event("undo", _params, socket), do: change(socket, &Editor.undo/1)

  def handle_event("read", %{"text" => text}, socket) when is_binary(text),
    do: change(socket, &Editor.read(&1, String.trim(text)))

  def handle_event(_event, _params, socket), do: {:noreply, refuse(socket, :malformed)}

  defp change(%{assigns: %{editor: before}} = socket, work) do
    case work.(before) do
      {:ok, editor} ->
        {:noreply,
         socket
         |> assign(editor: editor, notice: nil)
         |> assign(announcement: Text.announcement(editor))
         |> patch(before)}

      {:error, reason} ->
        {:noreply, refuse(socket, reason)}

      :error ->
        {:noreply, refuse(socket, :malformed)}
    end
  end

  defp patch(%{assigns: %{editor: %{view: %{text: text}}}} = socket, %{view: %{text: text}}),
    do: socket

  defp patch(%{assigns: %{game: game, editor: editor}} = socket, _before),
    do: push_patch(socket, to: ~p"/edit/#{game}?#{[position: editor.view.text]}", replace: true)

  defp refuse(socket, %Error{} = error),
    do: assign(socket, notice: Text.unreadable(socket.assigns.game, error))

  defp refuse(socket, :too_large),
    do: assign(socket, notice: gettext("This is too large to be kept in a link."))

  defp refuse(socket, _malformed),
    do: assign(socket, notice: PlayoutWeb.Sentences.refusal(:malformed))

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app place={gettext("Board editor")} game={@game}>
      <.drawings kept={@kept} games={[@game]} />
      <main
        id="editor"
        class={["match editor", @editor.from && "is-drawing"]}
        phx-hook="Editor"
      >
        <h1 class="sr-only">{@page_title}</h1>
        <div class="match-board">
          <Boards.board
            game={@game}
            diagram={Editor.diagram(@editor)}
            marks={Editor.marks(@editor)}
            playable
          />
        </div>
        <div class="editor-panel">
          <.verdict editor={@editor} notice={@notice} />
          <.tools editor={@editor} />
          <.hands :if={@editor.palette.hands != :none} editor={@editor} />
          <.options editor={@editor} />
          <.commands editor={@editor} />
          <.text_form editor={@editor} />
        </div>
        <p class="sr-only" id="announcement" role="status">{@announcement}</p>
      </main>
    </Layouts.app>
    """
  end
end
