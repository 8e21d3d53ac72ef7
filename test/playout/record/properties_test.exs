defmodule Playout.Record.PropertiesTest do
  # What the operations on trees promise, for any tree and any operations.
  use ExUnit.Case, async: true
  use ExUnitProperties

  alias Playout.Record

  # Few moves, so that many paths are in the record.
  defp moves(options), do: list_of(member_of(~w(a b c)), options)

  defp records do
    gen all(lines <- list_of(tuple({moves(max_length: 8), moves(max_length: 3)}))) do
      Enum.reduce(lines, %Record{position: Playout.new!(:quarto)}, fn {line, commented}, record ->
        {:ok, record} = Record.add(record, [], line)

        case Record.comment(record, commented, Enum.join(commented)) do
          {:ok, record} -> record
          {:error, %{code: :not_in_record}} -> record
        end
      end)
    end
  end

  # A record and the path of one of its nodes, maybe the root.
  defp records_with_path do
    gen all(record <- records(), path <- member_of([[] | paths(record)])) do
      {record, path}
    end
  end

  defp paths(record), do: for({path, _node} <- Record.walk(record), do: Enum.reverse(path))

  # What is at each path, apart from the order of siblings.
  defp contents(record) do
    for {path, node} <- Record.walk(record), into: %{}, do: {Enum.reverse(path), node.comment}
  end

  property "no two siblings have the same move" do
    check all(record <- records()) do
      paths = paths(record)
      assert paths == Enum.uniq(paths)
      assert Record.size(record) == length(paths)

      for {path, node} <- Record.walk(record) do
        assert Record.fetch(record, Enum.reverse(path)) == {:ok, node}
      end
    end
  end

  property "adding moves adds their paths and changes nothing else" do
    check all({record, path} <- records_with_path(), moves <- moves(max_length: 5)) do
      assert {:ok, added} = Record.add(record, path, moves)
      new = for count <- 1..length(moves)//1, do: path ++ Enum.take(moves, count)
      assert Map.merge(Map.from_keys(new, nil), contents(record)) == contents(added)
      # Siblings stay in their order.
      assert Enum.filter(paths(added), &(&1 in paths(record))) == paths(record)
    end
  end

  property "promoting changes only the order, and makes any path the main line in the end" do
    check all({record, path} <- records_with_path()) do
      assert {:ok, promoted} = Record.promote(record, path)
      assert contents(promoted) == contents(record)

      main =
        Enum.reduce(path, promoted, fn _move, record ->
          {:ok, record} = Record.promote(record, path)
          record
        end)

      assert contents(main) == contents(record)
      assert List.starts_with?(Record.main_line(main), path)
      assert Record.promote(main, path) == {:ok, main}
    end
  end

  property "deleting removes exactly the paths that begin with the deleted one" do
    check all({record, path} <- records_with_path()) do
      assert {:ok, deleted} = Record.delete(record, path)

      assert paths(deleted) == Enum.reject(paths(record), &List.starts_with?(&1, path))
    end
  end

  property "a comment changes one node" do
    check all({record, path} <- records_with_path(), text <- string(:printable, max_length: 40)) do
      assert {:ok, commented} = Record.comment(record, path, text)
      text = if String.trim(text) == "", do: nil, else: String.trim(text)
      assert {:ok, %{comment: ^text}} = Record.fetch(commented, path)
      {:ok, before} = Record.fetch(record, path)
      assert Record.comment(commented, path, before.comment) == {:ok, record}
    end
  end

  property "operations on paths that aren't there change nothing" do
    check all(record <- records(), path <- moves(min_length: 1, max_length: 6)) do
      known = path in paths(record)

      for change <- [
            &Record.promote(&1, path),
            &Record.delete(&1, path),
            &Record.comment(&1, path, "text"),
            &Record.add(&1, path, [])
          ] do
        assert match?({:ok, _record}, change.(record)) == known
      end
    end
  end
end
