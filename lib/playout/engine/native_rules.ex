defmodule Playout.Engine.NativeRules do
  @moduledoc false
  # Wraps the native rules: structs instead of maps, and no decisions.

  alias Playout.{Description, Diagram, Error, Outcome, Position}
  alias Playout.Engine.Native

  def new(game, options) do
    if Keyword.keyword?(options), do: new_by(game, options), else: {:error, not_keywords()}
  end

  defp new_by(game, options) do
    case Keyword.pop(options, :position) do
      {nil, options} ->
        options = for {key, value} <- options, do: {text(key), text(value)}
        with {:ok, start} <- start(game, options), do: position(game, start)

      {start, []} ->
        with {:ok, _} <- diagram(%Position{game: game, start: start}), do: position(game, start)

      {_, [{key, _} | _]} ->
        message = "the position already determines the option \"#{text(key)}\"; leave it out"
        {:error, Error.new(:bad_option, "position_and_option", message, %{option: text(key)})}
    end
  end

  # True only for a proper list, unlike a comparison with `[]`.
  # credo:disable-for-lines:2 Credo.Check.Warning.ExpensiveEmptyEnumCheck
  def play(%Position{game: game, start: start, moves: moves} = position, move)
      when length(moves) >= 0 do
    played = %{position | moves: moves ++ [move]}

    with {:ok, _} <- checked(Native.record_open(text(game), start, played.moves)),
         do: {:ok, played}
  end

  # `describe/1` returns the error in it.
  def play(position, _move), do: describe(position)

  def describe(position) do
    answer = Native.describe(text(position.game), position.start, position.moves)

    with {:ok, map} <- checked(answer), do: {:ok, to_struct(Description, map)}
  end

  def diagram(position) do
    answer = Native.diagram(text(position.game), position.start, position.moves)
    with {:ok, map} <- checked(answer), do: {:ok, struct!(Diagram, map)}
  end

  def step_tree(position, given) do
    checked(Native.step_tree(text(position.game), position.start, position.moves, given))
  end

  def read_move(position, typed) do
    checked(Native.read_move(text(position.game), position.start, position.moves, typed))
  end

  def check_steps(position, steps) do
    answer = Native.check_steps(text(position.game), position.start, position.moves, steps)
    with {:ok, :ok} <- checked(answer), do: :ok
  end

  @doc """
  Converts a native description of a position to structs.
  """
  def to_struct(struct, map) do
    outcome = map.outcome && struct!(Outcome, map.outcome)
    struct!(struct, %{map | outcome: outcome, diagram: struct!(Diagram, map.diagram)})
  end

  @doc """
  Converts the error of a native result to a struct.
  """
  def checked({:error, map}), do: {:error, struct!(Error, map)}
  def checked({:ok, value}), do: {:ok, value}

  @doc """
  Converts a name or number to the text that the native side expects. The native side refuses
  anything else.
  """
  def text(value) when is_atom(value) or is_integer(value), do: to_string(value)
  def text(value), do: value

  @doc """
  Returns the error for options that are not a keyword list.
  """
  def not_keywords do
    Error.new(:bad_option, "not_keywords", "options must be a keyword list")
  end

  defp start(game, options), do: checked(Native.start(text(game), options))
  defp position(game, start), do: {:ok, %Position{game: game, start: start}}
end
