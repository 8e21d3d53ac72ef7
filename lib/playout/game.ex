defmodule Playout.Game do
  @moduledoc """
  A game as a module. The rules and the options of a new game (`Playout.options/1`) are native.

      use Playout.Game, name: :gomoku
  """

  @doc "The game's name, such as `:quarto`."
  @callback name() :: atom

  @doc "The names of the variants, the default first."
  @callback variants() :: [atom, ...]

  @doc "The options that `Playout.new/2` takes for the game, and their values."
  @callback options() :: [{atom, Enumerable.t()}]

  @doc """
  Returns the variants of a known game, the default first.

      iex> Playout.Game.variants(:quarto)
      [:standard, :squares]
  """
  @spec variants(atom) :: [atom, ...]
  def variants(game), do: Keyword.fetch!(options(game), :variant)

  @doc """
  Returns the options of a known game, with their values.

      iex> Playout.Game.options(:gomoku)
      [variant: [:freestyle, :standard], size: 5..20, opening: [:none, :swap2]]
  """
  @spec options(atom) :: [{atom, Enumerable.t()}]
  def options(game) do
    for offered <- Playout.options(game) do
      case offered do
        %{kind: :choice} -> {offered.option, offered.choices}
        %{kind: :integer} -> {offered.option, offered.min..offered.max}
      end
    end
  end

  @doc false
  defmacro __using__(game) do
    quote bind_quoted: [game: game] do
      @behaviour Playout.Game

      @name Keyword.fetch!(game, :name)

      @impl true
      def name, do: @name

      @impl true
      def variants, do: Playout.Game.variants(@name)

      @impl true
      def options, do: Playout.Game.options(@name)

      @doc """
      Chooses a move in a position of the game, given as a `Playout.Position` or as its text.

      Options and result are those of `Playout.choose_move/2`.
      """
      @spec choose_move(Playout.Position.t() | String.t(), keyword) ::
              {:ok, Playout.Choice.t()} | {:error, Playout.Error.t()}
      def choose_move(position, options \\ []),
        do: Playout.Game.choose_move(@name, position, options)
    end
  end

  @doc false
  def choose_move(game, %Playout.Position{game: game} = position, options) do
    Playout.choose_move(position, options)
  end

  def choose_move(game, %Playout.Position{game: other}, _options) do
    message = "this is a position of #{inspect(other)}, not of #{inspect(game)}"
    {:error, Playout.Error.new(:bad_position, "other_game", message)}
  end

  # The rules refuse anything that is not text.
  def choose_move(game, text, options) do
    position = %Playout.Position{game: game, start: text}
    with {:ok, _} <- Playout.diagram(position), do: Playout.choose_move(position, options)
  end
end
