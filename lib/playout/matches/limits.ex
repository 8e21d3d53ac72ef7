defmodule Playout.Matches.Limits do
  @moduledoc """
  The limits for one visitor of a public site; the figures are in `Playout.Matches.Settings`.
  Anybody can become a new visitor by deleting a cookie, so matches are limited by network address
  too.
  """

  alias Playout.Matches.Settings

  defmodule Rates do
    @moduledoc false
    use Hammer, backend: :ets, algorithm: :token_bucket
  end

  defmodule Windows do
    @moduledoc false
    # A sliding window would count refused attempts too: a visitor who keeps trying would
    # stay locked out, with everybody at the same address, and each attempt would read all
    # entries before it.
    use Hammer, backend: :ets, algorithm: :fix_window
  end

  @searching __MODULE__.Searching
  @ten_minutes 10 * 60_000

  @doc false
  def children do
    [{Rates, []}, {Windows, []}, {Registry, keys: :duplicate, name: @searching}]
  end

  @doc "Counts a new match; whether the visitor may start it from this address (`nil`: unknown)."
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

  @doc "Counts a command; whether the visitor may send it now."
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
  Takes one of the visitor's searches for the calling process, which gives it back with
  `searched/1` or by exiting. Returns whether one was free.
  """
  @spec search(String.t()) :: boolean
  def search(visitor) do
    {:ok, _} = Registry.register(@searching, visitor, nil)
    # Take first, then count, so that two processes at once cannot both get the last one.
    free? = length(Registry.lookup(@searching, visitor)) <= Settings.limit(:searches)
    unless free?, do: searched(visitor)
    free?
  end

  @spec searched(String.t()) :: :ok
  def searched(visitor), do: Registry.unregister(@searching, visitor)
end
