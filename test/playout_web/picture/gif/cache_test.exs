defmodule PlayoutWeb.Picture.Gif.CacheTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.Picture.Gif.Cache

  defp filled(most, entries), do: Enum.reduce(entries, Cache.new(most), &put/2)
  defp put({key, size}, cache), do: Cache.put(cache, key, String.duplicate("x", size))
  defp kept(cache), do: cache.entries |> Map.keys() |> Enum.sort()

  test "entries are found, as long as there is room" do
    cache = filled(10, a: 4, b: 6)
    assert {{:ok, "xxxx"}, cache} = Cache.fetch(cache, :a)
    assert {:error, _cache} = Cache.fetch(cache, :c)
    assert {kept(cache), cache.bytes} == {[:a, :b], 10}
  end

  test "those not used for longest go first" do
    {_found, cache} = [a: 3, b: 3, c: 3] |> then(&filled(10, &1)) |> Cache.fetch(:a)
    assert cache |> Cache.put(:d, "xxxx") |> kept() == [:a, :c, :d]
    assert cache |> Cache.put(:d, "xxxxxxxx") |> kept() == [:d]
  end

  test "what is larger than the cache is not kept, and takes no room from others" do
    cache = filled(10, a: 3, b: 11)
    assert {kept(cache), cache.bytes} == {[:a], 3}
  end

  test "an entry can be replaced" do
    cache = filled(10, a: 8, a: 5, b: 5)
    assert {kept(cache), cache.bytes} == {[:a, :b], 10}
  end
end
