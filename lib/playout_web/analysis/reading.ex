defmodule PlayoutWeb.Analysis.Reading do
  @moduledoc """
  Reads the texts of analyses for their pages: one that the visitor has brought (`:import`), and those that
  the browser has kept (`:recall`, `:recover`).

  This takes up to a tenth of a second, so it runs outside the page's process, in turn with the texts of
  others (`PlayoutWeb.Limits.WorkQueue`). If the analysis changes meanwhile, the result no longer applies.
  """
  import Phoenix.LiveView, only: [start_async: 3]

  alias Phoenix.LiveView.Socket
  alias Playout.Record
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.RecordText
  alias PlayoutWeb.Limits.{Work, WorkQueue}
  alias PlayoutWeb.Match.NamedRecord

  @most_id 40

  @typedoc "What a text is read for. It is the name of the task."
  @type purpose :: :import | :recall | :recover

  @doc """
  Begins to read what a page has sent: a `text`, the `moves` to the position in it that was shown, and the
  `key` under which the browser keeps it. Only the last one that began for a purpose has a result. Those
  before go on, because native code cannot be stopped, and keep their places in the queue.
  """
  @spec start(Socket.t(), purpose, map) :: Socket.t()
  def start(%{assigns: assigns} = socket, purpose, sent) do
    %{address: address, visitor: visitor} = assigns
    wanted = wanted(assigns)
    state = state(socket)
    # Before, because a page that is closed meanwhile would not pay.
    Work.count_bytes({address, visitor}, size(sent))

    start_async(socket, purpose, fn ->
      {state, queued({address, visitor}, fn -> read(purpose, wanted, sent) end)}
    end)
  end

  defp queued({address, _visitor} = who, read) do
    Work.bound_memory()
    with {:ok, result} <- WorkQueue.run(address, fn -> Work.measure(who, read) end), do: result
  end

  defp size(%{"text" => text}) when is_binary(text), do: byte_size(text)
  defp size(_no_text), do: 0

  # What an analysis must be like to be shown instead of this one. All of it would be copied.
  defp wanted(
         %{game: game, analysis: %{record: %{tags: tags, position: start}} = shown} = assigns
       ) do
    assigns
    |> Map.take([:problem?, :named?, :site])
    |> Map.merge(%{game: game, position: Analysis.position(shown), start: start, tags: tags})
  end

  @doc """
  Returns the analysis that was read, its key if the browser has kept it, and how many records there
  were in the text; or why there is none.
  """
  @spec done(Socket.t(), purpose, {:ok, term} | {:exit, term}) ::
          {:ok, Analysis.t(), nil | String.t(), pos_integer} | {:error, RecordText.problem()}
  def done(socket, _purpose, {:ok, {state, result}}) do
    if result == {:error, :busy} or state == state(socket), do: result, else: {:error, :stale}
  end

  def done(_socket, _purpose, {:exit, _crash}), do: {:error, :busy}

  defp state(%{assigns: %{key: key, text: text}}), do: {key, text}

  defp read(:import, %{game: game}, %{"text" => text}) do
    with {:ok, record, count} <- RecordText.read(game, text),
         {:ok, analysis} <- Analysis.open(record, []),
         do: {:ok, analysis, nil, count}
  end

  defp read(:recover, %{game: game}, kept) do
    with {:ok, record, count} <- RecordText.read(game, kept["text"]),
         {:ok, path} <- path(kept["moves"]),
         {:ok, analysis} <- Analysis.open(record, path),
         do: {:ok, analysis, key(kept), count}
  end

  # An address that names a position takes only an analysis that has it, and one that names a match only
  # an analysis of that match.
  defp read(:recall, %{problem?: true}, _kept), do: {:error, :other}

  defp read(:recall, %{game: game, position: position, site: site, named?: named?} = wanted, kept) do
    with {:ok, record, count} <- RecordText.read(game, kept["text"]),
         {:ok, path} <- path(kept["moves"]),
         true <- site in [nil, NamedRecord.site(record)],
         true <- not named? or has?(record, path, position),
         path = if(named? and wanted.start == record.position, do: position.moves, else: path),
         # How a match has ended may be news.
         record = if(site, do: %{record | tags: wanted.tags}, else: record),
         {:ok, analysis} <- Analysis.open(record, path) do
      {:ok, analysis, key(kept), count}
    else
      _nothing -> {:error, :other}
    end
  end

  defp has?(record, path, position) do
    same? = record.position.start == position.start

    (same? and Record.fetch(record, position.moves) != :error) or
      (position.moves == [] and
         match?(
           {:ok, %{position: now}} when now == position.start,
           Playout.describe(Record.position(record, path))
         ))
  end

  defp path(moves) when is_binary(moves), do: {:ok, String.split(moves)}
  defp path(_none), do: {:error, :other}

  defp key(%{"key" => key}) when is_binary(key) and byte_size(key) in 1..@most_id,
    do: if(key =~ ~r/\A[\w-]+\z/, do: key)

  defp key(_kept), do: nil
end
