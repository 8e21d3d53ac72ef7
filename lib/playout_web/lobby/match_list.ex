defmodule PlayoutWeb.Lobby.MatchList do
  @moduledoc "A visitor's matches in the lobby: those that go on, and those that are over."
  use PlayoutWeb, :html

  alias Phoenix.LiveView.JS
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Focus
  alias PlayoutWeb.Lobby.MatchWords

  # More of them are shown only when asked for.
  @shown 12

  attr :matches, :any, required: true, doc: "what `Playout.Matches.list/1` answered"
  attr :visitor, :string, required: true
  attr :asked, :string, required: true, doc: "the id of the match that may be deleted, or nil"
  attr :all, :list, required: true, doc: "the parts of which all are shown"
  attr :now, DateTime, required: true

  @doc """
  The list. It sends the events `ask_delete`, `keep_match` and `delete_match`,
  each with an `id`, `show_all` with a `part`, and `list_again`.
  """
  def match_list(assigns) do
    ~H"""
    <div class="matches" id="matches" phx-hook="KeepFocus">
      <.parts {assigns} />
    </div>
    """
  end

  defp parts(%{matches: {:error, :not_stored}} = assigns) do
    ~H"""
    <h2 tabindex="-1">{gettext("Your matches")}</h2>
    <p class="form-error" role="alert">
      {gettext("They cannot be read just now; nothing is lost.")}
    </p>
    <button class="button" phx-click="list_again">{gettext("Try again")}</button>
    """
  end

  defp parts(%{matches: {:ok, []}} = assigns) do
    ~H"""
    <h2 tabindex="-1">{gettext("Your matches")}</h2>
    <p class="about">{gettext("What you begin to play is kept here.")}</p>
    """
  end

  defp parts(%{matches: {:ok, matches}} = assigns) do
    {running, over} = Enum.split_with(matches, &(&1.result == nil))
    parts = [{:running, running, gettext("Your matches")}, {:over, over, gettext("Finished")}]
    assigns = assign(assigns, parts: Enum.reject(parts, &match?({_, [], _}, &1)))

    ~H"""
    <section :for={{part, matches, title} <- @parts} aria-labelledby={"#{part}-title"}>
      <h2 id={"#{part}-title"} tabindex="-1">{title}</h2>
      <ul>
        <.match
          :for={match <- shown(matches, part in @all)}
          :key={match.id}
          match={match}
          visitor={@visitor}
          asked={@asked == match.id}
          now={@now}
        />
      </ul>
      <button
        :if={part not in @all and more?(matches)}
        class="button"
        phx-click="show_all"
        phx-value-part={part}
      >
        {gettext("Show all %{count}", count: length(matches))}
      </button>
    </section>
    """
  end

  defp shown(matches, true), do: matches
  defp shown(matches, false), do: Enum.take(matches, @shown)

  defp more?(matches), do: length(matches) > @shown

  attr :match, :map, required: true
  attr :visitor, :string, required: true
  attr :asked, :boolean, required: true
  attr :now, DateTime, required: true

  defp match(assigns) do
    %{match: match, visitor: visitor} = assigns
    # A match that is damaged does not hide the others, and can be deleted.
    position = %Playout.Position{game: match.game, start: match.position}

    diagram =
      case Playout.diagram(position) do
        {:ok, diagram} -> diagram
        {:error, _error} -> nil
      end

    assigns = assign(assigns, diagram: diagram, words: MatchWords.new(match, visitor, diagram))

    ~H"""
    <li id={"match-#{@match.id}"} class={["match-card", @words.yours? && "is-yours"]}>
      <div class="miniature" aria-hidden="true">
        <Boards.board :if={@diagram} game={@match.game} diagram={@diagram} />
      </div>
      <div class="words">
        <h3>
          <.link navigate={~p"/m/#{@match.id}"} id={"open-#{@match.id}"}>{@words.players}</.link>
        </h3>
        <p class="status">{@words.status}</p>
        <p class="about">
          {@words.game} ·
          <time datetime={DateTime.to_iso8601(@match.at)}>{MatchWords.ago(@match.at, @now)}</time>
        </p>
      </div>
      <button
        type="button"
        class="icon-button"
        id={"delete-#{@match.id}"}
        aria-label={gettext("Delete: %{match}", match: @words.players)}
        aria-expanded={to_string(@asked)}
        phx-click="ask_delete"
        phx-value-id={@match.id}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path
            class="stroke"
            d="M5 7 H19 M10 7 V4.5 H14 V7 M7 7 L7.8 19.5 H16.2 L17 7 M10.5 10.5 V16 M13.5 10.5 V16"
          />
        </svg>
      </button>
      <.question :if={@asked} id={@match.id} />
    </li>
    """
  end

  attr :id, :string, required: true

  defp question(assigns) do
    assigns =
      assign(assigns, back: Focus.focus(to: "#delete-#{assigns.id}") |> JS.push("keep_match"))

    ~H"""
    <div
      class="question"
      role="group"
      aria-label={gettext("Delete")}
      phx-window-keydown={@back}
      phx-key="Escape"
    >
      <p>{gettext("Delete it for good?")}</p>
      <button type="button" class="button" phx-click={@back} phx-mounted={Focus.focus()}>
        {gettext("Keep")}
      </button>
      <button
        type="button"
        class="button is-warm"
        phx-click="delete_match"
        phx-value-id={@id}
      >
        {gettext("Delete")}
      </button>
    </div>
    """
  end
end
