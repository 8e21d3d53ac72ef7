defmodule Playout.Engine.TableTest do
  # Changes the settings of the engine, which the whole VM shares.
  use ExUnit.Case, async: false

  import ExUnit.CaptureLog

  alias Playout.Engine.{Native, Table, Tables, TableSupervisor}
  alias Playout.Test.{TableFile, Wait}

  @moduletag :tmp_dir

  setup %{tmp_dir: directory} do
    kept = Application.get_env(:playout, Playout.Engine, [])
    # The engine alone takes care of the table of whoever runs the tests.
    Supervisor.terminate_child(TableSupervisor, {Table, :animal_shogi})
    Tables.set_status(:animal_shogi, :none)
    {:ok, nil} = Native.tables_use(directory)

    on_exit(fn ->
      Application.put_env(:playout, Playout.Engine, kept)
      Native.tables_use(kept[:tables_in])
      Tables.set_status(:animal_shogi, :none)
    end)

    %{path: Path.join(directory, "animal_shogi.table")}
  end

  defp settings(settings) do
    Application.put_env(:playout, Playout.Engine, settings)
  end

  # A program that notes how it was called, and then runs the given lines of shell.
  defp program(directory, lines) do
    path = Path.join(directory, "program")

    File.write!(path, """
    #!/bin/sh
    echo "$@" >> "#{directory}/calls"
    #{lines}
    """)

    File.chmod!(path, 0o755)
    [path]
  end

  defp calls(directory) do
    case File.read(Path.join(directory, "calls")) do
      {:ok, text} -> String.split(text, "\n", trim: true)
      {:error, :enoent} -> []
    end
  end

  defp start do
    Tables.watch()
    start_supervised!({Table, :animal_shogi})
  end

  # Waits for the process to have done what it was told.
  defp checked(pid), do: :sys.get_state(pid, :infinity)

  test "a sound table is ready, and knows positions", %{tmp_dir: directory} do
    TableFile.write!(directory)
    settings(tables: "use")
    start()
    assert_receive {:playout_table, :animal_shogi, :ready}
    assert Playout.table(:animal_shogi) == :ready
    assert Playout.table(:animal_shogi, :standard) == :ready
    assert Playout.table(:animal_shogi, :"quick-try") == :none

    position = Playout.new!(:animal_shogi)
    assert {:ok, choice} = Playout.choose_move(position, player: "perfect")
    assert choice.proof.result == :draw

    # The chick could have captured the lion.
    position = Enum.reduce(~w(2c2b 3a3b 1d1c), position, &Playout.play!(&2, &1))
    assert {:ok, values} = Playout.values(position)

    assert Enum.map(values, &{&1.result, &1.plies, &1.certain}) == [
             {:draw, nil, true},
             {:draw, nil, true},
             {:win, 1, true},
             {:draw, nil, true}
           ]

    assert {:ok, %{move: "2b2a" <> _}} =
             Playout.choose_move(%{position | moves: ~w(2c2b 3a3b)}, player: "perfect")
  end

  @tag :capture_log
  test "without a table, or with a damaged one, players and values are an error", context do
    settings(tables: "use")
    pid = start()
    position = Playout.new!(:animal_shogi)

    for {text, problem, status} <- [
          {nil, "no_file", :none},
          {"no table", "damaged", :damaged}
        ] do
      if text, do: File.write!(context.path, text)
      Tables.check(:animal_shogi)
      checked(pid)
      assert Playout.table(:animal_shogi) == status
      assert Playout.tables().animal_shogi == status
      assert {:error, error} = Playout.choose_move(position, player: "perfect")
      assert {error.code, error.details.problem} == {:no_table, problem}
      assert {:error, %{code: :no_table}} = Playout.values(position)
    end
  end

  test "a table that cannot be used is in the log once, with the reason", context do
    File.write!(context.path, "no table")
    settings(tables: "use")

    log =
      capture_log(fn ->
        pid = start()
        for _ <- 1..3, do: Tables.check(:animal_shogi)
        checked(pid)
      end)

    assert [_, text] = String.split(log, "[error]")
    assert text =~ "the table of animal_shogi cannot be used"
    assert text =~ context.path and text =~ "damaged"
  end

  @tag :capture_log
  test "a search that misses the table has it checked again", context do
    TableFile.write!(context.tmp_dir)
    settings(tables: "use")
    pid = start()
    checked(pid)
    assert Playout.table(:animal_shogi) == :ready

    File.rm!(context.path)
    position = Playout.new!(:animal_shogi)
    assert {:error, %{code: :no_table}} = Playout.choose_move(position, player: "perfect")
    checked(pid)
    assert Playout.table(:animal_shogi) == :none
  end

  test "switched off, no table is read", %{tmp_dir: directory} do
    TableFile.write!(directory)
    settings(tables: "off")
    position = Playout.new!(:animal_shogi)
    assert {:error, error} = Playout.choose_move(position, player: "perfect")
    assert {error.code, error.details.problem} == {:no_table, "off"}
    assert {:error, %{code: :no_table}} = Playout.values(position)
  end

  test "a table that is part of the program is used all the same, and never made", context do
    Supervisor.terminate_child(TableSupervisor, {Table, :quarto})
    Tables.set_status(:quarto, :none)
    on_exit(fn -> Supervisor.restart_child(TableSupervisor, {Table, :quarto}) end)

    settings(tables: "off")
    assert Tables.games() == [:quarto]

    for tables <- ~w(off build) do
      settings(tables: tables, program: program(context.tmp_dir, "exit 1"))
      state = checked(start_supervised!({Table, :quarto}))
      refute state.may_build?
      assert Playout.table(:quarto) == :ready
      position = Playout.new!(:quarto)
      assert {:ok, %{move: _}} = Playout.choose_move(position, player: "perfect")
      assert {:ok, [%{result: :draw}]} = Playout.values(position)
      stop_supervised!({Table, :quarto})
    end

    assert calls(context.tmp_dir) == []
  end

  test "a missing table is made at low priority, with its progress", %{tmp_dir: directory} do
    made = TableFile.write!(Path.join(directory, "made"))

    program =
      program(directory, """
      echo "progress 7"
      echo "compiling"
      echo "progress 52"
      echo "at $(nice)" >> "#{directory}/calls"
      cp "#{made}" "#{directory}/animal_shogi.table"
      echo "all done"
      """)

    settings(tables: "build", program: program)
    start()
    assert_receive {:playout_table, _game, :ready}
    for percent <- [0, 7, 52], do: assert_received({:playout_table, _, {:building, ^percent}})
    assert [call, "at 19"] = calls(directory)
    assert call =~ "tables build animal_shogi --piped --out #{directory}/animal_shogi.table"
    refute_received {:playout_table, _game, _status}
  end

  test "a damaged table is replaced", context do
    made = TableFile.write!(Path.join(context.tmp_dir, "made"))
    File.write!(context.path, "no table")
    program = program(context.tmp_dir, ~s(cp "#{made}" "#{context.path}"))
    settings(tables: "build", program: program)
    log = capture_log(fn -> start() && assert_receive {:playout_table, _game, :ready} end)
    assert log =~ "animal_shogi.table is damaged"
  end

  test "what could not be made is reported and not tried again", %{tmp_dir: directory} do
    settings(tables: "build", program: program(directory, "echo 'no space left' >&2; exit 1"))

    log =
      capture_log(fn ->
        pid = start()
        assert_receive {:playout_table, _game, {:building, 0}}
        assert_receive {:playout_table, _game, :none}
        Tables.check(:animal_shogi)
        send(pid, :look)
        checked(pid)
      end)

    assert log =~ "the table of animal_shogi could not be made: no space left"
    assert [_once] = calls(directory)
    assert Playout.table(:animal_shogi) == :none
  end

  test "a program that is not there is reported", %{tmp_dir: directory} do
    settings(tables: "build", program: [Path.join(directory, "nothing")])

    log =
      capture_log(fn ->
        checked(start()) && Wait.until(fn -> Tables.status(:animal_shogi) == :none end)
      end)

    assert log =~ "could not be made"
  end

  @tag :capture_log
  test "a table that somebody else has made is found", context do
    settings(tables: "use")
    pid = start()
    checked(pid)
    assert Playout.table(:animal_shogi) == :none
    TableFile.write!(context.tmp_dir)
    send(pid, :look)
    assert_receive {:playout_table, :animal_shogi, :ready}
  end

  test "a host that gives little memory to trees gets no table", %{tmp_dir: directory} do
    TableFile.write!(directory)
    settings(tables: "build", total_memory: 255, program: program(directory, "exit 1"))
    pid = start()
    checked(pid)
    assert Playout.table(:animal_shogi) == :none
    assert calls(directory) == []
  end

  test "the program's input is closed when its owner is killed", %{tmp_dir: directory} do
    ended = Path.join(directory, "ended")
    # In a file that is complete at once.
    lines = ~s(echo "progress 1"; cat > /dev/null; echo ended > "#{ended}")
    settings(tables: "build", program: program(directory, lines))

    capture_log(fn ->
      Tables.watch()
      {:ok, pid} = GenServer.start(Table, :animal_shogi)
      assert_receive {:playout_table, _game, {:building, 1}}
      refute File.exists?(ended)
      Process.exit(pid, :kill)
      assert Wait.until(fn -> File.exists?(ended) end)
    end)
  end
end
