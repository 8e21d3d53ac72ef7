defmodule PlayoutWeb.Match.Review do
  @moduledoc """
  The review of a finished match on its page: how far it has come, what it says in words, and its graph.
  It appears below the match when somebody has asked for it (`button/1`).

  The page passes on the messages of `Playout.Matches.Reviews` (`heard/2`), which also decides what is
  allowed.
  """
  use PlayoutWeb, :live_component

  import PlayoutWeb.Match.Review.Graph

  alias Phoenix.LiveView.JS
  alias Playout.Matches.Reviews
  alias Playout.Matches.Reviews.Review
  alias PlayoutWeb.Limits.Work
  alias PlayoutWeb.Match.Review.Text

  @id "review"

  attr :state, :map, required: true
  attr :view, :map, required: true
  attr :board, :map, required: true, doc: "a `t:PlayoutWeb.Match.BoardView.t/0`"
  attr :visitor, :string, required: true
  attr :from, :any, required: true, doc: "the visitor's network address"

  @doc "Renders the review, if the match is over and there is one."
  def review(assigns) do
    assigns = assign(assigns, id: @id)

    ~H"""
    <.live_component
      :if={Reviews.possible?(@state)}
      module={__MODULE__}
      id={@id}
      state={@state}
      players={@view.players}
      mine={@view.mine}
      ply={@board.ply}
      visitor={@visitor}
      from={@from}
    />
    """
  end

  attr :state, :map, required: true

  @doc "Renders the button that asks for the review, or shows it."
  def button(assigns) do
    ~H"""
    <button
      :if={Reviews.possible?(@state)}
      id="ask-review"
      type="button"
      class="button"
      phx-click={ask()}
    >
      {gettext("Review")}
    </button>
    """
  end

  attr :state, :map, required: true

  @doc "Renders the same button for where the moves are hidden in a drawer, but there is room (`review.css`)."
  def offer(assigns) do
    ~H"""
    <button
      :if={Reviews.possible?(@state)}
      id="offer-review"
      type="button"
      class="button review-offer"
      phx-click={ask()}
    >
      {gettext("Review")}
    </button>
    """
  end

  # On a narrow page, the button is in a drawer that covers the review.
  defp ask do
    JS.push("start", target: "##{@id}")
    |> JS.dispatch("playout:reveal", to: "##{@id}")
    |> JS.dispatch("playout:fold", to: "#moves")
  end

  @doc "Passes on what the page has heard of the review."
  @spec heard(Phoenix.LiveView.Socket.t(), term) :: Phoenix.LiveView.Socket.t()
  def heard(socket, news) do
    send_update(__MODULE__, id: @id, news: news)
    socket
  end

  @impl true
  def mount(socket) do
    socket = Work.component(socket)
    {:ok, assign(socket, review: nil, drawing: nil, running: nil, of: nil, error: nil)}
  end

  @impl true
  def update(%{news: news}, socket), do: {:ok, news(socket, news)}

  def update(assigns, socket) do
    socket =
      assign(socket, Map.take(assigns, [:id, :state, :players, :mine, :ply, :visitor, :from]))

    {:ok, if(connected?(socket), do: follow(socket), else: socket)}
  end

  # Once for each end of the match: a page may miss that it was taken back.
  defp follow(%{assigns: %{state: %{position: same}, of: same}} = socket), do: socket

  defp follow(%{assigns: %{state: %{position: position}}} = socket),
    do: socket |> assign(of: position, error: nil) |> open()

  defp open(%{assigns: %{state: state, visitor: visitor, from: from}} = socket) do
    case Reviews.open(state, visitor, from: from) do
      {:ok, review, running} -> socket |> judged(review) |> assign(running: running)
      {:error, reason} -> assign(socket, error: Text.failure(reason))
    end
  end

  # The drawing is made once for each judgement, so that a walk through the match doesn't send it again.
  defp judged(socket, review),
    do: assign(socket, review: review, drawing: drawing(review))

  # Of a match that has not ended like this.
  defp news(%{assigns: %{review: nil}} = socket, _news), do: socket

  defp news(%{assigns: %{review: review}} = socket, {:judged, ply, move, judgement}) do
    case Review.put(review, ply, move, judgement) do
      {:ok, review} -> socket |> runs(nil) |> judged(review)
      # It missed one, or has this one already.
      :error -> open(socket)
    end
  end

  defp news(socket, {:waiting, place}), do: runs(socket, place)

  defp news(%{assigns: %{state: state, visitor: visitor}} = socket, :began),
    do: assign(socket, running: Reviews.running(state.id, visitor), error: nil)

  defp news(socket, {:failed, reason}),
    do: assign(socket, running: nil, error: Text.failure(reason))

  defp news(socket, _ended), do: assign(socket, running: nil)

  defp runs(%{assigns: %{running: %{} = running}} = socket, place),
    do: assign(socket, running: %{running | waiting: place})

  defp runs(%{assigns: %{state: state, visitor: visitor}} = socket, _place),
    do: assign(socket, running: Reviews.running(state.id, visitor))

  @impl true
  def handle_event("start", _params, socket) do
    %{state: state, visitor: visitor, from: from} = socket.assigns
    answer(socket, Reviews.start(state.id, visitor, from: from))
  end

  def handle_event("cancel", _params, %{assigns: %{state: state, visitor: visitor}} = socket),
    do: answer(socket, Reviews.cancel(state.id, visitor))

  def handle_event(_event, _params, socket), do: answer(socket, {:error, :malformed})

  defp answer(%{assigns: %{state: state, visitor: visitor}} = socket, :ok),
    do: {:noreply, assign(socket, error: nil, running: Reviews.running(state.id, visitor))}

  defp answer(socket, {:error, reason}),
    do: {:noreply, assign(socket, error: Text.failure(reason))}

  @impl true
  def render(assigns) do
    assigns = assign(assigns, shown?: shown?(assigns))

    ~H"""
    <section
      id={@id}
      class="review"
      phx-hook="Review"
      data-board=".match-board"
      hidden={not @shown?}
      aria-labelledby="review-title"
    >
      <%= if @shown? do %>
        <h2 id="review-title">{gettext("Review of the match")}</h2>
        <p :if={@error} class="form-error" role="alert">{@error}</p>
        <.progress :if={@review} review={@review} running={@running} myself={@myself} />
        <%= if @review && @review.judged != %{} do %>
          <.summary review={@review} players={@players} mine={@mine} />
          <.graph drawing={@drawing} players={@players} mine={@mine} ply={@ply} />
          <.table review={@review} players={@players} mine={@mine} ply={@ply} />
        <% end %>
      <% end %>
    </section>
    """
  end

  defp shown?(%{error: error, running: running, review: review}),
    do: error != nil or running != nil or (review != nil and review.judged != %{})

  attr :review, :map, required: true
  attr :running, :map, required: true
  attr :myself, :any, required: true

  # The figures change too often to be announced.
  defp progress(assigns) do
    ~H"""
    <div class="review-progress" data-done={is_nil(Review.next(@review))}>
      <p role="status">{Text.status(@review, @running)}</p>
      <%= if Review.next(@review) do %>
        <progress
          max={Review.size(@review)}
          value={map_size(@review.judged)}
          aria-label={gettext("Positions reviewed")}
        ></progress>
        <p class="review-count">
          {gettext("%{count} of %{all}",
            count: map_size(@review.judged),
            all: Review.size(@review)
          )}
        </p>
      <% end %>
      <button
        :if={@running && @running.mine?}
        id="cancel-review"
        type="button"
        class="button"
        phx-click="cancel"
        phx-target={@myself}
      >
        {gettext("Stop")}
      </button>
      <button
        :if={is_nil(@running) and Review.next(@review) != nil}
        id="continue-review"
        type="button"
        class="button"
        phx-click="start"
        phx-target={@myself}
      >
        {gettext("Continue")}
      </button>
    </div>
    """
  end

  attr :review, :map, required: true
  attr :players, :map, required: true
  attr :mine, :atom, required: true

  defp summary(assigns) do
    ~H"""
    <div class="review-summary">
      <p id="review-words">{Text.summary(@review, @players, @mine)}</p>
      <ol :if={(turns = Review.turns(@review)) != []} class="review-turns">
        <li :for={turn <- turns} :key={turn.number}>
          <a
            class="review-turn"
            href={"?ply=#{turn.number}"}
            data-ply={turn.number}
            data-phx-link="patch"
            data-phx-link-state="push"
          >
            {Text.turn(turn, @players, @mine)}
          </a>
        </li>
      </ol>
    </div>
    """
  end
end
