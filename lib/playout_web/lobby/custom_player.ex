defmodule PlayoutWeb.Lobby.CustomPlayer do
  @moduledoc """
  A player that someone configures in a form: one of the engine's players with some of its
  settings, or a player written as text.

  It keeps everything that was typed, even if it is wrong; the engine reports the errors.
  """

  alias Playout.Error
  alias Playout.Matches.Settings

  @max_bytes 400

  defstruct player: "mcts", keys: %{}, text: ""

  @typedoc """
  - `player`: the name of one of `Playout.players/1`, or `"text"`;
  - `keys`: what was typed for each setting; a setting that two players share is typed once;
  - `text`: the player as text, for `"text"`.
  """
  @type t :: %__MODULE__{
          player: String.t(),
          keys: %{String.t() => String.t()},
          text: String.t()
        }

  @doc "Applies the fields of a submitted form. Missing fields stay; unknown ones are ignored."
  @spec change(t, atom, map) :: t
  def change(%__MODULE__{} = custom, game, params) do
    changed = %{
      custom
      | player: text(params["player"], custom.player),
        text: text(params["text"], custom.text),
        keys: keys(custom.keys, game, params["keys"])
    }

    # The text starts with the player that the form describes so far.
    if changed.player == "text" and custom.player != "text" and changed.text == "",
      do: %{changed | text: spec(custom, game)},
      else: changed
  end

  defp keys(keys, game, %{} = typed) do
    for %{keys: known} <- Playout.players(game), %{key: key} <- known, into: keys do
      {key, text(typed[key], Map.get(keys, key, ""))}
    end
  end

  defp keys(keys, _game, _none), do: keys

  defp text(typed, _before) when is_binary(typed) and byte_size(typed) <= @max_bytes, do: typed
  defp text(_typed, before), do: before

  @doc "Returns the same player, or the default one if its name no longer exists."
  @spec known(t, atom) :: t
  def known(%__MODULE__{player: player} = custom, game) do
    names = ["text" | Enum.map(Playout.players(game), & &1.name)]
    if player in names, do: custom, else: %{custom | player: %__MODULE__{}.player}
  end

  @doc """
  Returns the settings of the chosen player, as in `Playout.players/1`, with each `max` and
  `default` lowered to this server's limit; none for `"text"`.
  """
  @spec fields(t, atom) :: [Playout.player_key()]
  def fields(%__MODULE__{player: player}, game) do
    limits = Map.new(Settings.custom(), fn {key, most} -> {to_string(key), most} end)

    for %{name: ^player, keys: keys} <- Playout.players(game), key <- keys do
      case limits[key.key] do
        nil -> key
        most -> %{key | max: min(key.max, most), default: lowered(key.default, most)}
      end
    end
  end

  defp lowered(nil, _most), do: nil
  defp lowered(number, most), do: number |> String.to_integer() |> min(most) |> to_string()

  @doc """
  Returns the player as it will play, within this server's limits, or its errors by setting
  (`"text"` for the text, `nil` for the player as a whole).
  """
  @spec check(t, atom) :: {:ok, String.t()} | {:error, %{(nil | String.t()) => Error.t()}}
  def check(%__MODULE__{} = custom, game) do
    wrong =
      for {key, value} <- typed(custom, game),
          error = wrong(custom, game, key, value),
          into: %{},
          do: {key, error}

    with true <- wrong == %{},
         {:ok, spec} <- Playout.check_player(game, spec(custom, game), Settings.custom()) do
      {:ok, spec}
    else
      false -> {:error, wrong}
      {:error, error} -> {:error, %{field(custom, error) => error}}
    end
  end

  # Checks each setting separately, so that all errors are reported at once.
  defp wrong(custom, game, key, value) do
    case Playout.check_player(game, "#{custom.player}:#{key}=#{value}", Settings.custom()) do
      {:ok, _spec} -> nil
      {:error, error} -> error
    end
  end

  defp field(%{player: "text"}, _error), do: "text"
  defp field(custom, %{details: %{key: key}}), do: if(Map.has_key?(custom.keys, key), do: key)
  defp field(_custom, _error), do: nil

  defp spec(%{player: "text", text: text}, _game), do: String.trim(text)

  defp spec(custom, game) do
    keys = Enum.map_join(typed(custom, game), ",", fn {key, value} -> "#{key}=#{value}" end)
    if keys == "", do: custom.player, else: "#{custom.player}:#{keys}"
  end

  defp typed(custom, game) do
    for %{key: key} <- fields(custom, game),
        value = String.trim(Map.get(custom.keys, key, "")),
        value != "",
        do: {key, value}
  end
end
