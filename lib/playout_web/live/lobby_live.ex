defmodule PlayoutWeb.LobbyLive do
  @moduledoc "The lobby: a card for each game, on which one press starts a match."
  use PlayoutWeb, :live_view

  alias Playout.Games
  alias Playout.Matches
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Sentences

  @level 2

  @impl true
  def mount(_params, _session, socket) do
    {:ok,
     assign(socket,
       page_title: gettext("Playout · board games against a thinking machine"),
       games: Playout.games(),
       error: nil
     )}
  end

  @impl true
  def handle_event("play", params, socket) do
    with {:ok, choices} <- choices(params),
         {:ok, id} <- Matches.create(socket.assigns.visitor, choices) do
      {:noreply, push_navigate(socket, to: ~p"/m/#{id}")}
    else
      {:error, reason} -> {:noreply, assign(socket, error: Sentences.refusal(reason))}
    end
  end

  def handle_event(_event, _params, socket) do
    {:noreply, assign(socket, error: Sentences.refusal(:malformed))}
  end

  # What a form sends is text that anybody may have written: only what is known
  # becomes an atom or a level.
  defp choices(%{"game" => game, "variant" => variant, "begins" => begins, "level" => level}) do
    with {:ok, game} <- known(game, Playout.games()),
         {:ok, variant} <- known(variant, variants(game)),
         {:ok, begins} <- known(begins, [:you, :engine]),
         {:ok, level} <- known(level, Enum.map(Playout.levels(game), & &1.number)) do
      {first, second} =
        if begins == :you, do: {:me, {:level, level}}, else: {{:level, level}, :me}

      players = %{first: first, second: second}
      {:ok, %{game: game, variant: variant, players: players, toss: false}}
    end
  end

  defp choices(_params), do: {:error, :malformed}

  defp known(text, values) do
    case Enum.find(values, &(to_string(&1) == text)) do
      nil -> {:error, :malformed}
      value -> {:ok, value}
    end
  end

  defp variants(game), do: Enum.find(Games.all(), &(&1.name() == game)).variants()

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app>
      <main class="lobby">
        <h1>{gettext("A quiet board, and an opponent that always has time")}</h1>
        <p :if={@error} class="form-error" role="alert">{@error}</p>
        <.game_card :for={game <- @games} game={game} />
      </main>
    </Layouts.app>
    """
  end

  attr :game, :atom, required: true

  defp game_card(assigns) do
    assigns =
      assign(assigns,
        board: Boards.of(assigns.game),
        levels: Playout.levels(assigns.game),
        variants: variants(assigns.game),
        level: @level
      )

    ~H"""
    <Boards.sprite game={@game} />
    <article class="game-card" id={"game-#{@game}"}>
      <Boards.board game={@game} position={@board.showpiece()} />
      <div class="heading">
        <h2>{@board.name()}</h2>
        <p class="about">{@board.about()}</p>
      </div>
      <form class="play-form" id={"play-#{@game}"} phx-submit="play">
        <input type="hidden" name="game" value={@game} />
        <.choice name="level" legend={gettext("Your opponent")} chosen={@level}>
          <:option :for={level <- @levels} value={level.number}>
            {Sentences.level(level.name)}
          </:option>
        </.choice>
        <.choice name="begins" legend={gettext("Who begins")} chosen={:you}>
          <:option value={:you}>{gettext("You")}</:option>
          <:option value={:engine}>{gettext("Your opponent")}</:option>
        </.choice>
        <.choice
          :if={length(@variants) > 1}
          name="variant"
          legend={gettext("Rules")}
          chosen={hd(@variants)}
        >
          <:option :for={variant <- @variants} value={variant}>
            {@board.variant_name(variant)}
          </:option>
        </.choice>
        <input :if={length(@variants) == 1} type="hidden" name="variant" value={hd(@variants)} />
        <button class="button is-primary is-large">{gettext("Play")}</button>
      </form>
    </article>
    """
  end

  attr :name, :string, required: true
  attr :legend, :string, required: true
  attr :chosen, :any, required: true

  slot :option, required: true do
    attr :value, :any, required: true
  end

  defp choice(assigns) do
    ~H"""
    <fieldset class="choice">
      <legend>{@legend}</legend>
      <div class="choice-row">
        <label :for={option <- @option}>
          <input type="radio" name={@name} value={option.value} checked={option.value == @chosen} />
          <span>{render_slot(option)}</span>
        </label>
      </div>
    </fieldset>
    """
  end
end
