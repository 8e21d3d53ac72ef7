defmodule PlayoutWeb.People.Live do
  @moduledoc """
  The page about the visitor: their nickname, and how to go on in another browser. What changes the
  browser's cookie is a form for `PlayoutWeb.People.Controller`.
  """
  use PlayoutWeb, :live_view

  import PlayoutWeb.ShareLink

  alias Playout.Matches.{People, Settings}
  alias Playout.Matches.People.Nickname
  alias PlayoutWeb.Sentences

  # The page shows a code once and does not keep it: what it keeps would reach the log if it crashed.
  @impl true
  def mount(params, _session, %{assigns: %{visitor: visitor}} = socket) do
    {:ok,
     assign(socket,
       page_title: pgettext("the page of the visitor", "You"),
       description: nil,
       name: People.names([visitor])[visitor],
       typed: nil,
       error: nil,
       done: if(Map.has_key?(params, "signed_out"), do: signed_out()),
       link: nil,
       code: nil,
       code?: People.code?(visitor),
       asked: nil
     ), temporary_assigns: [code: nil]}
  end

  defp signed_out, do: gettext("Your other devices are signed out.")

  @impl true
  def handle_event("rename", %{"name" => typed}, socket) when is_binary(typed) do
    %{visitor: visitor, address: address} = socket.assigns

    case People.rename(visitor, typed, Sentences.reserved_names(), address) do
      :ok ->
        {:noreply,
         assign(socket,
           name: People.names([visitor])[visitor],
           typed: nil,
           error: nil,
           done: gettext("Saved.")
         )}

      {:error, reason} ->
        typed = if String.valid?(typed), do: String.slice(typed, 0, 100), else: ""
        {:noreply, assign(socket, typed: typed, error: Sentences.refusal(reason), done: nil)}
    end
  end

  def handle_event("remove_name", _params, socket) do
    case People.rename(socket.assigns.visitor, nil, [], socket.assigns.address) do
      :ok -> {:noreply, assign(socket, name: nil, typed: nil, error: nil, done: nil)}
      {:error, reason} -> refused(socket, reason)
    end
  end

  def handle_event("link", %{"stored" => stored}, socket) when is_binary(stored) do
    %{visitor: visitor, address: address} = socket.assigns

    case People.new_link(visitor, stored, address) do
      {:ok, token} -> {:noreply, assign(socket, link: url(~p"/continue/#{token}"), error: nil)}
      {:error, reason} -> refused(socket, reason)
    end
  end

  def handle_event("code", _params, socket) do
    case People.new_code(socket.assigns.visitor, socket.assigns.address) do
      {:ok, code} -> {:noreply, assign(socket, code: in_groups(code), code?: true, error: nil)}
      {:error, reason} -> refused(socket, reason)
    end
  end

  def handle_event("ask", %{"about" => about}, socket) when about in ["sign_out", "forget"],
    do: {:noreply, assign(socket, asked: about)}

  def handle_event("keep", _params, socket), do: {:noreply, assign(socket, asked: nil)}
  def handle_event(_event, _params, socket), do: refused(socket, :malformed)

  defp refused(socket, reason),
    do: {:noreply, assign(socket, error: Sentences.refusal(reason), done: nil)}

  defp in_groups(code), do: code |> String.graphemes() |> Enum.chunk_every(4) |> Enum.join("-")

  @impl true
  def render(assigns) do
    ~H"""
    <Layouts.app place={pgettext("the page of the visitor", "You")}>
      <main class="you-page">
        <h1>{pgettext("the page of the visitor", "You")}</h1>
        <p class="about">
          {gettext("There are no accounts. This browser knows which matches are yours.")}
        </p>
        <p class="form-error" role="alert">{@error}</p>
        <p class="hint" role="status">{@done}</p>
        <section :if={Settings.nicknames?()} aria-labelledby="name-title">
          <h2 id="name-title">{gettext("Your name")}</h2>
          <form id="name-form" phx-submit="rename">
            <label for="name">{gettext("What others see")}</label>
            <input
              class="text-box"
              id="name"
              name="name"
              value={@typed || @name}
              placeholder={gettext("Guest")}
              maxlength={Nickname.most() * 4}
              autocomplete="nickname"
              required
            />
            <button class="button is-primary">{gettext("Save")}</button>
            <button :if={@name} type="button" class="button" id="remove-name" phx-click="remove_name">
              {gettext("Remove")}
            </button>
          </form>
        </section>
        <section aria-labelledby="device-title">
          <h2 id="device-title">{gettext("Continue on another device")}</h2>
          <p>
            {gettext(
              "Open a link there: your matches and settings come along, and you stay signed in here. It works once, within ten minutes. Don't share it."
            )}
          </p>
          <button class="button is-primary" id="make-link" phx-hook="HandOver">
            {if @link, do: gettext("Make a new link"), else: gettext("Make a link")}
          </button>
          <div :if={@link} class="made" id={"made-#{:erlang.phash2(@link)}"}>
            <.share_link
              link={@link}
              id={"share-#{:erlang.phash2(@link)}"}
              label={gettext("Link for your other device")}
            />
          </div>
        </section>
        <section aria-labelledby="code-title">
          <h2 id="code-title">{gettext("Recovery code")}</h2>
          <p>
            {gettext(
              "If this browser's data is deleted, you lose your matches, unless you saved a recovery code."
            )}
            {if @code? and is_nil(@code),
              do: gettext("You have one. A new one replaces it.")}
          </p>
          <button class="button" id="make-code" phx-click="code">
            {if @code?, do: gettext("Make a new code"), else: gettext("Make a code")}
          </button>
          <div :if={@code} class="made" role="status">
            <p class="code" id="code">{@code}</p>
            <p>
              {gettext("Write it down now. It's shown only once.")}
              <.link href={~p"/code" <> "#" <> @code}>{gettext("Bookmark it as a link")}</.link>
            </p>
          </div>
          <p><.link href={~p"/code"}>{gettext("I have a code")}</.link></p>
        </section>
        <section aria-labelledby="leave-title">
          <h2 id="leave-title">{gettext("Sign out and forget")}</h2>
          <.question
            asked={@asked == "sign_out"}
            about="sign_out"
            action={~p"/you/sign-out-others"}
            button={gettext("Sign out other devices")}
            question={
              gettext(
                "Sign out all other devices? They lose access to your matches, and your recovery code stops working."
              )
            }
          />
          <.question
            asked={@asked == "forget"}
            about="forget"
            action={~p"/you/forget"}
            button={gettext("Forget me")}
            question={
              gettext(
                "Delete your name, your code, what you wrote and your own matches? This can't be undone."
              )
            }
          />
        </section>
      </main>
    </Layouts.app>
    """
  end

  attr :asked, :boolean, required: true
  attr :about, :string, required: true
  attr :action, :string, required: true
  attr :button, :string, required: true
  attr :question, :string, required: true

  # A button that asks first.
  defp question(%{asked: false} = assigns) do
    ~H"""
    <button class="button" id={"ask-#{@about}"} phx-click="ask" phx-value-about={@about}>
      {@button}
    </button>
    """
  end

  defp question(assigns) do
    ~H"""
    <.form for={%{}} action={@action} method="post" id={"form-#{@about}"}>
      <p role="alert">{@question}</p>
      <button type="button" class="button" phx-click="keep" phx-mounted={PlayoutWeb.Focus.focus()}>
        {gettext("Cancel")}
      </button>
      <button class="button is-primary">{@button}</button>
    </.form>
    """
  end
end
