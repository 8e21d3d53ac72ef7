defmodule Playout.Matches.Limits do
  @moduledoc """
  What one visitor may ask of a site that everybody can reach; the figures are
  in `Playout.Matches.Settings`. A visitor is easily made anew, so matches are
  counted by network address too.
  """

  alias Playout.Matches.Settings

  defmodule Rates do
    @moduledoc false
    use Hammer, backend: :ets, algorithm: :token_bucket
  end

  defmodule Windows do
    @moduledoc false
    # A sliding window keeps an entry of every refused attempt too: who goes on
    # trying stays locked out, with all who share his address, and each further
    # attempt, of anybody, reads all those entries.
    use Hammer, backend: :ets, algorithm: :fix_window
  end

  @searching __MODULE__.Searching
  @ten_minutes 10 * 60_000

  @doc false
  def children do
    [{Rates, []}, {Windows, []}, {Registry, keys: :duplicate, name: @searching}]
  end

  @doc "Whether a visitor, from an address (`nil`: unknown), may begin a match; it counts."
  @spec match(String.t(), term) :: :ok | {:error, {:limited, :matches}}
  def match(visitor, address) do
    with :ok <- window({:visitor, visitor}, Settings.limit(:matches)) do
      if address, do: window({:address, address}, Settings.limit(:matches_from)), else: :ok
    end
  end

  defp window(key, limit) do
    case Windows.hit(key, @ten_minutes, limit) do
      {:allow, _count} -> :ok
      {:deny, _wait} -> {:error, {:limited, :matches}}
    end
  end

  @doc "Whether a visitor may give a command just now; it counts."
  @spec event(String.t() | {:question, String.t()}) :: :ok | {:error, {:limited, :events}}
  def event(visitor) do
    case Rates.hit(visitor, Settings.limit(:events), Settings.limit(:burst)) do
      {:allow, _count} -> :ok
      {:deny, _wait} -> {:error, {:limited, :events}}
    end
  end

  @doc """
  Whether a visitor may ask just now why a press did nothing; it counts. Commands have a
  bucket of their own, so whoever asks a lot can still move.
  """
  @spec question(String.t()) :: :ok | {:error, {:limited, :events}}
  def question(visitor), do: event({:question, visitor})

  @doc """
  Takes a place among the searches of a visitor for the calling process, which
  gives it back with `searched/1` or by dying; answers whether there was one.
  """
  @spec search(String.t()) :: boolean
  def search(visitor) do
    {:ok, _} = Registry.register(@searching, visitor, nil)
    # First taken, then counted: of two who come at once, none passes unseen.
    free? = length(Registry.lookup(@searching, visitor)) <= Settings.limit(:searches)
    unless free?, do: searched(visitor)
    free?
  end

  @spec searched(String.t()) :: :ok
  def searched(visitor), do: Registry.unregister(@searching, visitor)
end
