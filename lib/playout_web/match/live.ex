defmodule PlayoutWeb.Match.Live do
  @moduledoc """
  The page of a match, for players and spectators.

  Everything that the browser sends is a command to `Playout.Matches`, which accepts or refuses it
  and returns what it changed. A command contains the seq of the state that its sender saw, and a name, so
  that `js/connection/commands.js` can send it again after a lost connection. Until its socket connects, a
  page is only a picture of the match and wakes no engine.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.Kept, only: [drawings: 1]
  import PlayoutWeb.Match.Actions
  import PlayoutWeb.Match.Components
  import PlayoutWeb.Match.Moves
  import PlayoutWeb.Match.People
  import PlayoutWeb.Match.Review, only: [heard: 2, offer: 1, review: 1]
  import PlayoutWeb.Match.SoundOffer

  alias Playout.Matches
  alias Playout.Matches.Event
  alias Playout.Matches.Reviews.Mistakes
  alias Playout.Side
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Delay
  alias PlayoutWeb.Focus
  alias PlayoutWeb.Language.Locale
  alias PlayoutWeb.Limits.{Number, Work}
  alias PlayoutWeb.Match.{Chat, Hint, MistakeLookup, Others, PictureDialog, Presence}
  alias PlayoutWeb.Match.{Text, Thoughts, View, Walk}
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Portrait
  alias PlayoutWeb.Sentences
  alias PlayoutWeb.StepPicker
  alias PlayoutWeb.UnavailableError

  @notice_ms 6_000
  # In words. The process hibernates between moves. When it wakes, it has no free memory, and would
  # collect garbage a dozen times until its heap is large enough to render in.
  @heap 30_000
  @offers Map.new(Event.offers(), &{to_string(&1), &1})
  @answers %{"offer" => :offer, "accept" => :accept, "decline" => :decline}
  @paces %{"paused" => :paused, "slow" => :slow, "normal" => :normal, "fast" => :fast}

  @impl true
  def mount(%{"id" => id}, _session, socket) do
    from = {socket.assigns.visitor, socket.assigns.address}
    if connected?(socket), do: Process.flag(:min_heap_size, @heap)

    case if(connected?(socket), do: Matches.watch(id, from: from), else: Matches.get(id)) do
      {:ok, state} ->
        choose_words(state)

        socket
        |> assign(id: id, place: Text.place(state), score: nil)
        |> assign(set_up?: Text.set_up?(state), about: Text.about(state))
        |> Others.named(state)
        |> assign(thinking: Thoughts.none(), waiting: nil, notice: nil)
        |> assign(past: nil, news: nil, hint_search: nil)
        |> assign(speed: :normal, deleted?: false, turned?: false)
        |> assign(
          presence: %{watching: 0},
          gone: nil,
          claimable?: false,
          claimable_in: nil,
          met?: false
        )
        |> assign(mistakes: %Mistakes{})
        |> then(&assign(&1, Text.link_preview(state, &1.assigns.names)))
        |> show(state)
        |> then(&assign(&1, keys: View.keys(state, &1.assigns.view)))
        |> Others.enter()
        |> Work.pushes()
        |> tap(&if connected?(&1), do: measure_delay(&1, state))
        |> then(&{:ok, &1})

      {:error, :not_found} ->
        raise NotFoundError

      {:error, :not_stored} ->
        raise UnavailableError, reason: :failing

      # The request has shown the page before, so the match has been damaged since then.
      {:error, _damaged} ->
        if connected?(socket),
          do: {:ok, redirect(socket, to: ~p"/m/#{id}")},
          else: raise(UnavailableError, reason: :damaged)
    end
  end

  defp choose_words(state),
    do: if(Text.for_children?(state), do: Locale.use_words_for_children())

  @impl true
  def handle_params(params, _address, socket) do
    {socket, words} = Walk.to_address(socket, params)
    {:noreply, if(words, do: say(socket, words), else: socket)}
  end

  @impl true
  def handle_event("walk", %{} = params, socket) do
    case Walk.walk(socket, params) do
      {:ok, socket} -> {:noreply, socket}
      :error -> refused(socket, :malformed)
    end
  end

  # Nothing is played in the past.
  def handle_event(event, %{"move" => _}, %{assigns: %{past: past}} = socket)
      when past != nil and event in ["move", "type"],
      do: refused(socket, :past)

  def handle_event("check", pressed, %{assigns: %{past: past}} = socket) when past != nil,
    do: {:reply, StepPicker.reason(pressed, fn _steps -> {:error, :past} end), socket}

  def handle_event("hint", _params, %{assigns: %{past: past}} = socket) when past != nil,
    do: refused(socket, :past)

  def handle_event("move", %{"seq" => seq, "move" => move} = sent, socket)
      when is_integer(seq) and is_binary(move),
      do: act(socket, sent, {:move, move})

  def handle_event("type", %{"seq" => seq, "move" => move} = sent, socket)
      when is_integer(seq) and is_binary(move),
      do: act(socket, sent, {:typed, move})

  def handle_event("check", %{} = pressed, socket) do
    %{state: state, visitor: visitor} = socket.assigns
    current? = pressed["seq"] in state.board_seq..state.seq
    check = &if(current?, do: Matches.check_steps(visitor, state, &1), else: {:error, :stale})
    {:reply, StepPicker.reason(pressed, check), socket}
  end

  def handle_event("undo", sent, socket), do: act(socket, sent, :undo)

  # The first hint is there already: this was sent again, because its answer was lost. It may come from a page
  # of an earlier release, so "help" keeps its name.
  def handle_event("hint", %{"help" => "first"}, %{assigns: %{view: view}} = socket)
      when view.hint_given != nil,
      do: {:reply, %{accepted: true}, socket}

  # For what the board shows now, whatever it showed at the press.
  def handle_event("hint", %{} = sent, socket),
    do: act(socket, Map.put(sent, "seq", socket.assigns.state.seq), :hint)

  def handle_event("retry", sent, socket), do: act(socket, sent, :retry_engine)
  def handle_event("move_now", sent, socket), do: act(socket, sent, :move_now)
  def handle_event("step", sent, socket), do: act(socket, sent, :step)

  def handle_event("pace", %{"pace" => "go_on"} = sent, socket),
    do: act(socket, sent, {:pace, socket.assigns.speed})

  def handle_event("pace", %{"pace" => pace} = sent, socket) when is_map_key(@paces, pace),
    do: act(socket, sent, {:pace, @paces[pace]})

  # The engine that has failed is the one to move.
  def handle_event("replace", %{"level" => level} = sent, socket),
    do: act(socket, sent, {:replace_engine, socket.assigns.view.turn, {:level, level}})

  def handle_event("resign", sent, socket), do: act(socket, sent, :resign)

  def handle_event("withdraw", _params, socket) do
    case Matches.delete(socket.assigns.visitor, socket.assigns.id) do
      done when done == :ok or done == {:error, :not_found} ->
        {:reply, %{accepted: true}, go_to(socket, ~p"/")}

      # Somebody sat down a moment before.
      {:error, :shared_match} ->
        refused(socket, :joined_meanwhile)

      {:error, reason} ->
        refused(socket, reason)
    end
  end

  def handle_event("join", sent, socket), do: act(socket, sent, :join)

  def handle_event("show", %{"shown" => shown} = sent, socket) when shown in ["true", "false"],
    do: act(socket, sent, {:show, shown == "true"})

  def handle_event("list", %{"listed" => listed} = sent, socket) when listed in ["true", "false"],
    do: act(socket, sent, {:list, listed == "true"})

  # How much is left on the clocks now.
  def handle_event("time", _params, socket), do: {:noreply, show(socket, socket.assigns.state)}

  def handle_event("away", %{"away" => away?}, socket) when is_boolean(away?) do
    Presence.away(socket.assigns.id, socket.assigns.visitor, away?)
    {:noreply, socket}
  end

  def handle_event("claim", %{"claim" => claim} = sent, socket) when claim in ["win", "draw"],
    do: act(socket, sent, {:claim, if(claim == "win", do: :win, else: :draw)})

  def handle_event("claim", %{"claim" => "engine"} = sent, socket) do
    [_first, second | _] = Playout.levels(socket.assigns.state.game)
    act(socket, sent, {:claim, {:engine, {:level, second.name}}})
  end

  # "offer", "accept" or "decline".
  def handle_event(answer, %{"offer" => offer} = sent, socket)
      when is_map_key(@answers, answer) and is_map_key(@offers, offer),
      do: act(socket, sent, {@answers[answer], @offers[offer]})

  # Turning the board only affects this page, so it is not a command.
  def handle_event("turn", _params, socket) do
    socket = assign(socket, turned?: not socket.assigns.turned?)
    {:noreply, show(socket, socket.assigns.state)}
  end

  # Of the position that the board shows, which may be an earlier one.
  def handle_event("picture", %{} = params, socket) do
    %{state: state, board: board, view: view} = socket.assigns
    {:reply, PictureDialog.picture(state.position, board.ply, view.bottom, params), socket}
  end

  def handle_event(_event, _params, socket), do: refused(socket, :malformed)

  @impl true
  def handle_info({:match, change}, %{assigns: %{state: before}} = socket) do
    socket = catch_up(socket, change)

    if Others.declined?(before, socket.assigns.state, socket.assigns.view.mine),
      do: {:noreply, say(socket, gettext("Your opponent declined."))},
      else: {:noreply, socket}
  end

  def handle_info({:match_deleted, _id}, socket) do
    {:noreply, assign(socket, deleted?: true, page_title: gettext("Match deleted"))}
  end

  def handle_info({:go_to, path}, socket), do: {:noreply, push_navigate(socket, to: path)}

  def handle_info({:waiting, _id, place}, socket), do: {:noreply, assign(socket, waiting: place)}

  # These arrive before the engine's move, so they belong to the side to move.
  def handle_info({:thinking, _id, progress}, socket),
    do: {:noreply, Thoughts.thinks(socket, progress)}

  # A person's opponent moves within half a second, so both change the page together.
  def handle_info({:thought, _id, progress}, %{assigns: %{state: %{pace: nil}}} = socket) do
    {:noreply, put_private(socket, :thought, progress)}
  end

  def handle_info({:thought, _id, progress}, socket),
    do: {:noreply, Thoughts.thinks(socket, progress)}

  # Of a hint, under the name by which nodes of earlier releases send it.
  def handle_info({:advice, _id, what}, socket) do
    {socket, words} = Hint.note(socket, what)
    {:noreply, if(words, do: say(socket, words), else: socket)}
  end

  def handle_info({:renamed, visitor, name}, %{assigns: %{state: state}} = socket) do
    {:noreply, socket |> Others.rename(visitor, name) |> show(state)}
  end

  def handle_info({:chat, id}, socket) do
    send_update(Chat, id: Chat.id(id), changed?: true)
    {:noreply, socket}
  end

  def handle_info({:gif, key, status}, socket) do
    PictureDialog.gif_changed(key, status)
    {:noreply, socket}
  end

  def handle_info({:review, _id, news}, socket), do: {:noreply, heard(socket, news)}

  def handle_info({:presence, _id}, socket), do: {:noreply, Others.look_around(socket)}

  def handle_info({:gone, token}, %{assigns: %{gone: token}} = socket),
    do: {:noreply, assign(socket, claimable?: true, claimable_in: nil)}

  # Of an earlier turn.
  def handle_info({:gone, _token}, socket), do: {:noreply, socket}

  def handle_info({:count_down, token}, socket),
    do: {:noreply, Others.count_down(socket, token)}

  # The state also contains the failure.
  def handle_info({:engine_failed, _id, _error}, socket), do: {:noreply, socket}

  def handle_info({:forget, notice}, socket) do
    current? = socket.assigns.notice == notice
    {:noreply, if(current?, do: assign(socket, notice: nil), else: socket)}
  end

  @impl true
  def handle_async(:mistakes, result, socket), do: {:noreply, MistakeLookup.done(socket, result)}

  defp act(socket, %{} = sent, command) do
    with {:ok, seq} <- number(sent["seq"]),
         {:ok, change} <- give(socket, seq, command, sent["name"]) do
      {:reply, %{accepted: true}, socket |> assign(notice: nil) |> catch_up(change)}
    else
      # The change that made it stale is on its way here, unless it got lost.
      {:error, :stale} ->
        socket |> show_or_keep(Matches.get(socket.assigns.id)) |> refused(:stale)

      # The match has begun to count anew.
      {:error, :not_gone} ->
        socket |> Others.wait_anew() |> refused(:not_gone)

      {:error, reason} ->
        refused(socket, reason)
    end
  end

  defp act(socket, _malformed, _command), do: refused(socket, :malformed)

  defp give(
         %{assigns: %{id: id, visitor: visitor, address: address}} = socket,
         seq,
         command,
         name
       ) do
    options = [from: address, delay: Delay.of(socket.transport_pid), name: name]
    Matches.act(id, visitor, seq, command, options)
  end

  # Whatever changes, a search that has ended belongs to the state before.
  defp catch_up(%{private: %{thought: thought}} = socket, change) when thought != nil do
    socket |> put_private(:thought, nil) |> Thoughts.put(thought) |> catch_up(change)
  end

  defp catch_up(socket, change) do
    show_or_keep(socket, Matches.catch_up(socket.assigns.state, change))
  end

  # A page that cannot be brought up to date now is with the next change.
  defp show_or_keep(%{assigns: %{state: same}} = socket, {:ok, same}), do: socket
  defp show_or_keep(socket, {:ok, state}), do: show(socket, state)
  defp show_or_keep(socket, {:error, _reason}), do: socket

  # The hook sends a number; a button's attribute sends text.
  defp number(seq) when is_integer(seq), do: {:ok, seq}

  defp number(seq), do: with(:error <- Number.whole(seq), do: {:error, :malformed})

  # It may have been stored all the same; the page asks until that is certain (js/connection/commands.js).
  defp refused(socket, :not_stored),
    do: {:reply, %{again: true}, say(socket, Sentences.saving_again())}

  # No definite answer to a command that is sent again: limits come before the look at its name.
  defp refused(socket, reason) do
    answer = %{accepted: false, limited: match?({:limited, _limit}, reason)}
    {:reply, answer, say(socket, Sentences.refusal(reason))}
  end

  # The reference distinguishes two notices with the same text.
  defp say(socket, words) do
    notice = {make_ref(), words}
    Process.send_after(self(), {:forget, notice}, @notice_ms)
    assign(socket, notice: notice)
  end

  # The reply to a command overtakes the changes before it.
  defp show(%{assigns: %{state: %{seq: newest}}} = socket, %{seq: seq}) when seq < newest do
    socket
  end

  defp show(socket, state) do
    %{visitor: visitor, turned?: turned?} = socket.assigns

    shown = socket.assigns[:state]
    looking_back? = socket.assigns.past != nil
    socket = Others.reseat(socket, shown, state)
    names = socket.assigns.names
    view = state |> View.new(visitor, turned?, shown, names) |> announce_once(socket, state)
    thinking = Thoughts.after_change(socket.assigns.thinking, shown, state, view)
    if connected?(socket) and view.my_turn?, do: measure_delay(socket, state)

    socket
    |> assign(state: state, view: view, page_title: view.title, thinking: thinking)
    |> keep_looking(shown)
    |> Others.wait_for()
    |> Others.score(shown)
    |> MistakeLookup.look_back()
    |> then(&if shown && shown.seq == state.seq, do: &1, else: assign(&1, waiting: nil))
    |> then(&if state.pace in [nil, :paused], do: &1, else: assign(&1, speed: state.pace))
    |> follow_rematch(shown, looking_back?)
  end

  # Both players agreed to it. Whoever watches, or looks back at a move, finds a link.
  defp follow_rematch(%{assigns: %{view: %{mine: mine}}} = socket, %{rematch: nil}, false)
       when mine != nil do
    case socket.assigns.state.rematch do
      nil -> socket
      rematch -> go_to(socket, ~p"/m/#{rematch}")
    end
  end

  defp follow_rematch(socket, _shown, _looking_back?), do: socket

  # Once the command that leads there has been answered: LiveView leaves out the answer of an event that goes
  # elsewhere, and one that has been sent again would be taken for lost.
  defp go_to(socket, path) do
    send(self(), {:go_to, path})
    socket
  end

  defp keep_looking(socket, shown) do
    {socket, words} = Walk.keep(socket, shown)
    if words, do: say(socket, words), else: socket
  end

  # The next move may be on its way that long. Without a clock it does not matter.
  defp measure_delay(socket, %{clock: clock}) do
    if clock, do: Delay.measure(socket.transport_pid)
  end

  # If the same state arrives again, the announcement stays the same, so it isn't read out twice.
  defp announce_once(view, %{assigns: %{state: %{seq: seq}, view: shown}}, %{seq: seq}) do
    %{view | announcement: shown.announcement}
  end

  # Screen readers announce only changes to a live region, so it is empty until the page is
  # connected.
  defp announce_once(view, socket, _state),
    do: if(connected?(socket), do: view, else: %{view | announcement: ""})

  @impl true
  def render(%{deleted?: true} = assigns) do
    ~H"""
    <Layouts.app place={@place} game={@state.game}>
      <main class="message-page">
        <div role="alert">
          <h1>{gettext("Match deleted")}</h1>
          <p>{gettext("This match no longer exists.")}</p>
        </div>
        <p>
          <.link class="button is-primary" navigate={~p"/"} phx-mounted={Focus.focus()}>
            {gettext("All games")}
          </.link>
        </p>
      </main>
    </Layouts.app>
    """
  end

  def render(assigns) do
    ~H"""
    <Layouts.app place={@place} game={@state.game} match={@id} keys={@keys}>
      <.drawings kept={@kept} games={[@state.game]} />
      <Portrait.portraits of={
        Enum.filter([@view.you.portrait, @view.them.portrait, @view.next], & &1)
      } />
      <.sound_offer />
      <main
        id="match"
        class={["match", @view.my_turn? && "is-your-turn", @board.past? && "is-past"]}
        phx-hook="StepPicker"
        data-seq={@state.seq}
        data-board-seq={@state.board_seq}
        data-played={@board.ply}
        data-made={@board.past? && length(@state.moves)}
        data-past={@board.past?}
        data-result={View.result(@state, @view.mine)}
        data-moves={@board.tree}
        data-hint={@board.marks != [] && Enum.join(@board.marks, " ")}
        data-my-turn={@view.people? and @view.my_turn?}
      >
        <h1 class="sr-only">{@place}</h1>
        <.strip
          place={:them}
          strip={@view.them}
          board={@board}
          told={Hint.told(@view, @board, @hint_search)}
          state={@state}
          mine={@view.mine}
          thinking={@thinking}
          waiting={@view.engine_to_move? && @waiting}
        >
          <.move_now :if={@view.turn == @view.top} state={@state} view={@view} />
        </.strip>
        <div class="match-board">
          <Boards.board
            game={@state.game}
            diagram={@board.diagram}
            last={@board.steps}
            winning={@board.winning}
            marks={@board.marks}
            played={@board.moves}
            bottom={@view.bottom}
            mine={@view.mine}
            alerts={@board.alerts}
            playable
          />
          <.notices notice={@notice} state={@state} view={@view} news={@news} />
        </div>
        <.strip
          place={:you}
          strip={@view.you}
          board={@board}
          told={Hint.told(@view, @board, @hint_search)}
          state={@state}
          mine={@view.mine}
          thinking={@thinking}
          waiting={@view.engine_to_move? && @waiting}
        >
          <.move_now :if={@view.turn == @view.bottom} state={@state} view={@view} />
        </.strip>
        <div class="match-tray">
          <Boards.tray
            game={@state.game}
            diagram={@board.diagram}
            over={@view.over? or @board.past?}
            marks={@board.marks}
          />
          <.offer state={@state} />
        </div>
        <.people
          state={@state}
          view={@view}
          presence={@presence}
          met?={@met?}
          claimable?={@claimable?}
          claimable_in={@claimable_in}
          score={@score}
          address={url(~p"/m/#{@id}")}
        />
        <div class="match-bar">
          <.actions :if={is_nil(@view.open_side)} state={@state} view={@view} board={@board} />
          <div class="history">
            <.chances chances={MistakeLookup.chances(@state, @view, @mistakes)} />
            <.walk state={@state} view={@view} board={@board} />
            <.moves
              state={@state}
              view={@view}
              board={@board}
              mistakes={@mistakes.moves}
              set_up?={@set_up?}
              about={@about}
              chances={MistakeLookup.chances(@state, @view, @mistakes)}
            />
          </div>
          <.live_component
            :if={@view.people? and @view.mine != nil and Chat.on?()}
            module={Chat}
            id={Chat.id(@id)}
            match={@id}
            visitor={@visitor}
            from={@address}
            mine={@view.mine}
            other={@view.players[Side.other(@view.mine)].name}
          />
        </div>
        <div
          :if={@view.beaten}
          id="beaten"
          phx-hook="Beaten"
          data-game={@state.game}
          data-level={@view.beaten}
          hidden
        >
        </div>
        <.live_component
          module={PictureDialog}
          id={PictureDialog.id()}
          match={@id}
          finished={if @view.over?, do: @state.position}
          bottom={@view.bottom}
          from={@address}
        />
        <div
          id="commands"
          phx-hook="Commands"
          data-match={@id}
          data-kept={gettext("No connection. Your move is sent later.")}
          data-choose={gettext("No connection. You can still move.")}
          hidden
        >
        </div>
        <StepPicker.reasons />
        <p class="sr-only" aria-live="polite" id="announcement">{@view.announcement}</p>
        <p
          :if={@view.clocks}
          class="sr-only"
          aria-live="assertive"
          id="time-announcement"
          phx-update="ignore"
        >
        </p>
      </main>
      <.review state={@state} view={@view} board={@board} visitor={@visitor} from={@address} />
    </Layouts.app>
    """
  end
end
