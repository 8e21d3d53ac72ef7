defmodule Playout.Matches.Store.Committer do
  @moduledoc false
  # Owns the connection that writes. It runs a batch of jobs of `Writer` in one transaction and then
  # answers their callers, so a whole batch waits for the disk only once.

  use GenServer

  require Logger

  alias Playout.Database
  alias Playout.Matches.Limits
  alias Playout.Matches.Store.{People, Reviews, Writes}

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: __MODULE__)

  @impl true
  def init(nil) do
    # So that `terminate/2` is called.
    Process.flag(:trap_exit, true)
    # Every statement changes threads, and on a busy machine hundreds of pages would go first each
    # time, while all that write wait for this process.
    Process.flag(:priority, :high)
    {:ok, nil, {:continue, :open}}
  end

  @impl true
  def handle_continue(:open, nil) do
    case open() do
      {:ok, connection} ->
        {:noreply, connection}

      # The next batch tries again.
      {:error, reason} ->
        log(reason)
        {:noreply, nil}
    end
  end

  @impl true
  def handle_cast({:commit, reference, writer, jobs}, connection) do
    began = System.monotonic_time()
    {answers, connection} = commit_jobs(jobs, connection)
    measure(answers, began)
    send(writer, {:committed, reference})
    for {job, answer} <- answers, do: GenServer.reply(job.from, answer)
    {:noreply, connection}
  end

  @impl true
  def handle_info(_message, connection), do: {:noreply, connection}

  @impl true
  def terminate(_reason, nil), do: :ok

  def terminate(_reason, connection) do
    Database.settle(connection)
    Database.close(connection)
  end

  # If one job fails, the others are tried again without it. If that fails too, the problem is the
  # disk, and all of them are refused. If the connection fails, all are tried again on another one.
  defp commit_jobs(jobs, connection) do
    case attempt(jobs, connection, :once_more) do
      {:ok, answers, connection} ->
        {answers, connection}

      {:failed, failed} when failed != nil and length(jobs) > 1 ->
        rest = List.delete(jobs, failed)

        case attempt(rest, nil) do
          {:ok, answers, connection} -> {refuse([failed]) ++ answers, connection}
          {:failed, _job} -> {refuse(jobs), nil}
        end

      {:failed, _job} ->
        {refuse(jobs), nil}
    end
  end

  defp refuse(jobs), do: for(job <- jobs, do: {job, {:error, :not_stored}})

  # Returns `{:failed, job}` if a job failed, and `{:failed, nil}` if something else did. Then the
  # connection is closed, because it could be in any state; the next attempt opens a new one.
  defp attempt(jobs, connection, tries \\ :last)

  defp attempt(jobs, nil, tries) do
    case open() do
      {:ok, connection} ->
        attempt(jobs, connection, tries)

      {:error, reason} ->
        log(reason)
        {:failed, nil}
    end
  end

  defp attempt(jobs, connection, tries) do
    answers =
      Database.transaction(connection, fn connection ->
        for job <- jobs, do: {job, run(job, connection)}
      end)

    {:ok, answers, connection}
  catch
    kind, reason ->
      Database.close(connection)

      {job, kind, reason, stacktrace} =
        case reason do
          {:job_failed, job, kind, reason, stacktrace} -> {job, kind, reason, stacktrace}
          _other -> {nil, kind, reason, __STACKTRACE__}
        end

      log(Exception.format_banner(kind, reason, stacktrace))
      failed(jobs, job, reason, tries)
  end

  defp failed(jobs, _job, %Database.RepeatableError{}, :once_more), do: attempt(jobs, nil, :last)
  defp failed(_jobs, _job, %Database.RepeatableError{}, :last), do: {:failed, nil}
  defp failed(_jobs, job, _reason, _tries), do: {:failed, job}

  defp run(job, connection) do
    job.work.(connection)
  catch
    kind, reason -> throw({:job_failed, job, kind, reason, __STACKTRACE__})
  end

  defp open do
    tables = [Writes, People, Reviews]
    Database.open(Enum.reduce(tables, %{}, &Map.merge(&2, &1.statements())))
  end

  defp log(reason) do
    if line = Limits.line(:writing, "the database failed: #{reason}"), do: Logger.error(line)
  end

  defp measure(answers, began) do
    failed? = Enum.any?(answers, &match?({_job, {:error, :not_stored}}, &1))
    oldest = answers |> Enum.map(fn {job, _answer} -> job.since end) |> Enum.min()

    :telemetry.execute(
      [:playout, :storage, :write],
      %{
        duration: System.monotonic_time() - began,
        wait: began - oldest,
        events: length(answers)
      },
      %{result: if(failed?, do: :failed, else: :ok)}
    )
  end
end
