defmodule PlayoutWeb.Analysis.Address do
  @moduledoc """
  The address of an analysis, which says what position it shows:
  `/analysis/quarto?moves=-7+c3-A`. It has

  - `variant`, if the game starts as in one of its variants;
  - or else `position`, the text of the position in which it starts;
  - `moves`, the moves from there, separated by spaces.

  An address has a limit, which servers and browsers set. A longer game has only its current position
  in it.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.{Error, Game, Position, Record}
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Boards

  # In bytes, as they are in the address. A request line may have 10,000.
  @most 6_000

  @doc """
  Reads the parameters of an address. If they are invalid, returns the start of the game and why in a
  sentence.
  """
  @spec read(atom, map) :: {:ok, Position.t()} | {:error, Position.t(), String.t()}
  def read(game, params) do
    with {:ok, start} <- start(game, params),
         {:ok, position} <- moves(start, params["moves"]) do
      {:ok, position}
    else
      {:error, start, problem} -> {:error, start, problem}
    end
  end

  defp start(game, %{"position" => text} = params) do
    with true <- short?(text) and params["variant"] in [nil, ""],
         {:ok, position} <- Playout.new(game, position: text) do
      {:ok, position}
    else
      {:error, %Error{where: where}} when where != nil -> refuse(game, bad_position(game, where))
      _not_text -> refuse(game, bad_position(game, nil))
    end
  end

  defp start(game, params) do
    name = params["variant"] || ""

    cond do
      name == "" ->
        {:ok, Analysis.start(game)}

      variant = Enum.find(Game.variants(game), &(to_string(&1) == name)) ->
        {:ok, Analysis.start(game, variant)}

      true ->
        refuse(
          game,
          gettext("This link names a variant that %{game} doesn't have.", game: name(game))
        )
    end
  end

  defp moves(start, nil), do: {:ok, start}

  defp moves(start, text) do
    with true <- short?(text),
         moves = String.split(text),
         true <- length(moves) <= Record.most_moves(),
         position = %{start | moves: moves},
         {:ok, _diagram} <- Playout.diagram(position) do
      {:ok, position}
    else
      {:error, %Error{where: where}} when where != nil -> {:error, start, bad_move(where)}
      _not_moves -> {:error, start, gettext("The moves in this link can't be read.")}
    end
  end

  defp short?(text), do: is_binary(text) and byte_size(text) <= @most and String.valid?(text)

  defp refuse(game, problem), do: {:error, Analysis.start(game), problem}

  defp bad_position(game, nil),
    do: gettext("The position in this link isn't a position of %{game}.", game: name(game))

  defp bad_position(game, where) do
    gettext("The position in this link isn't a position of %{game} (see character %{where}).",
      game: name(game),
      where: where
    )
  end

  defp bad_move(where), do: gettext("Move %{number} in this link isn't possible.", number: where)

  defp name(game), do: Boards.of(game).name()

  @doc """
  Returns the parameters of the address of a position. `now` is its text, for a game that is too long
  for an address.
  """
  @spec params(Position.t(), String.t()) :: [{String.t(), String.t()}]
  def params(%Position{moves: moves} = position, now) do
    params = start_params(position) ++ moves_params(moves)
    if size(params) <= @most, do: params, else: [{"position", now}]
  end

  defp moves_params([]), do: []
  defp moves_params(moves), do: [{"moves", Enum.join(moves, " ")}]

  defp start_params(%{game: game, start: start}) do
    [default | others] = Game.variants(game)

    cond do
      start == Analysis.start(game, default).start ->
        []

      variant = Enum.find(others, &(start == Analysis.start(game, &1).start)) ->
        [{"variant", to_string(variant)}]

      true ->
        [{"position", start}]
    end
  end

  defp size(params), do: params |> URI.encode_query() |> byte_size()
end
