defmodule Playout.Games do
  @moduledoc """
  The games: one small module each, which says what the game is called and what
  can be asked of it. The rules themselves are native.

      use Playout.Games, name: :gomoku, variants: [:freestyle, :standard], options: [size: 5..20]

  where `options` are those that the game takes beside its variant.
  """

  @doc "The name by which programs know the game."
  @callback name() :: atom

  @doc "The names of the variants, the default first."
  @callback variants() :: [atom, ...]

  @doc "The options that `Playout.new/2` takes for the game, and their values."
  @callback options() :: [{atom, Enumerable.t()}]

  @games [
    Playout.Games.Quarto,
    Playout.Games.AnimalShogi,
    Playout.Games.Gomoku,
    Playout.Games.Separo
  ]

  @doc """
  The modules of all games.

      iex> hd(Playout.Games.all())
      Playout.Games.Quarto
  """
  @spec all() :: [module]
  def all, do: @games

  @doc """
  The variants of a game that exists, the usual one first.

      iex> Playout.Games.variants(:quarto)
      [:standard, :squares]
  """
  @spec variants(atom) :: [atom, ...]
  def variants(game), do: Enum.find(@games, &(&1.name() == game)).variants()

  @doc false
  defmacro __using__(game) do
    quote bind_quoted: [game: game] do
      @behaviour Playout.Games

      @name Keyword.fetch!(game, :name)
      @variants Keyword.fetch!(game, :variants)
      @options [variant: @variants] ++ Keyword.get(game, :options, [])

      @impl true
      def name, do: @name

      @impl true
      def variants, do: @variants

      @impl true
      def options, do: @options
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

  # What is no text is refused by the rules as such.
  def choose_move(game, text, options) do
    position = %Playout.Position{game: game, start: text}
    with {:ok, _} <- Playout.describe(position), do: Playout.choose_move(position, options)
  end
end
