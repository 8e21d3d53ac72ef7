defmodule Playout.Record do
  @moduledoc """
  The record of a game: its moves with variations, comments and clock times, and tags such as the
  names of the players.

  The moves are a tree of `Playout.Record.Node`. A *path*, the list of the moves from the root,
  names a node in it. The siblings of a node have other moves than the node, so a path stays valid
  when variations are reordered.

      iex> {:ok, record} = Playout.Record.new(Playout.new!(:quarto))
      iex> {:ok, record} = Playout.Record.add(record, [], ["-7", "c3-A"])
      iex> {:ok, record} = Playout.Record.add(record, ["-7"], ["a1-0"])
      iex> Playout.Record.main_line(record)
      ["-7", "c3-A"]
      iex> {:ok, record} = Playout.Record.promote(record, ["-7", "a1-0"])
      iex> Playout.Record.main_line(record)
      ["-7", "a1-0"]

  The functions of this module know no rules. To find out whether the moves of a path are legal, ask
  `Playout` about its position (`position/2`).

  A record has at most 2,000 moves, and a comment at most 500 characters; what would exceed that is
  refused with the error `:too_large`.

  `read/2` and `write/2` convert records from and to text, which `docs/records.md` describes.
  """

  alias Playout.{Description, Error, Position}
  alias Playout.Record.{NativeFormats, Node}

  @most_moves 2_000
  @most_comment 500

  @enforce_keys [:position]
  defstruct [:position, tags: [], root: %Node{}]

  @typedoc """
  - `tags`: names and texts, in order;
  - `position`: where the game starts, without moves;
  - `root`: the tree of moves.
  """
  @type t :: %__MODULE__{
          tags: [{String.t(), String.t()}],
          position: Position.t(),
          root: Node.t()
        }

  @typedoc "The moves that lead from the root to a node; the empty list is the root."
  @type path :: [String.t()]

  @typedoc "The format of a record as text."
  @type format :: :pgn | :sgf | :usi

  @typedoc "A value, or the reason why there is none."
  @type result(value) :: {:ok, value} | {:error, Error.t()}

  @doc "Returns how many moves a record may have, in all variations together."
  @spec most_moves() :: pos_integer
  def most_moves, do: @most_moves

  @doc "Returns how many characters (Unicode code points) a comment may have."
  @spec most_comment() :: pos_integer
  def most_comment, do: @most_comment

  @doc """
  Returns a record that starts where the given position started, and has its moves as main line.

  Errors: `:too_large`.
  """
  @spec new(Position.t()) :: result(t)
  def new(%Position{} = position) do
    add(%__MODULE__{position: %{position | moves: []}}, [], position.moves)
  end

  @doc """
  Reads the records in a text, at least one.

  The format is recognised, unless the option `:format` says that it is `:pgn`, `:sgf` or `:usi`.
  The game and its start, which are tags in PGN, become the `position`; all other tags are in `tags`.
  All moves are legal.

      iex> {:ok, [record]} = Playout.Record.read(\"""
      ...> [Game "animal_shogi"]
      ...> [First "Ada"]
      ...>
      ...> 1. 2c2b {[%clk 0:01:30] a trade} 2a2b (1... 3a3b) *
      ...> \""")
      iex> {record.position.game, record.tags}
      {:animal_shogi, [{"First", "Ada"}]}
      iex> {:ok, node} = Playout.Record.fetch(record, ["2c2b"])
      iex> {node.comment, node.clock, for(child <- node.children, do: child.move)}
      {"a trade", 90_000, ["2a2b", "3a3b"]}

      iex> {:error, error} = Playout.Record.read(\"""
      ...> [Game "animal_shogi"]
      ...>
      ...> 1. 2c2b 2c2b *
      ...> \""")
      iex> {error.code, error.details.line, error.details.column}
      {:illegal_move, 3, 9}

  Errors: `:bad_record`, `:too_large`, and those of the game and its moves: `:unknown_game`,
  `:unknown_variant`, `:bad_position`, `:bad_move`, `:illegal_move`, `:finished`; all with a `line`
  and a `column` in their `details`, unless the text as a whole is too large (1 MiB; besides, it can
  have at most 1,000 records). `:not_text`, `:not_utf8`, `:bad_option`.
  """
  @spec read(String.t(), format: nil | format) :: result([t, ...])
  def read(text, options \\ []) do
    with {:ok, records} <- NativeFormats.read(text, options),
         do: {:ok, Enum.map(records, &struct!(__MODULE__, &1))}
  end

  @doc """
  Writes a record as text: `:pgn` (the default), `:sgf` or `:usi` (the option `:format`).

      iex> {:ok, record} = Playout.Record.new(%{Playout.new!(:gomoku) | moves: ["h8", "i9"]})
      iex> {:ok, text} = Playout.Record.write(record, format: :sgf)
      iex> text
      "(;FF[4]GM[4]CA[UTF-8]AP[Playout]SZ[15]RU[freestyle];B[hh];W[ig])\\n"
      iex> Playout.Record.read(text)
      {:ok, [record]}

  PGN says everything that a record contains. SGF is only for Gomoku, and USI, which says nothing
  but the start and the main line, only for Animal Shogi.

  Errors: `:bad_record` if the format cannot express the game or its start, or if the tags are not
  those of a record; `:too_large`; those of the position; and those of the moves, with the number of
  the move on its line (`where`). `:bad_option`.
  """
  @spec write(t, format: format) :: result(String.t())
  def write(%__MODULE__{} = record, options \\ []), do: NativeFormats.write(record, options)

  @doc """
  Returns the moves of all nodes except the root, as the rules describe them, in the order of `walk/1`.

  Errors: those of the first illegal move, with its number on its line (`where`), and of the position;
  `:bad_record`.
  """
  @spec played(t) :: result([Description.played()])
  def played(%__MODULE__{} = record), do: NativeFormats.played(record)

  @doc "Returns how many moves a record has, in all variations together."
  @spec size(t) :: non_neg_integer
  def size(%__MODULE__{root: root}), do: count(root.children, 0)

  defp count([], counted), do: counted
  defp count([node | rest], counted), do: count(rest, count(node.children, counted + 1))

  @doc """
  Returns the node with the given path, or `:error` if there is none.
  """
  @spec fetch(t, path) :: {:ok, Node.t()} | :error
  def fetch(%__MODULE__{root: root}, path) do
    Enum.reduce_while(path, {:ok, root}, fn move, {:ok, node} ->
      case Enum.find(node.children, &(&1.move == move)) do
        nil -> {:halt, :error}
        child -> {:cont, {:ok, child}}
      end
    end)
  end

  @doc """
  Returns the position at the end of a path, which need not be in the record.
  """
  @spec position(t, path) :: Position.t()
  def position(%__MODULE__{position: position}, path), do: %{position | moves: path}

  @doc """
  Returns the moves that follow a path on its main line, always taking the first move; none if the
  path isn't in the record.
  """
  @spec main_line(t, path) :: [String.t()]
  def main_line(%__MODULE__{} = record, path \\ []) do
    case fetch(record, path) do
      {:ok, node} -> firsts(node.children)
      :error -> []
    end
  end

  defp firsts([first | _]), do: [first.move | firsts(first.children)]
  defp firsts([]), do: []

  @doc """
  Returns all nodes except the root, each with its path in reverse (the last move first, which
  saves memory). A node comes before those that follow it, a main line before its variations.

      iex> {:ok, record} = Playout.Record.new(%{Playout.new!(:quarto) | moves: ["-7", "c3-A"]})
      iex> for {path, _node} <- Playout.Record.walk(record), do: path
      [["-7"], ["c3-A", "-7"]]
  """
  @spec walk(t) :: [{path, Node.t()}]
  def walk(%__MODULE__{root: root}), do: root.children |> walk([], []) |> Enum.reverse()

  defp walk([], _parent, walked), do: walked

  defp walk([node | siblings], parent, walked) do
    path = [node.move | parent]
    walk(siblings, parent, walk(node.children, path, [{path, node} | walked]))
  end

  @doc """
  Adds moves after a path, one after another. Those that are there already stay as they are; a new
  one becomes the last of its siblings.

  Errors: `:not_in_record`, `:too_large`.
  """
  @spec add(t, path, [String.t()]) :: result(t)
  def add(%__MODULE__{} = record, path, moves) do
    with {:ok, record} <- update(record, path, &insert(&1, moves)), do: check_size(record)
  end

  defp insert(node, []), do: node

  defp insert(node, [move | rest]) do
    if Enum.any?(node.children, &(&1.move == move)) do
      children =
        Enum.map(node.children, &if(&1.move == move, do: insert(&1, rest), else: &1))

      %{node | children: children}
    else
      %{node | children: node.children ++ [insert(%Node{move: move}, rest)]}
    end
  end

  defp check_size(record) do
    if size(record) <= @most_moves do
      {:ok, record}
    else
      message = "a record has at most #{@most_moves} moves"
      {:error, Error.new(:too_large, "too_many_moves", message, %{most: @most_moves})}
    end
  end

  @doc """
  Promotes the variation that a path ends in: it becomes the main line of the position in which it
  begins. If that makes it the main line of another variation, the next call promotes that one. A
  record in which the whole path is the main line stays as it is.

  Errors: `:not_in_record`.
  """
  @spec promote(t, path) :: result(t)
  def promote(%__MODULE__{} = record, path) do
    case variation(record.root, path, 0, nil) do
      {:error, ply} ->
        {:error, not_in_record(ply)}

      nil ->
        {:ok, record}

      begins ->
        {before, [move | _]} = Enum.split(path, begins)
        update(record, before, &put_first(&1, move))
    end
  end

  # How many moves come before the last variation on the path; `nil` if it is the main line.
  defp variation(_node, [], _ply, begins), do: begins

  defp variation(node, [move | rest], ply, begins) do
    case Enum.find_index(node.children, &(&1.move == move)) do
      nil -> {:error, ply + 1}
      0 -> variation(hd(node.children), rest, ply + 1, begins)
      index -> variation(Enum.at(node.children, index), rest, ply + 1, ply)
    end
  end

  defp put_first(node, move) do
    {first, others} = Enum.split_with(node.children, &(&1.move == move))
    %{node | children: first ++ others}
  end

  @doc """
  Deletes a move and everything that follows it. The root stays, so the empty path deletes all moves
  and the comment on the start position.

  Errors: `:not_in_record`.
  """
  @spec delete(t, path) :: result(t)
  def delete(%__MODULE__{} = record, []), do: {:ok, %{record | root: %Node{}}}

  def delete(%__MODULE__{} = record, path) do
    with {:ok, _node} <- update(record, path, & &1) do
      {before, [move]} = Enum.split(path, -1)
      drop = fn node -> %{node | children: Enum.reject(node.children, &(&1.move == move))} end
      update(record, before, drop)
    end
  end

  @doc """
  Puts a comment at a node, or deletes it (`nil`, or nothing but white space).

  Errors: `:not_in_record`; `:too_large`, `:not_utf8`, `:not_text`.
  """
  @spec comment(t, path, nil | String.t()) :: result(t)
  def comment(%__MODULE__{} = record, path, text) do
    with {:ok, comment} <- check_comment(text),
         do: update(record, path, &%{&1 | comment: comment})
  end

  defp check_comment(nil), do: {:ok, nil}

  defp check_comment(text) when is_binary(text) do
    cond do
      not String.valid?(text) ->
        {:error, Error.new(:not_utf8, "not_utf8", "the comment is not UTF-8")}

      String.trim(text) == "" ->
        {:ok, nil}

      length(String.to_charlist(String.trim(text))) > @most_comment ->
        message = "a comment has at most #{@most_comment} characters"
        {:error, Error.new(:too_large, "long_comment", message, %{most: @most_comment})}

      true ->
        {:ok, String.trim(text)}
    end
  end

  defp check_comment(_other),
    do: {:error, Error.new(:not_text, "not_text", "the comment is not text")}

  # Changes the node of a path. `change` must leave its move as it is.
  defp update(record, path, change) do
    case update_node(record.root, path, 1, change) do
      {:ok, root} -> {:ok, %{record | root: root}}
      {:missing, ply} -> {:error, not_in_record(ply)}
    end
  end

  defp update_node(node, [], _ply, change), do: {:ok, change.(node)}

  defp update_node(node, [move | rest], ply, change) do
    with {before, [child | others]} <- Enum.split_while(node.children, &(&1.move != move)),
         {:ok, child} <- update_node(child, rest, ply + 1, change) do
      {:ok, %{node | children: before ++ [child | others]}}
    else
      {_children, []} -> {:missing, ply}
      {:missing, ply} -> {:missing, ply}
    end
  end

  defp not_in_record(ply) do
    error = Error.new(:not_in_record, "not_in_record", "move #{ply} is not in the record")
    %{error | where: ply}
  end
end
