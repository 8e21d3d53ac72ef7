import Config

config :playout, PlayoutWeb.Endpoint,
  http: [ip: {127, 0, 0, 1}, port: 4002],
  secret_key_base: String.duplicate("only for the tests. ", 4),
  server: false

# Each run has its own database, which test_helper.exs deletes. bin/test runs some tests on a
# PostgreSQL of its own, too.
config :playout,
       Playout.Database.Settings,
       (case System.get_env("PLAYOUT_TEST_DATABASE") do
          nil -> [file: Path.join(System.tmp_dir!(), "playout-test-#{System.pid()}/test.db")]
          url -> [url: url]
        end)

# They are made at the beginning of a run, as the database is.
config :playout, PlayoutWeb.Picture.Style,
  directory: Path.join(System.tmp_dir!(), "playout-test-#{System.pid()}/pictures")

# Each test can have settings of its own.
config :playout, :settings, Playout.Test.Env

# Each test that fails something finds its line in the log.
config :playout, Playout.Matches.Settings, log_lines: 1_000_000

# Tests that need a table bring their own.
config :playout, Playout.Engine, tables: "off"

# What is counted within ten minutes, or a day, begins anew when the clock says so, and a test may go on
# beyond that moment. Here it never comes.
config :playout, :windows_longer, 1_000_000_000

# Parts of the site wait for each other, on a machine that may be very slow (`Playout.Patience`).
config :playout, :patience, String.to_integer(System.get_env("PLAYOUT_TEST_PATIENCE", "180"))

# All tests share one address.
config :playout, PlayoutWeb.Limits,
  pages: 1_000_000,
  address_work: 1_000_000,
  visitor_work: 1_000_000,
  document_work: 1_000_000

config :logger, level: :warning

config :phoenix, plug_init_mode: :runtime, sort_verified_routes_query_params: true
config :phoenix_live_view, enable_expensive_runtime_checks: true
