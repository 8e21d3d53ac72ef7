defmodule PlayoutWeb.MatchLive do
  @moduledoc """
  The page of a match, for those who play and those who watch.

  Everything that comes from the browser is a command to `Playout.Matches`,
  which decides; the page shows the state that it answers. A command carries
  the seq of the state that its sender saw.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.MatchComponents

  alias Playout.Matches
  alias PlayoutWeb.Boards
  alias PlayoutWeb.MatchView
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Sentences

  @notice_ms 6_000

  @impl true
  def mount(%{"id" => id}, _session, socket) do
    case Matches.watch(id) do
      {:ok, state} ->
        socket
        |> assign(id: id, thinking: nil, notice: nil, asked: nil)
        |> show(state)
        |> then(&{:ok, &1})

      {:error, :not_found} ->
        raise NotFoundError

      {:error, reason} ->
        raise "match #{id} cannot be shown: #{inspect(reason)}"
    end
  end

  @impl true
  def handle_event("move", %{"seq" => seq, "move" => move}, socket)
      when is_integer(seq) and is_binary(move) do
    act(socket, seq, {:move, move})
  end

  def handle_event("undo", %{"seq" => seq}, socket), do: act(socket, seq, :undo)
  def handle_event("retry", %{"seq" => seq}, socket), do: act(socket, seq, :retry_engine)

  def handle_event("ask_resign", %{"seq" => seq}, socket) do
    {:noreply, assign(socket, asked: seq)}
  end

  def handle_event("keep_playing", _params, socket), do: {:noreply, assign(socket, asked: nil)}

  def handle_event("resign", %{"seq" => seq}, socket) do
    socket |> assign(asked: nil) |> act(seq, :resign)
  end

  def handle_event("new_game", _params, %{assigns: %{view: %{mine: mine}}} = socket)
      when mine != nil do
    %{id: id, visitor: visitor} = socket.assigns

    case Matches.rematch(visitor, id) do
      {:ok, id} -> {:noreply, push_navigate(socket, to: ~p"/m/#{id}")}
      {:error, reason} -> {:noreply, notice(socket, reason)}
    end
  end

  def handle_event(_event, _params, socket), do: refused(socket, :malformed)

  @impl true
  def handle_info({:match, state}, socket), do: {:noreply, show(socket, state)}

  def handle_info({:thinking, id, thinking}, %{assigns: %{id: id}} = socket) do
    {:noreply, assign(socket, thinking: thinking || finished(socket.assigns.thinking))}
  end

  # The state that follows tells it too.
  def handle_info({:engine_failed, _id, _error}, socket), do: {:noreply, socket}

  def handle_info({:forget, notice}, socket) do
    current? = socket.assigns.notice == notice
    {:noreply, if(current?, do: assign(socket, notice: nil), else: socket)}
  end

  defp act(socket, seq, command) do
    with {:ok, seq} <- number(seq),
         {:ok, state} <- Matches.act(socket.assigns.id, socket.assigns.visitor, seq, command) do
      {:reply, %{accepted: true}, socket |> assign(notice: nil) |> show(state)}
    else
      {:error, reason, state} -> socket |> show(state) |> refused(reason)
      {:error, reason} -> refused(socket, reason)
    end
  end

  # A number comes from the hook; from a button's attribute it comes as text.
  defp number(seq) when is_integer(seq), do: {:ok, seq}

  defp number(seq) when is_binary(seq) do
    case Integer.parse(seq) do
      {seq, ""} -> {:ok, seq}
      _other -> {:error, :malformed}
    end
  end

  defp number(_seq), do: {:error, :malformed}

  defp refused(socket, reason), do: {:reply, %{accepted: false}, notice(socket, reason)}

  # The reference tells two notices with the same words apart.
  defp notice(socket, reason) do
    notice = {make_ref(), Sentences.refusal(reason)}
    Process.send_after(self(), {:forget, notice}, @notice_ms)
    assign(socket, notice: notice)
  end

  # An answer and the broadcast of the same state may arrive in either order.
  defp show(%{assigns: %{state: %{seq: newest}}} = socket, %{seq: seq}) when seq < newest do
    socket
  end

  defp show(socket, state) do
    view = MatchView.new(state, socket.assigns.visitor)
    anew? = view.engine_to_move? and socket.assigns[:state] != state

    socket
    |> assign(state: state, view: view, page_title: view.title)
    |> assign(thinking: if(anew?, do: nil, else: socket.assigns.thinking))
  end

  # What it thought last stays on the page until it thinks again.
  defp finished(nil), do: nil
  defp finished(thinking), do: %{thinking | used: 1.0}

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app place={@view.place}>
      <Boards.sprite game={@state.game} />
      <main
        id="match"
        class={["match", @view.my_turn? && "is-your-turn"]}
        phx-hook="StepPicker"
        data-seq={@state.seq}
        data-moves={@view.tree}
      >
        <h1 class="sr-only">{@view.place}</h1>
        <.strip state={@state} view={@view} side={@view.top} place={:them}>
          <.thinking thinking={@thinking} mine={@view.mine} />
        </.strip>
        <div class="match-board">
          <Boards.board
            game={@state.game}
            position={@state.description.position}
            last={@view.last_steps}
            winning={@view.winning}
            playable
          />
          <.notice notice={@notice} failure={@state.failure} view={@view} seq={@state.seq} />
        </div>
        <.strip state={@state} view={@view} side={@view.bottom} place={:you} />
        <div class="match-tray">
          <Boards.tray game={@state.game} position={@state.description.position} />
        </div>
        <.actions view={@view} seq={@state.seq} asked={@asked == to_string(@state.seq)} />
        <.moves state={@state} view={@view} />
        <p class="sr-only" aria-live="polite" id="announcement">{@view.announcement}</p>
      </main>
    </Layouts.app>
    """
  end
end
