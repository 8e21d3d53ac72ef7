defmodule Playout.Engine.Table do
  @moduledoc false
  # Takes care of one game's table: checks whether it is there and sound, has it made if it is not
  # (`Playout.Engine.TableBuild`), and notices one that somebody else has made. It makes a table at
  # most once: what has failed would probably fail again, and the host reads why in the log.
  #
  # The table itself is in the memory of the native library, once for all searches, from its first
  # use on.

  use GenServer

  require Logger

  alias Playout.Engine.{Native, NativeRules, Settings, TableBuild, Tables}

  # How often to look for a table that somebody else makes, in milliseconds.
  @look_every 30_000

  def start_link(game), do: GenServer.start_link(__MODULE__, game, name: Tables.keeper(game))

  def child_spec(game), do: Map.put(super(game), :id, {__MODULE__, game})

  @impl true
  def init(game) do
    # `stat`: the file's size and time when it was last checked. `build`: the port of the program.
    # `last`: the last line that it wrote about anything but its progress. `told`: the last line in the
    # log about a table that cannot be used.
    state = %{
      game: game,
      stat: nil,
      build: nil,
      last: "",
      told: nil,
      # A new file would not mend a table that is part of the program.
      may_build?: Settings.tables() == "build" and not Tables.built_in?(game)
    }

    {:ok, state, {:continue, :check}}
  end

  @impl true
  def handle_continue(:check, state) do
    Process.send_after(self(), :look, @look_every)
    {:noreply, check_file(state)}
  end

  @impl true
  def handle_cast(:check, state), do: {:noreply, check_file(state)}

  @impl true
  def handle_info(:look, state) do
    Process.send_after(self(), :look, @look_every)

    # A table that is ready is checked again when a search misses it.
    if Tables.status(state.game) == :ready or state.build != nil or
         stat(state.game) == state.stat,
       do: {:noreply, state},
       else: {:noreply, check_file(state)}
  end

  def handle_info({build, {:data, {_eol, line}}}, %{build: build} = state) do
    case TableBuild.percent(line) do
      nil ->
        {:noreply, if(String.trim(line) == "", do: state, else: %{state | last: line})}

      percent ->
        Tables.set_status(state.game, {:building, percent})
        {:noreply, state}
    end
  end

  def handle_info({build, {:exit_status, status}}, %{build: build} = state) do
    if status == 0,
      do: Logger.info("the table of #{state.game} has been made: #{state.last}"),
      else: Logger.warning("the table of #{state.game} could not be made: #{state.last}")

    {:noreply, check_file(%{state | build: nil})}
  end

  def handle_info(_message, state), do: {:noreply, state}

  defp check_file(%{build: build} = state) when build != nil, do: state

  defp check_file(%{game: game} = state) do
    state = %{state | stat: stat(game)}

    with :ok <- room(game),
         {:error, error} <- NativeRules.checked(Native.table_check(NativeRules.text(game))) do
      if state.may_build?, do: build(state, error), else: unusable(state, error)
    else
      {:ok, nil} ->
        Tables.set_status(game, :ready)
        %{state | told: nil}

      {:no_room, error} ->
        if state.may_build?,
          do: Logger.info("the table of #{game} is not used: #{Exception.message(error)}")

        none(%{state | may_build?: false})
    end
  end

  defp none(state) do
    Tables.set_status(state.game, :none)
    state
  end

  # The level that needs the table is not offered, so somebody should know why.
  defp unusable(%{game: game} = state, %{details: %{problem: "no_file"}} = error) do
    none(told(state, :warning, "there is no table of #{game}: #{Exception.message(error)}"))
  end

  defp unusable(%{game: game} = state, error) do
    Tables.set_status(game, :damaged)
    told(state, :error, "the table of #{game} cannot be used: #{Exception.message(error)}")
  end

  # Not again for every search that misses the table.
  defp told(%{told: line} = state, _level, line), do: state

  defp told(state, level, line) do
    Logger.log(level, line)
    %{state | told: line}
  end

  # A host that gives little memory to trees has none for a table.
  defp room(game) do
    bounds = [{"memory", Settings.memory()}]

    case NativeRules.checked(Native.check_player(NativeRules.text(game), "perfect", bounds)) do
      {:ok, _player} -> :ok
      {:error, error} -> {:no_room, error}
    end
  end

  defp build(%{game: game} = state, error) do
    state = %{state | may_build?: false}

    with {:ok, path} <- NativeRules.checked(Native.table_path(NativeRules.text(game))),
         {:ok, port} <- TableBuild.start(game, path) do
      report(game, path, error)
      Tables.set_status(game, {:building, 0})
      %{state | build: port}
    else
      {:error, error} ->
        Logger.warning("the table of #{game} could not be made: #{message(error)}")
        none(state)
    end
  end

  defp report(game, path, %{details: %{problem: "no_file"}}),
    do: Logger.info("the table of #{game} is being made: #{path}")

  defp report(_game, _path, error),
    do: Logger.warning("a table is being made again: #{Exception.message(error)}")

  defp message(error) when is_exception(error), do: Exception.message(error)
  defp message(text), do: text

  defp stat(game) do
    with {:ok, path} <- Native.table_path(NativeRules.text(game)),
         {:ok, %{size: size, mtime: time, inode: inode}} <- File.stat(path) do
      {size, time, inode}
    else
      _missing -> nil
    end
  end
end
