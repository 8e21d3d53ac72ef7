defmodule PlayoutWeb.Kept do
  @moduledoc """
  Drawings that the browser keeps: they come with the document, stay as they are for as long as they
  are shown, and don't come once more when the page connects.

  A page that connects says which of them it has, by their ids (`assets/js/components/kept.js`). That is
  none after a live navigation, and all of them when a connection is back after a loss. What it has
  is left out of the first rendering; everything else is sent as usual. So the id of a part must name
  everything on which its content depends, except the language.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.{Boards, Portrait}
  alias PlayoutWeb.Boards.Sprites

  # In later renderings a part is new, or its content is not sent because it has not changed.
  @doc "Assigns `kept`, the ids that the browser has, for the first rendering only."
  def on_mount(:default, _params, _session, socket) do
    {:cont, Phoenix.Component.assign(socket, kept: had(socket)), temporary_assigns: [kept: []]}
  end

  defp had(socket) do
    with true <- Phoenix.LiveView.connected?(socket),
         %{"kept" => ids} when is_list(ids) <- Phoenix.LiveView.get_connect_params(socket) do
      ids
    else
      _nothing -> []
    end
  end

  attr :id, :string, required: true
  attr :kept, :list, required: true, doc: "the page's assign"
  attr :rest, :global
  slot :inner_block, required: true

  @doc "Renders a part of a page that the browser keeps."
  def kept(assigns) do
    ~H"""
    <div id={@id} phx-update="ignore" data-kept {@rest}>
      {if @id not in @kept, do: render_slot(@inner_block)}
    </div>
    """
  end

  attr :kept, :list, required: true, doc: "the page's assign"
  attr :games, :list, required: true
  attr :portraits, :list, default: [], doc: "always the same on a page"

  @doc "Renders the drawings that the boards and portraits of a page need."
  def drawings(assigns) do
    ~H"""
    <.kept :for={game <- @games} :key={game} id={"sprite-#{game}"} kept={@kept}>
      <Sprites.sprite game={game} />
    </.kept>
    <.kept :if={@portraits != []} id="portraits" kept={@kept}>
      <Portrait.portraits of={@portraits} />
    </.kept>
    """
  end

  attr :kept, :list, required: true, doc: "the page's assign"
  attr :id, :string, required: true, doc: "names what the board belongs to"
  attr :game, :atom, required: true
  attr :diagram, :any, required: true, doc: "nil for a position that can't be read"
  attr :position, :string, required: true, doc: "the text of the position"

  @doc "Renders a small board beside a text that says what it shows."
  def miniature(assigns) do
    ~H"""
    <.kept
      id={"#{@id}-#{:erlang.phash2(@position)}"}
      kept={@kept}
      class="miniature"
      aria-hidden="true"
    >
      <Boards.board :if={@diagram} game={@game} diagram={@diagram} />
    </.kept>
    """
  end
end
