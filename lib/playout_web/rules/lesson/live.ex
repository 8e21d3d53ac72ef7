defmodule PlayoutWeb.Rules.Lesson.Live do
  @moduledoc """
  The first lesson of a game: exercises in which the learner finds the move.

  The address contains the number of the exercise (`/learn/quarto/2`), or `end` after the last
  one. Only the browser remembers which exercises are solved. It sends them when the page
  connects, and an address without a number then leads on to the first unsolved exercise.

  While the page is open, it counts wrong moves. After two it gives a hint, and after three it
  offers to show the move.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.Kept, only: [drawings: 1]
  import PlayoutWeb.Rules.Lesson.Components

  alias Playout.Matches
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Limits.Number
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Rules
  alias PlayoutWeb.Rules.Lesson.{Exercise, Text}
  alias PlayoutWeb.StepPicker

  @impl true
  def mount(%{"game" => name}, _session, socket) do
    case Rules.find(name) do
      {:ok, game} ->
        board = Boards.of(game)

        {:ok,
         assign(socket,
           game: game,
           board: board,
           description: description(board),
           exercises: Rules.of(game).lesson(),
           solved: [],
           misses: %{},
           played?: Matches.any?(socket.assigns.visitor),
           seq: 0
         )}

      :error ->
        raise NotFoundError
    end
  end

  defp description(board) do
    Format.sentences([gettext("Learn the game in a few short exercises."), board.about()])
  end

  # `moved?`: whether the learner came from another exercise on this page.
  @impl true
  def handle_params(params, _uri, socket) do
    number = number(params["exercise"], length(socket.assigns.exercises))
    moved? = Map.has_key?(socket.assigns, :number)
    title = gettext("First lesson · %{game}", game: socket.assigns.board.name())

    {:noreply,
     socket
     |> assign(number: number, chosen?: params["exercise"] != nil, moved?: moved?)
     |> assign(exercise: number != :end && Enum.at(socket.assigns.exercises, number - 1))
     |> assign(page_title: title)
     |> set_up()}
  end

  defp number(nil, _count), do: 1
  defp number("end", _count), do: :end

  defp number(text, count) do
    case Number.whole(text) do
      {:ok, number} when number in 1..count//1 -> number
      _other -> raise NotFoundError
    end
  end

  # Shows the position before the learner's move. The new seq invalidates anything picked or sent
  # before.
  defp set_up(socket) do
    socket
    |> cancel_async(:answer)
    |> assign(answer: nil, asking?: false, waiting: nil, revealed?: false, notice: nil)
    |> assign(seq: socket.assigns.seq + 1)
  end

  @impl true
  def handle_event(
        "move",
        %{"seq" => seq, "move" => move},
        %{assigns: %{seq: seq, exercise: %{} = exercise, answer: nil, asking?: false}} = socket
      )
      when is_binary(move) do
    case Exercise.read(exercise, move) do
      {:ok, move} ->
        {:reply, %{accepted: true}, ask(socket, &Exercise.answer(exercise, move, &1), false)}

      {:error, reason} ->
        refused(socket, reason)
    end
  end

  def handle_event("move", _params, socket), do: refused(socket, :stale)

  def handle_event("check", %{} = pressed, socket) do
    check = fn steps ->
      case {socket.assigns, pressed["seq"]} do
        {%{seq: seq, exercise: %{} = exercise, answer: nil}, seq} ->
          Matches.check_steps(socket.assigns.visitor, Exercise.position(exercise), steps)

        _solved_or_another_position ->
          {:error, :stale}
      end
    end

    refusal = &Text.refusal(socket.assigns.game, &1)
    {:reply, StepPicker.reason(pressed, check, refusal), socket}
  end

  def handle_event("again", _params, socket), do: {:noreply, set_up(socket)}

  def handle_event("show", _params, %{assigns: %{exercise: %{} = exercise}} = socket) do
    if Exercise.show?(misses(socket.assigns)),
      do: {:noreply, socket |> set_up() |> ask(&Exercise.solution(exercise, &1), true)},
      else: refused(socket, :malformed)
  end

  def handle_event("solved_before", %{"solved" => solved}, socket) when is_list(solved) do
    {:noreply, socket |> add(solved) |> continue()}
  end

  def handle_event(_event, _params, socket), do: refused(socket, :malformed)

  # An engine may have to look ahead, and others may be before it. The page stays usable meanwhile.
  defp ask(%{assigns: %{seq: seq}} = socket, question, revealed?) do
    page = self()
    asker = %{share: share(socket.assigns), waiting: &send(page, {:waiting, seq, &1})}

    socket
    |> assign(asking?: true, notice: nil)
    |> start_async(:answer, fn -> {seq, revealed?, question.(asker)} end)
  end

  @impl true
  def handle_async(:answer, {:ok, {seq, revealed?, result}}, %{assigns: %{seq: seq}} = socket) do
    socket = set_up(socket)

    case result do
      {:ok, answer} ->
        socket = assign(socket, answer: answer, revealed?: revealed?)
        {:noreply, if(revealed?, do: socket, else: count(socket, answer))}

      {:error, reason} ->
        {:noreply, assign(socket, notice: notice(socket, reason))}
    end
  end

  # Of a position that is no longer shown.
  def handle_async(:answer, {:ok, _earlier}, socket), do: {:noreply, socket}
  def handle_async(:answer, {:exit, {:shutdown, :cancel}}, socket), do: {:noreply, socket}

  def handle_async(:answer, {:exit, _crash}, socket) do
    socket = set_up(socket)
    {:noreply, assign(socket, notice: notice(socket, :crashed))}
  end

  @impl true
  def handle_info({:waiting, seq, place}, %{assigns: %{seq: seq, asking?: true}} = socket),
    do: {:noreply, assign(socket, waiting: place)}

  def handle_info({:waiting, _earlier, _place}, socket), do: {:noreply, socket}

  # Where a lesson needs an engine, it takes the visitor's time with it, like a match.
  defp share(%{address: address, visitor: visitor, game: game}) do
    {address, visitor, {:lesson, game}}
  end

  defp refused(socket, reason) do
    {:reply, %{accepted: false}, assign(socket, notice: notice(socket, reason))}
  end

  defp notice(socket, reason), do: Text.refusal(socket.assigns.game, reason)

  defp count(%{assigns: %{exercise: %{id: id}}} = socket, %{solved?: true}), do: add(socket, [id])

  defp count(%{assigns: %{exercise: %{id: id}, misses: misses}} = socket, _wrong),
    do: assign(socket, misses: Map.update(misses, id, 1, &(&1 + 1)))

  defp misses(%{misses: misses, exercise: %{id: id}}), do: Map.get(misses, id, 0)

  # Keeps the order of the lesson, and drops anything else that a browser may have sent.
  defp add(socket, solved) do
    known = Enum.map(socket.assigns.exercises, & &1.id)
    all = socket.assigns.solved ++ solved
    assign(socket, solved: Enum.filter(known, &(&1 in all)))
  end

  # A learner who has chosen an exercise or played a move stays there.
  defp continue(%{assigns: %{chosen?: false, answer: nil, asking?: false} = assigns} = socket) do
    case next_unsolved(assigns) do
      1 -> socket
      number -> push_patch(socket, to: ~p"/learn/#{assigns.game}/#{number}", replace: true)
    end
  end

  defp continue(socket), do: socket

  defp next_unsolved(%{exercises: exercises, solved: solved}) do
    case Enum.find_index(exercises, &(&1.id not in solved)) do
      nil -> :end
      index -> index + 1
    end
  end

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app place={@board.name()} game={@game}>
      <.drawings kept={@kept} games={[@game]} />
      <div
        id="lesson-progress"
        phx-hook="LessonProgress"
        data-game={@game}
        data-solved={Jason.encode!(@solved)}
      >
      </div>
      <.exercise
        :if={@exercise}
        game={@game}
        exercises={@exercises}
        exercise={@exercise}
        number={@number}
        solved={@solved}
        answer={@answer}
        waiting={@waiting}
        revealed?={@revealed?}
        misses={misses(assigns)}
        notice={@notice}
        seq={@seq}
        moved?={@moved?}
        connected?={connected?(@socket)}
      />
      <.ending
        :if={!@exercise}
        game={@game}
        exercises={@exercises}
        number={@number}
        solved={@solved}
        moved?={@moved?}
        played?={@played?}
      />
    </Layouts.app>
    """
  end
end
