defmodule PlayoutWeb.Lobby.ChoicesForm do
  @moduledoc """
  The form for a new match: opponent, level, who goes first, rules and board.

  CSS alone hides the fields that do not apply to the chosen opponent (`sheet.css`), so this
  works immediately and without JavaScript.
  """
  use PlayoutWeb, :html

  import PlayoutWeb.Fields
  import PlayoutWeb.Lobby.PlayerFields

  alias Playout.Matches.Rules.Perfect
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.Choices
  alias PlayoutWeb.Portrait
  alias PlayoutWeb.Sentences

  attr :choices, Choices, required: true

  attr :table, :any,
    required: true,
    doc: "the status of the game's table, which the level above the ladder needs"

  attr :error, :string, required: true, doc: "why the form was refused, or nil"
  attr :target, :any, required: true, doc: "the component that receives the event `change`"

  attr :complete, :boolean,
    default: false,
    doc: "whether the fields of a custom player are present before one is chosen"

  @doc "Renders the form, with its buttons."
  def choices_form(assigns) do
    %{choices: %{game: game, position: position}} = assigns
    levels = Playout.levels(game) ++ above(assigns)

    assigns =
      assign(assigns,
        game: game,
        board: Boards.of(game),
        levels: levels,
        variants: if(position, do: [], else: Choices.variants(game)),
        options: if(position, do: [], else: Choices.options(game)),
        start: Choices.start_diagram(assigns.choices),
        level_words: Enum.map(levels, &{&1.name, Sentences.level_on_scale(&1)})
      )

    ~H"""
    <.form
      for={%{}}
      id={"choices-#{@game}"}
      class="choices"
      action={~p"/matches"}
      phx-hook="Remembered"
      phx-change="change"
      phx-target={@target}
    >
      <input type="hidden" name="game" value={@game} />
      <input :if={@choices.position} type="hidden" name="position" value={@choices.position} />
      <div class="sheet-body">
        <div :if={@choices.position} class="start-position">
          <Boards.board :if={@start} game={@game} diagram={@start} />
          <div>
            <p>{gettext("The match starts from this position.")}</p>
            <p :if={@start} class="about">{Boards.title(@game, @start.variant)}</p>
            <.link
              class="sheet-link"
              href={~p"/edit/#{@game}?#{[position: @choices.position]}"}
            >
              {gettext("Change it")}
            </.link>
          </div>
        </div>
        <.choice
          name="opponent"
          legend={gettext("Players")}
          chosen={@choices.opponent}
          class="opponents"
        >
          <:option value="engine">
            {gettext("Engine")}
            <small>{gettext("you vs. the computer")}</small>
          </:option>
          <:option value="friend">
            {gettext("A friend")}
            <small>{gettext("by link")}</small>
          </:option>
          <:option value="here">
            {gettext("Two players")}
            <small>{gettext("one screen")}</small>
          </:option>
          <:option value="watch">
            {gettext("Watch")}
            <small>{gettext("two engines")}</small>
          </:option>
          <:option value="custom">
            {gettext("Custom…")}
            <small>{gettext("your own")}</small>
          </:option>
        </.choice>
        <.choice
          name="level"
          legend={gettext("Strength")}
          chosen={@choices.level}
          class={"levels is-#{columns(length(@levels))}-wide"}
        >
          <:option :for={level <- @levels} value={level.name}>
            <Portrait.portrait of={level.name} />
            {Sentences.level(level.name)}
            <small>{strength(level)}</small>
          </:option>
        </.choice>
        <p :if={match?({:building, _percent}, @table)} class="in-preparation">
          <Portrait.portrait of={Perfect.name()} />
          <span>{Sentences.being_prepared(elem(@table, 1))}</span>
        </p>
        <div class="watched">
          <.field
            :let={named}
            :for={{name, label} <- [first: gettext("Goes first"), second: gettext("Goes second")]}
            id={"watched-#{@game}-#{name}"}
            label={label}
          >
            <.select name={name} chosen={Map.fetch!(@choices, name)} options={@level_words} {named} />
          </.field>
        </div>
        <.player_fields
          :if={@complete or @choices.opponent == "custom"}
          custom={@choices.custom}
          game={@game}
          complete={@complete}
        />
        <.choice name="open" legend={gettext("Who may join")} chosen={@choices.open} class="open">
          <:option value="link">{gettext("Whoever has the link")}</:option>
          <:option value="anyone">{gettext("Anyone")}</:option>
        </.choice>
        <.choice
          name="begins"
          legend={gettext("Who goes first")}
          chosen={@choices.begins}
          class="begins"
        >
          <:option value="you">{gettext("You")}</:option>
          <:option value="opponent">{gettext("Your opponent")}</:option>
          <:option value="toss">{gettext("Random")}</:option>
        </.choice>
        <.field :let={named} id={"clock-#{@game}"} label={gettext("Clock")} class="is-clock">
          <.select name="clock" chosen={@choices.clock} options={clocks()} {named} />
        </.field>
        <.choice
          :if={length(@variants) > 1}
          name="variant"
          legend={gettext("Rules")}
          chosen={@choices.variant}
        >
          <:option :for={variant <- @variants} value={variant}>
            {@board.variant_name(variant)}
          </:option>
        </.choice>
        <div :for={%{option: option, values: values} <- @options} class="game-option">
          <.choice
            name={"options[#{option}]"}
            legend={@board.option_legend(option)}
            chosen={@choices.options[option]}
          >
            <:option :for={value <- values} value={value}>
              {@board.option_name(option, value)}
            </:option>
          </.choice>
          <p
            :for={about <- Enum.map(values, &@board.option_about(option, &1))}
            :if={about}
            class="about"
          >
            {about}
          </p>
        </div>
        <.link :if={is_nil(@choices.position)} class="sheet-link" href={~p"/edit/#{@game}"}>
          {gettext("Start from another position…")}
        </.link>
      </div>
      <footer class="sheet-foot">
        <p class="form-error" role="alert">{@error}</p>
        <button class="button is-primary is-large">
          {if @choices.opponent == "watch", do: gettext("Watch"), else: gettext("Play")}
        </button>
        <button :if={@complete} class="button show-fields" name="show" value="fields">
          {gettext("Show this player's settings")}
        </button>
      </footer>
    </.form>
    """
  end

  # Assigned again when the table is ready, so that the form shows the level at once.
  defp above(%{table: :ready, choices: choices}) do
    if Perfect.name() in Choices.levels(choices), do: [%{name: Perfect.name()}], else: []
  end

  defp above(_no_table), do: []

  # At most seven fit side by side (`sheet.css`).
  defp columns(levels) do
    rows = if levels > 14, do: 3, else: 2
    ceil(levels / rows)
  end

  defp strength(%{number: number, name: name}) do
    gettext("%{number} · %{strength}", number: number, strength: Sentences.strength(name))
  end

  defp strength(%{name: name}), do: Sentences.strength(name)

  defp clocks do
    for {value, control} <- Choices.clocks(), do: {value, Sentences.control(control)}
  end
end
