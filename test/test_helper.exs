# The file that config/test.exs names, for this run only; the engine alone (MIX_TARGET=engine) has
# none.
if database = Application.get_env(:playout, Playout.Repo)[:database] do
  ExUnit.after_suite(fn _result ->
    Enum.each(["", "-wal", "-shm"], &File.rm(database <> &1))
    File.rmdir(Path.dirname(database))
  end)
end

# Tests wait for expected messages, however busy the machine is.
ExUnit.start(assert_receive_timeout: 20_000)
