defmodule PlayoutWeb.Lobby.PublicList do
  @moduledoc "The matches in the lobby that anyone may join or watch."
  use PlayoutWeb, :html

  import PlayoutWeb.Kept, only: [miniature: 1]

  alias PlayoutWeb.Lobby.Text
  alias PlayoutWeb.Sentences

  # How many are shown; each press shows as many more.
  @page 6

  attr :kept, :list, required: true, doc: "of `PlayoutWeb.Kept`"
  attr :part, :atom, required: true, doc: "`:open` or `:watch`"
  attr :matches, :list, required: true
  attr :visitor, :string, required: true
  attr :names, :map, required: true, doc: "the nicknames of visitors who have one"
  attr :pages, :integer, required: true, doc: "how many pages of the list are shown"

  @doc "Renders one of the two lists. It sends the event `show_more` with its `part`."
  def public_list(assigns) do
    assigns = assign(assigns, shown: Enum.take(assigns.matches, @page * assigns.pages))

    ~H"""
    <section :if={@matches != []} class="matches is-public" aria-labelledby={"#{@part}-title"}>
      <div class="matches-head">
        <h2 id={"#{@part}-title"} tabindex="-1">{title(@part)}</h2>
      </div>
      <ul>
        <.match
          :for={match <- @shown}
          :key={match.id}
          kept={@kept}
          match={match}
          visitor={@visitor}
          names={@names}
        />
      </ul>
      <button
        :if={length(@matches) > length(@shown)}
        class="button"
        phx-click="show_more"
        phx-value-part={@part}
      >
        {gettext("Show more")}
      </button>
    </section>
    """
  end

  defp title(:open), do: gettext("Open seats")
  defp title(:watch), do: gettext("Watch a match")

  attr :kept, :list, required: true
  attr :match, :map, required: true
  attr :visitor, :string, required: true
  attr :names, :map, required: true

  defp match(assigns) do
    %{match: match, visitor: visitor, names: names} = assigns

    diagram =
      case Playout.diagram(%Playout.Position{game: match.game, start: match.position}) do
        {:ok, diagram} -> diagram
        {:error, _error} -> nil
      end

    assigns =
      assign(assigns, diagram: diagram, words: Text.new(match, visitor, diagram, names))

    ~H"""
    <li id={"public-#{@match.id}"} class="match-card">
      <.miniature
        kept={@kept}
        id={"public-board-#{@match.id}"}
        game={@match.game}
        diagram={@diagram}
        position={@match.position}
      />
      <div>
        <h3>
          <.link navigate={~p"/m/#{@match.id}"}>{@words.players}</.link>
        </h3>
        <p class="status">{@words.status}</p>
        <p class="about">
          {@words.game}{if @match.control, do: " · " <> Sentences.control(@match.control)}
        </p>
      </div>
    </li>
    """
  end
end
