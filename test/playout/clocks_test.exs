defmodule Playout.ClocksTest do
  # Tests wait for messages and states, give time to the code, and pass on a machine of any speed. So none of
  # them sleeps, waits in silence, or looks at the clock, except these.
  use ExUnit.Case, async: true

  # Each with its reason.
  @exceptions %{
    # The one limit on waiting, and how it waits.
    "test/support/playout/test/wait.ex" => "looks again after a moment",
    "test/waiting.mjs" => "looks again after a moment",
    "test/sockets/match.mjs" => "tries again after a moment, as a page does",
    "test/sockets/page.mjs" => "gives up after the limit",
    "test/sockets/visitor.mjs" => "gives up after the limit",
    "test/browser/support/server.mjs" => "waits for as long as a build takes",
    "test/cluster/match.mjs" => "people think before they move",
    "test/cluster/scenario.mjs" => "looks again after a moment; a standstill is a failure",
    "test/postgresql/move.test.mjs" => "kills a program at a random moment",
    "test/postgresql/restart.test.mjs" => "people think before they move",
    "test/kill/cut.test.mjs" => "cuts connections at random moments",
    "test/kill/match_client.mjs" => "people think before they move",
    "test/kill/pair_client.mjs" => "people think before they move",
    "test/kill/rounds.mjs" => "kills the site at random moments",
    "test/scripts/support.sh" => "names the programs that a script may use",
    "native/cli/tests/all/session.rs" => "gives up after the limit",
    "native/search/tests/all/support.rs" => "where a clock of its own begins",
    # Time is what they are about.
    "native/cli/tests/deadlines.rs" => "the deadlines of protocols, with the real clock",
    "test/browser/support/measure.mjs" => "measures what people wait for",
    "test/browser/support/full_games.mjs" => "two presses that are no double press",
    "test/browser/support/match.mjs" => "stops the page's clock",
    "test/browser/connection.test.mjs" => "gives the page times",
    "test/browser/record.test.mjs" => "gives the page times",
    "test/browser/correspondence.rarely.mjs" => "how long the site was down",
    "test/browser/games.test.mjs" => "an engine that thinks for seconds",
    "test/playout/cluster/site_wide_test.exs" => "gives a node another time"
  }

  @clocks %{
    "ex" =>
      ~r/(Process|:timer)\.sleep\((?!:infinity)|:timer\.tc|(monotonic|system|os)_time\(|:(monotonic|system)_time|refute_receive[ (]|Task\.yield\(.*, [1-9]|assert_receive.*, [0-9][0-9_]*\)?$/,
    "mjs" => ~r/setTimeout|waitForTimeout|(performance|Date)\.now|hrtime/,
    "rs" => ~r/\bsleep\(|Instant::now|SystemTime|recv_timeout/,
    "sh" => ~r/\bsleep\b|\bSECONDS\b|EPOCH|date \+%/
  }

  # Without the packages of npm.
  defp files do
    in_test = Path.wildcard("test/*/**/*.{ex,exs,mjs,sh}") ++ Path.wildcard("test/*.{exs,mjs}")

    (in_test ++ Path.wildcard("native/*/**/tests/**/*.rs"))
    |> Enum.reject(&(&1 =~ "node_modules/"))
  end

  defp looks_at_clocks?("test/playout/clocks_test.exs"), do: false

  defp looks_at_clocks?(file) do
    clock =
      @clocks[file |> Path.extname() |> String.trim_leading(".") |> String.replace("exs", "ex")]

    file |> File.stream!() |> Enum.any?(&(&1 =~ clock))
  end

  test "only the exceptions sleep or look at the clock" do
    found = Enum.filter(files(), &looks_at_clocks?/1)
    listed = Map.keys(@exceptions)

    assert found -- listed == [],
           "these wait for a time, or compare it (see docs/testing.md): #{inspect(found -- listed)}"

    assert listed -- found == [], "these are no exceptions any more: #{inspect(listed -- found)}"
  end

  # Without a limit of their own, these give up after five seconds.
  @impatient [Task: :await, Task: :await_many, Task: :yield, GenServer: :call] ++
               [Agent: :get, Agent: :update, Agent: :get_and_update]

  # They may look whether there is an answer already.
  @patience [:infinity, 0, 1]

  defp gives_up?({{:., _, [{:__aliases__, _, [module]}, function]}, _, arguments}),
    do: {module, function} in @impatient and List.last(arguments) not in @patience

  defp gives_up?(_other), do: false

  test "no test gives up after five seconds" do
    found =
      for file <- files() -- ["test/playout/clocks_test.exs"],
          Path.extname(file) in [".ex", ".exs"],
          code = Code.string_to_quoted!(File.read!(file)),
          {_, meta, _} = call <- Macro.prewalker(code),
          gives_up?(call),
          do: "#{file}:#{meta[:line]}"

    assert found == []
    assert gives_up?(quote(do: GenServer.call(queue, :figures)))
    assert gives_up?(quote(do: Task.await(task, 60_000)))
    refute gives_up?(quote(do: Task.await(task, :infinity)))
  end

  test "the words of clocks are recognised" do
    for {kind, line} <- [
          {"ex", "Process.sleep(20)"},
          {"ex", "refute_receive {:asked, _}, 50"},
          {"ex", "assert_receive :done, 5_000"},
          {"ex", "began = System.monotonic_time(:millisecond)"},
          {"mjs", "await new Promise((resolve) => setTimeout(resolve, 20));"},
          {"mjs", "const began = performance.now();"},
          {"rs", "thread::sleep(Duration::from_millis(10));"},
          {"sh", "sleep 1"}
        ],
        do: assert(line =~ @clocks[kind], line)

    for line <- [
          "Process.sleep(:infinity)",
          "refute_received {:asked, _}",
          "assert_receive :done"
        ],
        do: refute(line =~ @clocks["ex"], line)
  end
end
