defmodule PlayoutWeb.Analysis.Text do
  @moduledoc """
  The record of an analysis as text, which its page keeps in a form and the browser in its storage.

  Text from a browser can be anything, so it has a limit, and `read/2` refuses what it can't read.
  """

  alias Playout.{Position, Record}
  alias Playout.Record.Node

  # In bytes, as a form sends them: less than a message may have (`PlayoutWeb.Endpoint`).
  @most 80_000

  @doc "Returns the text of a record, or `:error` if it is too long."
  @spec write(Record.t()) :: {:ok, String.t()} | :error
  def write(%Record{position: %{start: start}, root: root}) do
    text = Jason.encode!([start, to_list(root)])
    if sent(text) <= @most, do: {:ok, text}, else: :error
  end

  defp sent(text), do: text |> URI.encode_www_form() |> byte_size()

  defp to_list(%Node{move: move, comment: comment, children: children}),
    do: [move, comment | Enum.map(children, &to_list/1)]

  @doc "Returns the record of a game that a text contains, or `:error`. Its moves may be illegal."
  @spec read(atom, term) :: {:ok, Record.t()} | :error
  def read(game, text) when is_binary(text) and byte_size(text) <= @most do
    with {:ok, [start, tree]} when is_binary(start) <- Jason.decode(text),
         {:ok, position} <- Playout.new(game, position: start),
         {:ok, root} <- from_list(tree),
         {:ok, record} <- checked(root, %Record{position: %Position{position | moves: []}}) do
      {:ok, record}
    else
      _unreadable -> :error
    end
  end

  def read(_game, _other), do: :error

  defp from_list([move, comment | children])
       when (is_binary(move) or move == nil) and (is_binary(comment) or comment == nil) do
    with {:ok, children} <- all(children),
         do: {:ok, %Node{move: move, comment: comment, children: children}}
  end

  defp from_list(_other), do: :error

  defp all(lists) do
    Enum.reduce_while(lists, {:ok, []}, fn list, {:ok, nodes} ->
      case from_list(list) do
        {:ok, node} -> {:cont, {:ok, [node | nodes]}}
        :error -> {:halt, :error}
      end
    end)
    |> then(&with {:ok, nodes} <- &1, do: {:ok, Enum.reverse(nodes)})
  end

  # Adds everything anew, which refuses what is too much, and siblings that are the same.
  defp checked(%Node{move: nil} = root, record) do
    with {:ok, record} <- Record.comment(record, [], root.comment),
         do: add(root.children, [], record)
  end

  defp checked(_no_root, _record), do: :error

  defp add(nodes, path, record) do
    Enum.reduce_while(nodes, {:ok, record}, fn node, {:ok, record} ->
      with true <- is_binary(node.move),
           here = path ++ [node.move],
           {:ok, added} when added != record <- Record.add(record, path, [node.move]),
           {:ok, record} <- Record.comment(added, here, node.comment),
           {:ok, record} <- add(node.children, here, record) do
        {:cont, {:ok, record}}
      else
        _refused -> {:halt, :error}
      end
    end)
  end
end
