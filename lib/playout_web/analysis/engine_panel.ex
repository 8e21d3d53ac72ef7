defmodule PlayoutWeb.Analysis.EnginePanel do
  @moduledoc "The engine on an analysis page: which player searches, and the lines that it has found."
  use PlayoutWeb, :html

  import PlayoutWeb.Analysis.Components, only: [progress: 1]
  import PlayoutWeb.Fields

  alias PlayoutWeb.Analysis.PlayerChoice
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Lobby.PlayerFields
  alias PlayoutWeb.Sentences

  attr :game, :atom, required: true
  attr :variant, :atom, required: true

  attr :engine, :map,
    required: true,
    doc: "a `t:PlayoutWeb.Analysis.EngineSearch.choices/0`"

  attr :thinking, :any, required: true
  attr :findings, :any, required: true
  attr :names, :map, required: true
  attr :seq, :integer, required: true

  @doc "Renders the engine: a switch, its choices, how far it has come and its lines."
  def engine(assigns) do
    ~H"""
    <section
      class="engine"
      id="engine"
      phx-hook="Away"
      aria-labelledby="engine-title"
    >
      <h2 id="engine-title" class="sr-only">{gettext("Engine")}</h2>
      <div class="engine-head">
        <button
          id="engine-switch"
          type="button"
          role="switch"
          class="button engine-switch"
          aria-checked={to_string(@engine.on?)}
          phx-click="switch"
          phx-value-on={to_string(not @engine.on?)}
        >
          {gettext("Engine")}
        </button>
        <form id="engine-choices" phx-change="engine" phx-submit="engine" phx-auto-recover="ignore">
          <label class="sr-only" for="engine-player">{gettext("Player")}</label>
          <select class="text-box" id="engine-player" name="player">
            <optgroup label={gettext("Levels, strongest first")}>
              <option
                :for={level <- PlayerChoice.levels(@game, @variant)}
                value={level.name}
                selected={level.name == @engine.player}
              >
                {Sentences.level(level.name)}
              </option>
            </optgroup>
            <optgroup label={gettext("Other players")}>
              <option
                :for={kind <- PlayerChoice.kinds(@game)}
                value={kind}
                selected={kind == @engine.player}
              >
                {PlayerFields.title(kind)}
              </option>
              <option value={PlayerChoice.typed()} selected={@engine.player == PlayerChoice.typed()}>
                {gettext("Advanced")}
              </option>
            </optgroup>
          </select>
          <label class="sr-only" for="engine-lines">{gettext("Lines")}</label>
          <select class="text-box" id="engine-lines" name="lines">
            <option :for={lines <- 1..5} value={lines} selected={lines == @engine.lines}>
              {ngettext("1 line", "%{count} lines", lines)}
            </option>
          </select>
          <label class="heat-switch">
            <input type="checkbox" name="heat" checked={@engine.heat?} />
            <span>{gettext("On the board")}</span>
          </label>
          <.field
            :let={named}
            :if={@engine.player == PlayerChoice.typed()}
            id="engine-text"
            class="is-text"
            label={gettext("Player description")}
            hint={gettext("e.g. %{spec}. Its limits are those of the analysis.", spec: "mcts:c=0.6")}
            error={@engine.error && PlayerFields.player_error(@engine.error, @game)}
          >
            <input
              class="text-box"
              name="text"
              value={@engine.text}
              maxlength="400"
              autocomplete="off"
              autocapitalize="off"
              spellcheck="false"
              phx-debounce="400"
              {named}
            />
          </.field>
        </form>
      </div>
      <.progress :if={@engine.on?} thinking={@thinking} findings={@findings} />
      <ol
        :if={@engine.on?}
        class="lines"
        data-lines={@engine.lines}
        aria-label={lines_label(@findings, @names)}
      >
        <li :for={line <- lines(@findings, @seq)} :key={line.rank} class="line">
          <span class="line-value">{value(line)}</span>
          <span
            class="line-moves"
            id={"line-#{line.rank}"}
            phx-hook="Line"
            phx-update="ignore"
            data-seq={line.seq}
            data-moves={Enum.join(line.moves, " ")}
          ></span>
          <span class="line-visits">{visits(line.visits)}</span>
        </li>
      </ol>
    </section>
    """
  end

  # One value for each line, so that only those that have changed are sent.
  defp lines(nil, _seq), do: []

  defp lines(%{lines: lines}, seq) do
    for {line, rank} <- Enum.with_index(lines, 1), do: Map.merge(line, %{rank: rank, seq: seq})
  end

  defp lines_label(nil, _names), do: gettext("Best moves")

  defp lines_label(%{side: side}, names),
    do: gettext("Best moves for %{player}", player: names[side])

  defp value(%{proof: %{result: :draw}}), do: gettext("Draw")
  defp value(%{proof: %{result: :win, plies: nil}}), do: gettext("Win")
  defp value(%{proof: %{result: :loss, plies: nil}}), do: gettext("Loss")

  defp value(%{proof: %{result: :win, plies: plies}}),
    do: gettext("Win in %{plies}", plies: plies)

  defp value(%{proof: %{result: :loss, plies: plies}}),
    do: gettext("Loss in %{plies}", plies: plies)

  defp value(%{points: nil}), do: nil
  defp value(%{points: points}), do: gettext("%{percent}%", percent: points)

  defp visits(0), do: nil
  defp visits(visits), do: ngettext("1 visit", "%{n} visits", visits, n: Format.number(visits))
end
