defmodule PlayoutWeb.Match.HTML do
  @moduledoc "The pages of `PlayoutWeb.Match.Controller`."
  use PlayoutWeb, :html

  @doc "Renders why there is no rematch, with a link back."
  def refused(assigns) do
    ~H"""
    <Layouts.app>
      <main class="message-page">
        <h1>{@page_title}</h1>
        <p>{@reason}</p>
        <p>
          <.link class="button is-primary is-large" href={~p"/m/#{@match}"}>
            {gettext("Back to the match")}
          </.link>
        </p>
      </main>
    </Layouts.app>
    """
  end
end
