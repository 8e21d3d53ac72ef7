defmodule PlayoutWeb.Lobby.Sheet do
  @moduledoc """
  The sheet for setting up a match: a dialog over the lobby, opened by an element with
  `data-opens`, or a separate page (with `page`).

  The sheet only helps to fill in its form; the browser submits it to `PlayoutWeb.Match.Controller`
  like any other. Everything typed is kept, even if it is wrong or hidden. The browser remembers
  the choices that it last sent (the `Remembered` hook).
  """
  use PlayoutWeb, :live_component

  import PlayoutWeb.DialogHead
  import PlayoutWeb.Lobby.ChoicesForm

  alias Playout.Matches.Rules.Perfect
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Limits.Work
  alias PlayoutWeb.Lobby.Choices

  @doc "Returns the id of a game's sheet."
  def id(game), do: "sheet-#{game}"

  @doc "Returns the sheet's title."
  def title(game), do: gettext("New match: %{game}", game: Boards.of(game).name())

  @doc """
  Passes `{:playout_table, game, status}`, of which a page is told by `Playout.Matches.Rules.Perfect.watch/0`,
  on to the game's sheet.
  """
  @spec table_changed({:playout_table, atom, term}) :: :ok
  def table_changed({:playout_table, game, status}) do
    send_update(__MODULE__, id: id(game), table: status)
    :ok
  end

  @impl true
  def mount(socket), do: {:ok, Work.component(socket)}

  # What was chosen and typed stays.
  @impl true
  def update(%{table: status} = changed, socket) when map_size(changed) == 2,
    do: {:ok, assign(socket, table: status, choices: Choices.settle(socket.assigns.choices))}

  def update(assigns, socket) do
    {:ok,
     socket
     |> assign(page: false, error: nil, recalls: true)
     |> assign(assigns)
     |> assign_new(:choices, fn -> Choices.new(assigns.game) end)
     |> assign_new(:table, fn -> Perfect.status(assigns.game) end)}
  end

  @impl true
  def handle_event("change", params, socket) do
    choices = socket.assigns.choices |> Choices.change(params) |> Choices.settle()
    {:noreply, assign(socket, choices: choices, error: nil)}
  end

  # A refused form stays as it was sent, and a form that was opened with choices keeps them.
  def handle_event("remembered", %{"choices" => text}, socket)
      when socket.assigns.recalls and is_nil(socket.assigns.error) do
    {:noreply, assign(socket, choices: Choices.recall(socket.assigns.choices, decoded(text)))}
  end

  # Choices made before the socket was connected.
  def handle_event("chosen", %{"choices" => text}, socket) do
    handle_event("change", decoded(text), socket)
  end

  def handle_event(_event, _params, socket), do: {:noreply, socket}

  # Decodes a stored form, which another release or a person may have written.
  defp decoded(text) when is_binary(text) do
    Plug.Conn.Query.decode(text)
  rescue
    Plug.Conn.InvalidQueryError -> %{}
  end

  defp decoded(_text), do: %{}

  @impl true
  def render(%{page: true} = assigns) do
    ~H"""
    <section class="sheet is-page" aria-labelledby={"#{@id}-title"}>
      <header class="sheet-head">
        <h1 id={"#{@id}-title"}>{title(@game)}</h1>
      </header>
      <.choices_form choices={@choices} table={@table} error={@error} target={@myself} complete />
    </section>
    """
  end

  def render(assigns) do
    ~H"""
    <dialog class="sheet is-match" id={@id} aria-labelledby={"#{@id}-title"}>
      <.dialog_head id={"#{@id}-title"} title={title(@game)} />
      <.choices_form choices={@choices} table={@table} error={@error} target={@myself} />
    </dialog>
    """
  end
end
