defmodule PlayoutWeb.Analysis.OfMatch do
  @moduledoc """
  The analysis of a match: its record (`PlayoutWeb.Match.NamedRecord`), and the address under which it is
  analysed.
  """
  use PlayoutWeb, :verified_routes

  alias Playout.Matches.State
  alias Playout.{Position, Snapshot}
  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Analysis.{Address, RecordText}
  alias PlayoutWeb.Match.{NamedRecord, View}

  @doc """
  Returns the analysis of a match that shows a position of it: its whole record, if the visitor may
  analyse it and it is not too long to be kept. `:error` if there is none.
  """
  @spec open(term, Position.t(), String.t()) :: {:ok, Analysis.t()} | :error
  def open(id, %Position{moves: moves} = position, visitor) do
    with {:ok, state, record} <- NamedRecord.read(id),
         true <- View.analyses?(state, visitor),
         true <- record.position == %{position | moves: []},
         {:ok, _text} <- RecordText.write(record),
         {:ok, %{path: ^moves} = analysis} <- Analysis.open(record, moves) do
      {:ok, analysis}
    else
      _none -> :error
    end
  end

  @doc """
  Returns the address of the analysis of a match at one of its positions, or that of the match if the visitor
  may not analyse it yet.
  """
  @spec path(State.t(), Position.t(), Snapshot.t(), String.t()) :: String.t()
  def path(%{game: game, id: id} = state, position, snapshot, visitor) do
    if View.analyses?(state, visitor),
      do: ~p"/analysis/#{game}?#{Address.params(position, snapshot.position) ++ [match: id]}",
      else: ~p"/m/#{id}"
  end
end
