defmodule Playout.Matches.UpgradeTest do
  # Migrates a database of the first release to the current one.
  use Playout.Test.MatchCase, async: false

  alias Playout.Repo

  @before_rows 20_261_121_000_000
  @log "test/fixtures/logs/version_1/resigned.json"

  test "its matches are in the lists, and can be rematched and deleted" do
    dir = Path.join(System.tmp_dir!(), "playout-upgrade-#{System.pid()}")
    on_exit(fn -> File.rm_rf!(dir) end)
    config = Keyword.put(Repo.config(), :database, Path.join(dir, "old.db"))
    {:ok, config} = Repo.init(:supervisor, config)
    {:ok, repo} = Repo.start_link([name: nil] ++ config)
    Process.unlink(repo)
    usual = Repo.put_dynamic_repo(repo)
    # The migrations were already loaded when the application started.
    Code.put_compiler_option(:ignore_module_conflict, true)

    try do
      migrate(repo, to: @before_rows)
      write_log("oldoldoldold")
      migrate(repo, all: true)

      assert {:ok, [match]} = Matches.list("1Yl8bXQ")
      assert %{id: "oldoldoldold", moves: 2, result: :second, turn: nil} = match
      assert match.position == "squares ..../..../..../0... F"
      assert %{first: {:person, "1Yl8bXQ"}, second: {:engine, "hedgehog", _}} = match.seats
      assert {:ok, ["1Yl8bXQ"]} = Matches.Store.delete("oldoldoldold", "1Yl8bXQ")
    after
      Code.put_compiler_option(:ignore_module_conflict, false)
      Repo.put_dynamic_repo(usual)
      Supervisor.stop(repo)
    end
  end

  defp migrate(repo, how) do
    migrations = Application.app_dir(:playout, "priv/repo/migrations")
    Ecto.Migrator.run(Repo, migrations, :up, [dynamic_repo: repo, log: false] ++ how)
  end

  # The format of the first release.
  defp write_log(id) do
    for row <- Jason.decode!(File.read!(@log))["events"] do
      Repo.query!(
        "INSERT INTO events (match_id, seq, version, type, data, at) VALUES (?, ?, ?, ?, ?, ?)",
        [id, row["seq"], row["version"], row["type"], Jason.encode!(row["data"])] ++
          ["2026-11-20T10:00:00.000000Z"]
      )
    end
  end
end
