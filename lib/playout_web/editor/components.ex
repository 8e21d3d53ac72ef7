defmodule PlayoutWeb.Editor.Components do
  @moduledoc "The parts of the page for setting up a position, beside the board."
  use PlayoutWeb, :html

  import PlayoutWeb.Fields

  alias Playout.Matches
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Editor
  alias PlayoutWeb.Editor.Text

  attr :editor, Editor, required: true
  attr :notice, :string, required: true, doc: "why something sent was refused, or nil"

  @doc "Renders whether the setup is a position, and why not."
  def verdict(assigns) do
    ~H"""
    <p
      id="verdict"
      class={["editor-verdict", (@notice || @editor.view.refusal) && "is-refused"]}
      role="status"
    >
      {@notice || Text.verdict(@editor)}
    </p>
    """
  end

  attr :editor, Editor, required: true

  @doc "Renders the palette."
  def tools(assigns) do
    %{editor: %{palette: palette, tool: chosen} = editor} = assigns

    tools =
      for tool <- Editor.tools(palette) do
        %{tool: tool, text: Editor.tool_text(tool), name: Text.tool(editor, tool)}
      end

    assigns = assign(assigns, tools: tools, chosen: chosen)

    ~H"""
    <div class="editor-tools" role="toolbar" aria-label={gettext("Pieces")} data-steps>
      <button
        :for={%{tool: tool, text: text, name: name} <- @tools}
        id={"tool-#{text}"}
        type="button"
        class="editor-tool"
        aria-label={name}
        title={name}
        aria-pressed={to_string(tool == @chosen)}
        data-step={"tool-#{text}"}
        phx-click="tool"
        phx-value-tool={text}
      >
        <.tool_picture editor={@editor} tool={tool} />
      </button>
    </div>
    <p class="editor-prompt">
      <strong>{Text.tool(@editor, @chosen)}</strong> {Text.prompt(@editor)}
    </p>
    """
  end

  attr :editor, Editor, required: true
  attr :tool, :any, required: true

  defp tool_picture(%{tool: {:piece, number}} = assigns) do
    assigns = assign(assigns, kind: Enum.at(assigns.editor.palette.pieces, number - 1))

    ~H"<Boards.piece_picture game={@editor.game} kind={@kind} />"
  end

  defp tool_picture(%{tool: {:roots, side}} = assigns) do
    assigns = assign(assigns, side: side)

    ~H"<Boards.side_mark game={@editor.game} diagram={@editor.view.diagram} side={@side} />"
  end

  defp tool_picture(assigns) do
    ~H"""
    <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
      <path class="stroke" d="M9 19 L4 14 L14 4 L20 10 L11 19 Z M8.5 9.5 L14.5 15.5 M9 19 H20" />
    </svg>
    """
  end

  attr :editor, Editor, required: true

  @doc "Renders the hands: what is in them, and a button that adds the chosen piece."
  def hands(assigns) do
    %{editor: %{palette: palette, setup: setup} = editor} = assigns
    sides = if palette.hands == :each, do: [:first, :second], else: [:first]

    hands =
      for side <- sides do
        %{
          side: side,
          name: hand_name(editor, side),
          held: Editor.hand(setup, side),
          can_hold?: Editor.holdable(editor, side) != nil,
          wrong?: wrong?(editor, "hand", to_string(side))
        }
      end

    assigns = assign(assigns, hands: hands)

    ~H"""
    <div
      :for={hand <- @hands}
      id={"hand-#{hand.side}"}
      class={["editor-hand", hand.wrong? && "is-wrong"]}
      role="group"
      aria-labelledby={"hand-#{hand.side}-name"}
    >
      <span id={"hand-#{hand.side}-name"}>{hand.name}</span>
      <button
        :for={{piece, count} <- hand.held}
        id={"hand-#{hand.side}-#{piece}"}
        type="button"
        class="editor-tool"
        aria-label={held(@editor, hand.side, piece, count)}
        title={gettext("Press to take one out.")}
        phx-click="release"
        phx-value-side={hand.side}
        phx-value-piece={piece}
      >
        <Boards.piece_picture game={@editor.game} kind={kind(@editor, hand.side, piece)} />
        <span :if={count > 1} class="editor-count" aria-hidden="true">{count}</span>
      </button>
      <button
        id={"hold-#{hand.side}"}
        type="button"
        class="button"
        phx-click={hand.can_hold? && "hold"}
        phx-value-side={hand.side}
        aria-disabled={to_string(not hand.can_hold?)}
        aria-describedby={"hand-#{hand.side}-name"}
      >
        {gettext("Add the chosen piece")}
      </button>
    </div>
    """
  end

  defp hand_name(%{palette: %{hands: :shared}}, _side), do: gettext("Piece to place")

  defp hand_name(editor, side),
    do: gettext("In hand: %{side}", side: Text.side(editor, side))

  defp kind(%{palette: %{hands: :shared}}, _side, piece), do: {nil, piece}
  defp kind(_editor, side, piece), do: {side, piece}

  defp held(editor, side, piece, count) do
    gettext("%{piece}, %{count} in hand. Press to take one out.",
      piece: Boards.of(editor.game).piece_name(kind(editor, side, piece)),
      count: count
    )
  end

  attr :editor, Editor, required: true

  @doc "Renders the side to move and the options."
  def options(assigns) do
    %{editor: %{game: game, palette: palette, setup: setup} = editor} = assigns

    fields =
      for %{option: option} = offered <- palette.options,
          values = Editor.values(offered),
          length(values) > 1 do
        %{
          option: option,
          legend: legend(game, option),
          values: Enum.map(values, &{&1, value_name(game, option, &1)}),
          chosen: setup.options[option],
          wrong?: wrong?(editor, "option", to_string(option))
        }
      end

    assigns = assign(assigns, fields: fields, board: Boards.of(game))

    ~H"""
    <.form for={%{}} id="editor-options" class="editor-options" phx-change="options">
      <.choice
        :if={@editor.palette.side}
        name="side"
        legend={gettext("To move")}
        chosen={@editor.setup.side}
        class={wrong?(@editor, "side", nil) && "is-wrong"}
      >
        <:option value="first">{Text.side(@editor, :first)}</:option>
        <:option value="second">{Text.side(@editor, :second)}</:option>
      </.choice>
      <.field
        :let={named}
        :for={field <- @fields}
        id={"editor-#{field.option}"}
        label={field.legend}
        class={field.wrong? && "is-wrong"}
      >
        <.select name={field.option} chosen={field.chosen} options={field.values} {named} />
      </.field>
    </.form>
    """
  end

  defp legend(_game, :variant), do: gettext("Rules")
  defp legend(game, option), do: Boards.of(game).option_legend(option)

  defp value_name(game, :variant, value), do: Boards.of(game).variant_name(value)
  defp value_name(game, option, value), do: Boards.of(game).option_name(option, value)

  defp wrong?(%{view: %{refusal: %{details: %{place: place} = details}}}, place, at),
    do: details[:at] == at

  defp wrong?(_editor, _place, _at), do: false

  attr :editor, Editor, required: true

  @doc "Renders the buttons: those that change the board, and where to go with the position."
  def commands(assigns) do
    %{editor: %{view: view}} = assigns
    possible? = view.refusal == nil
    assigns = assign(assigns, possible?: possible?, playable?: possible? and not view.over)

    ~H"""
    <div class="editor-commands">
      <button
        type="button"
        class="button"
        id="editor-undo"
        phx-click={@editor.past != [] && "undo"}
        aria-disabled={to_string(@editor.past == [])}
      >
        {pgettext("a change, not a move", "Undo")}
      </button>
      <button type="button" class="button" id="editor-clear" phx-click="clear">
        {gettext("Clear")}
      </button>
      <button type="button" class="button" id="editor-start" phx-click="start">
        {gettext("Start position")}
      </button>
    </div>
    <div class="editor-commands">
      <.way
        id="editor-play"
        open?={@playable?}
        to={~p"/play/#{@editor.game}?#{[position: @editor.view.text]}"}
        class="is-primary"
      >
        {gettext("Play from here")}
      </.way>
      <.way id="editor-analyse" open?={@possible?} to={analysis(@editor)}>
        {gettext("Analyse")}
      </.way>
    </div>
    """
  end

  defp analysis(%{game: game, view: %{text: text}}),
    do: "/analysis/#{game}?" <> URI.encode_query(position: text)

  attr :id, :string, required: true
  attr :open?, :boolean, required: true
  attr :to, :string, required: true
  attr :class, :string, default: nil
  slot :inner_block, required: true

  # While the setup is no position, the verdict says why.
  defp way(assigns) do
    ~H"""
    <.link :if={@open?} id={@id} class={["button", @class]} navigate={@to}>
      {render_slot(@inner_block)}
    </.link>
    <button
      :if={!@open?}
      id={"#{@id}-closed"}
      type="button"
      class={["button", @class]}
      aria-disabled="true"
      aria-describedby="verdict"
    >
      {render_slot(@inner_block)}
    </button>
    """
  end

  attr :editor, Editor, required: true

  @doc "Renders the text of the setup, which can be replaced."
  def text_form(assigns) do
    assigns = assign(assigns, most: Matches.most_position())

    ~H"""
    <form id="editor-text" class="editor-text" phx-submit="read">
      <.field :let={named} id="editor-text-field" label={gettext("Position as text")}>
        <input
          class="text-box"
          name="text"
          value={@editor.view.text}
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          maxlength={@most}
          {named}
        />
      </.field>
      <button class="button">{gettext("Set up")}</button>
    </form>
    """
  end
end
