defmodule Playout.Matches.Budget do
  @moduledoc """
  How many bytes the database takes in a day, from midnight to midnight (UTC): from one network address,
  and from all together. `Playout.Matches.Settings` has the figures (`bytes_from` and `bytes`).

  What is stored counts for the address of whoever caused it, also an engine's reply (`stored/3`). What
  somebody asks for is checked before it is accepted (`check/2`), and what was accepted is always stored.
  So a little more than the budget may be stored, and nothing is lost.

    * Beyond the budget, nothing new begins: no match, chat, nickname, recovery code or review.
    * Beyond twice the budget, matches that go on take nothing either, except what ends them. (The
      callers know what that is.)

  Nobody should lock everyone else out by filling the budget of all. Once it is used up, an address still
  has a small part of its own, until twice of it is used up too.

  Each refusal is reported as the telemetry event `[:playout, :storage, :refused]` with the measurement
  `count` and the `reason`, `:bytes` or `:bytes_from`.

  The counts are in memory: after a restart of the site, a new day begins. Every node counts what all of
  them store.
  """

  alias Playout.Cluster
  alias Playout.Matches.Budget.Windows
  alias Playout.Matches.Settings

  # In milliseconds.
  @day 24 * 60 * 60 * 1000 * Application.compile_env(:playout, :windows_longer, 1)

  # In bytes, as measured with SQLite: what a row takes besides its values, with its place in the index of
  # its primary key.
  @row 38

  # The part of its budget that an address has when that of all is used up.
  @part 32

  @typedoc "What is to be stored: something `:new`, or something in a match that is `:going_on`."
  @type kind :: :new | :going_on

  @type refusal :: {:error, {:limited, :bytes | :bytes_from}}

  @doc """
  Returns `:ok` if there is room for something from this network address; `nil`, for an unknown one, always
  has room.
  """
  @spec check(term, kind) :: :ok | refusal
  def check(nil, _kind), do: :ok

  def check(address, kind) do
    times = if kind == :new, do: 1, else: 2
    own = Settings.limit(:bytes_from)
    all = Settings.limit(:bytes)
    used = used(address)

    cond do
      used >= times * own -> refuse(:bytes_from)
      today() < all -> :ok
      today() < 2 * all and used < times * div(own, @part) -> :ok
      true -> refuse(:bytes)
    end
  end

  defp refuse(reason) do
    :telemetry.execute([:playout, :storage, :refused], %{count: 1}, %{reason: reason})
    {:error, {:limited, reason}}
  end

  @doc """
  Counts rows that were stored, each a list of values, from a network address (`nil` if unknown). `indexes`:
  how many bytes the rows take in indexes besides those of their primary keys.
  """
  @spec stored(term, [[Playout.Database.Adapter.value()]], non_neg_integer) :: :ok
  def stored(address, rows, indexes \\ 0) do
    bytes = for row <- rows, value <- row, reduce: indexes, do: (sum -> sum + size(value))
    bytes = bytes + @row * length(rows)
    Cluster.cast(__MODULE__, :count, [address, bytes])
    count(address, bytes)
  end

  @doc false
  # Other nodes, also of an earlier version, call it by its name.
  def count(address, bytes) do
    for whose <- [:all, address], whose != nil, do: Windows.inc(whose, @day, bytes)
    :ok
  rescue
    # The counters restart.
    ArgumentError -> :ok
  end

  defp size({:blob, bytes}), do: byte_size(bytes)
  defp size(text) when is_binary(text), do: byte_size(text)
  defp size(%DateTime{}), do: 27
  defp size(nil), do: 1
  defp size(_number), do: 2

  @doc "Returns how many bytes all have stored today."
  @spec today() :: non_neg_integer
  def today, do: used(:all)

  @doc "Returns how many bytes this network address has stored today."
  @spec used(term) :: non_neg_integer
  def used(address) do
    Windows.get(address, @day)
  rescue
    ArgumentError -> 0
  end

  @doc false
  # For tests: what midnight does.
  def begin_day, do: :ets.delete_all_objects(Windows)
end
