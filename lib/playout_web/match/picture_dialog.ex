defmodule PlayoutWeb.Match.PictureDialog do
  @moduledoc """
  The dialog with a picture of the board: to save or copy as PNG, which the browser draws, and, when
  the match is over, all of it as an animated GIF, which the site makes (`PlayoutWeb.Picture.Gif`). The page
  passes on the message `{:gif, key, status}`, and answers the dialog's event "picture" with
  `picture/4`.

  While a match goes on, no move changes what the component is given, so none renders it.
  """
  use PlayoutWeb, :live_component

  import PlayoutWeb.DialogHead

  alias Playout.{Position, Side}
  alias PlayoutWeb.Limits.Work
  alias PlayoutWeb.Picture.{Address, Gif, Style}
  alias PlayoutWeb.Picture.Gif.Maker

  @id "picture"

  @doc "Returns the component's id."
  @spec id() :: String.t()
  def id, do: @id

  @doc "Passes on what `PlayoutWeb.Picture.Gif.Maker` says about a GIF."
  @spec gif_changed(Gif.key(), Maker.status()) :: :ok
  def gif_changed(key, status), do: send_update(__MODULE__, id: @id, changed: {key, status})

  @doc """
  Returns what the dialog asks for when it opens: the address of a picture of the position after so
  many moves, and the name of its file. `params` come from the browser.
  """
  @spec picture(Position.t(), non_neg_integer, Side.t(), map) :: %{
          path: String.t(),
          name: String.t()
        }
  def picture(position, plies, bottom, params) do
    shown = [theme: theme(params), bottom: bottom]
    path = Address.path(%{position | moves: Enum.take(position.moves, plies)}, shown)
    %{path: path, name: "#{position.game}-#{plies}.png"}
  end

  @impl true
  def mount(socket), do: {:ok, assign(Work.component(socket), gif: nil, key: nil, status: nil)}

  @impl true
  def update(%{changed: {key, status}}, %{assigns: %{key: key}} = socket),
    do: {:ok, assign(socket, status: status)}

  def update(%{changed: _another}, socket), do: {:ok, socket}

  def update(assigns, socket) do
    gif = socket.assigns.gif
    socket = assign(socket, Map.take(assigns, [:id, :match, :finished, :bottom, :from]))

    # Somebody has taken back moves.
    if gif != nil and gif.position != assigns.finished,
      do: {:ok, assign(socket, gif: nil, key: nil, status: nil)},
      else: {:ok, socket}
  end

  @impl true
  def handle_event(
        "gif",
        params,
        %{assigns: %{finished: %Position{} = position} = assigns} = socket
      ) do
    gif = %Gif{position: position, bottom: assigns.bottom, theme: theme(params)}

    case Maker.request(gif, assigns.from) do
      {:ok, key} -> {:noreply, assign(socket, gif: gif, key: key, status: {:making, 0})}
      {:error, reason} -> {:noreply, assign(socket, gif: nil, key: nil, status: reason)}
    end
  end

  def handle_event(_event, _params, socket), do: {:noreply, socket}

  defp theme(%{"theme" => theme}) when is_binary(theme),
    do: if(theme in Style.themes(), do: theme, else: hd(Style.themes()))

  defp theme(_params), do: hd(Style.themes())

  @impl true
  def render(assigns) do
    ~H"""
    <dialog
      class="sheet picture"
      id={@id}
      phx-hook="Picture"
      phx-target={@myself}
      aria-labelledby="picture-title"
    >
      <.dialog_head id="picture-title" title={gettext("Picture")} />
      <div class="sheet-body">
        <div class="picture-made" id="picture-made" phx-update="ignore">
          <img class="picture-preview" alt={gettext("A picture of the board")} hidden />
          <div class="picture-buttons">
            <button type="button" class="button is-primary" data-save>
              {gettext("Save picture")}
            </button>
            <button type="button" class="button" data-copy hidden>{gettext("Copy picture")}</button>
            <button type="button" class="button" data-share hidden>{gettext("Share picture")}</button>
          </div>
          <p
            class="hint"
            role="status"
            data-copied={gettext("Copied.")}
            data-failed={gettext("This browser could not make the picture.")}
          >
          </p>
        </div>
        <div :if={@finished} class="picture-buttons" id="animation">
          <button
            type="button"
            class="button"
            id="make-gif"
            data-gif
            aria-disabled={to_string(made?(@status))}
          >
            {gettext("Make an animation (GIF)")}
          </button>
          <a
            :if={@status == :ready}
            class="button is-primary"
            id="save-gif"
            href={~p"/m/#{@match}/match.gif?#{[theme: @gif.theme, bottom: @gif.bottom]}"}
            download={"#{@gif.position.game}.gif"}
          >
            {gettext("Save animation")}
          </a>
          <button
            :if={@status == :ready}
            type="button"
            class="button"
            data-share-file="#save-gif"
          >
            {gettext("Share animation")}
          </button>
          <progress
            :if={match?({:making, _percent}, @status)}
            max="100"
            value={elem(@status, 1)}
            aria-label={gettext("Progress")}
          ></progress>
          <p class="hint" role="status" id="gif-status">{words(@status)}</p>
        </div>
      </div>
    </dialog>
    """
  end

  defp made?({_waiting_or_making, _how_much}), do: true
  defp made?(status), do: status == :ready

  # The progress has an element of its own, so that a screen reader does not read out each part.
  defp words({:waiting, place}), do: gettext("Waiting, place %{place}", place: place)
  defp words({:making, _percent}), do: gettext("Making the animation…")
  defp words(:ready), do: gettext("The animation is ready.")
  defp words(:failed), do: gettext("The animation could not be made. Please try again later.")
  defp words(:busy), do: gettext("Others are waiting for animations. Please try again later.")
  defp words(:too_long), do: gettext("This match is too long for an animation.")
  defp words(nil), do: nil
end
