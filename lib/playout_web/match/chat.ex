defmodule PlayoutWeb.Match.Chat do
  @moduledoc """
  The chat on the page of a match, for its two players. The page passes on the message
  `{:chat, id}`, and `Playout.Matches.People.Chat` decides what is allowed.
  """
  use PlayoutWeb, :live_component

  alias Phoenix.LiveView.JS
  alias Playout.Matches.People.Chat
  alias Playout.Matches.Settings
  alias Playout.Side
  alias PlayoutWeb.Limits.Work
  alias PlayoutWeb.Sentences

  # The last lines that the page shows.
  @shown 50

  @switches %{"free" => :free, "muted" => :muted}

  @doc "Returns whether the host allows chat."
  @spec on?() :: boolean
  def on?, do: Settings.chat?()

  @doc "Returns the component's id."
  @spec id(String.t()) :: String.t()
  def id(match), do: "chat-#{match}"

  @impl true
  def mount(socket),
    do: {:ok, assign(Work.component(socket), chat: nil, error: nil, written: 0)}

  @impl true
  def update(%{changed?: true}, socket), do: {:ok, read(socket, &Chat.get/2)}

  def update(assigns, socket) do
    socket = assign(socket, Map.take(assigns, [:id, :match, :visitor, :from, :mine, :other]))

    if socket.assigns.chat == nil and connected?(socket),
      do: {:ok, read(socket, &Chat.open/2)},
      else: {:ok, socket}
  end

  defp read(%{assigns: %{match: match, visitor: visitor}} = socket, read) do
    case read.(match, visitor) do
      {:ok, chat} -> assign(socket, chat: %{chat | lines: Enum.take(chat.lines, -@shown)})
      {:error, _reason} -> socket
    end
  end

  @impl true
  def handle_event("phrase", %{"phrase" => phrase} = sent, socket) when is_binary(phrase),
    do: say(socket, {:phrase, phrase}, sent["name"])

  def handle_event("text", %{"text" => text} = sent, socket) when is_binary(text),
    do: say(socket, {:text, text}, sent["name"])

  def handle_event("switch", %{"switch" => switch, "on" => on}, socket)
      when is_map_key(@switches, switch) and on in ["true", "false"] do
    %{match: match, visitor: visitor} = socket.assigns
    answer(socket, Chat.switch(match, visitor, @switches[switch], on == "true"))
  end

  def handle_event(_event, _params, socket), do: answer(socket, {:error, :malformed})

  defp say(socket, said, name) do
    %{match: match, visitor: visitor, from: from} = socket.assigns
    answer(socket, Chat.say(match, visitor, said, name: name, from: from))
  end

  # The line itself comes like those of others. A form that has been sent is replaced by an empty
  # one.
  defp answer(socket, :ok),
    do:
      {:reply, %{accepted: true}, assign(socket, error: nil, written: socket.assigns.written + 1)}

  # As for moves (`PlayoutWeb.Match.Live`).
  defp answer(socket, {:error, :not_stored}),
    do: {:reply, %{again: true}, assign(socket, error: Sentences.saving_again())}

  defp answer(socket, {:error, reason}) do
    answer = %{accepted: false, limited: match?({:limited, _limit}, reason)}
    {:reply, answer, assign(socket, error: Sentences.refusal(reason))}
  end

  @impl true
  def render(%{chat: nil} = assigns) do
    ~H"""
    <div id={@id} hidden></div>
    """
  end

  def render(assigns) do
    ~H"""
    <div class="chat" id={@id} phx-hook="Chat" data-commands data-last={last(@chat, @mine)}>
      <button
        type="button"
        class="button chat-button"
        id={"#{@id}-open"}
        aria-expanded="false"
        aria-controls={"#{@id}-body"}
        title={gettext("Chat")}
        phx-mounted={JS.ignore_attributes(["aria-expanded"])}
      >
        <svg viewBox="0 0 24 24" width="24" height="24" class="stroke" aria-hidden="true">
          <path d="M3 5 H21 V16 H12 L7 20.5 V16 H3 Z" />
        </svg>
        <span class="sr-only">{gettext("Chat")}</span>
        <span class="chat-new" hidden></span>
      </button>
      <section
        class="chat-body"
        id={"#{@id}-body"}
        aria-label={gettext("Chat")}
        hidden
        phx-mounted={JS.ignore_attributes(["hidden"])}
      >
        <div class="chat-lines" role="log" aria-label={gettext("Chat")} tabindex="0">
          <p
            :for={line <- @chat.lines}
            :key={line.id}
            class={line.side == @mine && "is-own"}
            dir="auto"
          >
            <b>{if line.side == @mine, do: gettext("You"), else: @other}</b> <bdi>{words(line)}</bdi>
          </p>
        </div>
        <%!-- What comes and goes is above what is pressed, because the sheet grows upwards. --%>
        <p :if={waits?(@chat, @mine)} class="hint">
          {gettext("You can type messages once your opponent allows free text too.")}
        </p>
        <p :if={waits?(@chat, Side.other(@mine))} class="hint">
          {gettext("Your opponent wants to allow free text.")}
        </p>
        <p :if={@error} class="form-error" role="alert">{@error}</p>
        <div class="phrases" role="group" aria-label={gettext("Ready phrases")}>
          <button
            :for={phrase <- Chat.phrases()}
            class="button"
            phx-click="phrase"
            phx-value-phrase={phrase}
            phx-target={@myself}
          >
            {Sentences.phrase(phrase)}
          </button>
        </div>
        <form
          :if={Chat.free?(@chat)}
          id={"#{@id}-form-#{@written}"}
          class="chat-form"
          phx-submit="text"
          phx-target={@myself}
        >
          <input
            class="text-box"
            name="text"
            maxlength={Chat.most_bytes()}
            autocomplete="off"
            required
            aria-label={gettext("What you want to say")}
          />
          <button class="button is-primary">{gettext("Send")}</button>
        </form>
        <div class="chat-switches">
          <button
            :if={Settings.free_chat?()}
            id={"#{@id}-free"}
            class="button"
            phx-click="switch"
            phx-value-switch="free"
            phx-value-on={to_string(not @chat.free[@mine])}
            phx-target={@myself}
            aria-pressed={to_string(@chat.free[@mine])}
          >
            {gettext("Allow free text")}
          </button>
          <button
            id={"#{@id}-muted"}
            class="button"
            phx-click="switch"
            phx-value-switch="muted"
            phx-value-on={to_string(not @chat.muted[@mine])}
            phx-target={@myself}
            aria-pressed={to_string(@chat.muted[@mine])}
          >
            {gettext("Mute")}
          </button>
        </div>
      </section>
    </div>
    """
  end

  # The number of the last line of the other one.
  defp last(%{lines: lines}, mine),
    do: Enum.max(for(%{id: id, side: side} when side != mine <- lines, do: id), fn -> 0 end)

  defp words(%{phrase: nil, text: text}), do: text
  defp words(%{phrase: phrase}), do: Sentences.phrase(phrase)

  # Whether this side allows free text and the other one doesn't.
  defp waits?(%{free: free}, side),
    do: Settings.free_chat?() and free[side] and not free[Side.other(side)]
end
