defmodule PlayoutWeb.Analysis.Components do
  @moduledoc "The parts of an analysis page: the sides, what the engine thinks, and what the browser keeps."
  use PlayoutWeb, :html

  import PlayoutWeb.Match.Components, only: [strip: 1]

  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Sentences

  attr :place, :atom, values: [:you, :them], required: true
  attr :strip, :map, required: true, doc: "a `t:PlayoutWeb.Match.View.strip/0`"
  attr :analysis, Analysis, required: true
  attr :board, :map, required: true, doc: "a `t:PlayoutWeb.Match.BoardView.t/0`"

  @doc "Renders a side: whose turn it is, what to do, and what the side holds."
  def side(assigns) do
    ~H"""
    <.strip
      place={@place}
      strip={@strip}
      state={@analysis}
      board={@board}
      mine={nil}
      thinking={%{}}
      waiting={nil}
    >
      <.heat_layer id={"heat-#{@place}"} />
    </.strip>
    """
  end

  attr :id, :string, required: true

  @doc "Renders the place where `js/boards/playing/heat.js` draws on what is around it."
  def heat_layer(assigns) do
    ~H"""
    <div id={@id} class="heat" phx-update="ignore" data-heat-layer aria-hidden="true"></div>
    """
  end

  attr :notice, :any, required: true
  attr :view, :map, required: true, doc: "a `t:PlayoutWeb.Analysis.View.t/0`"
  attr :deleted, :any, required: true, doc: "what was deleted last, if that can be undone"
  attr :seq, :integer, required: true

  @doc "Renders over the board why something was refused, a forced pass, and how to undo a deletion."
  def notices(assigns) do
    ~H"""
    <div class="notices" id="notices" role="alert">
      <p :if={@notice} class="notice">{elem(@notice, 1)}</p>
      <div :if={@view.pass} class="notice">
        <span>{@view.pass}</span>
        <button id="pass" class="button" phx-click="pass">{gettext("Pass")}</button>
      </div>
      <div :if={@deleted} class="notice">
        <span>{gettext("Deleted.")}</span>
        <button id="restore" class="button" phx-click="restore">
          {pgettext("a change, not a move", "Undo")}
        </button>
      </div>
    </div>
    """
  end

  attr :findings, :any, required: true, doc: "a `t:PlayoutWeb.Analysis.Findings.t/0`, or nil"
  attr :thinking, :any, required: true
  attr :names, :map, required: true

  @doc """
  Renders the value bar: how probable it is that each side wins, in figures and as a bar, or what is
  proven.
  """
  def verdict(assigns) do
    ~H"""
    <section class="verdict" id="verdict" aria-label={gettext("Value of the position")}>
      <svg class="value-bar" preserveAspectRatio="none" viewBox="0 0 100 4" aria-hidden="true">
        <rect class="value-none" width="100" height="4" />
        <%= if @findings && @findings.parts do %>
          <rect class="value-draw" width="100" height="4" />
          <rect class="value-first" width={@findings.parts.first} height="4" />
          <rect
            class="value-second"
            x={100 - @findings.parts.second}
            width={@findings.parts.second}
            height="4"
          />
        <% end %>
      </svg>
      <p class="value-words">
        <%= cond do %>
          <% @findings && @findings.proof -> %>
            <span>{proof(@findings, @names)}</span>
          <% @findings && @findings.parts -> %>
            <span><i class="value-mark is-first"></i>{@names.first} {@findings.parts.first}%</span>
            <span>{gettext("Draw %{percent}%", percent: @findings.parts.draw)}</span>
            <span>
              <i class="value-mark is-second"></i>{@names.second} {@findings.parts.second}%
            </span>
          <% true -> %>
            <span>{unknown(@thinking)}</span>
        <% end %>
      </p>
      <%!-- Figures change too often to be announced. --%>
      <p class="sr-only" role="status">
        {if @findings && @findings.proof, do: proof(@findings, @names)}
      </p>
    </section>
    """
  end

  defp unknown(:over), do: gettext("The game is over.")
  defp unknown(:off), do: gettext("The engine is off.")
  defp unknown(:done), do: gettext("This player makes no estimate.")
  defp unknown({:failed, _error}), do: nil
  defp unknown(_searches), do: "…"

  defp proof(%{proof: %{result: :draw}}, _names),
    do: gettext("Proven: a draw with best play.")

  defp proof(%{proof: %{result: result, plies: plies}, side: side}, names) do
    winner = if result == :win, do: names[side], else: names[Playout.Side.other(side)]

    if plies do
      ngettext(
        "Proven: %{player} wins in 1 move.",
        "Proven: %{player} wins within %{count} moves.",
        plies,
        player: winner
      )
    else
      gettext("Proven: %{player} wins.", player: winner)
    end
  end

  attr :thinking, :any,
    required: true,
    doc: "a `t:PlayoutWeb.Analysis.EngineSearch.thinking/0`"

  attr :findings, :any, required: true, doc: "a `t:PlayoutWeb.Analysis.Findings.t/0`, or nil"

  @doc "Renders how far the search has come, and if it has stopped, why, and how it goes on."
  def progress(assigns) do
    ~H"""
    <div class="search-progress">
      <svg class="bar is-used" preserveAspectRatio="none" viewBox="0 0 100 4" aria-hidden="true">
        <rect class="bar-track" width="100" height="4" />
        <rect :if={@findings} class="bar-used" width={used(@findings, @thinking)} height="4" />
      </svg>
      <p class="search-figures">{@findings && figures(@findings)}</p>
      <p class="search-state" role="status">{state(@thinking)}</p>
      <button
        :if={@thinking == :stopped or match?({:failed, _error}, @thinking)}
        id="go-on"
        class="button"
        phx-click="go_on"
      >
        {if @thinking == :stopped, do: gettext("Go on"), else: gettext("Try again")}
      </button>
    </div>
    """
  end

  defp used(%{used: used}, :searching), do: round(100 * used)
  defp used(_findings, _ended), do: 100

  defp figures(%{playouts: playouts, nodes: nodes, depth: depth}) do
    Format.list([
      depth && gettext("depth %{depth}", depth: depth),
      work(playouts, nodes)
    ])
  end

  # Some players count positions instead of playouts, and some don't search at all.
  defp work(0, 0), do: nil

  defp work(0, nodes),
    do: ngettext("1 position", "%{n} positions", nodes, n: Format.number(nodes))

  defp work(playouts, _nodes),
    do: ngettext("1 playout", "%{n} playouts", playouts, n: Format.number(playouts))

  defp state({:waiting, place}), do: gettext("Waiting, place %{place}", place: place)
  defp state(:stopped), do: gettext("Stopped after five minutes.")
  defp state({:failed, error}), do: Sentences.failure(error)
  defp state(_says_enough), do: nil

  attr :analysis, Analysis, required: true
  attr :format, :atom, required: true, doc: "in which its record was shown last"

  @doc "Renders what can be done with the analysis as a whole."
  def actions(assigns) do
    ~H"""
    <div class="actions" id="analysis-actions">
      <button
        id="new-analysis"
        class="button"
        phx-click="new"
        aria-disabled={to_string(Analysis.empty?(@analysis))}
      >
        {gettext("New analysis")}
      </button>
      <button
        id="open-record"
        class="button"
        data-opens="record"
        aria-haspopup="dialog"
        phx-click="export"
        phx-value-format={@format}
      >
        {gettext("Record")}
      </button>
      <button
        :if={Boards.of(@analysis.game).turnable?()}
        id="turn-board"
        class="button"
        phx-click="turn"
      >
        {gettext("Flip the board")}
      </button>
      <.link
        id="set-up"
        class="button"
        navigate={~p"/edit/#{@analysis.game}?#{[position: @analysis.snapshot.position]}"}
      >
        {gettext("Set up a position")}
      </.link>
    </div>
    """
  end

  attr :analysis, Analysis, required: true
  attr :text, :string, required: true
  attr :key, :any, required: true, doc: "false until it is known which analysis this is"
  attr :engine, :map, required: true

  @doc """
  Renders the form from which the page recovers after a reconnection, and from which the browser keeps
  the analysis (`js/analysis.js`).
  """
  def kept(assigns) do
    ~H"""
    <form
      id="kept"
      hidden
      phx-change="recover"
      phx-auto-recover="recover"
      phx-hook="Analysis"
      data-game={@analysis.game}
    >
      <input type="hidden" name="text" value={@text} />
      <input type="hidden" name="moves" value={Enum.join(@analysis.path, " ")} />
      <input type="hidden" name="key" value={@key || ""} />
      <input type="hidden" name="engine" value={Jason.encode!(@engine)} />
    </form>
    """
  end
end
