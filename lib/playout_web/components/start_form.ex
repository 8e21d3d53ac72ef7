defmodule PlayoutWeb.StartForm do
  @moduledoc """
  Buttons that start a match. Each is an ordinary form, so it works without JavaScript, and before
  the page's socket is connected.
  """
  use PlayoutWeb, :html

  attr :game, :atom, required: true

  attr :choices, :list,
    default: [],
    doc: "fields of `PlayoutWeb.Lobby.Choices` with their texts; the others keep their defaults"

  attr :rest, :global, doc: "attributes of the button"
  slot :inner_block, required: true

  @doc "Renders the button that starts a match of a game."
  def start(assigns) do
    ~H"""
    <.form for={%{}} action={~p"/matches"} class="start-form">
      <input
        :for={{name, text} <- [{:game, @game} | @choices]}
        type="hidden"
        name={name}
        value={text}
      />
      <button {@rest}>{render_slot(@inner_block)}</button>
    </.form>
    """
  end

  attr :match, :string, required: true, doc: "the id of the match"
  attr :rest, :global, doc: "attributes of the button"
  slot :inner_block, required: true

  @doc "Renders the button that starts a rematch."
  def rematch(assigns) do
    ~H"""
    <.form for={%{}} action={~p"/m/#{@match}/rematch"} class="start-form">
      <button {@rest}>{render_slot(@inner_block)}</button>
    </.form>
    """
  end
end
