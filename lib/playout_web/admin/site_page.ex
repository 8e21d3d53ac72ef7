defmodule PlayoutWeb.Admin.SitePage do
  @moduledoc "The page of the dashboard about the site itself: what it does now and did in the last minute."
  use Phoenix.LiveDashboard.PageBuilder

  import PlayoutWeb.Admin.Samples, except: [quantile: 3]
  import PlayoutWeb.Admin.Units

  alias PlayoutWeb.Admin.{Collector, Figures, Samples}

  @refused [
    {"Command", "playout_commands_total", "result"},
    {"To store", "playout_storage_refused_total", "reason"},
    {"Search", "playout_searches_refused_total", "reason"},
    {"Page or event", "playout_pages_refused_total", "reason"}
  ]

  @impl true
  def menu_link(_session, _capabilities), do: {:ok, "Playout"}

  @impl true
  def mount(_params, _session, socket), do: {:ok, show(socket)}

  @impl true
  def handle_refresh(socket), do: {:noreply, show(socket)}

  defp show(socket) do
    minute = Collector.last_minute()
    figures = Figures.read()

    assign(socket,
      sections: [
        {"Searches", searches(figures.queue || %{}, minute)},
        {"Matches", matches(figures, minute)},
        {"Storage", storage(figures.storage || %{}, minute)},
        {"Server", server(minute)}
      ],
      trees: figures.trees,
      refused: refused(minute),
      routes: routes(minute)
    )
  end

  defp searches(queue, minute) do
    granted = rate(minute, "playout_search_granted_seconds_sum")

    [
      {"Running", "#{number(queue[:running])} of #{number(queue[:places])}",
       "Searches that have a turn, of the places for them"},
      {"Between turns", number(queue[:between]), "Searches that have begun and wait for a turn"},
      {"Waiting to begin", classes(queue[:waiting]),
       "By priority: what people wait for, analysis, matches between engines"},
      {"Longest wait now", seconds(queue[:longest_wait] && queue[:longest_wait] / 1000), nil},
      {"Waited", typical(minute, "playout_search_waited_seconds"),
       "95% of searches, for all their turns"},
      {"Places in use", percent(granted, queue[:places]), "Granted time in the last minute"},
      {"Playouts a second", number(rate(minute, "playout_search_playouts_total")), nil},
      {"Ended", number(increase(minute, "playout_searches_total")), "In the last minute"},
      {"Failed", number(failed(minute)), "In the last minute"}
    ]
  end

  defp classes(nil), do: number(nil)

  defp classes(waiting) do
    case for({priority, count} <- waiting, count > 0, do: "#{count} (#{priority})") do
      [] -> "0"
      classes -> Enum.join(classes, ", ")
    end
  end

  # The longest of nearly all durations, because a single one says little.
  defp typical(minute, name) do
    case Samples.quantile(minute, name, 0.95) do
      seconds when is_float(seconds) -> "at most " <> seconds(seconds)
      other -> seconds(other)
    end
  end

  # People cancel searches by undoing a move or leaving, which is no failure.
  defp failed(minute) do
    for {[result], count, _total} <- by(minute, "playout_searches_total", ["result"]),
        result not in ["done", "cancelled"],
        reduce: 0 do
      sum -> sum + count
    end
  end

  defp matches(figures, minute) do
    matches = figures.matches || %{}

    [
      {"Awake", number(matches[:awake]), "Matches that have a process"},
      {"Asleep", number(minute.now[{"playout_matches_asleep", %{}}]),
       "Unfinished matches that have none, a few seconds ago"},
      {"Watched", number(matches[:watched]), "Matches that a page shows"},
      {"Watchers", number(matches[:watchers]), "Pages that show a match"},
      {"Reviews", number(matches[:reviews]), "Finished matches that the engine goes through"},
      {"Connected pages", number(figures.sockets[:connected]), nil},
      {"Commands", number(increase(minute, "playout_commands_total")), "In the last minute"},
      {"A command took", typical(minute, "playout_command_seconds"), "95% of commands"}
    ]
  end

  defp storage(storage, minute) do
    [
      {"Matches", number(storage[:matches]), "All that are stored, a minute ago"},
      {"Writes", number(increase(minute, "playout_storage_events_total")),
       "Moves, matches and checks in the last minute"},
      {"Stored today", bytes(storage[:today_bytes]), "Since midnight (UTC), or since the start"},
      {"Writes waiting", number(storage[:queue]), nil},
      {"Reads waiting", number(storage[:reads]), nil},
      {"A write took", typical(minute, "playout_storage_write_seconds"), "95% of transactions"},
      {"It had waited", typical(minute, "playout_storage_write_waited_seconds"),
       "95% of transactions"},
      {"A query took", typical(minute, "playout_storage_read_seconds"), "95% of queries"},
      {"Database", bytes(storage[:file_bytes]), "The file"},
      {"Write-ahead log", bytes(storage[:wal_bytes]), "Its file"},
      {"Room for more", room(storage), "Free space on the disk and inside the file"}
    ]
  end

  defp room(%{disk: :low} = storage), do: "#{bytes(storage[:room_bytes])}: nearly full!"
  defp room(storage), do: bytes(storage[:room_bytes])

  defp server(minute) do
    [
      {"Lag", typical(minute, "playout_vm_lag_seconds"),
       "95% of the times that a process wanted to run"},
      {"Memory", bytes(sum(minute.now, "playout_vm_memory_total_bytes")), "Without trees"},
      {"A press took", typical(minute, "playout_live_handle_event_seconds"),
       "95% of the events of pages"},
      {"A change of a form took", typical(minute, "playout_live_component_event_seconds"),
       "95% of the changes to the form for a new match"}
    ]
  end

  defp refused(minute) do
    for {what, name, label} <- @refused,
        {[reason], count, total} <- by(minute, name, [label]),
        reason != "ok",
        do: {what, reason, count, total}
  end

  defp routes(minute) do
    for {[route, status], count, total} <-
          by(minute, "playout_page_seconds_count", ["route", "status"]),
        do: {route, status, count, total}
  end

  @impl true
  def render(assigns) do
    ~H"""
    <section :for={{title, figures} <- @sections}>
      <.card_title title={title} />
      <.row :for={row <- Enum.chunk_every(figures, 3)}>
        <:col :for={{name, value, hint} <- row}>
          <.card inner_title={name} inner_hint={hint}>{value}</.card>
        </:col>
      </.row>
    </section>
    <div class="mb-4">
      <.usage_card :if={@trees} dom_id="trees" title="Search trees" csp_nonces={@csp_nonces}>
        <:usage
          dom_id="all"
          title="Memory that searches may take, and that of trees kept between moves"
          current={bytes(@trees.running_bytes + @trees.idle_bytes)}
          limit={bytes(@trees.most_bytes)}
          percent={round(100 * (@trees.running_bytes + @trees.idle_bytes) / @trees.most_bytes)}
        />
      </.usage_card>
    </div>
    <.counts title="Refused" headers={["What", "Reason"]} rows={@refused} />
    <.counts title="Pages" headers={["Page", "Status"]} rows={@routes} />
    """
  end

  attr :title, :string, required: true
  attr :headers, :list, required: true
  attr :rows, :list, required: true

  defp counts(assigns) do
    ~H"""
    <.card_title title={@title} />
    <div class="card mb-4">
      <table class="table mb-0">
        <thead>
          <tr>
            <th :for={header <- @headers}>{header}</th>
            <th class="text-right">In the last minute</th>
            <th class="text-right">Since the start</th>
          </tr>
        </thead>
        <tbody>
          <tr :for={{first, second, count, total} <- @rows}>
            <td>{first}</td>
            <td>{second}</td>
            <td class="text-right">{number(count)}</td>
            <td class="text-right">{number(total)}</td>
          </tr>
          <tr :if={@rows == []}>
            <td colspan="4">None yet</td>
          </tr>
        </tbody>
      </table>
    </div>
    """
  end
end
