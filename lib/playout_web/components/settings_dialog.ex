defmodule PlayoutWeb.SettingsDialog do
  @moduledoc """
  The dialog in which people choose how the pages look and behave in their browser. The
  browser stores the choices (`assets/js/components/option.js`); the server only lists the settings and
  their defaults.
  """
  use PlayoutWeb, :html

  import PlayoutWeb.DialogHead

  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language

  attr :game, :atom, default: nil, doc: "the game whose settings are shown as well"
  attr :match, :string, default: nil, doc: "the match on the page, which has shortcuts"
  attr :languages?, :boolean, required: true, doc: "whether a language can be chosen"
  attr :back, :string, default: nil, doc: "where a choice of language leads"

  @doc "Renders the dialog, opened by any element with `data-opens=\"settings\"`."
  def dialog(assigns) do
    ~H"""
    <dialog class="sheet settings" id="settings" aria-labelledby="settings-title" phx-update="ignore">
      <.dialog_head id="settings-title" title={gettext("Settings")} />
      <div class="sheet-body">
        <Language.Form.language_form :if={@languages?} back={@back} />
        <.setting :for={setting <- settings(@game)} {setting} />
        <button
          :if={@match}
          type="button"
          class="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="?"
          data-opens="shortcuts"
          data-key="?"
        >
          {gettext("Keyboard shortcuts")}
        </button>
        <.link class="button" href={~p"/you"}>{gettext("Your name and devices")}</.link>
      </div>
    </dialog>
    """
  end

  defp settings(game) do
    own = if game, do: Boards.of(game).settings(), else: []
    [theme() | own] ++ switches()
  end

  attr :name, :string, required: true
  attr :legend, :string, required: true
  attr :default, :string, required: true
  attr :choices, :list, default: []

  defp setting(%{choices: []} = assigns) do
    ~H"""
    <label class="switch">
      <span>{@legend}</span>
      <input type="checkbox" role="switch" data-option={@name} checked={@default == "on"} />
    </label>
    """
  end

  defp setting(assigns) do
    ~H"""
    <fieldset class="choice">
      <legend>{@legend}</legend>
      <div class="choice-row">
        <label :for={{value, words} <- @choices}>
          <input
            type="radio"
            name={"option-#{@name}"}
            value={value}
            data-option={@name}
            checked={value == @default}
          />
          <span>{words}</span>
        </label>
      </div>
    </fieldset>
    """
  end

  defp theme do
    %{
      name: "theme",
      legend: gettext("Colours"),
      default: "system",
      choices: [
        {"system", gettext("System")},
        {"light", gettext("Light")},
        {"dark", gettext("Dark")},
        {"contrast", gettext("High contrast")}
      ]
    }
  end

  defp switches do
    [
      %{name: "coordinates", legend: gettext("Coordinates on the board"), default: "on"},
      %{name: "confirm", legend: gettext("Confirm each move"), default: "off"},
      %{name: "animation", legend: gettext("Animation"), default: "on"},
      %{name: "sound", legend: gettext("Sounds"), default: "off"},
      %{name: "shortcuts", legend: gettext("Keyboard shortcuts"), default: "on"}
    ]
  end
end
