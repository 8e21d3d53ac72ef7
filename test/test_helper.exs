# The VM would stop the site in good order while tests go on. They would fail as if the store had been
# lost, and at the log level of the tests nothing would say why.
{:ok, _id} =
  System.trap_signal(:sigterm, fn ->
    IO.puts(:stderr, "The tests were stopped by SIGTERM before they had finished.")
    System.halt(143)
  end)

# config/test.exs names a database for this run only. The engine alone (MIX_TARGET=engine) has
# none.
exclude =
  if settings = Application.get_env(:playout, Playout.Database.Settings) do
    ExUnit.after_suite(fn _result ->
      PlayoutWeb.Test.PictureStyles.remove()

      if file = settings[:file] do
        Enum.each(["", "-wal", "-shm", "-lock"], &File.rm(file <> &1))
        File.rmdir(Path.dirname(file))
      end
    end)

    Playout.Test.Env.start()
    PlayoutWeb.Test.PictureStyles.make()
    # What is about the other database.
    [database: if(settings[:file], do: :postgresql, else: :sqlite)]
  end

# What is exhaustive and rare; bin/test --all sets the variable.
rare = if System.get_env("PLAYOUT_TEST_ALL") in [nil, ""], do: [:all], else: []
patience = Playout.Test.Wait.patience()

ExUnit.start(
  assert_receive_timeout: patience,
  # Of a whole test, which may wait for several things.
  timeout: 10 * patience,
  exclude: rare ++ (exclude || [])
)
