defmodule PlayoutWeb.Analysis.Live do
  @moduledoc """
  The page of an analysis: both sides move freely, variations are a tree in the list of moves, and an
  engine says what it thinks of the position.

  The analysis is a record (`PlayoutWeb.Analysis`) in this process only. A form contains its text, so
  that it is there again after a reconnection, and the browser keeps that text for the next visit
  (`assets/js/analysis.js`). The address says what position is shown (`PlayoutWeb.Analysis.Address`),
  and at first perhaps of what `match` it is, whose record (`PlayoutWeb.Match.NamedRecord`) is then analysed.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.Analysis.Components
  import PlayoutWeb.Analysis.EnginePanel
  import PlayoutWeb.Analysis.Moves
  import PlayoutWeb.Analysis.RecordDialog
  import PlayoutWeb.Kept, only: [drawings: 1]

  alias Playout.{Matches, Record}
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.{Address, Bounds, EngineSearch, OfMatch, Reading, RecordText, View}
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Limits.Number
  alias PlayoutWeb.Match.NamedRecord
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Rules
  alias PlayoutWeb.StepPicker

  @notice_ms 6_000
  @places %{"first" => :first, "last" => :last}
  @ways %{"back" => :back, "forward" => :forward}

  @impl true
  def mount(%{"game" => name}, _session, socket) do
    case Rules.find(name) do
      {:ok, game} ->
        title = gettext("Analysis · %{game}", game: Boards.of(game).name())

        {:ok,
         assign(socket,
           game: game,
           analysis: nil,
           seq: 0,
           turned?: false,
           walked?: true,
           notice: nil,
           deleted: nil,
           commenting?: false,
           exported: %{format: :pgn, text: "", problem: nil},
           problem: nil,
           settled?: false,
           key: new_key(),
           page_title: title,
           description: description()
         )}

      :error ->
        raise NotFoundError
    end
  end

  defp description do
    gettext(
      "Play for both sides, try variations, and see what the engine thinks of each position."
    )
  end

  defp new_key, do: Base.url_encode64(:crypto.strong_rand_bytes(9))

  @impl true
  def handle_params(params, _uri, %{assigns: %{game: game, analysis: analysis}} = socket) do
    if analysis != nil and address(analysis) == Map.take(params, ~w(variant position moves)) do
      {:noreply, socket}
    else
      {position, problem} =
        case Address.read(game, params) do
          {:ok, position} -> {position, nil}
          {:error, start, problem} -> {start, problem}
        end

      {:ok, opened} = opened(position, params, socket)
      {opened, text, problem} = or_empty(socket, opened, problem)
      # What the browser has kept of the one before stays.
      socket = if analysis, do: assign(socket, key: new_key()), else: socket
      # The browser can only know an analysis of a position, or of all of them.
      named? = Enum.any?(~w(variant position moves match), &is_map_key(params, &1))
      site = NamedRecord.site(opened.record)

      socket =
        socket
        |> assign(named?: named?, site: site, problem?: problem != nil)
        |> open(opened, text)

      {:noreply, if(problem, do: say(socket, problem), else: socket)}
    end
  end

  # Of the match that the address names, if there is one.
  defp opened(position, params, %{assigns: %{visitor: visitor}}) do
    with :error <- OfMatch.open(params["match"], position, visitor),
         do: Analysis.new(position)
  end

  defp address(%{snapshot: %{position: now}} = analysis),
    do: analysis |> Analysis.position() |> Address.params(now) |> Map.new()

  defp or_empty(socket, analysis, problem) do
    case Bounds.text(socket, analysis) do
      {:ok, text} ->
        {analysis, text, problem}

      {:error, reason} ->
        {:ok, empty} = Analysis.new(analysis.record.position)
        {empty, "", problem || Bounds.words(reason)}
    end
  end

  # Another analysis than before, if there was one.
  defp open(socket, analysis, text) do
    first? = socket.assigns.analysis == nil

    socket
    |> assign(analysis: analysis, text: text, walked?: true, deleted: nil, commenting?: false)
    |> assign(
      title: gettext("Analysis · %{game}", game: Boards.title(analysis.game, analysis.variant))
    )
    |> then(&if first?, do: EngineSearch.init(&1), else: EngineSearch.fit(&1))
    |> shown()
    |> then(&if(socket.assigns.settled?, do: EngineSearch.look_elsewhere(&1), else: &1))
  end

  # The page shows another position. The new seq invalidates anything picked or sent before.
  defp shown(%{assigns: %{seq: seq}} = socket), do: socket |> assign(seq: seq + 1) |> view()

  defp view(%{assigns: %{analysis: analysis, turned?: turned?}} = socket) do
    view = View.new(analysis, turned?)
    # Screen readers announce only changes to a live region, so it is empty until the page is
    # connected.
    view = if connected?(socket), do: view, else: %{view | announcement: ""}
    assign(socket, view: view)
  end

  @impl true
  def handle_event("move", %{"seq" => seq, "move" => move}, %{assigns: %{seq: seq}} = socket)
      when is_binary(move),
      do: reply(socket, Analysis.play(socket.assigns.analysis, move), walked?: false)

  def handle_event("type", %{"seq" => seq, "move" => move}, %{assigns: %{seq: seq}} = socket)
      when is_binary(move),
      do: reply(socket, Analysis.type(socket.assigns.analysis, move), walked?: false)

  def handle_event(played, %{"seq" => seq, "move" => move}, socket)
      when played in ["move", "type"] and is_integer(seq) and is_binary(move),
      do: refused(socket, :stale)

  def handle_event("check", %{} = pressed, %{assigns: %{visitor: visitor} = assigns} = socket) do
    check = fn steps ->
      if pressed["seq"] == assigns.seq,
        do: Matches.check_steps(visitor, Analysis.position(assigns.analysis), steps),
        else: {:error, :stale}
    end

    {:reply, StepPicker.reason(pressed, check), socket}
  end

  def handle_event("pass", _params, %{assigns: %{analysis: analysis}} = socket) do
    case analysis.snapshot.pass do
      nil -> refused(socket, :malformed)
      pass -> change(socket, Analysis.play(analysis, pass), walked?: false)
    end
  end

  def handle_event("walk", %{"to" => to}, %{assigns: %{analysis: analysis}} = socket)
      when is_map_key(@places, to),
      do: go(socket, Analysis.along(analysis, @places[to]))

  def handle_event("walk", %{"to" => to} = params, %{assigns: %{analysis: analysis}} = socket)
      when is_map_key(@ways, to) do
    case params["by"] || 1 do
      by when is_integer(by) and by > 0 -> go(socket, Analysis.along(analysis, {@ways[to], by}))
      _other -> refused(socket, :malformed)
    end
  end

  def handle_event("go", %{"id" => id}, socket), do: at(socket, id, &go(socket, &1))

  def handle_event("promote", %{"id" => id}, %{assigns: %{analysis: analysis}} = socket),
    do: at(socket, id, &change(socket, Analysis.promote(analysis, &1)))

  def handle_event("delete", %{"id" => id}, %{assigns: %{analysis: analysis}} = socket) do
    at(socket, id, fn path ->
      before = {analysis.record, analysis.path}
      {:noreply, socket} = change(socket, Analysis.delete(analysis, path))
      {:noreply, assign(socket, deleted: before)}
    end)
  end

  def handle_event("restore", _params, %{assigns: %{deleted: {record, path}}} = socket),
    do: change(socket, Analysis.open(record, path))

  def handle_event("restore", _params, socket), do: {:noreply, socket}

  def handle_event("commenting", _params, socket),
    do: {:noreply, assign(socket, commenting?: not socket.assigns.commenting?)}

  def handle_event("comment", %{"at" => id, "comment" => text}, socket),
    do: at(socket, id, &change(socket, Analysis.comment(socket.assigns.analysis, &1, text)))

  # A press in a principal variation: the moves up to there.
  def handle_event(
        "line",
        %{"seq" => seq, "moves" => [_ | _] = moves},
        %{assigns: %{seq: seq}} = socket
      ),
      do: change(socket, Analysis.add(socket.assigns.analysis, moves), walked?: false)

  def handle_event("line", %{"seq" => seq, "moves" => [_ | _]}, socket) when is_integer(seq),
    do: refused(socket, :stale)

  def handle_event("new", _params, %{assigns: %{analysis: analysis}} = socket) do
    {:ok, empty} = Analysis.new(analysis.record.position)
    {:ok, text} = Bounds.text(socket, empty)
    {:noreply, socket |> assign(key: new_key()) |> open(empty, text) |> patch()}
  end

  def handle_event("export", %{"format" => format}, socket) do
    formats = RecordText.formats(socket.assigns.game)

    case Enum.find(formats, fn {known, _name} -> to_string(known) == format end) do
      {format, _name} -> {:noreply, assign(socket, exported: exported(socket, format))}
      nil -> refused(socket, :malformed)
    end
  end

  # The answer is the event "imported".
  def handle_event("import", %{"text" => text}, socket),
    do: {:noreply, Reading.start(socket, :import, %{"text" => text, "moves" => ""})}

  # The page doesn't send such a text.
  def handle_event("import", %{"too_long" => true}, socket),
    do: {:noreply, unread(socket, :import, :too_long)}

  # Turning the board changes nothing else.
  def handle_event("turn", _params, socket),
    do: {:noreply, socket |> assign(turned?: not socket.assigns.turned?) |> view()}

  def handle_event("engine", %{} = fields, socket),
    do: {:noreply, EngineSearch.choose(socket, fields)}

  def handle_event("switch", %{"on" => on}, socket) when on in ["true", "false"],
    do: {:noreply, EngineSearch.switch(socket, on == "true")}

  def handle_event("go_on", _params, socket), do: {:noreply, EngineSearch.go_on(socket)}

  def handle_event("away", %{"away" => away?}, socket) when is_boolean(away?),
    do: {:noreply, EngineSearch.away(socket, away?)}

  # What the browser has kept of earlier visits, one analysis at a time, newest first, until one is
  # taken; at the end without any. The answer to one that has to be read is the event "recalled".
  def handle_event("recall", %{} = kept, %{assigns: %{settled?: false}} = socket) do
    socket = recall_engine(socket, kept["engine"])

    if kept["text"],
      do: {:reply, %{reading: true}, Reading.start(socket, :recall, kept)},
      else: {:reply, %{taken: false}, settle(socket)}
  end

  def handle_event("recall", _kept, %{assigns: %{settled?: true}} = socket),
    do: {:reply, %{taken: true}, socket}

  # LiveView sends the form again when it has reconnected.
  def handle_event("recover", %{} = kept, socket) do
    socket = recall_engine(socket, kept["engine"])
    {:noreply, Reading.start(socket, :recover, kept)}
  end

  def handle_event(_event, _params, socket), do: refused(socket, :malformed)

  defp exported(%{assigns: %{analysis: %{record: record}}}, format) do
    case Record.write(record, format: format) do
      {:ok, text} -> %{format: format, text: text, problem: nil}
      {:error, error} -> %{format: format, text: "", problem: RecordText.problem(error)}
    end
  end

  defp recall_engine(socket, text) when is_binary(text) and byte_size(text) <= 2_000 do
    with true <- Number.short_in_json?(text),
         {:ok, %{} = kept} <- Jason.decode(text),
         do: EngineSearch.recall(socket, kept),
         else: (_other -> socket)
  end

  defp recall_engine(socket, _none), do: socket

  @impl true
  def handle_async(name, result, socket) do
    with {:ok, analysis, key, count} <- Reading.done(socket, name, result),
         {:ok, text} <- Bounds.text(socket, analysis) do
      socket = socket |> assign(key: key || new_key(), problem: nil) |> open(analysis, text)
      {:noreply, read(socket, name, count)}
    else
      {:error, reason} -> {:noreply, unread(socket, name, reason)}
    end
  end

  defp read(socket, name, count) do
    socket = if name == :import, do: socket, else: settle(socket)
    socket = patch(socket)

    case name do
      :import when count > 1 -> socket |> say(first_of(count)) |> imported(true)
      :import -> imported(socket, true)
      :recall -> push_event(socket, "recalled", %{taken: true})
      :recover -> socket
    end
  end

  defp unread(socket, :import, reason),
    do: socket |> assign(problem: RecordText.problem(reason)) |> imported(false)

  # Meanwhile the visitor has begun another one.
  defp unread(socket, :recall, :stale),
    do: socket |> settle() |> push_event("recalled", %{taken: true})

  defp unread(socket, :recall, :analysis_moves) do
    socket |> say(Bounds.words(:analysis_moves)) |> push_event("recalled", %{taken: false})
  end

  defp unread(socket, :recall, _reason), do: push_event(socket, "recalled", %{taken: false})

  defp unread(socket, :recover, reason) when reason in [:busy, :analysis_moves],
    do: socket |> say(Bounds.words(reason)) |> settle()

  defp unread(socket, :recover, _reason), do: settle(socket)

  defp imported(socket, opened?), do: push_event(socket, "imported", %{opened: opened?})

  defp first_of(count) do
    gettext("The text has %{count} records. This is the first one.", count: Format.number(count))
  end

  # From now on the browser keeps the analysis, and the engine may begin.
  defp settle(%{assigns: %{settled?: true}} = socket), do: socket
  defp settle(socket), do: socket |> assign(settled?: true) |> EngineSearch.look_elsewhere()

  @impl true
  def handle_info({:forget, notice}, socket) do
    current? = socket.assigns.notice == notice
    {:noreply, if(current?, do: assign(socket, notice: nil), else: socket)}
  end

  def handle_info(news, socket), do: {:noreply, EngineSearch.handle_info(socket, news)}

  defp at(%{assigns: %{analysis: analysis}} = socket, id, work) do
    case Analysis.path_of(analysis, id) do
      {:ok, path} -> work.(path)
      :error -> refused(socket, :stale)
    end
  end

  defp go(%{assigns: %{analysis: %{path: path}}} = socket, path), do: {:noreply, socket}

  defp go(%{assigns: %{analysis: analysis}} = socket, path),
    do: change(socket, Analysis.show(analysis, path))

  defp reply(socket, result, options) do
    case change(socket, result, options) do
      {:noreply, socket} -> {:reply, %{accepted: true}, socket}
      refusal -> refusal
    end
  end

  # Shows what an operation has made of the analysis, unless it has refused.
  defp change(socket, result, options \\ [])

  defp change(%{assigns: %{analysis: before}} = socket, {:ok, analysis}, options) do
    case Bounds.changed(socket, analysis) do
      {:ok, text} ->
        socket =
          assign(socket,
            analysis: analysis,
            text: text,
            notice: nil,
            walked?: Keyword.get(options, :walked?, true)
          )

        socket =
          if analysis.record == before.record, do: socket, else: assign(socket, deleted: nil)

        {:noreply, if(same?(analysis, before), do: view(socket), else: moved(socket))}

      {:error, reason} ->
        refused(socket, reason)
    end
  end

  defp change(socket, {:error, reason}, _options), do: refused(socket, reason)

  defp same?(analysis, before), do: Analysis.position(analysis) == Analysis.position(before)
  defp moved(socket), do: socket |> shown() |> EngineSearch.look_elsewhere() |> patch()

  defp patch(%{assigns: %{game: game, analysis: analysis}} = socket),
    do: push_patch(socket, to: ~p"/analysis/#{game}?#{address(analysis)}", replace: true)

  defp refused(socket, reason),
    do: {:reply, %{accepted: false}, say(socket, Bounds.words(reason))}

  # The reference distinguishes two notices with the same text.
  defp say(socket, words) do
    notice = {make_ref(), words}
    Process.send_after(self(), {:forget, notice}, @notice_ms)
    assign(socket, notice: notice)
  end

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app place={gettext("Analysis")} game={@game}>
      <.drawings kept={@kept} games={[@game]} portraits={["person"]} />
      <main
        id="analysis"
        class="match analysis"
        phx-hook="StepPicker"
        data-seq={@seq}
        data-played={@view.board.ply}
        data-past={@walked?}
        data-moves={if @view.pass, do: "", else: @view.board.tree}
        data-heat={if @engine.heat? and @findings, do: @findings.heat}
      >
        <h1 class="sr-only">{@title}</h1>
        <.side place={:them} strip={@view.them} analysis={@analysis} board={@view.board} />
        <div class="match-board">
          <Boards.board
            game={@game}
            diagram={@view.board.diagram}
            last={@view.board.steps}
            winning={@view.board.winning}
            played={@view.board.moves}
            bottom={@view.bottom}
            alerts={@view.board.alerts}
            playable
          />
          <.heat_layer id="heat-board" />
          <.notices notice={@notice} view={@view} deleted={@deleted} seq={@seq} />
        </div>
        <.side place={:you} strip={@view.you} analysis={@analysis} board={@view.board} />
        <div class="match-tray">
          <Boards.tray
            game={@game}
            diagram={@view.board.diagram}
            over={@analysis.snapshot.outcome != nil}
          />
          <.heat_layer id="heat-tray" />
        </div>
        <.verdict findings={@findings} thinking={@thinking} names={@view.names} />
        <.engine
          game={@game}
          variant={@analysis.variant}
          engine={@engine}
          thinking={@thinking}
          findings={@findings}
          names={@view.names}
          seq={@seq}
        />
        <div class="history">
          <.walk view={@view} />
          <.moves analysis={@analysis} view={@view} commenting?={@commenting?} />
        </div>
        <.actions analysis={@analysis} format={@exported.format} />
        <.kept
          analysis={@analysis}
          text={@text}
          key={@settled? && @key}
          engine={EngineSearch.kept(@engine)}
        />
        <.record game={@game} exported={@exported} problem={@problem} />
        <StepPicker.reasons />
        <p class="sr-only" aria-live="polite" id="announcement">{@view.announcement}</p>
      </main>
    </Layouts.app>
    """
  end
end
