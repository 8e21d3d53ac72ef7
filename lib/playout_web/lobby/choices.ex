defmodule PlayoutWeb.Lobby.Choices do
  @moduledoc """
  What is chosen for a new match: the texts of its form, as they are, and the
  wish for `Playout.Matches.create/3` that they come to.

  Anybody may have written what a form sends: only what is known becomes an atom
  or a level.
  """

  alias Playout.{Games, Matches}
  alias PlayoutWeb.Lobby.CustomPlayer

  @fields ~w(opponent begins variant first second)a
  @longest 40

  defstruct [:game, :variant, :custom, opponent: "2", begins: "you", first: "2", second: "4"]

  @typedoc """
  - `opponent`: the number of a level, `"here"` for two people on one screen,
    `"watch"` for two engines, or `"custom"`;
  - `begins`: `"you"`, `"opponent"` or `"toss"`, where there is an opponent;
  - `first`, `second`: the numbers of the levels to watch;
  - `custom`: the opponent `"custom"`.
  """
  @type t :: %__MODULE__{game: atom, variant: String.t(), custom: CustomPlayer.t()}

  @doc "A sensible match: you begin, against the second level."
  @spec new(atom) :: t
  def new(game) do
    %__MODULE__{game: game, variant: to_string(hd(variants(game))), custom: %CustomPlayer{}}
  end

  @doc "The variants of a game, the usual one first."
  @spec variants(atom) :: [atom]
  defdelegate variants(game), to: Games

  @doc "With what a form has sent; what it has not, or is no field, stays as it was."
  @spec change(t, map) :: t
  def change(%__MODULE__{} = choices, params) do
    sent =
      for field <- @fields,
          text = params[to_string(field)],
          is_binary(text) and byte_size(text) <= @longest,
          do: {field, text}

    choices = struct!(choices, sent)

    case params do
      %{"custom" => %{} = custom} ->
        %{choices | custom: CustomPlayer.change(choices.custom, choices.game, custom)}

      _ ->
        choices
    end
  end

  @doc """
  The match that is wished for. Errors: `:malformed` where something is chosen
  that there is not; `:custom` where the custom player is not right, which
  `CustomPlayer.check/2` explains.
  """
  @spec wish(t) :: {:ok, Matches.wish()} | {:error, :malformed | :custom}
  def wish(%__MODULE__{game: game} = choices) do
    with {:ok, variant} <- known(choices.variant, variants(game)),
         {:ok, players, toss} <- players(choices) do
      {:ok, %{game: game, variant: variant, players: players, toss: toss}}
    end
  end

  defp players(%{opponent: "here"}), do: {:ok, %{first: :me, second: :me}, false}

  defp players(%{opponent: "watch"} = choices) do
    with {:ok, first} <- level(choices.game, choices.first),
         {:ok, second} <- level(choices.game, choices.second) do
      {:ok, %{first: first, second: second}, false}
    end
  end

  defp players(choices) do
    with {:ok, opponent} <- opponent(choices) do
      case choices.begins do
        "you" -> {:ok, %{first: :me, second: opponent}, false}
        "opponent" -> {:ok, %{first: opponent, second: :me}, false}
        "toss" -> {:ok, %{first: :me, second: opponent}, true}
        _ -> {:error, :malformed}
      end
    end
  end

  defp opponent(%{opponent: "custom"} = choices) do
    case CustomPlayer.check(choices.custom, choices.game) do
      {:ok, spec} -> {:ok, {:custom, spec}}
      {:error, _errors} -> {:error, :custom}
    end
  end

  defp opponent(choices), do: level(choices.game, choices.opponent)

  defp level(game, number) do
    with {:ok, number} <- known(number, Enum.map(Playout.levels(game), & &1.number)) do
      {:ok, {:level, number}}
    end
  end

  defp known(text, values) do
    case Enum.find(values, &(to_string(&1) == text)) do
      nil -> {:error, :malformed}
      value -> {:ok, value}
    end
  end
end
