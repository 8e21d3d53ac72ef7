defmodule PlayoutWeb.Rules.Lesson.Components do
  @moduledoc "The parts of the lesson page, the same for every game."
  use PlayoutWeb, :html

  import PlayoutWeb.StartForm
  import PlayoutWeb.StepPicker

  alias Playout.Side
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Focus
  alias PlayoutWeb.Rules.Lesson
  alias PlayoutWeb.Rules.Lesson.Text

  attr :game, :atom, required: true
  attr :exercises, :list, required: true
  attr :exercise, :map, required: true
  attr :number, :integer, required: true
  attr :solved, :list, required: true, doc: "the ids of the solved exercises"
  attr :answer, :map, required: true, doc: "the result of the learner's move; nil before it"
  attr :waiting, :integer, required: true, doc: "the place in the engine's queue, or nil"
  attr :revealed?, :boolean, required: true, doc: "whether the page played the solution"
  attr :misses, :integer, required: true, doc: "the number of wrong moves"
  attr :notice, :string, required: true, doc: "why a move was refused, or nil"
  attr :seq, :integer, required: true
  attr :moved?, :boolean, required: true, doc: "whether the learner came from another exercise"
  attr :connected?, :boolean, required: true

  @doc "Renders an exercise: the task, the board, and the result of a move."
  def exercise(assigns) do
    asked = Playout.describe!(Lesson.position(assigns.exercise))
    shown = if assigns.answer, do: assigns.answer.shown, else: asked
    hint? = !assigns.answer && Lesson.hint?(assigns.misses)

    assigns =
      assign(assigns,
        shown: shown.diagram,
        alerts: if(assigns.answer || assigns.exercise.alerts?, do: shown.alerts, else: %{}),
        learner: asked.side,
        # What the opponent captures with the reply would move the board.
        hides_hand: Side.of(asked.diagram.hands, Side.other(asked.side)) == [],
        prompts: Text.prompts(assigns.game, asked.diagram),
        hint: if(hint?, do: assigns.exercise.hint),
        marks: if(hint?, do: assigns.exercise.marks, else: []),
        tree: tree(assigns),
        next: next(assigns)
      )

    ~H"""
    <main
      id="lesson"
      class={["lesson", !@answer && "is-your-turn", verdict(@answer), @hides_hand && "hides-hand"]}
      phx-hook="StepPicker"
      data-seq={@seq}
      data-played={if @answer, do: 1, else: 0}
      data-moves={@tree}
    >
      <.heading game={@game} exercises={@exercises} number={@number} solved={@solved}>
        <h2
          id={"task-#{@exercise.id}"}
          tabindex="-1"
          phx-mounted={@moved? && Focus.focus()}
        >
          {@exercise.title}
        </h2>
      </.heading>
      <div class="lesson-text">
        <p class="task">{@exercise.task}</p>
        <%!-- Takes up the room of an answer, so that the board keeps its size. --%>
        <div class="lesson-room" aria-hidden="true">
          <p>&nbsp;<br />&nbsp;</p>
          <p>{@exercise.moral}</p>
        </div>
        <div role="status" id="verdict">
          <.answer :if={@answer} answer={@answer} exercise={@exercise} revealed?={@revealed?} />
          <p :if={@waiting}>{Text.waiting(@game, @waiting)}</p>
          <p :if={@hint} class="lesson-hint"><strong>{gettext("Hint")}</strong> {@hint}</p>
        </div>
        <%!-- Empty until the page is connected: screen readers announce only changes. --%>
        <p id="lesson-says" class="sr-only" role="status">
          <span :if={@connected? && !@answer}>{@exercise.task} {hd(@prompts)}</span>
        </p>
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
          marks={@marks}
          bottom={@learner}
          mine={@learner}
          alerts={@alerts}
          playable
        />
        <p :if={@notice} class="notice" role="alert">{@notice}</p>
      </div>
      <section class="lesson-bar" aria-label={gettext("What to do")}>
        <p :if={!@answer} aria-live="polite">
          <.prompts prompts={@prompts} to_children={Text.children?(@game)} />
        </p>
        <div :if={@answer && @answer.shown.outcome && @answer.shown.score} class="lesson-scores">
          <%= for side <- [:first, :second] do %>
            <Boards.side_mark game={@game} diagram={@shown} side={side} />
            <Boards.score
              game={@game}
              diagram={@shown}
              side={side}
              text={Boards.of(@game).score_text(Side.of(@answer.shown.score, side))}
            />
          <% end %>
        </div>
        <div class="at-hand">
          <.confirm_move :if={!@answer} to_children={Text.children?(@game)} />
          <.show_me :if={!@answer && Lesson.show?(@misses)} game={@game} />
          <Boards.holding
            :if={!@answer}
            game={@game}
            diagram={@shown}
            side={@learner}
            to_move
            mine={@learner}
            playable
          />
          <.next_steps
            :if={@answer}
            game={@game}
            answer={@answer}
            revealed?={@revealed?}
            misses={@misses}
            next={@next}
          />
        </div>
      </section>
      <div class="lesson-tray"><Boards.tray game={@game} diagram={@shown} /></div>
      <.reasons />
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

  defp verdict(nil), do: nil
  defp verdict(%{solved?: true}), do: "is-right"
  defp verdict(%{solved?: false}), do: "is-wrong"

  attr :answer, :map, required: true
  attr :exercise, :map, required: true
  attr :revealed?, :boolean, required: true

  defp answer(assigns) do
    ~H"""
    <p class="result">{Text.result(@exercise, @answer, @revealed?)}</p>
    <p>
      <span :for={sentence <- Text.what_happens(@exercise, @answer)}>
        {sentence}
      </span>
    </p>
    <p :if={@answer.solved?}>{@exercise.moral}</p>
    """
  end

  attr :game, :atom, required: true
  attr :answer, :map, required: true
  attr :revealed?, :boolean, required: true
  attr :misses, :integer, required: true
  attr :next, :string, required: true, doc: "the address of the next exercise"

  defp next_steps(%{revealed?: true} = assigns) do
    ~H"""
    <.link id="next" class="button" patch={@next}>{Text.label(@game, :next)}</.link>
    <button
      id="own-try"
      type="button"
      class="button is-primary"
      phx-click="again"
      phx-mounted={Focus.focus()}
    >
      {Text.label(@game, :own_try)}
    </button>
    """
  end

  defp next_steps(%{answer: %{solved?: true}} = assigns) do
    ~H"""
    <.link
      id="next"
      class="button is-primary"
      patch={@next}
      phx-mounted={Focus.focus()}
    >
      {Text.label(@game, :next)}
    </.link>
    """
  end

  defp next_steps(assigns) do
    ~H"""
    <.show_me :if={Lesson.show?(@misses)} game={@game} />
    <button id="again" type="button" class="button" phx-click="again" phx-mounted={Focus.focus()}>
      {Text.label(@game, :again)}
    </button>
    """
  end

  attr :game, :atom, required: true

  defp show_me(assigns) do
    ~H"""
    <button id="show" type="button" class="button" phx-click="show">
      {Text.label(@game, :show)}
    </button>
    """
  end

  attr :game, :atom, required: true
  attr :exercises, :list, required: true
  attr :number, :any, required: true
  attr :solved, :list, required: true
  attr :moved?, :boolean, required: true
  attr :played?, :boolean, required: true, doc: "whether the visitor has any matches"

  @doc "Renders the page after the last exercise."
  def ending(assigns) do
    assigns =
      assign(assigns, left: length(assigns.exercises) - length(assigns.solved))

    ~H"""
    <main id="lesson-end" class="lesson is-ending">
      <.heading game={@game} exercises={@exercises} number={@number} solved={@solved}>
        <h2 id="task-end" tabindex="-1" phx-mounted={@moved? && Focus.focus()}>
          {Text.label(@game, :ready)}
        </h2>
      </.heading>
      <div class="lesson-text">
        <p>{Text.unsolved(@game, @left)}</p>
        <div class="next-steps">
          <.start game={@game} class="button is-primary">
            {Text.label(@game, if(@played?, do: :play, else: :play_first))}
          </.start>
          <.link class="button" navigate={~p"/rules/#{@game}"}>
            {Text.rules(@game)}
          </.link>
        </div>
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
  slot :inner_block, required: true, doc: "the title of this page of the lesson"

  defp heading(assigns) do
    ~H"""
    <div class="lesson-head">
      <h1>{Text.label(@game, :lesson)}</h1>
      <nav aria-label={gettext("Exercises")}>
        <ol class="lesson-steps">
          <li :for={{exercise, number} <- Enum.with_index(@exercises, 1)}>
            <.link
              class={["lesson-step", exercise.id in @solved && "is-solved"]}
              patch={~p"/learn/#{@game}/#{number}"}
              aria-current={number == @number && "step"}
              aria-label={Text.step(exercise, number, exercise.id in @solved)}
            >
              {number}
            </.link>
          </li>
        </ol>
      </nav>
      {render_slot(@inner_block)}
    </div>
    """
  end
end
