# config/test.exs names a database for this run only. The engine alone (MIX_TARGET=engine) has
# none.
if database = Application.get_env(:playout, Playout.Repo)[:database] do
  ExUnit.after_suite(fn _result ->
    Enum.each(["", "-wal", "-shm"], &File.rm(database <> &1))
    PlayoutWeb.Test.PictureStyles.remove()
    File.rmdir(Path.dirname(database))
  end)

  Playout.Test.Env.start()
  PlayoutWeb.Test.PictureStyles.make()
end

# Tests wait a long time for expected messages, because the machine may be busy.
ExUnit.start(assert_receive_timeout: 20_000)
