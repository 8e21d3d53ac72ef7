defmodule PlayoutWeb.Analysis.PlayerChoice do
  @moduledoc """
  The engine players that can analyse a game: the levels of the site, the players that they are made
  of, and one that is typed. Whatever their own limits are, an analysis replaces them.
  """

  alias Playout.{Error, Matches}
  alias Playout.Matches.Rules.Perfect

  # What a search may take: milliseconds that it runs, and MiB of its tree.
  @limits [ms: 5 * 60_000, memory: 64]

  @most_bytes 400

  @doc ~s(The name of the choice of a typed player, `"text"`.)
  @spec typed() :: String.t()
  def typed, do: "text"

  @doc "Returns what a search of an analysis may take."
  @spec limits() :: keyword(pos_integer)
  def limits, do: @limits

  @doc "Returns the levels that can be chosen, strongest first."
  @spec levels(atom, atom) :: [%{required(:name) => String.t(), optional(atom) => term}]
  def levels(game, variant), do: game |> Perfect.levels(variant) |> Enum.reverse()

  @doc "Returns the names of the players that the levels are made of, strongest kinds first."
  @spec kinds(atom) :: [String.t()]
  def kinds(game), do: game |> Playout.players() |> Enum.map(& &1.name) |> Enum.reverse()

  @doc "Returns the choice that is made for those who make none: the game's strongest level."
  @spec default(atom, atom) :: String.t()
  def default(game, variant), do: hd(levels(game, variant)).name

  @doc "Returns whether this is one of the choices, which may come from a browser."
  @spec choice?(atom, atom, term) :: boolean
  def choice?(game, variant, name) do
    name == typed() or name in kinds(game) or Enum.any?(levels(game, variant), &(&1.name == name))
  end

  @doc """
  Returns the player of a choice as a search takes it, with the limits of an analysis; `text` is the
  typed player.
  """
  @spec player(atom, atom, String.t(), String.t()) :: {:ok, String.t()} | {:error, Error.t()}
  def player(game, variant, name, text) do
    level = Enum.find(levels(game, variant), &(&1.name == name))

    cond do
      name == Perfect.name() -> limited(game, Perfect.name())
      level -> limited(game, level.spec)
      name == typed() -> typed(game, text)
      true -> limited(game, name)
    end
  end

  @doc "Returns whether a text is short enough for a typed player."
  @spec short?(String.t()) :: boolean
  def short?(text), do: byte_size(text) <= @most_bytes and String.valid?(text)

  # Animal Shogi's table, which only some players read, is beyond the memory of a typed player.
  defp typed(game, text) do
    bounds = Keyword.take(Matches.Settings.custom(), [:memory, :threads])

    with {:ok, player} <- Playout.check_player(game, String.trim(text), bounds),
         do: limited(game, player)
  end

  defp limited(game, player), do: Playout.limit_player(game, player, @limits)
end
