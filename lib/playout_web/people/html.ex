defmodule PlayoutWeb.People.HTML do
  @moduledoc "The pages of `PlayoutWeb.People.Controller`."
  use PlayoutWeb, :html

  alias PlayoutWeb.Language.Format

  @doc "Returns a page's title."
  @spec title(atom) :: String.t()
  def title(:continue), do: gettext("Continue here?")
  def title(:continued), do: gettext("You're signed in here")
  def title(:code), do: gettext("Your recovery code")
  def title(:forgotten), do: gettext("Your data is deleted")
  def title(:refused), do: gettext("That didn't work")

  @doc "Asks whether this browser is to go on as somebody."
  def continue(assigns) do
    ~H"""
    <.message title={@page_title}>
      <p :if={@same?}>
        {gettext("This is the device that made the link. Open it on the other one.")}
      </p>
      <p :if={!@same? and @name != nil}>
        {gettext("You'll be %{player} on this device too, with all your matches and settings.",
          player: Format.name(@name)
        )}
      </p>
      <p :if={!@same? and @name == nil}>
        {gettext("You'll have your other device's matches and settings here too.")}
      </p>
      <p :if={!@same?} class="about">
        {gettext("The matches that you have here stay yours.")}
        {gettext("Only continue if you made this link. Whoever made it gets your matches.")}
      </p>
      <.form :if={!@same?} for={%{}} action={@action} method="post">
        <button class="button is-primary is-large" id="continue">{gettext("Continue here")}</button>
      </.form>
    </.message>
    """
  end

  @doc "Says that this browser is somebody now, and stores what the other one handed over."
  def continued(assigns) do
    ~H"""
    <.message title={@page_title}>
      <p>{gettext("Your matches are here now.")}</p>
      <div :if={@stored} data-handed-over={@stored}></div>
      <p><.to_lobby /></p>
    </.message>
    """
  end

  @doc "Asks for a recovery code."
  def code(assigns) do
    ~H"""
    <.message title={@page_title}>
      <p>{gettext("Enter your recovery code to get your matches back on this device.")}</p>
      <p class="about">
        {gettext("The matches that you have here stay yours.")}
        {gettext("Only use your own code. Whoever made it gets your matches.")}
      </p>
      <.form for={%{}} action={~p"/code"} method="post" class="code-form">
        <p :if={@error} class="form-error" role="alert">{@error}</p>
        <label for="code">{gettext("Recovery code")}</label>
        <input
          class="text-box"
          id="code"
          name="code"
          value={@typed}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck="false"
          placeholder="XXXX-XXXX-XXXX-XXXX"
          maxlength="40"
          required
          data-from-fragment
        />
        <button class="button is-primary is-large">{gettext("Continue here")}</button>
      </.form>
    </.message>
    """
  end

  @doc "Says that nothing about the visitor is left; the browser forgets, too."
  def forgotten(assigns) do
    ~H"""
    <.message title={@page_title}>
      <p data-forget>
        {gettext(
          "Your name, what you wrote and your own matches are deleted. This browser has forgotten its settings."
        )}
      </p>
      <p><.to_lobby /></p>
    </.message>
    """
  end

  @doc "Says why something did not work."
  def refused(assigns) do
    ~H"""
    <.message title={@page_title}>
      <p role="alert">{@reason}</p>
      <p><.to_lobby /></p>
    </.message>
    """
  end

  defp to_lobby(assigns) do
    ~H"""
    <.link class="button is-primary is-large" href={~p"/"}>{gettext("All games")}</.link>
    """
  end

  attr :title, :string, required: true
  slot :inner_block, required: true

  defp message(assigns) do
    ~H"""
    <Layouts.app>
      <main class="message-page">
        <h1>{@title}</h1>
        {render_slot(@inner_block)}
      </main>
    </Layouts.app>
    """
  end
end
