defmodule PlayoutWeb.MatchHTML do
  @moduledoc "What `PlayoutWeb.MatchController` shows itself."
  use PlayoutWeb, :html

  @doc "Why there is no rematch, and the way back."
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
