defmodule PlayoutWeb.Picture.Address do
  @moduledoc """
  The address of a picture: `/picture/GAME.svg` with a query.

  | parameter | meaning |
  |---|---|
  | `position` | the text of a position; by default the start of a game |
  | `variant`, `size` and the game's other options | which start, without `position` |
  | `moves` | moves to play from there, separated by spaces |
  | `theme` | `light` (the default) or `dark` |
  | `bottom` | the side at the bottom, `first` (the default) or `second` |
  """
  alias Playout.Engine.NativeRecord
  alias Playout.Position
  alias PlayoutWeb.Picture
  alias PlayoutWeb.Picture.Style
  alias PlayoutWeb.Rules

  # Browsers and proxies accept addresses of this length.
  @most 4_000

  @sides %{"first" => :first, "second" => :second}

  @doc "Returns the greatest length of a query, in bytes."
  @spec most() :: pos_integer
  def most, do: @most

  @doc """
  Reads the name of a game and the parameters of a query.

  Errors: `{:not_found, text}` for an unknown game, `{:bad_request, text}` for anything else. The
  text is a sentence in English for whoever wrote the address.
  """
  @spec read(String.t(), %{String.t() => term}) ::
          {:ok, Picture.t()} | {:error, {:not_found | :bad_request, String.t()}}
  def read(name, parameters) do
    with {:ok, game} <- game(name),
         {:ok, shown, parameters} <- read_shown(parameters),
         {:ok, moves, parameters} <- moves(parameters),
         {:ok, options} <- options(game, parameters),
         {:ok, position} <- checked(Playout.new(game, options)) do
      checked(Picture.new(%{position | moves: moves}, shown))
    end
  end

  defp game(name) do
    with :error <- Rules.find(name),
         do: {:error, {:not_found, "The games are #{Enum.join(Playout.games(), ", ")}."}}
  end

  @doc """
  Reads how a picture shows its position, from the parameters `theme` and `bottom`; also returns the
  other parameters. The errors are those of `read/2`.
  """
  @spec read_shown(%{String.t() => term}) ::
          {:ok, [theme: String.t(), bottom: :first | :second], %{String.t() => term}}
          | {:error, {:bad_request, String.t()}}
  def read_shown(parameters) do
    {theme, parameters} = Map.pop(parameters, "theme", hd(Style.themes()))
    {bottom, parameters} = Map.pop(parameters, "bottom", "first")

    cond do
      theme not in Style.themes() -> bad("theme must be #{Enum.join(Style.themes(), " or ")}")
      not is_map_key(@sides, bottom) -> bad("bottom must be first or second")
      true -> {:ok, [theme: theme, bottom: @sides[bottom]], parameters}
    end
  end

  defp moves(parameters) do
    case Map.pop(parameters, "moves", "") do
      {moves, parameters} when is_binary(moves) -> {:ok, String.split(moves), parameters}
      {_other, _parameters} -> bad("moves must be text")
    end
  end

  defp options(game, parameters) do
    known = [:position | Enum.map(Playout.options(game), & &1.option)]

    Enum.reduce_while(parameters, {:ok, []}, fn {name, value}, {:ok, options} ->
      option = Enum.find(known, &(to_string(&1) == name))

      cond do
        option == nil -> {:halt, bad("the parameters are #{listed(known)}")}
        not is_binary(value) -> {:halt, bad("#{name} must be text")}
        true -> {:cont, {:ok, [{option, value} | options]}}
      end
    end)
  end

  defp listed(known), do: Enum.join(known ++ ~w(moves theme bottom), ", ")

  defp checked({:ok, value}), do: {:ok, value}
  defp checked({:error, error}), do: bad(Exception.message(error))

  defp bad(text) do
    {first, rest} = String.split_at(text, 1)
    {:error, {:bad_request, String.upcase(first) <> rest <> "."}}
  end

  @doc """
  Returns the path of a picture of a position. If its moves are too many for an address, it begins
  with the position before the last one.
  """
  @spec path(Position.t(), keyword) :: String.t()
  def path(%Position{game: game, start: start, moves: moves} = position, shown \\ []) do
    query = [position: start, moves: Enum.join(moves, " ")] ++ shown
    encoded = URI.encode_query(query)

    if byte_size(encoded) <= @most or length(moves) < 2,
      do: "/picture/#{game}.svg?" <> encoded,
      else: path(shortened(position), shown)
  end

  defp shortened(%{moves: moves} = position) do
    {before, last} = Enum.split(moves, -1)
    {:ok, _record, snapshot, _played} = NativeRecord.open(%{position | moves: before})
    %{position | start: snapshot.position, moves: last}
  end
end
