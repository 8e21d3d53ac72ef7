defmodule PlayoutWeb.Lobby.Choices do
  @moduledoc """
  The choices for a new match: the values of its form, and the request for
  `Playout.Matches.create/3` that they describe.

  A form may send anything, so only known values become atoms or levels.
  """

  alias Playout.{Games, Matches}
  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.CustomPlayer

  @fields ~w(opponent level begins variant first second)a
  @max_bytes 40

  defstruct [
    :game,
    :variant,
    :options,
    :level,
    :first,
    :second,
    opponent: "engine",
    begins: "you",
    custom: %CustomPlayer{}
  ]

  @typedoc """
  - `opponent`: `"engine"` for a level, `"here"` for two people on one screen, `"watch"` for
    two engines, or `"custom"`;
  - `level`: the name of the level, for `"engine"`;
  - `begins`: `"you"`, `"opponent"` or `"toss"`, if there is an opponent;
  - `options`: the chosen value of each option that the game's board offers;
  - `first`, `second`: the names of the two levels to watch;
  - `custom`: the custom player, for the opponent `"custom"`.
  """
  @type t :: %__MODULE__{
          game: atom,
          variant: String.t(),
          options: %{atom => String.t()},
          custom: CustomPlayer.t()
        }

  @doc "Returns the default match: you go first, against the second level."
  @spec new(atom) :: t
  def new(game) do
    options = for option <- options(game), into: %{}, do: {option.option, text(option.default)}
    [_first, second, _third, fourth | _] = levels(game)

    %__MODULE__{
      game: game,
      variant: text(hd(variants(game))),
      options: options,
      level: second,
      first: second,
      second: fourth
    }
  end

  @doc """
  Returns the choices for a match against this level with the same rules, in which the visitor
  plays `side` again.
  """
  @spec like(State.t(), Playout.Side.t(), String.t()) :: t
  def like(%State{game: game} = match, side, level) do
    begins = if side == :first, do: "you", else: "opponent"

    %{
      new(game)
      | variant: text(match.variant),
        options: Map.new(options_of(match), fn {option, value} -> {option, text(value)} end),
        begins: if(match.toss, do: "toss", else: begins),
        level: level
    }
  end

  # A match's options can only be seen in its start position.
  defp options_of(%{game: game, variant: variant, start: start}) do
    game
    |> options()
    |> Enum.reduce([[]], fn %{option: option, values: values}, chosen ->
      for value <- values, others <- chosen, do: [{option, value} | others]
    end)
    |> Enum.find([], fn options ->
      match?({:ok, %{start: ^start}}, Playout.new(game, [variant: variant] ++ options))
    end)
  end

  @doc "Returns the choices as form fields, without those of a custom player."
  @spec fields(t) :: [{String.t(), String.t()}]
  def fields(%__MODULE__{} = choices) do
    fields = for field <- @fields, do: {text(field), Map.fetch!(choices, field)}
    options = for {option, value} <- choices.options, do: {"options[#{option}]", value}
    fields ++ Enum.sort(options)
  end

  @doc "Returns the variants of a game, the default first."
  @spec variants(atom) :: [atom]
  defdelegate variants(game), to: Games

  @doc "Returns the other options of a game, in the format of `c:PlayoutWeb.Boards.options/0`."
  def options(game), do: Boards.of(game).options()

  @doc """
  Applies the fields of a submitted form. Unknown fields and values are ignored; missing fields
  stay as they are.
  """
  @spec change(t, map) :: t
  def change(%__MODULE__{} = choices, params) do
    sent = for field <- @fields, text = sent(params, field), do: {field, text}

    options =
      for {option, _text} <- choices.options,
          text = sent(params["options"], option),
          do: {option, text}

    choices = %{struct!(choices, sent) | options: Map.merge(choices.options, Map.new(options))}

    case params do
      %{"custom" => %{} = custom} ->
        %{choices | custom: CustomPlayer.change(choices.custom, choices.game, custom)}

      _ ->
        choices
    end
  end

  defp sent(%{} = params, field) do
    case params[text(field)] do
      text when is_binary(text) and byte_size(text) <= @max_bytes -> text
      _ -> nil
    end
  end

  defp sent(_params, _field), do: nil

  @doc """
  Like `change/2`, but for choices that a browser has stored, perhaps under another release: those
  that are no longer offered are ignored.
  """
  @spec recall(t, map) :: t
  def recall(%__MODULE__{game: game} = choices, params) do
    recalled = change(choices, params)

    recalled =
      for {place, texts} <- offered(game),
          get_in(recalled, place) not in texts,
          reduce: recalled do
        recalled -> put_in(recalled, place, get_in(choices, place))
      end

    %{recalled | custom: CustomPlayer.known(recalled.custom, game)}
  end

  # The path of each choice, and the values that it accepts.
  defp offered(game) do
    levels = levels(game)

    fields = [
      opponent: ~w(engine here watch custom),
      level: levels,
      begins: ~w(you opponent toss),
      variant: variants(game),
      first: levels,
      second: levels
    ]

    options = for option <- options(game), do: {[:options, option.option], option.values}
    fields = for {field, values} <- fields, do: {[field], values}

    for {[field | inside], values} <- fields ++ options do
      {[Access.key!(field) | inside], Enum.map(values, &text/1)}
    end
  end

  @doc """
  Returns the match that these choices describe, as `Playout.Matches.create/3` takes it. Errors:
  `:malformed` if a chosen value does not exist; `:custom` if the custom player has errors, which
  `CustomPlayer.check/2` lists.
  """
  @spec to_request(t) :: {:ok, Matches.request()} | {:error, :malformed | :custom}
  def to_request(%__MODULE__{game: game} = choices) do
    with {:ok, variant} <- known(choices.variant, variants(game)),
         {:ok, options} <- chosen_options(choices),
         {:ok, players, toss} <- players(choices) do
      {:ok, %{game: game, variant: variant, options: options, players: players, toss: toss}}
    end
  end

  defp chosen_options(%{game: game, options: texts}) do
    chosen =
      for %{option: option, values: values} <- options(game),
          {:ok, value} <- [known(texts[option], values)],
          do: {option, value}

    if length(chosen) == map_size(texts), do: {:ok, chosen}, else: {:error, :malformed}
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

  defp opponent(%{opponent: "engine"} = choices), do: level(choices.game, choices.level)
  defp opponent(_choices), do: {:error, :malformed}

  defp level(game, name) do
    with {:ok, name} <- known(name, levels(game)), do: {:ok, {:level, name}}
  end

  defp levels(game), do: Enum.map(Playout.levels(game), & &1.name)

  defp known(text, values) do
    case Enum.find(values, &(text(&1) == text)) do
      nil -> {:error, :malformed}
      value -> {:ok, value}
    end
  end

  defp text(value), do: to_string(value)
end
