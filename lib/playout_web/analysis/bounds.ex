defmodule PlayoutWeb.Analysis.Bounds do
  @moduledoc """
  Whether there is room for what an analysis has become: its text has to be short enough for the browser
  to keep it, and its moves need memory (`PlayoutWeb.Limits`).

  The functions take the socket of `PlayoutWeb.Analysis.Live`.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  import Phoenix.LiveView, only: [connected?: 1]

  alias Phoenix.LiveView.Socket
  alias Playout.Error
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.RecordText
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Limits
  alias PlayoutWeb.Sentences

  @type refusal :: :long_analysis | :analysis_moves

  @doc "Returns the text of an analysis, which from now on is the page's, or why it has no room."
  @spec text(Socket.t(), Analysis.t()) :: {:ok, String.t()} | {:error, refusal}
  def text(socket, analysis), do: text(socket, analysis, map_size(analysis.nodes))

  @doc "Like `text/2`, for a change of the page's analysis."
  @spec changed(Socket.t(), Analysis.t()) :: {:ok, String.t()} | {:error, refusal}
  def changed(%{assigns: %{analysis: %{record: record}, text: text}}, %{record: record}),
    do: {:ok, text}

  # What was deleted is kept until the next change.
  def changed(%{assigns: %{analysis: before}} = socket, analysis),
    do: text(socket, analysis, max(map_size(analysis.nodes), map_size(before.nodes)))

  defp text(socket, analysis, moves) do
    with {:ok, text} <- written(analysis),
         :ok <- count(socket, moves, byte_size(text)),
         do: {:ok, text}
  end

  defp written(analysis) do
    if Analysis.empty?(analysis),
      do: {:ok, ""},
      else: with(:error <- RecordText.write(analysis.record), do: {:error, :long_analysis})
  end

  # The document comes from the process of a connection, which has others to serve.
  defp count(%{assigns: %{address: address}} = socket, moves, bytes),
    do: if(connected?(socket), do: Limits.analysis(address, moves, bytes), else: :ok)

  @doc "Says why an analysis was refused, or a command for it."
  @spec words(refusal | :busy | term) :: String.t()
  def words(:long_analysis),
    do: gettext("This analysis is too long to be kept. Please delete something first.")

  def words(reason) when reason in [:busy, :analysis_moves], do: RecordText.problem(reason)
  def words(%Error{code: :not_in_record}), do: Sentences.refusal(:stale)

  def words(%Error{code: :too_large, details: %{problem: "too_many_moves", most: most}}) do
    gettext("An analysis can have %{most} moves. Please delete some first.",
      most: Format.number(most)
    )
  end

  def words(%Error{code: :too_large, details: %{problem: "long_comment", most: most}}),
    do: gettext("A comment can have %{most} characters.", most: Format.number(most))

  def words(reason), do: Sentences.refusal(reason)
end
