defmodule Playout.Matches.Store.Writer do
  @moduledoc false
  # The queue of everything that is to be written. Whatever arrives while the committer is busy
  # forms the next batch. So one commit serves many matches, and the busier the site, the more.

  use GenServer

  require Logger

  alias Playout.Matches.Limits
  alias Playout.Matches.Store.Job
  alias Playout.Patience

  # In milliseconds. After that a caller stops waiting, and its job is not run any more.
  @timeout 15_000

  # How many jobs may wait. They use some kilobytes each, and the last one waits a few seconds even
  # if every commit takes 100 ms.
  @most_waiting 2_000

  # How many jobs form a batch. An error of the disk refuses them all.
  @most_in_batch 100

  @doc """
  Starts a writer for a `:committer`, which commits the jobs of `{:commit, reference, writer, jobs}`
  and then sends the writer `{:committed, reference}`. Tests give it a `:name`, and as `:waiting` the
  number of jobs that may wait.
  """
  def start_link(options) do
    GenServer.start_link(__MODULE__, options, name: Keyword.get(options, :name, __MODULE__))
  end

  @doc """
  Runs `work` on the connection that writes (see `Playout.Matches.Store.Job`) and returns its
  answer after the commit.

  `{:error, :not_stored}`: the database failed, is not there, or too many others are waiting for
  it. In rare cases the work has been committed all the same: if the commit was about to succeed
  when the caller stopped waiting, or when the database crashed.
  """
  @spec run((Playout.Database.Adapter.connection() -> answer), GenServer.server()) ::
          answer | {:error, :not_stored}
        when answer: term
  def run(work, writer \\ __MODULE__) do
    GenServer.call(writer, {:run, work}, Patience.ms(@timeout))
  catch
    :exit, reason ->
      failed("the database failed: #{Exception.format_exit(reason)}")
      {:error, :not_stored}
  end

  @doc "Returns how many jobs are waiting; `nil` while the writer restarts."
  @spec waiting() :: nil | non_neg_integer
  def waiting do
    GenServer.call(__MODULE__, :waiting, Patience.ms(1_000))
  catch
    :exit, _reason -> nil
  end

  @impl true
  def init(options) do
    # It works little, and the committer waits for its next batch.
    Process.flag(:priority, :high)

    {:ok,
     %{
       committer: Keyword.fetch!(options, :committer),
       most_waiting: Keyword.get(options, :waiting, @most_waiting),
       jobs: :queue.new(),
       waiting: 0,
       # The monitor of the committer, and the batch that it commits.
       committing: nil,
       full?: false
     }}
  end

  @impl true
  def handle_call({:run, work}, from, writer) do
    if writer.waiting < writer.most_waiting do
      job = %Job{work: work, from: from, since: now()}
      writer = %{writer | jobs: :queue.in(job, writer.jobs), waiting: writer.waiting + 1}
      {:noreply, commit(writer)}
    else
      {:reply, {:error, :not_stored}, full(writer)}
    end
  end

  def handle_call(:waiting, _from, writer), do: {:reply, writer.waiting, writer}

  @impl true
  def handle_info({:committed, reference}, %{committing: {reference, _jobs}} = writer) do
    Process.demonitor(reference, [:flush])
    {:noreply, commit(%{writer | committing: nil})}
  end

  # The committer crashed, or there is none.
  def handle_info({:DOWN, reference, _, _, _}, %{committing: {reference, jobs}} = writer) do
    for job <- jobs, do: GenServer.reply(job.from, {:error, :not_stored})
    {:noreply, commit(%{writer | committing: nil})}
  end

  # From a batch of a writer that crashed.
  def handle_info({:committed, _reference}, writer), do: {:noreply, writer}

  # Logs the beginning of such a time, not every refusal.
  defp full(%{full?: true} = writer), do: writer

  defp full(writer) do
    failed("the database is too slow: #{writer.waiting} writes are waiting for it")
    %{writer | full?: true}
  end

  defp failed(text) do
    if line = Limits.line(:waiting, text), do: Logger.error(line)
  end

  defp commit(%{committing: nil, waiting: waiting} = writer) when waiting > 0 do
    size = min(waiting, @most_in_batch)
    {batch, rest} = :queue.split(size, writer.jobs)
    writer = %{writer | jobs: rest, waiting: waiting - size}
    writer = %{writer | full?: writer.full? and writer.waiting > 0}

    case Enum.reject(:queue.to_list(batch), &expired?/1) do
      [] ->
        commit(writer)

      jobs ->
        reference = Process.monitor(writer.committer)
        GenServer.cast(writer.committer, {:commit, reference, self(), jobs})
        %{writer | committing: {reference, jobs}}
    end
  end

  defp commit(writer), do: writer

  defp expired?(job) do
    System.convert_time_unit(now() - job.since, :native, :millisecond) >= Patience.ms(@timeout)
  end

  defp now, do: System.monotonic_time()
end
