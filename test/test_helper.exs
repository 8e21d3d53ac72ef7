# The file that config/test.exs names, of this run alone; the engine by itself
# (MIX_TARGET=engine) has none.
if database = Application.get_env(:playout, Playout.Repo)[:database] do
  ExUnit.after_suite(fn _result ->
    Enum.each(["", "-wal", "-shm"], &File.rm(database <> &1))
    File.rmdir(Path.dirname(database))
  end)
end

# A message that will come is waited for, however busy the machine.
ExUnit.start(assert_receive_timeout: 20_000)
