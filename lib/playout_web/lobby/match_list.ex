defmodule PlayoutWeb.Lobby.MatchList do
  @moduledoc """
  A visitor's matches in the lobby, in two lists: the running ones, starting with those where it
  is the visitor's turn, and the finished ones.
  """
  use PlayoutWeb, :html

  import PlayoutWeb.Kept, only: [miniature: 1]

  alias Phoenix.LiveView.JS
  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Focus
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Lobby.Text
  alias PlayoutWeb.Sentences

  # How many are shown at first. On a phone, the games should still be visible below them.
  @shown %{running: 3, over: 6}

  attr :kept, :list, required: true, doc: "of `PlayoutWeb.Kept`"
  attr :matches, :any, required: true, doc: "the result of `Playout.Matches.list/1`"
  attr :visitor, :string, required: true
  attr :names, :map, required: true, doc: "the nicknames of visitors who have one"
  attr :scores, :map, required: true, doc: "of `Playout.Matches.scores/2`"
  attr :part, :atom, required: true, doc: "`:running` or `:over`"

  attr :filter, :map,
    default: %{game: nil, result: nil},
    doc: "of the finished ones, only those of this `game` that ended like this for the visitor"

  attr :asked, :string,
    required: true,
    doc: "the id of the match whose deletion is being confirmed, or nil"

  attr :all, :list, required: true, doc: "the lists that are shown in full"
  attr :now, DateTime, required: true

  @doc """
  Renders one of the two lists. It sends the events `ask_delete`, `keep_match` and `delete_match`,
  each with an `id`, `show_all` with a `part`, `filter` with a `game` and a `result`, and
  `list_again`.
  """
  def match_list(assigns) do
    ~H"""
    <div class={["matches", "is-#{@part}"]} id={"matches-#{@part}"} phx-hook="KeepFocus">
      <.list {assigns} />
    </div>
    """
  end

  defp list(%{matches: {:error, :not_stored}, part: :running} = assigns) do
    ~H"""
    <h2 tabindex="-1">{gettext("Your matches")}</h2>
    <p class="form-error" role="alert">
      {gettext("Your matches can't be loaded right now. They are safe.")}
    </p>
    <button class="button" phx-click="list_again">{gettext("Try again")}</button>
    """
  end

  defp list(%{matches: {:ok, []}, part: :over} = assigns) do
    ~H"""
    <h2 tabindex="-1">{gettext("Your matches")}</h2>
    <p class="about">{gettext("Your matches appear here.")}</p>
    """
  end

  defp list(%{matches: {:error, :not_stored}} = assigns), do: ~H""

  defp list(%{matches: {:ok, matches}, part: part} = assigns) do
    all = part(part, matches, assigns.visitor)
    passing = Enum.filter(all, &passes?(&1, assigns.filter, assigns.visitor))

    assigns =
      assign(assigns,
        any?: all != [],
        # Few are seen at a glance.
        filter?: part == :over and length(all) > @shown.over,
        count: length(passing),
        shown: if(part in assigns.all, do: passing, else: Enum.take(passing, @shown[part]))
      )

    ~H"""
    <section :if={@any?} aria-labelledby={"#{@part}-title"}>
      <div class="matches-head">
        <h2 id={"#{@part}-title"} tabindex="-1">{title(@part)}</h2>
        <button
          :if={@count > length(@shown)}
          class="show-all"
          phx-click="show_all"
          phx-value-part={@part}
        >
          {gettext("Show all %{count}", count: @count)}
        </button>
      </div>
      <.filter :if={@filter?} filter={@filter} />
      <p :if={@count == 0} class="about">{gettext("No matches found.")}</p>
      <ul>
        <.match
          :for={match <- @shown}
          :key={match.id}
          kept={@kept}
          match={match}
          visitor={@visitor}
          names={@names}
          scores={@scores}
          asked={@asked == match.id}
          now={@now}
        />
      </ul>
    </section>
    """
  end

  attr :filter, :map, required: true

  defp filter(assigns) do
    ~H"""
    <form class="filter" id="filter" phx-change="filter" phx-submit="filter">
      <select class="text-box" name="game" aria-label={gettext("Game")}>
        <option value="">{gettext("All games")}</option>
        <option :for={game <- Playout.games()} value={game} selected={@filter.game == game}>
          {Boards.of(game).name()}
        </option>
      </select>
      <select class="text-box" name="result" aria-label={gettext("Result")}>
        <option
          :for={
            {result, words} <- [
              {nil, gettext("All results")},
              {:won, gettext("Won")},
              {:lost, gettext("Lost")},
              {:drawn, gettext("Drawn")}
            ]
          }
          value={result}
          selected={@filter.result == result}
        >
          {words}
        </option>
      </select>
    </form>
    """
  end

  defp passes?(match, %{game: game, result: result}, visitor) do
    (game == nil or match.game == game) and
      (result == nil or result(match, State.sides_of(match, visitor)) == result)
  end

  defp result(%{result: :draw}, _mine), do: :drawn
  defp result(%{result: side}, [side]), do: :won
  defp result(_match, [_side]), do: :lost
  defp result(_match, _both_or_none), do: nil

  defp part(:over, matches, _visitor), do: Enum.filter(matches, & &1.result)

  defp part(:running, matches, visitor) do
    matches
    |> Enum.reject(& &1.result)
    |> Enum.sort_by(&(not Text.yours?(&1, visitor)))
  end

  defp title(:running), do: gettext("Your matches")
  defp title(:over), do: gettext("Finished")

  attr :kept, :list, required: true
  attr :match, :map, required: true
  attr :visitor, :string, required: true
  attr :names, :map, required: true
  attr :scores, :map, required: true
  attr :asked, :boolean, required: true
  attr :now, DateTime, required: true

  defp match(assigns) do
    %{match: match, visitor: visitor, names: names} = assigns
    # A damaged match must not hide the others, and can still be deleted.
    position = %Playout.Position{game: match.game, start: match.position}

    diagram =
      case Playout.diagram(position) do
        {:ok, diagram} -> diagram
        {:error, _error} -> nil
      end

    words = Text.new(match, visitor, diagram, names)
    assigns = assign(assigns, diagram: diagram, words: words, score: score(assigns.scores, words))

    ~H"""
    <li id={"match-#{@match.id}"} class={["match-card", @words.yours? && "is-yours"]}>
      <.miniature
        kept={@kept}
        id={"board-#{@match.id}"}
        game={@match.game}
        diagram={@diagram}
        position={@match.position}
      />
      <div>
        <h3>
          <.link navigate={~p"/m/#{@match.id}"} id={"open-#{@match.id}"}>{@words.players}</.link>
        </h3>
        <p class="status" hidden={is_nil(@words.status)}>{@words.status}</p>
        <p class="about" hidden={is_nil(@score)}>{@score}</p>
        <p class="about">
          {@words.game} ·
          <time datetime={DateTime.to_iso8601(@match.at)}>{Text.ago(@match.at, @now)}</time>
        </p>
      </div>
      <button
        type="button"
        class="icon-button"
        id={"delete-#{@match.id}"}
        aria-label={gettext("Delete: %{match}", match: Format.list([@words.players, @words.game]))}
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

  defp score(scores, %{opponent: opponent, players: players}) do
    if score = scores[opponent], do: Sentences.score(score, players)
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
      <p>{gettext("Delete permanently?")}</p>
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
