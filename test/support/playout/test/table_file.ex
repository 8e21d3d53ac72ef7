defmodule Playout.Test.TableFile do
  @moduledoc """
  Writes a table of Animal Shogi that is sound but says that every position is drawn that is not
  decided within a move. It takes a fraction of a second, whereas the real one takes a minute.

  The format is that of native/search/src/games/animal_shogi/table/file.rs.
  """

  @magic "Playout table: animal_shogi\n"
  @version 1
  @slots 249_442_767
  @block 1_048_576
  @draw 0

  @doc "Writes the table into a directory, and returns its path."
  def write!(directory) do
    File.mkdir_p!(directory)
    path = Path.join(directory, "animal_shogi.table")
    File.write!(path, [header(), blocks()])
    path
  end

  defp header do
    counts = for entry <- 0..255, do: <<if(entry == @draw, do: @slots, else: 0)::little-64>>

    table =
      for block <- blocks(), do: <<byte_size(block)::little-32, :erlang.crc32(block)::little-32>>

    header =
      IO.iodata_to_binary([@magic, <<@version::little-32, @slots::little-32>>, counts, table])

    [header, <<:erlang.crc32(header)::little-32>>]
  end

  defp blocks do
    List.duplicate(compressed(@block), div(@slots, @block)) ++ [compressed(rem(@slots, @block))]
  end

  # Raw DEFLATE, without the header of zlib.
  defp compressed(size) do
    zlib = :zlib.open()
    :ok = :zlib.deflateInit(zlib, :default, :deflated, -15, 8, :default)
    block = :zlib.deflate(zlib, :binary.copy(<<@draw>>, size), :finish)
    :zlib.close(zlib)
    IO.iodata_to_binary(block)
  end
end
