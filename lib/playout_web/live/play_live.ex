defmodule PlayoutWeb.PlayLive do
  @moduledoc """
  The page on which a match is put together, for those whose browser runs no
  script, and for a form that was refused. With script the lobby has the same in
  a dialog.

  `/play/quarto` has the usual choices, or those in its query.
  `PlayoutWeb.MatchController` gives those of the form that it refuses, and why.
  """
  use PlayoutWeb, :live_view

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.Choices
  alias PlayoutWeb.Lobby.Sheet
  alias PlayoutWeb.NotFoundError
  alias PlayoutWeb.Rules

  @impl true
  def mount(:not_mounted_at_router, %{"choices" => choices, "error" => error}, socket) do
    {:ok, show(socket, choices, error)}
  end

  def mount(%{"game" => name} = params, _session, socket) do
    case Rules.find(name) do
      {:ok, game} -> {:ok, show(socket, game |> Choices.new() |> Choices.recall(params), nil)}
      :error -> raise NotFoundError
    end
  end

  defp show(socket, choices, error) do
    name = Boards.of(choices.game).name()

    assign(socket,
      choices: choices,
      error: error,
      name: name,
      page_title: Sheet.title(choices.game)
    )
  end

  # All there is to press belongs to the form.
  @impl true
  def handle_event(_event, _params, socket), do: {:noreply, socket}

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app place={@name} game={@choices.game}>
      <main class="play-page">
        <.live_component
          module={Sheet}
          id={Sheet.id(@choices.game)}
          game={@choices.game}
          choices={@choices}
          error={@error}
          page
        />
      </main>
    </Layouts.app>
    """
  end
end
