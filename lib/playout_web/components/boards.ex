defmodule PlayoutWeb.Boards do
  @moduledoc """
  Draws and describes each game. Each game has a module with its name that implements this
  behaviour.

  Anything that can be pressed has its step in an attribute (`data-step="c3"`). An element with
  `data-steps` is a single tab stop, with arrow keys inside. Drawings along steps
  (`data-path="a9 b8"`) show which of them are picked, and `data-carry` marks what follows the pointer in a drag.
  The page's hook does the rest, in the same way for every game; `assets/js/boards/playing/step_picker.js`
  lists everything it looks for.

      use PlayoutWeb.Boards

  declares the behaviour, and defines defaults for the callbacks that a game may not need.
  """
  use Phoenix.Component
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.{Diagram, Game, Games, Position}

  @type side :: :first | :second

  @typedoc "A move as descriptions contain it: its steps and further details."
  @type move :: %{:steps => [String.t()], :details => map(), optional(atom()) => term()}

  @doc "The game's name."
  @callback name() :: String.t()

  @doc "What the game is about, in a sentence or two for newcomers."
  @callback about() :: String.t()

  @doc "The name of a variant."
  @callback variant_name(atom()) :: String.t()

  @doc """
  The options of a new match besides the variant, each with its default: options of
  `Playout.new/2`.
  """
  @callback options() :: [%{option: atom(), default: term(), values: [term(), ...]}]

  @doc "The name of an option, in games that have some."
  @callback option_legend(atom()) :: String.t()

  @doc "The name of a value of an option."
  @callback option_name(atom(), term()) :: String.t()

  @doc "What a value of an option means, in a sentence; nil if its name says enough."
  @callback option_about(atom(), term()) :: nil | String.t()

  @doc "The text of the position that the lobby shows."
  @callback showpiece() :: String.t()

  @doc """
  Drawings that a page contains once, for the other components to use. They depend on nothing, not
  even on the language.
  """
  @callback sprite(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "The board; its assigns are the attributes of `board/1`."
  @callback board(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "The width and height of the board's drawing."
  @callback extent(Diagram.t()) :: {number(), number()}

  @doc """
  How much room a picture needs to the left of the board, above, to the right and below, for what
  `beside/1` draws there.
  """
  @callback margins() :: {number(), number(), number(), number()}

  @doc """
  What a picture shows beside the board, such as hands; its assigns are the attributes of
  `beside/1`. The origin is the top left corner of the board.
  """
  @callback beside(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "What belongs to neither side, beside the board; its assigns are the attributes of `tray/1`."
  @callback tray(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "What a side holds; its assigns are the attributes of `holding/1`."
  @callback holding(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "A side's score on a page; its assigns are the attributes of `score/1`."
  @callback score(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "A small picture that identifies a side; its assigns are `side` and `diagram`."
  @callback side_mark(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "A small picture of a move; its assigns are the attributes of `move_picture/1`."
  @callback move_picture(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "The name of a side in this game, such as Black; nil if its sides have no names."
  @callback side_name(side(), Diagram.t()) :: nil | String.t()

  @doc "Whether players can turn the board around."
  @callback turnable?() :: boolean()

  @doc "A side's score as text; only called for games that keep a score."
  @callback score_text(non_neg_integer()) :: String.t()

  @doc "What a description's alerts mean, in sentences for people who do not see the board."
  @callback alert_texts(map()) :: [String.t()]

  @doc "What to do next: one sentence for each step of a move."
  @callback prompts(Diagram.t()) :: [String.t()]

  @doc "A move that was played, in a sentence without the player's name: \"Played h8.\""
  @callback move_text(move()) :: String.t()

  @doc "A move that was played, as short as in a list of moves: its notation."
  @callback listed(move()) :: String.t()

  @doc """
  A move as an example of what to type: its notation, and in brackets what it does if that means nothing
  to somebody who sees it for the first time.
  """
  @callback typed(String.t()) :: String.t()

  @doc """
  What the other players should not miss about the last move, because the board doesn't show it: in a
  sentence without the player's name, with the diagram of the position after it; nil if it does.
  """
  @callback unseen(move(), Diagram.t()) :: nil | String.t()

  @doc "What was agreed for a match besides its variant, from the diagram of its first position."
  @callback terms(Diagram.t()) :: [String.t()]

  @typedoc "A hint: its `words`, and the steps that it `marks`, on the board and beside it."
  @type hint :: %{words: String.t(), marks: [String.t()]}

  @doc """
  A hint at a good move, in a short sentence: `:where` to look, which never gives away the whole move,
  or the `:move`. The diagram is that of the position before it.
  """
  @callback hint(move(), :where | :move, Diagram.t()) :: hint()

  @doc "Why a game ended, in a sentence, from the outcome's reason and details."
  @callback reason(atom(), map()) :: String.t()

  @doc """
  Why the rules of this game refuse a move or a step, in a short sentence built from the error's
  `problem` and its details; nil for a problem that several games share, whose text is in
  `PlayoutWeb.Sentences`.
  """
  @callback refusal(String.t(), map()) :: nil | String.t()

  @doc "The name of a kind of piece, as a label in an editor: \"White stone\"."
  @callback piece_name(Diagram.kind()) :: String.t()

  @doc "A small picture of a kind of piece; its assign is `kind`."
  @callback piece_picture(map()) :: Phoenix.LiveView.Rendered.t()

  @doc "The name of a side's roots, as a label in an editor; only called for games with roots."
  @callback roots_name(side()) :: String.t()

  @doc "Returns a diagram whose previews show that this kind of piece will be put on the board."
  @callback about_to_put(Diagram.t(), Diagram.kind()) :: Diagram.t()

  @doc """
  Why the rules refuse a setup, in a sentence built from the error's `problem` and its details, which
  name the place (`t:Playout.Setup.view/0`).
  """
  @callback setup_refusal(String.t(), map()) :: String.t()

  @typedoc """
  A game's own setting, which visitors can change for their browser: a switch, or one of several
  `choices`, which are pairs of a value and its label. A value that differs from the default
  becomes an attribute of the root element, such as `data-guides="none"`; styles and scripts do
  the rest.
  """
  @type setting :: %{
          required(:name) => String.t(),
          required(:legend) => String.t(),
          required(:default) => String.t(),
          optional(:choices) => [{String.t(), String.t()}]
        }

  @doc ~s(The settings of this game; a switch's default is "on" or "off".)
  @callback settings() :: [setting()]

  @optional_callbacks score_text: 1, option_legend: 1, option_name: 2, roots_name: 1

  @doc false
  defmacro __using__(_options) do
    quote do
      @behaviour PlayoutWeb.Boards

      @impl true
      defdelegate sprite(assigns), to: PlayoutWeb.Boards, as: :nothing

      @impl true
      def margins, do: {0, 0, 0, 0}

      @impl true
      defdelegate beside(assigns), to: PlayoutWeb.Boards, as: :nothing

      @impl true
      defdelegate tray(assigns), to: PlayoutWeb.Boards, as: :nothing

      @impl true
      defdelegate holding(assigns), to: PlayoutWeb.Boards, as: :nothing

      @impl true
      defdelegate score(assigns), to: PlayoutWeb.Boards, as: :nothing

      @impl true
      defdelegate side_mark(assigns), to: PlayoutWeb.Boards, as: :nothing

      @impl true
      defdelegate move_picture(assigns), to: PlayoutWeb.Boards, as: :nothing

      @impl true
      defdelegate piece_picture(assigns), to: PlayoutWeb.Boards, as: :nothing

      @impl true
      def piece_name({_side, name}), do: name

      @impl true
      def about_to_put(diagram, _kind), do: diagram

      @impl true
      def side_name(_side, _diagram), do: nil

      @impl true
      def turnable?, do: false

      @impl true
      def alert_texts(_alerts), do: []

      @impl true
      def settings, do: []

      @impl true
      def options, do: []

      @impl true
      def listed(%{text: text}), do: text

      @impl true
      def typed(move), do: move

      @impl true
      def unseen(_move, _diagram), do: nil

      @impl true
      def terms(_diagram), do: []

      @impl true
      def option_about(_option, _value), do: nil

      @impl true
      def refusal(_problem, _details), do: nil

      defoverridable PlayoutWeb.Boards
    end
  end

  @doc false
  def nothing(assigns), do: ~H""

  @boards Games.modules_for(__MODULE__)

  @doc "Returns the module of a game."
  @spec of(atom()) :: module()
  def of(game), do: Map.fetch!(@boards, game)

  @doc "Returns what an empty box for a typed move says, with this move as an example; nil without one."
  @spec example(atom(), nil | String.t()) :: nil | String.t()
  def example(_game, nil), do: nil
  def example(game, move), do: gettext("e.g. %{move}", move: of(game).typed(move))

  @doc "Returns the diagram of a position, given as text. The position must belong to the game."
  @spec diagram(atom(), String.t()) :: Diagram.t()
  def diagram(game, text), do: Playout.diagram!(%Position{game: game, start: text})

  @doc "Returns the diagram that represents a game in the lobby."
  @spec showpiece(atom()) :: Diagram.t()
  def showpiece(game), do: diagram(game, of(game).showpiece())

  @doc "Returns the game's name, with the variant unless it is the default."
  @spec title(atom(), atom()) :: String.t()
  def title(game, variant) do
    board = of(game)

    if variant == hd(Game.variants(game)),
      do: board.name(),
      else:
        gettext("%{game} · %{variant}", game: board.name(), variant: board.variant_name(variant))
  end

  attr :game, :atom, required: true
  attr :diagram, Diagram, required: true
  attr :last, :list, default: [], doc: "the steps of the last move"
  attr :winning, :list, default: [], doc: "the cells that won the game"
  attr :marks, :list, default: [], doc: "cells mentioned in the text beside the board"

  attr :playable, :boolean,
    default: false,
    doc: "whether the board can be pressed; otherwise it is a picture"

  attr :guides, :boolean, default: false, doc: "whether a picture shows where moves are possible"
  attr :played, :list, default: [], doc: "the moves so far, where the board shows them"
  attr :bottom, :atom, default: :first, doc: "the side that sits at the bottom"

  attr :fonts, :boolean,
    default: true,
    doc: "whether there are fonts for labels; otherwise they are drawn"

  attr :mine, :atom,
    default: nil,
    doc: "the visitor's side; nil if they hold neither side, or both"

  attr :alerts, :map,
    default: %{},
    doc: "a description's alerts: what a player should not miss"

  @doc "Renders the board with a position on it."
  def board(assigns), do: of(assigns.game).board(assigns)

  attr :game, :atom, required: true
  attr :diagram, Diagram, required: true
  attr :bottom, :atom, required: true, doc: "the side that sits at the bottom"

  @doc "Renders what a picture shows beside the board, without fonts."
  def beside(assigns), do: of(assigns.game).beside(assigns)

  attr :game, :atom, required: true
  attr :diagram, Diagram, required: true
  attr :over, :boolean, default: false, doc: "whether nothing can be picked any more"
  attr :marks, :list, default: [], doc: "steps that a hint mentions"

  @doc "Renders what belongs to neither side, beside the board."
  def tray(assigns), do: of(assigns.game).tray(assigns)

  attr :game, :atom, required: true
  attr :diagram, Diagram, required: true
  attr :side, :atom, required: true
  attr :to_move, :boolean, required: true, doc: "whether it is this side's turn"
  attr :last, :map, default: nil, doc: "the last move played"
  attr :marks, :list, default: [], doc: "steps that a hint mentions"

  attr :mine, :atom,
    default: nil,
    doc: "the visitor's side; nil if they hold neither side, or both"

  attr :playable, :boolean, default: false, doc: "whether it can be pressed"

  @doc "Renders what a side holds."
  def holding(assigns), do: of(assigns.game).holding(assigns)

  attr :game, :atom, required: true
  attr :diagram, Diagram, required: true
  attr :side, :atom, required: true
  attr :text, :string, required: true, doc: "see `c:score_text/1`"

  @doc "Renders a side's score beside the board, only in games that keep one."
  def score(assigns), do: of(assigns.game).score(assigns)

  attr :game, :atom, required: true
  attr :diagram, Diagram, required: true
  attr :side, :atom, required: true

  @doc "Renders a small picture that identifies a side."
  def side_mark(assigns), do: of(assigns.game).side_mark(assigns)

  attr :game, :atom, required: true
  attr :steps, :list, required: true
  attr :details, :map, required: true, doc: "further details of the move"
  attr :side, :atom, required: true, doc: "who made the move"

  @doc "Renders a small picture of a move."
  def move_picture(assigns), do: of(assigns.game).move_picture(assigns)

  attr :game, :atom, required: true
  attr :kind, :any, required: true, doc: "a `t:Playout.Diagram.kind/0`"

  @doc "Renders a small picture of a kind of piece. The page must contain the sprite."
  def piece_picture(assigns), do: of(assigns.game).piece_picture(assigns)
end
