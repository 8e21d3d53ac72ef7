defmodule PlayoutWeb.Analysis do
  @moduledoc """
  An analysis: a record, the place in it that the page shows, and what the rules say about the
  position there. Both sides move freely, and every move that is not in the record yet becomes a
  variation.

  Every move of the record is legal. Pages name a move by its id, which is short, follows from the
  moves that lead to it, and is the same in every process.
  """

  alias Playout.{Description, Error, Game, Position, Record, Snapshot}
  alias Playout.Engine.NativeRecord

  @enforce_keys [:game, :variant, :record, :path, :snapshot, :nodes]
  defstruct @enforce_keys

  @typedoc """
  - `path`: the moves to the position that is shown;
  - `snapshot`: that position, as the rules describe it;
  - `nodes`: all moves of the record by id, each with the id of the one before and the move as boards
    and lists show it. Paths would be most of an analysis as soon as a message has copied it.
  """
  @type t :: %__MODULE__{
          game: atom,
          variant: atom,
          record: Record.t(),
          path: Record.path(),
          snapshot: Snapshot.t(),
          nodes: %{id => %{parent: id, played: Description.played()}}
        }

  @type id :: String.t()

  @typedoc "A changed analysis, or why nothing has changed."
  @type result :: {:ok, t} | {:error, Error.t()}

  @root "start"

  # A principal variation has fewer moves.
  @most_line 100

  @doc "Returns the id of the start position."
  @spec root() :: id
  def root, do: @root

  @doc """
  Returns an analysis of the game that led to a position, and shows that position.
  """
  @spec new(Position.t()) :: result
  def new(%Position{} = position) do
    with {:ok, record} <- Record.new(position), do: open(record, position.moves)
  end

  @doc """
  Returns an analysis of a record. It shows the position after the given moves, or after as many of
  them as the record has.

  Errors: those of the first illegal move.
  """
  @spec open(Record.t(), Record.path()) :: result
  def open(%Record{} = record, path) do
    path = known(record, path)

    with {:ok, nodes} <- nodes(record),
         {:ok, snapshot} <- snapshot(record, path),
         {:ok, description} <- Playout.describe(record.position) do
      {:ok,
       %__MODULE__{
         game: record.position.game,
         variant: description.variant,
         record: record,
         path: path,
         snapshot: snapshot,
         nodes: nodes
       }}
    end
  end

  defp known(record, path) do
    {known, _node} =
      Enum.reduce_while(path, {[], record.root}, fn move, {known, node} ->
        case Enum.find(node.children, &(&1.move == move)) do
          nil -> {:halt, {known, node}}
          child -> {:cont, {[move | known], child}}
        end
      end)

    Enum.reverse(known)
  end

  defp nodes(record) do
    with {:ok, played} <- Record.played(record) do
      {nodes, []} = nodes(record.root.children, @root, {%{}, played})
      {:ok, nodes}
    end
  end

  # In the order of the moves that the rules have described.
  defp nodes([node | variations], parent, {nodes, [played | rest]}) do
    id = id(parent, node.move)
    below = {Map.put(nodes, id, %{parent: parent, played: played}), rest}
    nodes(variations, parent, nodes(node.children, id, below))
  end

  defp nodes([], _parent, nodes), do: nodes

  defp played(record, path) do
    with {:ok, _native, _snapshot, played} <- NativeRecord.open(Record.position(record, path)),
         do: {:ok, played}
  end

  defp add_nodes(nodes, played) do
    {nodes, _id} =
      Enum.reduce(played, {nodes, @root}, fn move, {nodes, parent} ->
        id = id(parent, move.text)
        {Map.put_new(nodes, id, %{parent: parent, played: move}), id}
      end)

    nodes
  end

  defp snapshot(record, path) do
    with {:ok, _native, snapshot, _played} <- NativeRecord.open(Record.position(record, path)),
         do: {:ok, snapshot}
  end

  @doc "Returns the id of a move after the move with the id `parent`."
  @spec id(id, String.t()) :: id
  def id(parent, move) do
    # With 2,000 moves, two of them have the same id once in a hundred million analyses.
    <<short::binary-size(6), _rest::binary>> = :crypto.hash(:md5, [parent, " ", move])
    Base.url_encode64(short)
  end

  @doc "Returns the id of the move that a path ends with."
  @spec id_of(Record.path()) :: id
  def id_of(path), do: Enum.reduce(path, @root, &id(&2, &1))

  @doc "Returns the path of an id, or `:error` if the record has no such move."
  @spec path_of(t, term) :: {:ok, Record.path()} | :error
  def path_of(_analysis, @root), do: {:ok, []}

  def path_of(%__MODULE__{nodes: nodes}, id) do
    if is_map_key(nodes, id), do: {:ok, path_to(nodes, id, [])}, else: :error
  end

  defp path_to(_nodes, @root, path), do: path

  defp path_to(nodes, id, path) do
    %{^id => %{parent: parent, played: %{text: move}}} = nodes
    path_to(nodes, parent, [move | path])
  end

  @doc "Returns the moves to the position that is shown, as boards and lists show them."
  @spec played(t) :: [Description.played()]
  def played(%__MODULE__{path: path, nodes: nodes}) do
    {ids, _last} = Enum.map_reduce(path, @root, &{id(&2, &1), id(&2, &1)})
    Enum.map(ids, &nodes[&1].played)
  end

  @doc "Returns the position that is shown, with the moves that led to it."
  @spec position(t) :: Position.t()
  def position(%__MODULE__{record: record, path: path}), do: Record.position(record, path)

  @doc "Returns whether nothing has been added to the record: no move and no comment."
  @spec empty?(t) :: boolean
  def empty?(%__MODULE__{record: %{root: root}}), do: root.children == [] and root.comment == nil

  @doc """
  Plays a move in the position that is shown. It becomes a variation, unless the record has it
  already.
  """
  @spec play(t, String.t()) :: result
  def play(analysis, move), do: add(analysis, [move])

  @doc "Plays a move as people type it."
  @spec type(t, String.t()) :: result
  def type(analysis, typed) do
    with {:ok, move} <- Playout.read_move(position(analysis), typed), do: play(analysis, move)
  end

  @doc """
  Plays several moves, one after another; none if one of them is illegal, or no text.
  """
  @spec add(t, [String.t()]) :: result
  def add(_analysis, moves) when length(moves) > @most_line do
    message = "at most #{@most_line} moves can be added at once"
    {:error, Error.new(:too_large, "long_line", message, %{most: @most_line})}
  end

  def add(%__MODULE__{record: record, path: path} = analysis, moves) do
    with {:ok, played} <- played(record, path ++ moves),
         {:ok, record} <- Record.add(record, path, moves) do
      nodes = add_nodes(analysis.nodes, played)
      show(%{analysis | record: record, nodes: nodes}, path ++ moves)
    end
  end

  @doc "Shows the position after a path of the record."
  @spec show(t, Record.path()) :: result
  def show(%__MODULE__{record: record} = analysis, path) do
    with {:ok, snapshot} <- snapshot(record, path),
         do: {:ok, %{analysis | path: path, snapshot: snapshot}}
  end

  @doc """
  Returns the path of another position on the same line: the `:first` or the `:last` one, or so many
  moves `:back` or `:forward`.
  """
  @spec along(t, :first | :last | {:back | :forward, pos_integer}) :: Record.path()
  def along(_analysis, :first), do: []
  def along(%{path: path} = analysis, :last), do: path ++ Record.main_line(analysis.record, path)
  def along(%{path: path}, {:back, by}), do: Enum.take(path, max(length(path) - by, 0))

  def along(%{path: path} = analysis, {:forward, by}),
    do: path ++ Enum.take(Record.main_line(analysis.record, path), by)

  @doc "Promotes the variation that a path ends in (`Playout.Record.promote/2`)."
  @spec promote(t, Record.path()) :: result
  def promote(%__MODULE__{record: record} = analysis, path) do
    with {:ok, record} <- Record.promote(record, path), do: {:ok, %{analysis | record: record}}
  end

  @doc """
  Deletes a move and everything that follows it. If the position that is shown goes with it, shows
  the one before.
  """
  @spec delete(t, Record.path()) :: result
  def delete(%__MODULE__{record: record} = analysis, path) do
    with {:ok, record} <- Record.delete(record, path) do
      analysis = %{analysis | record: record, nodes: Map.take(analysis.nodes, ids(record))}
      gone? = path == [] or List.starts_with?(analysis.path, path)
      if gone?, do: show(analysis, Enum.drop(path, -1)), else: {:ok, analysis}
    end
  end

  defp ids(record), do: ids(record.root.children, @root, [])
  defp ids([], _parent, ids), do: ids

  defp ids([node | siblings], parent, ids) do
    id = id(parent, node.move)
    ids(siblings, parent, ids(node.children, id, [id | ids]))
  end

  @doc "Puts a comment at a path, or deletes it (`Playout.Record.comment/3`)."
  @spec comment(t, Record.path(), nil | String.t()) :: result
  def comment(%__MODULE__{record: record} = analysis, path, text) do
    with {:ok, record} <- Record.comment(record, path, text),
         do: {:ok, %{analysis | record: record}}
  end

  @doc "Returns the position with which an analysis of a game or of one of its variants starts."
  @spec start(atom, nil | atom) :: Position.t()
  def start(game, variant \\ nil),
    do: Playout.new!(game, variant: variant || hd(Game.variants(game)))
end
