defmodule PlayoutWeb.Log do
  @moduledoc """
  The lines of the log that are about requests and slow storage, and the format of all lines.

  A request is one line, with its route instead of its path: whoever knows the path of a match can
  watch it. Static files and `/health` are not logged.
  """
  require Logger

  alias Playout.Matches.Limits

  # In milliseconds.
  @slow 1_000

  @doc "Attaches the handlers that write lines."
  @spec attach() :: :ok
  def attach do
    :telemetry.attach_many(
      __MODULE__,
      [
        [:phoenix, :endpoint, :stop],
        [:playout, :storage, :write],
        [:playout, :storage, :read]
      ],
      &__MODULE__.handle/4,
      nil
    )

    # Otherwise every statement of a migration would be a line, several dozen on the first start.
    Logger.put_module_level(Ecto.Migration.Runner, :warning)
  end

  @doc false
  def handle([:phoenix, :endpoint, :stop], %{duration: duration}, %{conn: conn}, _config) do
    Logger.info("request",
      method: method(conn.method),
      route: route(conn),
      status: conn.status,
      ms: milliseconds(duration)
    )
  end

  def handle([:playout, :storage, kind], %{duration: duration}, metadata, _config) do
    query = Map.get(metadata, :query, kind)

    with true <- milliseconds(duration) >= @slow,
         line when line != nil <- Limits.line({:slow, query}, "the database is slow"),
         do: Logger.warning(line, query: query, ms: milliseconds(duration))
  end

  # Anything else that a client sends may be as long as a line of HTTP.
  defp method(method) when method in ~w(GET HEAD POST PUT DELETE OPTIONS), do: method
  defp method(_other), do: "other"

  @doc """
  Returns the route of a request: its pattern in the router, which contains no id of a match, or
  `"none"`.
  """
  @spec route(Plug.Conn.t()) :: String.t()
  def route(conn) do
    case Phoenix.Router.route_info(PlayoutWeb.Router, conn.method, conn.path_info, conn.host) do
      %{route: route} -> route
      :error -> "none"
    end
  end

  defp milliseconds(duration), do: System.convert_time_unit(duration, :native, :millisecond)

  @doc """
  Formats an event as one line of keys and values: the time (UTC), the level, the message, and its
  metadata. It is the `format` of Logger's formatter.
  """
  @spec format(atom, IO.chardata(), Logger.Formatter.date_time_ms(), keyword) :: IO.chardata()
  def format(level, message, {date, time}, metadata) do
    [
      [Logger.Formatter.format_date(date), ?T, Logger.Formatter.format_time(time), ?Z],
      pair(:level, level),
      pair(:message, IO.chardata_to_string(message)),
      for({key, value} <- metadata, do: pair(key, value)),
      ?\n
    ]
  end

  defp pair(key, value), do: [?\s, Atom.to_string(key), ?=, value |> to_string() |> quoted()]

  # In quotation marks, a line break is written as \n.
  defp quoted(text) do
    if text =~ ~r/\A[^\s"=\\]+\z/, do: text, else: inspect(text, printable_limit: :infinity)
  end
end
