defmodule PlayoutWeb.Log.LineLimitTest do
  # Reads the log of the whole application.
  use PlayoutWeb.ConnCase, async: false

  import ExUnit.CaptureLog

  alias Playout.Matches
  alias Playout.Matches.Limits
  alias Playout.Test.Env
  alias PlayoutWeb.Log.LineLimit

  require Logger

  # Of the tests before this one.
  setup do
    :ets.match_delete(Limits.Windows, {{{:line, {:log, :_}}, :_}, :_, :_})
    :ok
  end

  defp lines(work), do: work |> capture_log() |> String.split("\n", trim: true)
  defp note?(line), do: line =~ "more lines like the next one are left out for up to a minute"

  # What is left out is counted, too.
  defp left_out do
    test = self()
    tell = fn _event, %{count: 1}, _metadata, _config -> send(test, :left_out) end
    :telemetry.attach(self(), [:playout, :log, :left_out], tell, nil)
    on_exit(fn -> :telemetry.detach(test) end)
  end

  test "the log gets so many lines from one place, and a note that there are more" do
    Env.merge(Matches.Settings, log_lines: 3)
    left_out()

    lines = lines(fn -> for n <- 1..50, do: Logger.warning("something #{n} failed") end)
    assert Enum.count(lines, &(&1 =~ "something")) == 3
    assert Enum.count(lines, &note?/1) == 1
    assert lines |> Enum.at(-2) |> note?()
    for _ <- 1..47, do: assert_received(:left_out)
    refute_received :left_out

    # Other lines are not affected.
    assert [_line] = lines(fn -> Logger.warning("something else") end)
  end

  test "sockets of other sites' pages are lines of one kind, however they differ", %{conn: conn} do
    Env.merge(Matches.Settings, log_lines: 2)

    log =
      capture_log(fn ->
        for n <- 1..20 do
          origin = "https://#{n}.#{String.duplicate("x", 900)}.example"
          conn = put_req_header(conn, "origin", origin)
          assert get(conn, "/live/websocket?vsn=2.0.0").status == 403
        end
      end)

    assert length(String.split(log, "Could not check origin")) == 3
  end

  test "crashes are of the kind of the function that failed" do
    crash = fn term ->
      stack = [{PlayoutWeb.Match.Live, :handle_event, ["x", term, term], []}]
      report = %{label: {:gen_server, :terminate}, reason: {%RuntimeError{message: term}, stack}}
      LineLimit.kind(%{level: :error, msg: {:report, report}, meta: %{}})
    end

    assert crash.("a") == crash.("b")
    assert {_label, {RuntimeError, {PlayoutWeb.Match.Live, :handle_event, 3}}} = crash.("a")

    in_request = fn reason ->
      LineLimit.kind(%{msg: {:string, "x"}, meta: %{crash_reason: reason}})
    end

    assert in_request.({:exit, []}) != in_request.({%KeyError{}, []})

    for reason <- ["text", {"text", 1}, {{:shutdown, "text"}, []}, {}, nil, {:a, "no stack"}],
        do: refute(inspect(in_request.(reason)) =~ "text")

    of_task = fn stack ->
      report = %{label: {Task.Supervisor, :terminating}, report: %{reason: {%KeyError{}, stack}}}
      LineLimit.kind(%{msg: {:report, report}, meta: %{}})
    end

    assert of_task.([{A, :b, 1, []}]) != of_task.([{A, :c, 1, []}])

    of_state_machine = fn stack ->
      report = %{label: {:gen_statem, :terminate}, reason: {:error, :badarg, stack}}
      LineLimit.kind(%{msg: {:report, report}, meta: %{}})
    end

    assert of_state_machine.([{A, :b, 1, []}]) != of_state_machine.([{A, :c, 1, []}])

    spawned = [[error_info: {:error, %RuntimeError{}, [{A, :b, 1, []}]}], []]
    report = %{label: {:proc_lib, :crash}, report: spawned}
    assert {_, {RuntimeError, {A, :b, 1}}} = LineLimit.kind(%{msg: {:report, report}, meta: %{}})
  end

  test "processes that crash again and again leave as many reports as one may" do
    Env.merge(Matches.Settings, log_lines: 10)

    log =
      capture_log(fn ->
        for n <- 1..30 do
          {:ok, pid} = Task.start(fn -> receive(do: (:go -> raise "crash #{n}")) end)
          monitor = Process.monitor(pid)
          send(pid, :go)
          assert_receive {:DOWN, ^monitor, :process, ^pid, _reason}
        end
      end)

    assert length(Regex.scan(~r/\(RuntimeError\) crash/, log)) == 10
  end

  test "processes that a supervisor starts do not count: their reports are no lines" do
    Env.merge(Matches.Settings, log_lines: 2)
    {:ok, supervisor} = DynamicSupervisor.start_link(strategy: :one_for_one)

    assert [] ==
             lines(fn ->
               for _ <- 1..20, do: DynamicSupervisor.start_child(supervisor, {Agent, fn -> 1 end})
             end)
  end

  test "the note has the level of what is left out" do
    Env.merge(Matches.Settings, log_lines: 1)

    lines = lines(fn -> for _ <- 1..3, do: Logger.error("again") end)
    assert [note] = Enum.filter(lines, &note?/1)
    assert note =~ "[error]"
  end

  test "there is a limit to lines of all kinds" do
    Env.merge(Matches.Settings, log_lines: 1)

    passed =
      capture_log(fn ->
        passed =
          for n <- 1..2_000, reduce: 0 do
            passed ->
              event = %{level: :error, msg: {:string, "x"}, meta: %{mfa: {A, :b, n}, line: n}}
              if LineLimit.filter(event, nil) == :stop, do: passed, else: passed + 1
          end

        assert passed in 1..600
      end)

    assert passed =~ "left out"
  end

  test "what passes the limit is not dropped behind it" do
    {:ok, %{config: handler}} = :logger.get_handler_config(:default)
    # In the last second of a minute and the first one of the next.
    most = 2 * 600 * 10
    assert handler.drop_mode_qlen > most and handler.flush_qlen > most
    refute handler.burst_limit_enable
  end

  test "an event that it doesn't know passes" do
    event = %{level: :error, msg: {"~p", [1]}, meta: :none}
    assert LineLimit.filter(event, nil) == event
  end
end
