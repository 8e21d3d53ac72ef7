defmodule PlayoutWeb.RecordController do
  @moduledoc """
  The record of a match as a file (`docs/records.md`), for whoever knows its address. Errors are a line
  of text.
  """
  use PlayoutWeb, :controller

  alias Playout.Record
  alias PlayoutWeb.MatchRecord

  @doc "Sends the record in PGN."
  def show(conn, %{"id" => id}) do
    with {:ok, state, record} <- MatchRecord.read(id),
         {:ok, text} <- Record.write(record) do
      conn
      |> put_resp_header("content-disposition", ~s(attachment; filename="#{state.game}.pgn"))
      |> put_resp_header("cache-control", "private, no-store")
      |> text(text)
    else
      {:error, reason} ->
        {status, message} = refusal(reason)
        conn |> put_status(status) |> text(message <> "\n")
    end
  end

  defp refusal(:not_found), do: {:not_found, "There is no such match."}

  defp refusal(%Playout.Error{code: :too_large}),
    do: {:not_found, "The match is too long for a record."}

  defp refusal(_failing), do: {:service_unavailable, "Please try again later."}
end
