defmodule PlayoutWeb.Portrait do
  @moduledoc """
  The faces of players: an animal for each level, a dragon for the one above the
  ladders, one for people and one for custom players.

  A page contains each face that it needs once, as a symbol (`portraits/1`), and can then show it
  anywhere (`portrait/1`). Screen readers skip the faces, because names are beside them.
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Portrait

  @drawings %{
    "sparrow" => &Portrait.Sparrow.drawing/1,
    "hedgehog" => &Portrait.Hedgehog.drawing/1,
    "squirrel" => &Portrait.Squirrel.drawing/1,
    "cat" => &Portrait.Cat.drawing/1,
    "badger" => &Portrait.Badger.drawing/1,
    "heron" => &Portrait.Heron.drawing/1,
    "fox" => &Portrait.Fox.drawing/1,
    "raven" => &Portrait.Raven.drawing/1,
    "falcon" => &Portrait.Falcon.drawing/1,
    "lynx" => &Portrait.Lynx.drawing/1,
    "eagle" => &Portrait.Eagle.drawing/1,
    "wolf" => &Portrait.Wolf.drawing/1,
    "bear" => &Portrait.Bear.drawing/1,
    "stag" => &Portrait.Stag.drawing/1,
    "tiger" => &Portrait.Tiger.drawing/1,
    "gorilla" => &Portrait.Gorilla.drawing/1,
    "orca" => &Portrait.Orca.drawing/1,
    "rhino" => &Portrait.Rhino.drawing/1,
    "elephant" => &Portrait.Elephant.drawing/1,
    "owl" => &Portrait.Owl.drawing/1,
    "perfect" => &Portrait.Dragon.drawing/1,
    "person" => &Portrait.Person.drawing/1,
    "custom" => &Portrait.Custom.drawing/1
  }

  @doc ~s(Lists the portraits: the names of levels, `"person"` and `"custom"`.)
  @spec names() :: [String.t()]
  def names, do: Map.keys(@drawings)

  @doc "Returns the name of the portrait for a seat."
  @spec of_seat(Playout.Matches.Event.seat()) :: String.t()
  def of_seat({:person, _visitor}), do: "person"
  def of_seat({:engine, level, _spec}), do: level || "custom"
  def of_seat(:open), do: "person"

  attr :of, :list, required: true, doc: "the names of the portraits that the page shows"

  @doc "Renders the symbols of a page's portraits."
  def portraits(assigns) do
    assigns = assign(assigns, drawings: Map.take(@drawings, assigns.of))

    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="portrait-light" cx="0.3" cy="0.22" r="0.95">
          <stop offset="0" stop-color="#fff" stop-opacity="0.34" />
          <stop offset="0.5" stop-color="#fff" stop-opacity="0" />
          <stop offset="0.62" stop-color="#000" stop-opacity="0" />
          <stop offset="1" stop-color="#000" stop-opacity="0.24" />
        </radialGradient>
        <symbol :for={{name, drawing} <- @drawings} id={"portrait-#{name}"} viewBox="0 0 100 100">
          {drawing.(%{__changed__: nil})}
        </symbol>
      </defs>
    </svg>
    """
  end

  attr :of, :string, required: true, doc: "one of `names/0`"

  @doc "Renders a face on a round background; CSS sets its size."
  def portrait(assigns) do
    ~H"""
    <svg class="portrait" viewBox="0 0 100 100" aria-hidden="true" focusable="false">
      <use href={"#portrait-#{@of}"} />
      <circle cx="50" cy="50" r="50" fill="url(#portrait-light)" />
    </svg>
    """
  end
end
