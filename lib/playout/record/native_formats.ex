defmodule Playout.Record.NativeFormats do
  @moduledoc false
  # Wraps the native formats of records: structs instead of maps, and no decisions.

  alias Playout.Engine.{Arguments, Native, NativeRules}
  alias Playout.{Error, Position}
  alias Playout.Record.Node

  def read(text, options) do
    with {:ok, %{format: format}} <- Arguments.read(options, %{format: nil}),
         {:ok, records} <-
           NativeRules.checked(Native.read_records(text, format && NativeRules.text(format))) do
      {:ok, Enum.map(records, &record/1)}
    end
  end

  defp record(%{game: game, start: start, tags: tags, root: root}) do
    %{position: %Position{game: game, start: start}, tags: tags, root: read_node(root)}
  end

  defp read_node(map) do
    struct!(Node, %{map | children: Enum.map(map.children, &read_node/1)})
  end

  def write(%{position: position, tags: tags, root: root}, options) do
    with {:ok, %{format: format}} <- Arguments.read(options, %{format: :pgn}),
         {:ok, nodes} <- flatten(root) do
      NativeRules.checked(
        Native.write_record(
          NativeRules.text(position.game),
          position.start,
          tags,
          root.comment,
          nodes,
          NativeRules.text(format)
        )
      )
    end
  end

  def played(%{position: position, root: root}) do
    with {:ok, nodes} <- flatten(root) do
      NativeRules.checked(
        Native.played_record(NativeRules.text(position.game), position.start, nodes)
      )
    end
  end

  # All nodes but the root in a list, each with the place in it of the node before: a native
  # function should not follow a tree of any depth.
  defp flatten(%Node{clock: clock}) when clock != nil do
    {:error, error("clock_without_move", "the root has no move, so it has no clock time either")}
  end

  defp flatten(%Node{children: children}) do
    {_count, nodes} = flatten(children, 0, {0, []})
    {:ok, Enum.reverse(nodes)}
  catch
    :no_node -> {:error, error("no_node", "the tree must be made of nodes")}
  end

  defp flatten(_other), do: {:error, error("no_node", "the tree must be made of nodes")}

  defp flatten([%Node{} = node | siblings], before, {count, nodes}) do
    flat = {count + 1, [{before, node.move, node.comment, node.clock} | nodes]}
    flatten(siblings, before, flatten(node.children, count + 1, flat))
  end

  defp flatten([], _before, flat), do: flat
  defp flatten(_other, _before, _flat), do: throw(:no_node)

  defp error(problem, message), do: Error.new(:bad_record, problem, message)
end
