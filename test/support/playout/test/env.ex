defmodule Playout.Test.Env do
  @moduledoc """
  The application environment as one test sees it, so that tests with different settings run side
  by side. `put/2` sets a value for the calling test; it holds in the test's process and in all
  that name the test among their `$callers`: tasks, LiveViews, and the processes of matches that
  one of these has started. Everyone else sees the environment of the application.

  Modules find this module by `config :playout, :settings`; without it they ask `Application`.
  """

  alias Playout.Matches.Store.Uptime

  @doc "Starts the table of all tests' values, for the whole run."
  def start do
    :ets.new(__MODULE__, [:named_table, :public, read_concurrency: true])
    :ok
  end

  @doc "Sets a value for the calling test, until it ends."
  def put(key, value) do
    test = self()
    :ets.insert(__MODULE__, {{test, key}, value})
    ExUnit.Callbacks.on_exit({__MODULE__, key}, fn -> :ets.delete(__MODULE__, {test, key}) end)
  end

  @doc "Changes some of the keys of a list that the calling test sees."
  def merge(key, changes), do: put(key, Keyword.merge(get_env(:playout, key, []), changes))

  @doc """
  Lets so many milliseconds pass for the calling test, and stops its clock (`Playout.Matches.Store.Uptime`) there:
  what the test then does takes no time, however long it takes.
  """
  def let_pass(milliseconds), do: put(Uptime, Uptime.now() + milliseconds)

  @doc "Like `Application.get_env/3`."
  def get_env(app, key, default \\ nil) do
    case fetch(key) do
      {:ok, value} -> value
      :error -> Application.get_env(app, key, default)
    end
  end

  @doc "Returns `{:ok, value}` if the calling process's test has set the value, or `:error`."
  def fetch(key) do
    # The application starts before the table.
    if :ets.whereis(__MODULE__) == :undefined, do: :error, else: find(key)
  end

  defp find(key) do
    Enum.find_value([self() | Process.get(:"$callers", [])], :error, fn pid ->
      case :ets.lookup(__MODULE__, {pid, key}) do
        [{_, value}] -> {:ok, value}
        [] -> nil
      end
    end)
  end
end
