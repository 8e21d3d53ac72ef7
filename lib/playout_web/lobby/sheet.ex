defmodule PlayoutWeb.Lobby.Sheet do
  @moduledoc """
  The sheet in which a new match is put together: who plays, who begins, which
  variant and which board. It opens over the lobby; an element with `data-opens` opens it.

  Whatever was typed stays, also where it is wrong, or is not shown just now. The
  browser remembers what was played last (the hook `Remembered`).
  """
  use PlayoutWeb, :live_component

  import PlayoutWeb.Fields
  import PlayoutWeb.Lobby.PlayerFields

  alias Phoenix.LiveView.JS
  alias Playout.Matches
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.Choices
  alias PlayoutWeb.Sentences

  @doc "The id of a game's sheet."
  def id(game), do: "sheet-#{game}"

  @impl true
  def update(assigns, socket) do
    {:ok,
     socket
     |> assign(assigns)
     |> assign_new(:choices, fn -> Choices.new(assigns.game) end)
     |> assign_new(:error, fn -> nil end)}
  end

  @impl true
  def handle_event("change", params, socket), do: {:noreply, change(socket, params)}

  def handle_event("remembered", %{"choices" => text}, socket) when is_binary(text) do
    choices = Choices.recall(socket.assigns.choices, Plug.Conn.Query.decode(text))
    {:noreply, assign(socket, choices: choices, error: nil)}
  rescue
    # It was kept by another release, or by somebody's hand.
    Plug.Conn.InvalidQueryError -> {:noreply, socket}
  end

  def handle_event("play", params, socket) do
    socket = change(socket, params)

    with {:ok, wish} <- Choices.wish(socket.assigns.choices),
         {:ok, id} <- Matches.create(socket.assigns.visitor, wish, from: socket.assigns.address) do
      {:noreply, push_navigate(socket, to: ~p"/m/#{id}")}
    else
      {:error, reason} -> {:noreply, assign(socket, error: refusal(reason))}
    end
  end

  def handle_event(_event, _params, socket) do
    {:noreply, assign(socket, error: refusal(:malformed))}
  end

  defp change(socket, params) do
    assign(socket, choices: Choices.change(socket.assigns.choices, params), error: nil)
  end

  defp refusal(:custom), do: gettext("The custom player is not right yet; please look above.")
  defp refusal(reason), do: Sentences.refusal(reason)

  @impl true
  def render(assigns) do
    board = Boards.of(assigns.game)
    levels = Playout.levels(assigns.game)

    assigns =
      assign(assigns,
        board: board,
        levels: levels,
        variants: Choices.variants(assigns.game),
        options: Choices.options(assigns.game),
        level_words: Enum.map(levels, &{&1.name, Sentences.level(&1.name)})
      )

    ~H"""
    <dialog
      class="sheet"
      id={@id}
      aria-labelledby={"#{@id}-title"}
      phx-mounted={JS.ignore_attributes("open")}
    >
      <form
        id={"choices-#{@game}"}
        phx-hook="Remembered"
        phx-change="change"
        phx-submit="play"
        phx-target={@myself}
      >
        <header class="sheet-head">
          <h2 id={"#{@id}-title"}>{gettext("A match of %{game}", game: @board.name())}</h2>
          <button type="button" class="icon-button" data-closes aria-label={gettext("Close")}>
            <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
              <path class="stroke" d="M6 6 L18 18 M18 6 L6 18" />
            </svg>
          </button>
        </header>
        <div class="sheet-body">
          <.choice
            name="opponent"
            legend={gettext("Your opponent")}
            chosen={@choices.opponent}
            class="opponents"
          >
            <:option :for={level <- @levels} value={level.name} class="is-level">
              {Sentences.level(level.name)}
              <small>{Sentences.strength(level.name)}</small>
            </:option>
            <:option value="here">
              {gettext("Same screen")}
              <small>{gettext("two people")}</small>
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
          <div :if={@choices.opponent == "watch"} class="watched">
            <.field
              :let={named}
              :for={{name, label} <- [first: gettext("Begins"), second: gettext("Plays second")]}
              id={"watched-#{@game}-#{name}"}
              label={label}
            >
              <.select
                name={name}
                chosen={Map.fetch!(@choices, name)}
                options={@level_words}
                {named}
              />
            </.field>
          </div>
          <.player_fields
            :if={@choices.opponent == "custom"}
            custom={@choices.custom}
            game={@game}
          />
          <.choice
            :if={@choices.opponent not in ["here", "watch"]}
            name="begins"
            legend={gettext("Who begins")}
            chosen={@choices.begins}
          >
            <:option value="you">{gettext("You")}</:option>
            <:option value="opponent">{gettext("Your opponent")}</:option>
            <:option value="toss">{gettext("Toss for it")}</:option>
          </.choice>
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
              :if={about = about(@board, option, values, @choices)}
              class="about"
              phx-mounted={JS.dispatch("playout:reveal")}
            >
              {about}
            </p>
          </div>
        </div>
        <footer class="sheet-foot">
          <p class="form-error" role="alert">{@error}</p>
          <button class="button is-primary is-large">{gettext("Play")}</button>
        </footer>
      </form>
    </dialog>
    """
  end

  # What is chosen of an option means, where its name does not say it.
  defp about(board, option, values, choices) do
    value = Enum.find(values, &(to_string(&1) == choices.options[option]))
    value && board.option_about(option, value)
  end
end
