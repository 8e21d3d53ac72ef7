defmodule PlayoutWeb.LessonComponents do
  @moduledoc "The parts of the lesson's page, the same for every game."
  use PlayoutWeb, :html

  import PlayoutWeb.StepPicker

  alias Playout.Side
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Focus
  alias PlayoutWeb.Lesson
  alias PlayoutWeb.LessonWords

  attr :game, :atom, required: true
  attr :exercises, :list, required: true
  attr :exercise, :map, required: true
  attr :number, :integer, required: true
  attr :solved, :list, required: true, doc: "the ids of the exercises that are solved"
  attr :answer, :map, required: true, doc: "what came of the learner's move, nil before it"
  attr :notice, :string, required: true, doc: "why a move was refused, or nil"
  attr :seq, :integer, required: true
  attr :moved?, :boolean, required: true

  @doc "A position to find the move in, or what came of it."
  def position(assigns) do
    asked = Playout.describe!(Lesson.position(assigns.exercise))
    shown = if assigns.answer, do: assigns.answer.shown, else: asked

    assigns =
      assign(assigns,
        shown: shown.diagram,
        alerts: shown.alerts,
        learner: asked.side,
        tree: tree(assigns),
        next: next(assigns)
      )

    ~H"""
    <main
      id="lesson"
      class={["lesson", !@answer && "is-your-turn"]}
      phx-hook="StepPicker"
      data-seq={@seq}
      data-played={if @answer, do: 1, else: 0}
      data-moves={@tree}
    >
      <div class="lesson-task">
        <.heading game={@game} exercises={@exercises} number={@number} solved={@solved} />
        <h2
          id={"task-#{@exercise.id}"}
          tabindex="-1"
          phx-mounted={@moved? && Focus.focus()}
        >
          {@exercise.title}
        </h2>
        <p>{@exercise.task}</p>
      </div>
      <div class="lesson-board">
        <Boards.holding
          game={@game}
          diagram={@shown}
          side={Side.other(@learner)}
          to_move={false}
          mine={@learner}
        />
        <Boards.board
          game={@game}
          diagram={@shown}
          last={last(@answer)}
          winning={winning(@answer)}
          bottom={@learner}
          mine={@learner}
          alerts={@alerts}
          playable
        />
        <p :if={@notice} class="notice" role="alert">{@notice}</p>
      </div>
      <section class={["verdict", verdict(@answer)]} aria-label={gettext("What to do")}>
        <div class="verdict-words">
          <p :if={!@answer} aria-live="polite">
            <.prompts prompts={Boards.of(@game).prompts(@shown)} />
          </p>
          <div role="status" id="verdict">
            <.result :if={@answer} answer={@answer} exercise={@exercise} />
          </div>
        </div>
        <div class="at-hand">
          <.confirm_move :if={!@answer} />
          <Boards.holding
            :if={!@answer}
            game={@game}
            diagram={@shown}
            side={@learner}
            to_move
            mine={@learner}
            playable
          />
          <.way_on :if={@answer} answer={@answer} next={@next} />
        </div>
      </section>
      <div class="lesson-tray"><Boards.tray game={@game} diagram={@shown} /></div>
    </main>
    """
  end

  defp tree(%{answer: nil, exercise: exercise}), do: Lesson.tree(exercise)
  defp tree(_assigns), do: ""

  defp next(%{game: game, number: number, exercises: exercises})
       when number < length(exercises) do
    ~p"/learn/#{game}/#{number + 1}"
  end

  defp next(%{game: game}), do: ~p"/learn/#{game}/end"

  defp last(nil), do: []
  defp last(answer), do: List.last(answer.shown.played).steps

  defp winning(%{shown: %{outcome: %{cells: cells}}}), do: cells
  defp winning(_answer), do: []

  defp verdict(nil), do: "is-open"
  defp verdict(%{solved?: true}), do: "is-right"
  defp verdict(%{solved?: false}), do: "is-wrong"

  attr :answer, :map, required: true
  attr :exercise, :map, required: true

  defp result(assigns) do
    ~H"""
    <p class="result">{LessonWords.result(@answer)}</p>
    <p>{LessonWords.reason(@exercise, @answer)}</p>
    <p :if={@answer.solved?}>{@exercise.moral}</p>
    """
  end

  attr :answer, :map, required: true
  attr :next, :string, required: true, doc: "the address of the next position"

  defp way_on(%{answer: %{solved?: true}} = assigns) do
    ~H"""
    <.link
      id="next"
      class="button is-primary"
      patch={@next}
      phx-mounted={Focus.focus()}
    >
      {gettext("Next")}
    </.link>
    """
  end

  defp way_on(assigns) do
    ~H"""
    <button id="again" type="button" class="button" phx-click="again" phx-mounted={Focus.focus()}>
      {gettext("Try again")}
    </button>
    """
  end

  attr :game, :atom, required: true
  attr :board, :atom, required: true
  attr :exercises, :list, required: true
  attr :number, :any, required: true
  attr :solved, :list, required: true
  attr :moved?, :boolean, required: true

  @doc "After the last position."
  def ending(assigns) do
    assigns =
      assign(assigns, left: length(assigns.exercises) - length(assigns.solved))

    ~H"""
    <main id="lesson-end" class="lesson is-ending">
      <div class="lesson-task">
        <.heading game={@game} exercises={@exercises} number={@number} solved={@solved} />
        <h2 id="task-end" tabindex="-1" phx-mounted={@moved? && Focus.focus()}>
          {gettext("Ready to play")}
        </h2>
        <p :if={@left == 0}>
          {gettext("All positions are solved: you know what counts, and are ready for a game.")}
        </p>
        <p :if={@left > 0}>
          {ngettext(
            "One position is still unsolved; it waits for you up there.",
            "%{count} positions are still unsolved; they wait for you up there.",
            @left
          )}
        </p>
        <p class="ways-on">
          <.link class="button is-primary" navigate={~p"/"}>
            {gettext("Play your first match")}
          </.link>
          <.link class="button" navigate={~p"/rules/#{@game}"}>{gettext("The rules")}</.link>
        </p>
      </div>
      <div class="lesson-board">
        <Boards.board game={@game} diagram={Boards.showpiece(@game)} />
      </div>
    </main>
    """
  end

  attr :game, :atom, required: true
  attr :exercises, :list, required: true
  attr :number, :any, required: true
  attr :solved, :list, required: true

  defp heading(assigns) do
    ~H"""
    <div class="lesson-head">
      <h1>{gettext("First lesson")}</h1>
      <nav aria-label={gettext("Positions of the lesson")}>
        <ol class="lesson-steps">
          <li :for={{exercise, number} <- Enum.with_index(@exercises, 1)}>
            <.link
              class={["lesson-step", exercise.id in @solved && "is-solved"]}
              patch={~p"/learn/#{@game}/#{number}"}
              aria-current={number == @number && "step"}
              aria-label={LessonWords.step(exercise, number, exercise.id in @solved)}
            >
              {number}
            </.link>
          </li>
        </ol>
      </nav>
    </div>
    """
  end
end
