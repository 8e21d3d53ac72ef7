defmodule PlayoutWeb.Picture do
  @moduledoc """
  A position as a picture: an SVG document that needs nothing else, neither styles nor fonts nor
  scripts. The drawings are those of the pages (`PlayoutWeb.Boards`); labels are drawn too.

  Browsers show it, and so do programs that know only a little CSS, such as `playout gif`, because
  its stylesheet is flat (`PlayoutWeb.Picture.Style`).
  """
  use PlayoutWeb, :html

  alias Phoenix.HTML.Safe
  alias Playout.Engine.NativeRecord
  alias Playout.{Position, Snapshot}
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Boards.Sprites
  alias PlayoutWeb.Picture.Style

  # The longer side, in pixels.
  @side 480

  @enforce_keys [:game, :snapshot]
  defstruct [:game, :snapshot, bottom: :first, theme: "light"]

  @typedoc """
  - `snapshot`: the position, with the last move and, if the game is over, its outcome;
  - `bottom`: the side that sits at the bottom;
  - `theme`: `"light"` or `"dark"`.
  """
  @type t :: %__MODULE__{
          game: atom,
          snapshot: Snapshot.t(),
          bottom: :first | :second,
          theme: String.t()
        }

  @doc "Returns the picture of a position, or the error in it. Takes `:bottom` and `:theme`."
  @spec new(Position.t(), keyword) :: {:ok, t} | {:error, Playout.Error.t()}
  def new(%Position{game: game} = position, options \\ []) do
    with {:ok, _record, snapshot, _played} <- NativeRecord.open(position),
         do: {:ok, struct!(__MODULE__, [game: game, snapshot: snapshot] ++ options)}
  end

  @doc "Returns the width and height of a picture in pixels; the longer side has 480."
  @spec size(t) :: {pos_integer, pos_integer}
  def size(picture) do
    {_x, _y, width, height} = box(picture)
    longer = max(width, height)
    {round(width * @side / longer), round(height * @side / longer)}
  end

  @doc "Returns a picture as an SVG document."
  @spec svg(t) :: String.t()
  def svg(%__MODULE__{game: game, snapshot: snapshot} = picture) do
    {x, y, across, down} = box(picture)
    {width, height} = size(picture)
    {board_width, board_height} = Boards.of(game).extent(snapshot.diagram)

    %{
      __changed__: nil,
      game: game,
      title: Boards.title(game, snapshot.diagram.variant),
      # As it is, because the policy knows its hash.
      style: {:safe, ["<style>", Style.read!(picture.theme), "</style>"]},
      x: x,
      y: y,
      across: across,
      down: down,
      width: width,
      height: height,
      board_width: board_width,
      board_height: board_height,
      diagram: snapshot.diagram,
      last: if(snapshot.last, do: snapshot.last.steps, else: []),
      winning: if(snapshot.outcome, do: snapshot.outcome.cells, else: []),
      alerts: if(snapshot.outcome, do: %{}, else: snapshot.alerts),
      bottom: picture.bottom
    }
    |> document()
    |> Safe.to_iodata()
    |> IO.iodata_to_binary()
  end

  defp box(%{game: game, snapshot: %{diagram: diagram}}) do
    board = Boards.of(game)
    {width, height} = board.extent(diagram)
    {left, above, right, below} = board.margins()
    {-left, -above, left + width + right, above + height + below}
  end

  defp document(assigns) do
    ~H"""
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={@width}
      height={@height}
      viewBox={"#{@x} #{@y} #{@across} #{@down}"}
    >
      <title>{@title}</title>
      {@style}
      <rect class="picture-page" x={@x} y={@y} width={@across} height={@down} />
      <Sprites.sprite game={@game} />
      <svg width={@board_width} height={@board_height}>
        <Boards.board
          game={@game}
          diagram={@diagram}
          last={@last}
          winning={@winning}
          alerts={@alerts}
          bottom={@bottom}
          fonts={false}
        />
      </svg>
      <Boards.beside game={@game} diagram={@diagram} bottom={@bottom} />
    </svg>
    """
  end
end
