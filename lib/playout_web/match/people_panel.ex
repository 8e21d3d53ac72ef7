defmodule PlayoutWeb.Match.PeoplePanel do
  @moduledoc "The parts of the match page for matches between people: invitation, offers and clocks."
  use PlayoutWeb, :html

  import PlayoutWeb.ShareLink

  alias Playout.Side
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Sentences

  # Of a name in an offer.
  @most_columns 14

  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :presence, :map, required: true, doc: "a `t:PlayoutWeb.Match.Presence.t/0`"
  attr :met?, :boolean, required: true, doc: "whether the opponent has been there"
  attr :claimable?, :boolean, required: true, doc: "whether the opponent has been gone for long"

  attr :claimable_in, :any,
    required: true,
    doc: "in how many milliseconds that will be so, or nil"

  attr :score, :map, required: true, doc: "of `Playout.Matches.score/2`, or nil"
  attr :address, :string, required: true, doc: "of this page"

  @doc "Renders everything that people need to play each other; nothing if nobody else is there."
  def people(assigns) do
    watchers = assigns.presence.watching
    # Whoever watches alone knows that.
    watched? = watchers > if(assigns.view.plays?, do: 0, else: 1)
    assigns = assign(assigns, watchers: if(watched?, do: watchers, else: 0))

    ~H"""
    <div
      :if={@view.open_side || @view.people? || @watchers > 0 || @view.offers != []}
      class="people"
      id="people"
      phx-hook="Away"
    >
      <.invitation :if={@view.open_side} state={@state} view={@view} address={@address} />
      <.presence
        :if={(@view.people? and @view.mine != nil) or @watchers > 0}
        presence={@presence}
        met?={@met?}
        watchers={@watchers}
        state={@state}
        view={@view}
        score={@score}
      />
      <%!-- In the page from the start, because a screen reader announces what appears in it. --%>
      <div :if={@view.plays?} class="offers" id="offers" role="status">
        <.offer :for={offer <- @view.offers} offer={offer} state={@state} view={@view} />
        <.claims :if={@claimable? and not @view.over?} state={@state} />
      </div>
      <%!-- Not in a live region, which would read out each second. --%>
      <p :if={@claimable_in} class="claim-countdown" id="claim-countdown">
        {gettext("You can claim the win in")}
        <span class="clock">{text(@claimable_in)}</span>
      </p>
    </div>
    """
  end

  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :address, :string, required: true

  # For whoever created the match, its link to share; for everyone else, who invites to what, and a
  # button to join.
  defp invitation(%{view: %{plays?: true}} = assigns) do
    ~H"""
    <section class="invitation" id="invitation" aria-labelledby="invitation-title">
      <h2 id="invitation-title">{gettext("Send this link to your opponent")}</h2>
      <.share_link link={@address} id="share" label={gettext("Link to this match")} />
      <p class="about">{terms(@state, Side.other(@view.open_side))}</p>
      <div class="invitation-actions">
        <button
          id="list-seat"
          class="button"
          phx-click="list"
          phx-value-listed={to_string(not @state.listed)}
          phx-value-seq={@state.seq}
          aria-pressed={to_string(@state.listed)}
        >
          {gettext("Play anyone")}
        </button>
        <button
          :if={@view.manages?}
          id="withdraw"
          class="button"
          phx-click="withdraw"
          phx-value-seq={@state.seq}
        >
          {gettext("Withdraw")}
        </button>
      </div>
      <p :if={@state.listed} class="hint">{gettext("The lobby offers this seat to everyone.")}</p>
    </section>
    """
  end

  defp invitation(assigns) do
    ~H"""
    <section class="invitation" id="invitation" aria-labelledby="invitation-title">
      <h2 id="invitation-title">
        {gettext("%{player} invites you to a match",
          player: @view.players[Side.other(@view.open_side)].name
        )}
      </h2>
      <p class="about">{terms(@state, @view.open_side)}</p>
      <button
        id="join"
        class="button is-primary is-large"
        phx-click="join"
        phx-value-seq={@state.seq}
      >
        {gettext("Join the match")}
      </button>
    </section>
    """
  end

  # What is played, for whoever has this side or takes its open seat. No move has been played yet.
  defp terms(%{snapshot: snapshot} = state, side) do
    Format.sentences([
      if(snapshot.side == side, do: gettext("You go first."), else: gettext("You go second.")),
      state.control && gettext("Clock: %{clock}.", clock: Sentences.control(state.control))
    ])
  end

  attr :offer, :map, required: true
  attr :state, :map, required: true
  attr :view, :map, required: true

  # An offer that waits for an answer.
  defp offer(assigns) do
    ~H"""
    <div class="offer" id={"offered-#{@offer.kind}"}>
      <p>
        {if @offer.own?,
          do: Sentences.own_offer(@offer.kind),
          else: Sentences.offer(opponent(@view.players[@offer.side].name), @offer.kind)}
      </p>
      <button
        :if={!@offer.own?}
        class="button is-primary"
        phx-click="accept"
        phx-value-offer={@offer.kind}
        phx-value-seq={@state.seq}
      >
        {gettext("Accept")}
      </button>
      <button
        class="button"
        phx-click="decline"
        phx-value-offer={@offer.kind}
        phx-value-seq={@state.seq}
      >
        {if @offer.own?, do: gettext("Withdraw"), else: gettext("Decline")}
      </button>
    </div>
    """
  end

  # Beside the buttons there is room for three lines, which a long name would need for itself. It is also in the
  # strip.
  defp opponent(name),
    do: if(columns(name) > @most_columns, do: gettext("Your opponent"), else: name)

  # Letters of the East are as wide as two others, and the marks around a name (`Format.name/1`) have no width.
  defp columns(name), do: name |> String.to_charlist() |> Enum.map(&width/1) |> Enum.sum()

  defp width(mark) when mark in 0x2066..0x2069, do: 0
  defp width(letter) when letter < 0x1100, do: 1
  defp width(_eastern), do: 2

  attr :presence, :map, required: true
  attr :met?, :boolean, required: true
  attr :watchers, :integer, required: true
  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :score, :map, required: true

  defp presence(%{view: %{mine: mine}} = assigns) do
    assigns = assign(assigns, other: mine && Side.other(mine))

    ~H"""
    <div class="presence">
      <span :if={@view.people? and @view.mine}>
        {whereabouts(@presence, @view.players[@other].name, @other, arrived?(@met?, @state, @other))}
      </span>
      <span :if={@watchers > 0}>
        {ngettext("1 watcher", "%{count} watchers", @watchers)}
      </span>
      <span :if={@score && @view.mine} id="score">
        {Sentences.score(@score, @view.players[@other].name)}
      </span>
    </div>
    """
  end

  defp whereabouts(presence, name, side, arrived?) do
    case presence do
      %{^side => :here} -> gettext("%{player} is here.", player: name)
      %{^side => :away} -> gettext("%{player} is away.", player: name)
      _absent when arrived? -> gettext("%{player} is gone.", player: name)
      _absent -> gettext("Waiting for %{player}.", player: name)
    end
  end

  defp arrived?(met?, state, side), do: met? or Enum.any?(state.moves, &(&1.side == side))

  attr :state, :map, required: true

  # What to do about an opponent who has been gone for long.
  defp claims(assigns) do
    ~H"""
    <div class="offer" id="claims" role="group" aria-labelledby="claims-title">
      <p id="claims-title">{gettext("Your opponent is gone. You can wait, or:")}</p>
      <button
        :for={
          {claim, words} <- [
            win: gettext("Claim the win"),
            draw: gettext("Call it a draw"),
            engine: gettext("Let an engine take over")
          ]
        }
        id={"claim-#{claim}"}
        class="button"
        phx-click="claim"
        phx-value-claim={claim}
        phx-value-seq={@state.seq}
      >
        {words}
      </button>
    </div>
    """
  end

  attr :clock, :map, required: true, doc: "a side's part of the view's `clocks`"
  attr :side, :atom, required: true
  attr :own, :boolean, required: true

  @doc "Renders a side's clock, which the browser counts down."
  def clock(assigns) do
    ~H"""
    <span
      class={["clock", @clock.run? && "is-running"]}
      id={"clock-#{@side}"}
      role="timer"
      phx-hook="Clock"
      data-left={@clock.left}
      data-running={@clock.run?}
      data-per-move={@clock.per_move != nil}
      data-days={gettext("%{n} d", n: "{}")}
      data-warnings={@own && warnings(@clock.per_move)}
    >{text(@clock.left)}</span>
    """
  end

  # By the seconds left. A move that has no more time than that needs no warning when it begins.
  defp warnings(per_move) do
    words = %{
      60 => gettext("One minute left."),
      30 => gettext("30 seconds left."),
      10 => gettext("10 seconds left.")
    }

    words
    |> Map.filter(fn {seconds, _words} -> per_move == nil or seconds * 1000 < per_move end)
    |> Jason.encode!()
  end

  # As clock.js writes it.
  defp text(left) do
    seconds = div(left + 999, 1000)
    days = div(seconds, 86_400)
    hours = seconds |> rem(86_400) |> div(3600)
    minutes = seconds |> rem(3600) |> div(60)
    rest = seconds |> rem(60) |> Integer.to_string() |> String.pad_leading(2, "0")

    cond do
      days > 0 -> gettext("%{n} d", n: days) <> " #{hours}:#{two(minutes)}"
      hours > 0 -> "#{hours}:#{two(minutes)}:#{rest}"
      true -> "#{minutes}:#{rest}"
    end
  end

  defp two(number), do: number |> Integer.to_string() |> String.pad_leading(2, "0")
end
