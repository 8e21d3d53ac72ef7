defmodule PlayoutWeb.LessonLive do
  @moduledoc """
  The first lesson of a game: exercises in which the learner finds the move.

  The address contains the number of the exercise (`/learn/quarto/2`), or `end` after the last
  one. Only the browser remembers which exercises are solved. It sends them when the page
  connects, and an address without a number then leads on to the first unsolved exercise.

  While the page is open, it counts wrong moves. After two it gives a hint, and after three it
  offers to show the move.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.LessonComponents

  alias Playout.Matches
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Format
  alias PlayoutWeb.Lesson
  alias PlayoutWeb.LessonText
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Rules
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
    case Integer.parse(text) do
      {number, ""} when number in 1..count//1 -> number
      _other -> raise NotFoundError
    end
  end

  # Shows the position before the learner's move. The new seq invalidates anything picked or sent
  # before.
  defp set_up(socket) do
    assign(socket, answer: nil, revealed?: false, notice: nil, seq: socket.assigns.seq + 1)
  end

  @impl true
  def handle_event(
        "move",
        %{"seq" => seq, "move" => move},
        %{assigns: %{seq: seq, exercise: %{} = exercise, answer: nil}} = socket
      )
      when is_binary(move) do
    case Lesson.answer(exercise, move, share(socket.assigns)) do
      {:ok, answer} ->
        {:reply, %{accepted: true},
         socket |> set_up() |> assign(answer: answer) |> count(exercise, answer)}

      {:error, reason} ->
        refused(socket, reason)
    end
  end

  def handle_event("move", _params, socket), do: refused(socket, :stale)

  def handle_event("check", %{} = pressed, socket) do
    check = fn steps ->
      case {socket.assigns, pressed["seq"]} do
        {%{seq: seq, exercise: %{} = exercise, answer: nil}, seq} ->
          Matches.check_steps(socket.assigns.visitor, Lesson.position(exercise), steps)

        _solved_or_another_position ->
          {:error, :stale}
      end
    end

    refusal = &LessonText.refusal(socket.assigns.game, &1)
    {:reply, StepPicker.reason(pressed, check, refusal), socket}
  end

  def handle_event("again", _params, socket), do: {:noreply, set_up(socket)}

  def handle_event("show", _params, %{assigns: %{exercise: %{} = exercise}} = socket) do
    with true <- Lesson.show?(misses(socket.assigns)),
         {:ok, answer} <- Lesson.solution(exercise, share(socket.assigns)) do
      {:noreply, socket |> set_up() |> assign(answer: answer, revealed?: true)}
    else
      false -> refused(socket, :malformed)
      {:error, reason} -> refused(socket, reason)
    end
  end

  def handle_event("solved_before", %{"solved" => solved}, socket) when is_list(solved) do
    {:noreply, socket |> add(solved) |> continue()}
  end

  def handle_event(_event, _params, socket), do: refused(socket, :malformed)

  # Where a lesson needs an engine, it takes the visitor's time with it, like a match.
  defp share(%{address: address, visitor: visitor, game: game}) do
    {address, visitor, {:lesson, game}}
  end

  defp refused(socket, reason) do
    {:reply, %{accepted: false},
     assign(socket, notice: LessonText.refusal(socket.assigns.game, reason))}
  end

  defp count(socket, %{id: id}, %{solved?: true}), do: add(socket, [id])

  defp count(socket, %{id: id}, _wrong),
    do: assign(socket, misses: Map.update(socket.assigns.misses, id, 1, &(&1 + 1)))

  defp misses(%{misses: misses, exercise: %{id: id}}), do: Map.get(misses, id, 0)

  # Keeps the order of the lesson, and drops anything else that a browser may have sent.
  defp add(socket, solved) do
    known = Enum.map(socket.assigns.exercises, & &1.id)
    all = socket.assigns.solved ++ solved
    assign(socket, solved: Enum.filter(known, &(&1 in all)))
  end

  # A learner who has chosen an exercise or played a move stays there.
  defp continue(%{assigns: %{chosen?: false, answer: nil} = assigns} = socket) do
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
      <Boards.sprite game={@game} />
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
