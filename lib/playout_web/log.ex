defmodule PlayoutWeb.Log do
  @moduledoc """
  The lines of the log that are about requests and slow storage, and the format of all lines.

  A request is one line, with its route instead of its path: whoever knows the path of a match can
  watch it. Static files and `/health` are not logged.
  """
  require Logger

  alias Playout.Matches.{Limits, Settings}

  # In milliseconds.
  @slow 1_000

  # Lines in a minute: so many requests, and of each other kind so many times `log_lines` of
  # `Playout.Matches.Settings`.
  @most 3_000
  @factor 6
  @minute 60_000
  @announced " (more lines like this are left out for up to a minute)"

  @doc "Attaches the handlers that write lines, and limits how many there are."
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

    :logger.remove_primary_filter(__MODULE__)
    :ok = :logger.add_primary_filter(__MODULE__, {&__MODULE__.limit/2, %{}})

    # Otherwise every statement of a migration would be a line, several dozen on the first start.
    Logger.put_module_level(Ecto.Migration.Runner, :warning)
  end

  @doc false
  # Visitors cause lines: requests, crashes of their pages, errors of libraries. Those of a kind come from
  # the same place in the code.
  def limit(%{level: level, meta: meta} = event, _config) do
    kind = {level, meta[:mfa] || meta[:domain]}
    most = if level in [:info, :debug], do: @most, else: @factor * Settings.log_lines()
    rooms = [room(kind, most), room(:all, @most + @factor * Settings.log_lines())]

    cond do
      :full in rooms ->
        :telemetry.execute([:playout, :log, :left_out], %{count: 1}, %{})
        :stop

      :last in rooms ->
        update_in(event.msg, &announced/1)

      true ->
        event
    end
  end

  defp room(kind, most) do
    case Limits.Windows.hit({:log, kind}, @minute, most) do
      {:allow, ^most} -> :last
      {:allow, _fewer} -> :room
      {:deny, _wait} -> :full
    end
  rescue
    # The counters restart, or have not started.
    ArgumentError -> :room
  end

  defp announced({:string, text}), do: {:string, [text, @announced]}
  defp announced({:report, report}), do: {:report, report}
  defp announced({format, values}), do: {~c"~ts~ts", [:io_lib.format(format, values), @announced]}

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
