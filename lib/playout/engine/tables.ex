defmodule Playout.Engine.Tables do
  @moduledoc false
  # The tables of exact values: which are ready, and what they say.

  alias Playout.Engine.{Native, NativeRules, Settings}
  alias Playout.{Error, Position, Value}

  @statuses __MODULE__.Statuses
  @watchers __MODULE__.Watchers

  @typedoc """
  Whether a table can be used: it is `:ready`; it is being made, and so many percent are done; it is
  `:damaged`; or there is none.
  """
  @type status :: :ready | {:building, 0..100} | :damaged | :none

  @doc "Makes room for the statuses, which belong to the calling process."
  def new_statuses, do: :ets.new(@statuses, [:named_table, :public, read_concurrency: true])

  @doc "What knows who watches, for a supervisor."
  def watchers, do: {Registry, keys: :duplicate, name: @watchers}

  @doc "The name of the process that takes care of a game's table (`Playout.Engine.Table`)."
  @spec keeper(atom) :: atom
  def keeper(game), do: Module.concat(__MODULE__, game |> to_string() |> Macro.camelize())

  @doc "Has the table of a game checked again; does nothing if nobody takes care of it."
  @spec check(atom) :: :ok
  def check(game), do: GenServer.cast(keeper(game), :check)

  @doc "Returns the games whose tables may be used."
  @spec games() :: [atom]
  def games do
    {:ok, games} = Native.games()
    for game <- games, variants(game) != [], used?(game), do: game
  end

  @doc "Returns the variants of a game that its table covers."
  @spec variants(atom) :: [atom]
  def variants(game) do
    {:ok, variants} = Native.table_variants(NativeRules.text(game))
    variants
  end

  @doc "Returns whether a game's table is part of the program, so that it needs no file."
  @spec built_in?(atom) :: boolean
  def built_in?(game) do
    {:ok, built_in?} = Native.table_built_in(NativeRules.text(game))
    built_in?
  end

  # The setting is about files, which take time to make and memory to use.
  defp used?(game), do: Settings.tables() != "off" or built_in?(game)

  @doc "Returns the status of a game's table, for any of its variants or for one."
  @spec status(atom, nil | atom) :: status
  def status(game, nil), do: status(game)
  def status(game, variant), do: if(variant in variants(game), do: status(game), else: :none)

  @doc "Returns the status of a game's table."
  @spec status(atom) :: status
  def status(game) do
    case :ets.whereis(@statuses) != :undefined and :ets.lookup(@statuses, game) do
      [{^game, status}] -> status
      _unknown -> :none
    end
  end

  @doc "Returns the statuses of all tables that are used here."
  @spec statuses() :: %{atom => status}
  def statuses,
    do:
      if(:ets.whereis(@statuses) == :undefined, do: %{}, else: Map.new(:ets.tab2list(@statuses)))

  @doc "Sets the status of a game's table, and tells everyone who watches."
  @spec set_status(atom, status) :: :ok
  def set_status(game, status) do
    before = status(game)
    :ets.insert(@statuses, {game, status})

    if before != status do
      Registry.dispatch(@watchers, :all, &tell(&1, {:playout_table, game, status}))
    end

    :ok
  end

  defp tell(watchers, message), do: for({pid, _value} <- watchers, do: send(pid, message))

  @doc "Sends the calling process `{:playout_table, game, status}` whenever a status changes."
  @spec watch() :: :ok
  def watch do
    {:ok, _owner} = Registry.register(@watchers, :all, nil)
    :ok
  rescue
    # The engine is restarting. Whoever watches only misses what changes next.
    ArgumentError -> :ok
  end

  @doc "Returns the exact values of all positions of a game, from the start to the current one."
  @spec values(Position.t()) :: {:ok, [Value.t()]} | {:error, Error.t()}
  def values(%Position{game: game, start: start, moves: moves}),
    do: with_table(game, fn -> Native.values(NativeRules.text(game), start, moves) end)

  @doc """
  Calls a native function that reads a table, unless it is a file and those are switched off. If the
  table turns out to be missing or damaged, it is checked again.
  """
  @spec with_table(atom, (-> {:ok, term} | {:error, map})) :: {:ok, term} | {:error, Error.t()}
  def with_table(game, read) do
    if used?(game), do: read(game, read), else: {:error, off(game)}
  end

  defp read(game, read) do
    with {:error, error} <- NativeRules.checked(read.()) do
      # Not if the game or the variant has none.
      if error.code == :no_table and error.details.problem != "no_table", do: check(game)
      {:error, error}
    end
  end

  defp off(game) do
    Error.new(:no_table, "off", "tables are switched off here", %{game: NativeRules.text(game)})
  end
end
