defmodule PlayoutWeb.WalkButtons do
  @moduledoc "The buttons with which one walks through moves, in a match and in an analysis."
  use PlayoutWeb, :html

  @drawings %{
    first: "M6 5 V19 M18 5 L10 12 L18 19",
    back: "M15 5 L8 12 L15 19",
    forward: "M9 5 L16 12 L9 19",
    last: "M6 5 L14 12 L6 19 M18 5 V19"
  }

  attr :last, :string, required: true, doc: "what the button to the last position says"
  attr :start?, :boolean, required: true, doc: "whether the board shows the first position"
  attr :end?, :boolean, required: true, doc: "whether it shows the last one"

  @doc """
  Renders the buttons. They are never `disabled`, which would lose the focus. The keys are those of the
  hook `Walk`.
  """
  def walk_buttons(assigns) do
    ~H"""
    <.walk_button
      to={:first}
      label={gettext("To the start")}
      key="Home"
      shortcut="Shift+Home"
      off={@start?}
    />
    <.walk_button
      to={:back}
      label={gettext("One move back")}
      key="←"
      shortcut="Shift+ArrowLeft"
      off={@start?}
    />
    <.walk_button
      to={:forward}
      label={gettext("One move forward")}
      key="→"
      shortcut="Shift+ArrowRight"
      off={@end?}
    />
    <.walk_button to={:last} label={@last} key="End" shortcut="Shift+End" off={@end?} />
    """
  end

  attr :to, :atom, required: true
  attr :label, :string, required: true
  attr :key, :string, required: true, doc: "the key that does the same, except on the board"
  attr :shortcut, :string, required: true, doc: "the keys that do the same everywhere"
  attr :off, :boolean, required: true

  defp walk_button(assigns) do
    ~H"""
    <button
      id={"walk-#{@to}"}
      class="button walk-button"
      phx-click="walk"
      phx-value-to={@to}
      aria-label={@label}
      aria-keyshortcuts={@shortcut}
      title={"#{@label} (#{@key})"}
      aria-disabled={to_string(@off)}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" class="stroke" aria-hidden="true">
        <path d={drawing(@to)} />
      </svg>
    </button>
    """
  end

  # Not an assign, which would be sent again with every change.
  defp drawing(to), do: @drawings[to]
end
