defmodule Playout.ClocksTest do
  # Tests wait for messages and states, give time to the code, and pass on a machine of any speed. So none of
  # them sleeps, waits in silence, or looks at the clock, except in these lines.
  use ExUnit.Case, async: true

  # How many lines of a file do, and why.
  @exceptions %{
    "native/cli/src/protocols/search_thread.rs" => {4, "where a clock of its own begins"},
    "native/cli/tests/all/session.rs" => {1, "gives up after the limit"},
    "native/cli/tests/deadlines.rs" => {2, "the deadlines of protocols, with the real clock"},
    "native/search/tests/all/support.rs" => {1, "where a clock of its own begins"},
    "test/browser/connection.test.mjs" => {6, "gives the page times"},
    "test/browser/correspondence.rarely.mjs" => {6, "how long the site was down"},
    "test/browser/games.test.mjs" => {1, "a page that fails on purpose"},
    "test/browser/record.test.mjs" => {1, "gives the page times"},
    "test/browser/support/full_games.mjs" => {1, "two presses that are no double press"},
    "test/browser/support/match.mjs" => {1, "stops the page's clock"},
    "test/browser/support/measure.mjs" => {6, "measures what people wait for"},
    "test/browser/support/server.mjs" => {1, "waits for as long as a build takes"},
    "test/cluster/match.mjs" => {5, "people think before they move, and send a move again"},
    "test/cluster/scenario.mjs" => {8, "looks again after a moment; a standstill is a failure"},
    "test/kill/cut.test.mjs" => {2, "cuts connections at random moments"},
    "test/kill/match_client.mjs" => {2, "people think before they move"},
    "test/kill/pair_client.mjs" =>
      {3, "for how long the site was up at most, on a machine of any speed"},
    "test/kill/rounds.mjs" =>
      {9, "kills the site at random moments, and leaves it down for a while"},
    "test/playout/cluster/site_wide_test.exs" => {1, "gives a node another time"},
    "test/playout_web/security_text_test.exs" => {1, "a date that people have to renew"},
    "test/postgresql/move.test.mjs" => {3, "kills a program at a random moment"},
    "test/postgresql/restart.test.mjs" => {3, "nobody plays more than they may"},
    "test/scripts/support.sh" => {1, "names the programs that a script may use"},
    "test/sockets/match.mjs" => {1, "tries again after a moment, as a page does"},
    "test/sockets/page.mjs" => {3, "gives up after the limit"},
    "test/sockets/visitor.mjs" => {2, "gives up after the limit; how long a connection is kept"},
    "test/support/playout/test/match_case.ex" =>
      {1, "comes after what a match's process has sent itself"},
    "test/support/playout/test/wait.ex" => {2, "looks again after a moment"},
    "test/waiting.mjs" => {4, "looks again after a moment"}
  }

  @clocks %{
    "ex" =>
      ~r/(Process|:timer)\.sleep\((?!:infinity)|:timer\.tc|(monotonic|system|os)_time\(|:(monotonic|system)_time|refute_receive[ (]|DateTime\.diff|send_after\(/,
    "mjs" =>
      ~r/\bsleep\(|setTimeout\(|setInterval|waitForTimeout|(performance|Date)\.now|hrtime|new Date\(\)|AbortSignal\.timeout|\b(setDefaultTimeout\(|(timeout|protocolTimeout): )(?!PATIENCE_MS|COMPILING_MS)/,
    "rs" => ~r/\bsleep\(|Instant::now|\.elapsed\(|SystemTime|\w+_timeout\(/,
    "sh" => ~r/\bsleep\b|\bSECONDS\b|EPOCH|date \+%/
  }

  # Without the packages of npm.
  defp files do
    ["test/*/**/*.{ex,exs,mjs,sh}", "test/*.{exs,mjs}", "bench/**/*.test.mjs"]
    |> Enum.concat(~w(native/*/**/tests/**/*.rs native/*/src/**/*.rs))
    |> Enum.flat_map(&Path.wildcard/1)
    |> Enum.uniq()
    |> Enum.reject(&(&1 =~ "node_modules/" or &1 == "test/playout/clocks_test.exs"))
  end

  # Of a file with code and tests, the tests.
  defp tests(file) do
    text = File.read!(file)

    if file =~ "/src/" and Path.basename(file) != "tests.rs",
      do: text |> String.split("#[cfg(test)]", parts: 2) |> Enum.drop(1) |> Enum.join(),
      else: text
  end

  defp looks(file) do
    kind = file |> Path.extname() |> String.trim_leading(".") |> String.replace("exs", "ex")
    file |> tests() |> String.split("\n") |> Enum.count(&(&1 =~ @clocks[kind]))
  end

  test "only the exceptions sleep or look at the clock" do
    found = for file <- files(), count = looks(file), count > 0, do: {file, count}
    listed = for {file, {count, _why}} <- @exceptions, do: {file, count}

    assert found -- listed == [],
           "these wait for a time, or compare it (see docs/testing.md): #{inspect(found -- listed)}"

    assert listed -- found == [],
           "these do not any more, or not so often: #{inspect(listed -- found)}"
  end

  # Without a limit of their own, these give up after five seconds.
  @impatient [Task: :await, Task: :await_many, Task: :yield, GenServer: :call] ++
               [Agent: :get, Agent: :update, Agent: :get_and_update, sys: :get_state] ++
               [sys: :replace_state, sys: :suspend, sys: :resume]

  # They may look whether there is an answer already.
  @patience [:infinity, 0, 1]

  defp gives_up?({{:., _, [{:__aliases__, _, [:Task]}, :async_stream]}, _, arguments}),
    do:
      not match?([{_, _} | _], List.last(arguments)) or
        List.last(arguments)[:timeout] != :infinity

  defp gives_up?({{:., _, [{:__aliases__, _, [module]}, function]}, _, arguments}),
    do: {module, function} in @impatient and List.last(arguments) not in @patience

  defp gives_up?({{:., _, [:sys, function]}, _, arguments}),
    do: {:sys, function} in @impatient and List.last(arguments) not in @patience

  # A limit of their own.
  defp gives_up?({:after, [{:->, _, [[limit], _]}]}), do: is_integer(limit) and limit > 0
  defp gives_up?({:assert_receive, _, [_message, limit | _]}), do: is_integer(limit)

  defp gives_up?({{:., _, [:gen_tcp, :recv]}, _, [_socket, _length, limit]}),
    do: is_integer(limit) and limit > 0

  defp gives_up?(_other), do: false

  test "no test gives up sooner than others" do
    found =
      for file <- files(),
          Path.extname(file) in [".ex", ".exs"],
          call <- file |> File.read!() |> Code.string_to_quoted!() |> Macro.prewalker(),
          gives_up?(call),
          do: "#{file}: #{Macro.to_string(call)}"

    assert found == []

    for impatient <- [
          quote(do: GenServer.call(queue, :figures)),
          quote(do: Task.await(task, 60_000)),
          quote(do: Task.async_stream(list, work, max_concurrency: 2)),
          quote(do: :sys.get_state(pid)),
          quote(do: assert_receive(:done, 5_000)),
          quote(do: :gen_tcp.recv(socket, 0, 200))
        ],
        do: assert(gives_up?(impatient))

    for patient <- [quote(do: Task.await(task, :infinity)), quote(do: assert_receive(:done))],
        do: refute(gives_up?(patient))

    {:receive, _, [[_do, limited]]} = quote(do: receive(do: (:done -> 1), after: (20_000 -> 2)))
    assert gives_up?(limited)
  end

  test "the words of clocks are recognised" do
    for {kind, line} <- [
          {"ex", "Process.sleep(20)"},
          {"ex", "refute_receive {:asked, _}, 50"},
          {"ex", "Process.send_after(self(), :go_on, 20)"},
          {"ex", "began = System.monotonic_time(:millisecond)"},
          {"mjs", "await new Promise((resolve) => setTimeout(resolve, 20));"},
          {"mjs", "await page.waitForSelector(\".gone\", { timeout: 3_000 });"},
          {"mjs", "const began = performance.now();"},
          {"rs", "thread::sleep(Duration::from_millis(10));"},
          {"sh", "sleep 1"}
        ],
        do: assert(line =~ @clocks[kind], line)

    for line <- ["Process.sleep(:infinity)", "refute_received {:asked, _}"],
        do: refute(line =~ @clocks["ex"], line)
  end
end
