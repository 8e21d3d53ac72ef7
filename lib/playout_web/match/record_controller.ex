defmodule PlayoutWeb.Match.RecordController do
  @moduledoc """
  The record of a match as a file (`docs/records.md`), for whoever knows its address. Errors are a line
  of text.
  """
  use PlayoutWeb, :controller

  alias Playout.Record
  alias PlayoutWeb.Match.NamedRecord

  @doc "Sends the record in PGN."
  def pgn(conn, %{"id" => id}), do: send_as(conn, id, :pgn)

  @doc "Sends the record of a match of Gomoku in SGF."
  def sgf(conn, %{"id" => id}), do: send_as(conn, id, :sgf)

  defp send_as(conn, id, format) do
    with {:ok, state, record} <- NamedRecord.read(id),
         {:ok, text} <- Record.write(record, format: format) do
      name = "#{state.game}.#{format}"

      conn
      |> put_resp_header("content-disposition", ~s(attachment; filename="#{name}"))
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

  defp refusal(%Playout.Error{code: :bad_record}),
    do: {:not_found, "A record in this format can't say that. Take the one in PGN."}

  defp refusal(_failing), do: {:service_unavailable, "Please try again later."}
end
