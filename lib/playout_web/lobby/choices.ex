defmodule PlayoutWeb.Lobby.Choices do
  @moduledoc """
  The choices for a new match: the values of its form, and the request for
  `Playout.Matches.create/3` that they describe.

  A form may send anything, so only known values become atoms or levels.
  """

  alias Playout.{Diagram, Game, Matches, Position}
  alias Playout.Matches.Rules.Perfect
  alias Playout.Matches.State
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Lobby.CustomPlayer

  @fields ~w(opponent level begins variant first second clock open)a
  @max_bytes 40

  @second 1_000
  @minute 60 * @second
  @day 24 * 60 * @minute

  # The time controls that a form offers, by their value in the form.
  @clocks [
    {"none", nil},
    {"1+0", {:total, @minute, 0}},
    {"3+2", {:total, 3 * @minute, 2 * @second}},
    {"5+3", {:total, 5 * @minute, 3 * @second}},
    {"10+5", {:total, 10 * @minute, 5 * @second}},
    {"30+20", {:total, 30 * @minute, 20 * @second}},
    {"10s", {:move, 10 * @second}},
    {"30s", {:move, 30 * @second}},
    {"2m", {:move, 2 * @minute}},
    {"1d", {:move, @day}},
    {"3d", {:move, 3 * @day}}
  ]

  defstruct [
    :game,
    :variant,
    :options,
    :level,
    :first,
    :second,
    :position,
    opponent: "engine",
    begins: "you",
    clock: "none",
    open: "link",
    custom: %CustomPlayer{}
  ]

  @typedoc """
  - `opponent`: `"engine"` for a level, `"friend"` for a person on another device, `"here"` for two
    people on one screen, `"watch"` for two engines, or `"custom"`;
  - `open`: who may be the friend: whoever has the link (`"link"`), or `"anyone"` in the lobby;
  - `clock`: the time control, one of `clocks/0`;
  - `level`: the name of the level, for `"engine"`;
  - `begins`: `"you"`, `"opponent"` or `"toss"`, if there is an opponent;
  - `options`: the chosen value of each option that the game's board offers;
  - `position`: the text of the position to start from, whose rules and board apply instead of those
    chosen; nil for the start of the game;
  - `first`, `second`: the names of the two levels to watch;
  - `custom`: the custom player, for the opponent `"custom"`.
  """
  @type t :: %__MODULE__{
          game: atom,
          variant: String.t(),
          options: %{atom => String.t()},
          position: nil | String.t(),
          custom: CustomPlayer.t()
        }

  @doc "Returns the default match: you go first, against the second level."
  @spec new(atom) :: t
  def new(game) do
    options = for option <- options(game), into: %{}, do: {option.option, text(option.default)}
    [_first, second, _third, fourth | _] = ladder(game)

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
    first = first_to_move(match.start, game)
    begins = if side == first, do: "you", else: "opponent"

    options = options_of(match)

    %{
      new(game)
      | variant: text(match.variant),
        options: Map.new(options || [], fn {option, value} -> {option, text(value)} end),
        position: if(options == nil, do: match.start),
        begins: if(match.toss, do: "toss", else: begins),
        clock: clock_of(match.control),
        level: level
    }
  end

  defp clock_of(control) do
    case List.keyfind(@clocks, control, 1) do
      {value, _control} -> value
      nil -> "none"
    end
  end

  @doc "Returns the time controls that a form offers, each with its value in the form."
  @spec clocks() :: [{String.t(), nil | Matches.Clock.control()}]
  def clocks, do: @clocks

  # A match's options can only be seen in its start position; nil if that is none of a new game.
  defp options_of(%{game: game, variant: variant, start: start}) do
    game
    |> options()
    |> Enum.reduce([[]], fn %{option: option, values: values}, chosen ->
      for value <- values, others <- chosen, do: [{option, value} | others]
    end)
    |> Enum.find(fn options ->
      match?({:ok, %{start: ^start}}, Playout.new(game, [variant: variant] ++ options))
    end)
  end

  @doc "Returns the choices as form fields, without those of a custom player."
  @spec fields(t) :: [{String.t(), String.t()}]
  def fields(%__MODULE__{} = choices) do
    fields = for field <- @fields, do: {text(field), Map.fetch!(choices, field)}
    options = for {option, value} <- choices.options, do: {"options[#{option}]", value}
    position = if choices.position, do: [{"position", choices.position}], else: []
    fields ++ Enum.sort(options) ++ position
  end

  @doc "Returns the variants of a game, the default first."
  @spec variants(atom) :: [atom]
  defdelegate variants(game), to: Game

  @doc "Returns the other options of a game, in the format of `c:PlayoutWeb.Boards.options/0`."
  def options(game), do: Boards.of(game).options()

  @doc """
  Applies the fields of a submitted form. Unknown fields and values are ignored; missing fields
  stay as they are.
  """
  @spec change(t, term) :: t
  def change(%__MODULE__{} = choices, %{} = params) do
    sent = for field <- @fields, text = sent(params, field), do: {field, text}

    options =
      for {option, _text} <- choices.options,
          text = sent(params["options"], option),
          do: {option, text}

    choices = %{struct!(choices, sent) | options: Map.merge(choices.options, Map.new(options))}
    choices = at(choices, params["position"] || choices.position)

    case params do
      %{"custom" => %{} = custom} ->
        %{choices | custom: CustomPlayer.change(choices.custom, choices.game, custom)}

      _ ->
        choices
    end
  end

  def change(choices, _malformed), do: choices

  @doc """
  Returns the choices for a match that starts in a position, given as text that anybody may have
  written; nil and an empty text are the start of the game.
  """
  @spec at(t, term) :: t
  def at(choices, nothing) when nothing in [nil, ""], do: %{choices | position: nil}

  def at(%__MODULE__{game: game} = choices, text) when is_binary(text) do
    case diagram(game, text) do
      {:ok, %{variant: variant}} -> %{choices | position: text, variant: text(variant)}
      {:error, _reason} -> %{choices | position: text}
    end
  end

  def at(choices, _malformed), do: choices

  @doc """
  Returns the diagram of the position in which the match starts; nil for the start of the game, and for
  text that is no position.
  """
  @spec start_diagram(t) :: nil | Diagram.t()
  def start_diagram(%__MODULE__{position: nil}), do: nil

  def start_diagram(%__MODULE__{game: game, position: text}) do
    case diagram(game, text) do
      {:ok, diagram} -> diagram
      {:error, _reason} -> nil
    end
  end

  defp diagram(game, text) do
    if byte_size(text) <= Matches.most_position(),
      do: Playout.diagram(%Position{game: game, start: text}),
      else: {:error, :malformed}
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
    recalled = change(choices, Map.delete(params, "position"))

    recalled =
      for {place, texts} <- offered(game),
          get_in(recalled, place) not in texts,
          reduce: recalled do
        recalled -> put_in(recalled, place, get_in(choices, place))
      end

    at(%{recalled | custom: CustomPlayer.known(recalled.custom, game)}, choices.position)
  end

  @doc """
  Returns the choices with which the form goes on after a change: the level above the ladder, where it
  can't play by the chosen rules, gives way to the strongest one on it.
  """
  @spec settle(t) :: t
  def settle(%__MODULE__{game: game} = choices) do
    if Perfect.name() in levels(choices),
      do: choices,
      else:
        Enum.reduce([:level, :first, :second], choices, &below(&2, &1, List.last(ladder(game))))
  end

  defp below(choices, field, strongest),
    do: Map.update!(choices, field, &if(&1 == Perfect.name(), do: strongest, else: &1))

  # The path of each choice, and the values that it accepts.
  defp offered(game) do
    levels = names(Perfect.levels(game))

    fields = [
      opponent: ~w(engine friend here watch custom),
      clock: Enum.map(@clocks, &elem(&1, 0)),
      open: ~w(link anyone),
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
         {:ok, players, toss} <- players(choices),
         players = from_position(choices, players),
         {:ok, control} <- control(choices),
         {:ok, listed} <- listed(choices) do
      {:ok,
       %{
         game: game,
         variant: variant,
         options: options,
         players: players,
         toss: toss,
         control: control,
         listed: listed
       }
       |> starting_at(choices)}
    end
  end

  # The match has the last word about the position.
  defp starting_at(request, %{position: nil}), do: request

  defp starting_at(request, %{position: text}),
    do: Map.merge(request, %{options: [], position: text})

  # Who goes first is who moves first in the position.
  defp from_position(%{game: game, position: text}, players) do
    case text && first_to_move(text, game) do
      :second -> %{first: players.second, second: players.first}
      _first -> players
    end
  end

  defp first_to_move(text, game) do
    case diagram(game, text) do
      {:ok, %{side: side}} -> side
      {:error, _reason} -> :first
    end
  end

  # Engines that play each other have a pace instead.
  defp control(%{opponent: "watch"}), do: {:ok, nil}

  defp control(%{clock: clock}) do
    case List.keyfind(@clocks, clock, 0) do
      {_value, control} -> {:ok, control}
      nil -> {:error, :malformed}
    end
  end

  defp listed(%{opponent: "friend", open: "anyone"}), do: {:ok, true}
  defp listed(%{opponent: "friend", open: open}) when open != "link", do: {:error, :malformed}
  defp listed(_choices), do: {:ok, false}

  defp chosen_options(%{game: game, options: texts}) do
    chosen =
      for %{option: option, values: values} <- options(game),
          {:ok, value} <- [known(texts[option], values)],
          do: {option, value}

    if length(chosen) == map_size(texts), do: {:ok, chosen}, else: {:error, :malformed}
  end

  defp players(%{opponent: "here"}), do: {:ok, %{first: :me, second: :me}, false}

  defp players(%{opponent: "watch"} = choices) do
    with {:ok, first} <- level(choices, choices.first),
         {:ok, second} <- level(choices, choices.second) do
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

  defp opponent(%{opponent: "friend"}), do: {:ok, :friend}
  defp opponent(%{opponent: "engine"} = choices), do: level(choices, choices.level)
  defp opponent(_choices), do: {:error, :malformed}

  # Whether the level above the ladder can play, the match decides, which says why not.
  defp level(%{game: game}, name) do
    with {:ok, name} <- known(name, [Perfect.name() | ladder(game)]), do: {:ok, {:level, name}}
  end

  @doc "Returns the names of the levels that can play by the chosen rules, weakest first."
  @spec levels(t) :: [String.t()]
  def levels(%__MODULE__{game: game, variant: variant}) do
    case known(variant, variants(game)) do
      {:ok, variant} -> names(Perfect.levels(game, variant))
      {:error, :malformed} -> ladder(game)
    end
  end

  defp ladder(game), do: names(Playout.levels(game))
  defp names(levels), do: Enum.map(levels, & &1.name)

  defp known(text, values) do
    case Enum.find(values, &(text(&1) == text)) do
      nil -> {:error, :malformed}
      value -> {:ok, value}
    end
  end

  defp text(value), do: to_string(value)
end
