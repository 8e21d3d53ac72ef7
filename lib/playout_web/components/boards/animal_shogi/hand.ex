defmodule PlayoutWeb.Boards.AnimalShogi.Hand do
  @moduledoc """
  The pieces that a side has captured: one for each kind of animal, with a count. If the side
  is to move, each is a button that picks the piece to drop.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Boards.AnimalShogi.Piece
  alias PlayoutWeb.Boards.Label
  alias PlayoutWeb.Language.Format

  attr :hand, :list, required: true, doc: "pairs of an animal and its count"
  attr :side, :atom, required: true
  attr :mine, :atom, required: true

  attr :arrived, :map,
    required: true,
    doc: "the animal captured by the last move, and where: %{chick: \"2b\"}"

  attr :marks, :list, required: true, doc: "steps that a hint mentions"
  attr :pressable, :boolean, required: true

  @doc "Renders a hand. Even an empty hand takes up space."
  def hand(assigns) do
    ~H"""
    <div
      class={["shogi-hand", @mine in [nil, @side] && "is-ours"]}
      role={@hand != [] && if(@pressable, do: "toolbar", else: "group")}
      aria-label={@hand != [] && label(@side, @mine)}
      data-steps={@hand != [] and @pressable}
    >
      <%= for {animal, count} <- @hand, piece = %{animal: animal, side: @side} do %>
        <button
          :if={@pressable}
          id={"hand-#{Piece.drop(animal)}"}
          type="button"
          class={["hand-piece", Piece.drop(animal) in @marks && "is-marked"]}
          aria-label={marked(held(animal, count), Piece.drop(animal) in @marks)}
          data-step={Piece.drop(animal)}
        >
          <.pile piece={piece} count={count} arrived={@arrived[animal]} />
        </button>
        <span
          :if={!@pressable}
          class="hand-piece"
          role="img"
          aria-label={held(animal, count)}
          data-held
        >
          <.pile piece={piece} count={count} arrived={@arrived[animal]} />
        </span>
      <% end %>
    </div>
    """
  end

  attr :piece, :map, required: true
  attr :count, :integer, required: true
  attr :arrived, :string, required: true

  # One drawing for all pieces of a kind, with a second piece showing beneath it.
  defp pile(assigns) do
    ~H"""
    <Piece.icon :if={@count > 1} piece={@piece} bottom={@piece.side} class="hand-under" />
    <Piece.icon piece={@piece} bottom={@piece.side} data-carry data-arrive={@arrived} />
    <span class="hand-count" aria-hidden="true">{@count}</span>
    """
  end

  attr :piece, :map, required: true
  attr :count, :integer, required: true
  attr :bottom, :atom, required: true
  attr :x, :integer, required: true, doc: "its middle"
  attr :y, :integer, required: true

  @doc "Renders the pieces of a kind in a picture, with their number if there are several."
  def pile_picture(assigns) do
    ~H"""
    <g transform={"translate(#{@x} #{@y})"}>
      <g transform="scale(0.72)"><Piece.drawing piece={@piece} bottom={@bottom} /></g>
      <%= if @count > 1 do %>
        <circle class="picture-count" cx="28" cy="26" r="11" />
        <Label.label
          class="picture-number"
          text={@count}
          x={28}
          y={31.4}
          size={15}
          fonts={false}
        />
      <% end %>
    </g>
    """
  end

  defp label(mine, mine), do: gettext("Your hand")
  defp label(:first, nil), do: gettext("Sun's hand")
  defp label(:second, nil), do: gettext("Moon's hand")
  defp label(_side, _mine), do: gettext("Their hand")

  defp marked(label, false), do: label
  defp marked(label, true), do: Format.list([label, gettext("hint")])

  defp held(animal, count),
    do: gettext("%{animal}, %{count} in hand", animal: Piece.animal(animal), count: count)
end
