defmodule PlayoutWeb.Boards.AnimalShogi.Piece do
  @moduledoc """
  A piece: the step that drops it, its name, and its drawing, which consists of a tile and an
  animal (`PlayoutWeb.Boards.AnimalShogi.Sprite`).
  """
  use PlayoutWeb, :html

  @animals Map.new(~w(lion giraffe elephant chick hen)a, &{to_string(&1), &1})
  @drops %{giraffe: "R", elephant: "B", chick: "P"}

  @typedoc "A piece and its side."
  @type t :: %{animal: atom(), side: :first | :second}

  @doc "Converts a kind, as diagrams name it, to a piece."
  @spec of({:first | :second, String.t()}) :: t()
  def of({side, animal}), do: %{animal: Map.fetch!(@animals, animal), side: side}

  @doc "Returns the step that drops an animal from the hand."
  @spec drop(atom()) :: String.t()
  def drop(animal), do: Map.fetch!(@drops, animal)

  @doc "Returns whether a step drops an animal."
  @spec drop?(String.t()) :: boolean()
  def drop?(step), do: step in Map.values(@drops)

  @doc "Returns the name of an animal; takes an atom or the name that the rules use."
  @spec animal(atom() | String.t()) :: String.t()
  def animal(name) when is_atom(name), do: animal(to_string(name))
  def animal("lion"), do: gettext("lion")
  def animal("giraffe"), do: gettext("giraffe")
  def animal("elephant"), do: gettext("elephant")
  def animal("chick"), do: gettext("chick")
  def animal("hen"), do: gettext("hen")

  @doc "Returns the name of an animal on its own, as a label."
  @spec title(atom()) :: String.t()
  def title(:lion), do: gettext("Lion")
  def title(:giraffe), do: gettext("Giraffe")
  def title(:elephant), do: gettext("Elephant")
  def title(:chick), do: gettext("Chick")
  def title(:hen), do: gettext("Hen")

  @doc """
  Returns a piece's name: with "your" or "their" for a player, with the name of the side for
  everyone else.
  """
  @spec name(t(), nil | :first | :second) :: String.t()
  def name(%{side: mine} = piece, mine),
    do: gettext("your %{animal}", animal: animal(piece.animal))

  def name(%{side: :first} = piece, nil),
    do: gettext("Sun's %{animal}", animal: animal(piece.animal))

  def name(%{side: :second} = piece, nil),
    do: gettext("Moon's %{animal}", animal: animal(piece.animal))

  def name(piece, _mine), do: gettext("their %{animal}", animal: animal(piece.animal))

  attr :piece, :map, required: true
  attr :bottom, :atom, default: :first, doc: "the side that sits at the bottom"
  attr :was, :atom, default: nil, doc: "the animal before the last move promoted it"
  attr :crowned, :boolean, default: false
  attr :rest, :global

  @doc "Renders a piece in a drawing, centred on the origin. The page must contain the sprite."
  def drawing(assigns) do
    way = if assigns.piece.side == assigns.bottom, do: :up, else: :down
    assigns = assign(assigns, way: way)

    ~H"""
    <g class={["shogi-piece piece is-#{@piece.side}"]} {@rest}>
      <.face :if={@was} animal={@was} piece={@piece} way={@way} turn="from" />
      <.face animal={@piece.animal} piece={@piece} way={@way} turn={@was && "to"} />
      <use
        :if={@crowned}
        class="shogi-crown"
        href="#shogi-crown"
        transform={if @way == :up, do: "translate(0 -38)", else: "rotate(180) translate(0 -38)"}
      />
    </g>
    """
  end

  attr :animal, :atom, required: true
  attr :piece, :map, required: true
  attr :way, :atom, required: true
  attr :turn, :string, required: true

  defp face(assigns) do
    ~H"""
    <g data-turn={@turn}>
      <use href={"#shogi-#{@piece.side}-#{@way}"} />
      <use href={"#shogi-#{@animal}"} transform={@way == :down && "rotate(180)"} />
    </g>
    """
  end

  attr :piece, :map, required: true
  attr :bottom, :atom, default: :first
  attr :rest, :global

  @doc "Renders a piece on its own, as a small picture."
  def icon(assigns) do
    ~H"""
    <svg class="piece-icon shogi-icon" viewBox="-49 -49 100 106" aria-hidden="true" {@rest}>
      <.drawing piece={@piece} bottom={@bottom} />
    </svg>
    """
  end
end
