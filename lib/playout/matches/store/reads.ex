defmodule Playout.Matches.Store.Reads do
  @moduledoc false
  # What is read, for whoever asks. A database can fail in as many ways as a disk, and no failure may
  # crash a match.

  require Logger

  alias Playout.Database
  alias Playout.Matches.Limits
  alias Playout.Matches.Store.Reader

  # In milliseconds: how long a read is tried again if its connection is lost, and how often.
  @patience 5_000
  @between_tries 100

  # Whether a read has found damage.
  @damaged {__MODULE__, :damaged}

  @doc """
  Reads with `work`, which takes the repository. `query` is its name in measurements.
  """
  @spec read(atom, (module -> answer)) :: {:ok, answer} | {:error, :not_stored} when answer: term
  def read(query, work) do
    began = System.monotonic_time()
    answer = {:ok, insist(work, began)}
    duration = System.monotonic_time() - began
    :telemetry.execute([:playout, :storage, :read], %{duration: duration}, %{query: query})
    answer
  rescue
    error ->
      if Database.damaged?(error), do: :persistent_term.put(@damaged, true)
      failed(Exception.message(error))
  catch
    :exit, reason -> failed(Exception.format_exit(reason))
  end

  # Connections turn out to be lost when the database has restarted, and it may not be ready yet.
  defp insist(work, began) do
    work.(Database.repo())
  rescue
    error ->
      waited = System.convert_time_unit(System.monotonic_time() - began, :native, :millisecond)

      if Database.lost?(error) and waited < @patience do
        Process.sleep(@between_tries)
        insist(work, began)
      else
        reraise(error, __STACKTRACE__)
      end
  end

  @doc "Like `read/2`, but those who ask for the same `key` share one read (`Reader.read/4`)."
  @spec read_shared(term, atom, (module -> answer)) :: {:ok, answer} | {:error, :not_stored}
        when answer: term
  def read_shared(key, query, work), do: shared(key, fn -> read(query, work) end)

  @doc "Shares the answer of some work that reads."
  @spec shared(term, (-> answer), non_neg_integer) :: answer | {:error, :not_stored}
        when answer: term
  def shared(key, work, age \\ 0) do
    Reader.read(key, work, age)
  catch
    :exit, reason -> failed(Exception.format_exit(reason))
  end

  defp failed(reason) do
    if line = Limits.line(:reading, "the database failed: #{reason}"), do: Logger.error(line)
    {:error, :not_stored}
  end

  @doc "Returns whether a read has found damage since the site started."
  @spec damaged?() :: boolean
  def damaged?, do: :persistent_term.get(@damaged, false)

  @doc false
  # For tests.
  def forget_damage, do: :persistent_term.erase(@damaged)
end
