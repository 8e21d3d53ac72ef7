defmodule Playout.Matches.Store.Json do
  @moduledoc false
  # An object in JSON, stored as text, so that both databases keep it byte by byte.
  use Ecto.Type

  @impl true
  def type, do: :string

  @impl true
  def cast(map) when is_map(map), do: {:ok, map}
  def cast(_other), do: :error

  @impl true
  def dump(map) when is_map(map), do: Jason.encode(map)
  def dump(_other), do: :error

  @impl true
  def load(text) do
    case Jason.decode(text) do
      {:ok, map} when is_map(map) -> {:ok, map}
      # Whoever needs it finds out. An error here would fail the whole query, and so hide other rows.
      _damaged -> {:ok, nil}
    end
  end
end
