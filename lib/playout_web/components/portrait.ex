defmodule PlayoutWeb.Portrait do
  @moduledoc """
  The faces of players: an animal for each level, a dragon for the one above the
  ladders, one for people and one for custom players.

  A page contains each face that it needs once, as a symbol (`portraits/1`), and can then show it
  anywhere (`portrait/1`). Screen readers skip the faces, because names are beside them.

  Each is a file in `assets/drawings/portraits` (`PlayoutWeb.Drawings`).
  """
  use PlayoutWeb, :html

  alias PlayoutWeb.Drawings

  @doc ~s(Lists the portraits: the names of levels, `"person"` and `"custom"`.)
  @spec names() :: [String.t()]
  def names, do: Drawings.names("portraits")

  @doc "Returns the name of the portrait for a seat."
  @spec of_seat(Playout.Matches.Event.seat()) :: String.t()
  def of_seat({:person, _visitor}), do: "person"
  def of_seat({:engine, level, _spec}), do: level || "custom"
  def of_seat(:open), do: "person"

  attr :of, :list, required: true, doc: "the names of the portraits that the page shows"

  @doc "Renders the symbols of a page's portraits."
  def portraits(assigns) do
    assigns = assign(assigns, names: Enum.filter(names(), &(&1 in assigns.of)))

    ~H"""
    <svg class="sprite" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <radialGradient id="portrait-light" cx="0.3" cy="0.22" r="0.95">
          <stop offset="0" stop-color="#fff" stop-opacity="0.34" />
          <stop offset="0.5" stop-color="#fff" stop-opacity="0" />
          <stop offset="0.62" stop-color="#000" stop-opacity="0" />
          <stop offset="1" stop-color="#000" stop-opacity="0.24" />
        </radialGradient>
        <symbol :for={name <- @names} id={"portrait-#{name}"} viewBox="0 0 100 100">
          {Drawings.drawing("portraits", name)}
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
