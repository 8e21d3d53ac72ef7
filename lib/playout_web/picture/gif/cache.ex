defmodule PlayoutWeb.Picture.Gif.Cache do
  @moduledoc "Binaries by key, of which only so many bytes are kept: the most recently used."

  @enforce_keys [:most]
  defstruct [:most, entries: %{}, bytes: 0, uses: 0]

  @type t :: %__MODULE__{
          most: non_neg_integer,
          entries: %{String.t() => {binary, last_use :: non_neg_integer}},
          bytes: non_neg_integer,
          uses: non_neg_integer
        }

  @doc "Returns an empty cache for this many bytes."
  @spec new(non_neg_integer) :: t
  def new(most), do: %__MODULE__{most: most}

  @doc "Returns an entry; this counts as a use."
  @spec fetch(t, String.t()) :: {{:ok, binary} | :error, t}
  def fetch(%{entries: entries, uses: uses} = cache, key) do
    case entries do
      %{^key => {binary, _use}} ->
        {{:ok, binary}, %{cache | entries: %{entries | key => {binary, uses}}, uses: uses + 1}}

      _missing ->
        {:error, cache}
    end
  end

  @doc "Adds an entry, and removes others if there is no room. One that is too large is not kept."
  @spec put(t, String.t(), binary) :: t
  def put(%{most: most} = cache, _key, binary) when byte_size(binary) > most, do: cache

  def put(cache, key, binary) do
    %{entries: entries, bytes: bytes, uses: uses} = cache = delete(cache, key)
    entries = Map.put(entries, key, {binary, uses})
    shrink(%{cache | entries: entries, bytes: bytes + byte_size(binary), uses: uses + 1})
  end

  defp shrink(%{bytes: bytes, most: most} = cache) when bytes <= most, do: cache

  defp shrink(cache) do
    {key, _entry} = Enum.min_by(cache.entries, fn {_key, {_binary, use}} -> use end)
    cache |> delete(key) |> shrink()
  end

  defp delete(%{entries: entries, bytes: bytes} = cache, key) do
    case Map.pop(entries, key) do
      {nil, _entries} -> cache
      {{binary, _use}, entries} -> %{cache | entries: entries, bytes: bytes - byte_size(binary)}
    end
  end
end
