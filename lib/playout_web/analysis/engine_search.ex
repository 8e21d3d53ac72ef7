defmodule PlayoutWeb.Analysis.EngineSearch do
  @moduledoc """
  The engine on the page of an analysis: at most one search, which looks at the position that the page
  shows. When the page shows another one, the search does too and keeps its tree; and while it is
  stopped, the tree stays for as long as there is room for it.

  The functions take and return the socket of `PlayoutWeb.Analysis.Live`, and these of its assigns are
  theirs:

  - `engine`, what the visitor has chosen (`t:choices/0`);
  - `thinking`, what the search does (`t:thinking/0`);
  - `findings`, what it has found out about this position, or nil.
  """
  import Phoenix.Component, only: [assign: 2]

  alias Phoenix.LiveView.Socket
  alias Playout.{Error, SearchClient}
  alias Playout.Matches.Settings
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.{Findings, PlayerChoice}
  alias PlayoutWeb.Limits.Number

  @typedoc """
  - `on?`: whether it searches; `away?`: whether the visitor looks at another page meanwhile;
  - `player`, `text`: see `PlayoutWeb.Analysis.PlayerChoice`; `chosen?`: whether the visitor has chosen the
    player, or it is the default; `error`: why there is no such player;
  - `lines`: how many of the best moves are listed;
  - `heat?`: whether the board shows how often moves were visited.
  """
  @type choices :: %{
          on?: boolean,
          away?: boolean,
          player: String.t(),
          chosen?: boolean,
          text: String.t(),
          error: nil | Error.t(),
          lines: 1..5,
          heat?: boolean
        }

  @typedoc """
  `:off`; `:searching`, maybe `{:waiting, place}` for its turn; `:stopped` at its limits, so that it
  can go on; `:done` with nothing left to find out; `:over`, because the game is; or `{:failed, error}`.
  """
  @type thinking ::
          :off
          | :searching
          | {:waiting, pos_integer}
          | :stopped
          | :done
          | :over
          | {:failed, Error.t()}

  @most_lines 5

  # The page gets at most two updates a second.
  @update_ms 500

  # A search that has used up its limits has run for less than this part of them only if it had
  # nothing left to do.
  @whole 0.9

  @tree :analysis

  @doc "Prepares the assigns; the search begins with `look/1`."
  @spec init(Socket.t()) :: Socket.t()
  def init(%{assigns: %{analysis: %{game: game, variant: variant}}} = socket) do
    socket
    |> Phoenix.LiveView.put_private(:search, none())
    |> assign(
      thinking: :off,
      findings: nil,
      engine: %{
        on?: true,
        away?: false,
        player: PlayerChoice.default(game, variant),
        chosen?: false,
        text: "",
        error: nil,
        lines: 3,
        heat?: true
      }
    )
  end

  # `client`, a `SearchClient` while there is a search; `steps` of the legal moves of the position; `latest`,
  # what was found since the page was updated last, at `shown`; `timer`, for the next update.
  defp none, do: %{client: nil, steps: nil, latest: nil, shown: nil, timer: nil}

  @doc """
  Returns what of the choices the browser keeps (`recall/2`). The default player may be another one at
  the next visit, when a table is there.
  """
  @spec kept(choices) :: map
  def kept(%{chosen?: chosen?} = choices) do
    kept = Map.take(choices, [:on?, :text, :lines, :heat?])
    if chosen?, do: Map.put(kept, :player, choices.player), else: kept
  end

  @doc "Takes over the choices that a browser has kept, as far as they can still be made."
  @spec recall(Socket.t(), map) :: Socket.t()
  def recall(%{assigns: %{engine: choices, analysis: analysis}} = socket, kept) do
    choices = Enum.reduce(kept, choices, &take(&1, &2, analysis))
    assign(socket, engine: check(choices, analysis))
  end

  @doc "Chooses the default player if the one chosen doesn't play what is analysed now."
  @spec fit(Socket.t()) :: Socket.t()
  def fit(%{assigns: %{engine: choices, analysis: analysis}} = socket) do
    %{game: game, variant: variant} = analysis

    if PlayerChoice.choice?(game, variant, choices.player) do
      socket
    else
      choices = %{choices | player: PlayerChoice.default(game, variant), chosen?: false}
      assign(socket, engine: check(choices, analysis))
    end
  end

  defp take({"player", name}, choices, %{game: game, variant: variant}) do
    if PlayerChoice.choice?(game, variant, name),
      do: %{choices | player: name, chosen?: true},
      else: choices
  end

  defp take({"text", text}, choices, _analysis) when is_binary(text) do
    if PlayerChoice.short?(text), do: %{choices | text: text}, else: choices
  end

  defp take({"lines", lines}, choices, _analysis) when lines in 1..@most_lines,
    do: %{choices | lines: lines}

  defp take({"on?", on?}, choices, _analysis) when is_boolean(on?), do: %{choices | on?: on?}

  defp take({"heat?", heat?}, choices, _analysis) when is_boolean(heat?),
    do: %{choices | heat?: heat?}

  defp take(_no_choice, choices, _analysis), do: choices

  defp check(choices, %{game: game, variant: variant}) do
    case PlayerChoice.player(game, variant, choices.player, choices.text) do
      {:ok, _player} -> %{choices | error: nil}
      {:error, error} -> %{choices | error: error}
    end
  end

  @doc "Applies the fields of the engine's form; what is no choice is ignored."
  @spec choose(Socket.t(), map) :: Socket.t()
  def choose(%{assigns: %{engine: before}} = socket, fields) do
    lines = with {:ok, lines} <- Number.whole(fields["lines"]), do: lines
    kept = %{"text" => fields["text"], "lines" => lines, "heat?" => fields["heat"] == "on"}
    # The form has all fields, whichever of them was changed.
    player = fields["player"]
    kept = if player == before.player, do: kept, else: Map.put(kept, "player", player)
    socket = recall(socket, kept)
    %{engine: choices} = socket.assigns

    searched = &Map.take(&1, [:player, :text, :lines])

    if searched.(choices) == searched.(before),
      do: socket,
      else: socket |> stop() |> assign(findings: nil) |> look()
  end

  @doc "Switches the engine on or off."
  @spec switch(Socket.t(), boolean) :: Socket.t()
  def switch(%{assigns: %{engine: choices}} = socket, on?),
    do: socket |> assign(engine: %{choices | on?: on?}) |> look()

  @doc "Stops the search while the visitor doesn't see the page."
  @spec away(Socket.t(), boolean) :: Socket.t()
  def away(%{assigns: %{engine: %{away?: away?}}} = socket, away?), do: socket

  def away(%{assigns: %{engine: choices}} = socket, away?),
    do: socket |> assign(engine: %{choices | away?: away?}) |> look()

  @doc "Lets a search go on that has used up its limits or has failed."
  @spec go_on(Socket.t()) :: Socket.t()
  def go_on(%{private: %{search: %{client: nil}}} = socket), do: look(socket)
  def go_on(socket), do: socket

  @doc """
  Forgets what was found out about another position, and looks at the one that the page shows now.
  """
  @spec look_elsewhere(Socket.t()) :: Socket.t()
  def look_elsewhere(socket) do
    socket |> put(steps: nil, latest: nil) |> assign(findings: nil) |> look()
  end

  @doc "Searches the position that the page shows, unless the engine is off."
  @spec look(Socket.t()) :: Socket.t()
  def look(%{assigns: %{engine: choices, analysis: analysis}} = socket) do
    cond do
      not choices.on? -> socket |> pause() |> assign(thinking: :off, findings: nil)
      choices.away? -> socket |> pause() |> assign(thinking: :off)
      analysis.snapshot.outcome != nil -> socket |> pause() |> assign(thinking: :over)
      choices.error != nil -> socket |> stop() |> assign(thinking: :off)
      true -> search(socket)
    end
  end

  defp search(%{private: %{search: %{client: nil}}} = socket), do: start(socket)

  defp search(%{assigns: %{analysis: analysis}, private: %{search: %{client: client}}} = socket) do
    # Its tree begins in the record's first position.
    with true <- %{client.position | moves: []} == analysis.record.position,
         {:ok, client} <- SearchClient.focus(client, Analysis.position(analysis)) do
      # It may still wait, and says so itself.
      put(socket, client: client)
    else
      # It is another game, or the search has ended meanwhile.
      _not_there -> socket |> stop() |> start()
    end
  end

  defp start(%{assigns: %{engine: choices, analysis: analysis} = assigns} = socket) do
    {:ok, player} =
      PlayerChoice.player(analysis.game, analysis.variant, choices.player, choices.text)

    options = [
      player: player,
      lines: choices.lines,
      timeout: :infinity,
      tree: @tree,
      root: 0,
      priority: :analysis,
      share: {assigns.address, assigns.visitor, {:analysis, self()}}
    ]

    {client, news} = SearchClient.start(Analysis.position(analysis), options, Settings.engine())
    socket |> assign(thinking: :searching) |> told(client, news)
  end

  # Its tree is kept, for when it goes on. The answer would come when the page needs it no more. A
  # search without a tree would wait for its turn only to end.
  defp pause(%{private: %{search: %{client: %{begun?: true} = client}}} = socket) do
    SearchClient.finish(client)
    forget(socket)
  end

  defp pause(socket), do: stop(socket)

  # Its tree is of no use.
  defp stop(%{private: %{search: %{client: nil}}} = socket), do: socket

  defp stop(%{private: %{search: %{client: client}}} = socket) do
    SearchClient.cancel(client)
    forget(socket)
  end

  defp forget(socket), do: socket |> update() |> put(client: nil)

  @doc "Takes a message of a search, or of this module's timer."
  @spec handle_info(Socket.t(), term) :: Socket.t()
  def handle_info(%{private: %{search: %{timer: timer}}} = socket, {:update, timer}),
    do: socket |> put(timer: nil) |> update()

  def handle_info(socket, {:update, _earlier}), do: socket

  def handle_info(%{private: %{search: search}} = socket, message) do
    case SearchClient.handle_info(search.client, message) do
      {client, news} -> told(socket, client, news)
      # Of a search that was stopped.
      :unknown -> socket
    end
  end

  defp told(socket, client, news), do: Enum.reduce(news, put(socket, client: client), &news/2)

  defp news({:waiting, nil}, socket), do: assign(socket, thinking: :searching)
  defp news({:waiting, place}, socket), do: assign(socket, thinking: {:waiting, place})
  defp news({:progress, progress}, socket), do: socket |> put(latest: progress) |> update_soon()

  defp news({:done, {:ok, choice}}, socket) do
    thinking = if whole?(choice), do: :stopped, else: :done
    socket |> put(latest: choice) |> forget() |> assign(thinking: thinking)
  end

  defp news({:done, {:error, error}}, socket),
    do: socket |> forget() |> assign(thinking: {:failed, error})

  defp whole?(%{proof: nil, seconds: seconds}),
    do: 1000 * seconds >= @whole * PlayerChoice.limits()[:ms]

  defp whole?(_proven), do: false

  # At once, if the last update is long ago.
  defp update_soon(%{private: %{search: %{timer: nil, shown: shown}}} = socket) do
    wait = if shown, do: shown + @update_ms - now(), else: 0

    if wait <= 0 do
      update(socket)
    else
      timer = make_ref()
      Process.send_after(self(), {:update, timer}, wait)
      put(socket, timer: timer)
    end
  end

  defp update_soon(socket), do: socket

  defp update(%{private: %{search: %{latest: nil}}} = socket), do: socket

  defp update(%{assigns: %{analysis: analysis, engine: choices}} = socket) do
    socket = with_steps(socket)
    %{latest: latest, steps: steps} = socket.private.search
    findings = Findings.new(latest, analysis.snapshot.side, steps, choices.lines)
    socket |> put(latest: nil, shown: now()) |> assign(findings: findings)
  end

  # Once for each position.
  defp with_steps(%{private: %{search: %{steps: nil}}, assigns: %{analysis: analysis}} = socket) do
    {:ok, %{moves: moves}} = Playout.describe(Analysis.position(analysis))
    put(socket, steps: Map.new(moves, &{&1.text, &1.steps}))
  end

  defp with_steps(socket), do: socket

  defp put(%{private: %{search: search}} = socket, changes),
    do: Phoenix.LiveView.put_private(socket, :search, Map.merge(search, Map.new(changes)))

  defp now, do: System.monotonic_time(:millisecond)
end
