defmodule PlayoutWeb.Admin.Metrics do
  @moduledoc """
  Everything that is measured, under the names that Prometheus gets.

  Labels are words of the code: no ids, nothing that a browser sent. So the number of series is
  bounded.
  """
  import Telemetry.Metrics

  alias PlayoutWeb.{Analysis, Editor, Lobby, Match, People, Rules}
  alias Telemetry.Metrics.{Distribution, Summary}

  # Upper ends of buckets, in seconds.
  @work [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  @waits [0.001, 0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60, 300]

  @doc "Returns the definitions of all metrics."
  @spec all() :: [Telemetry.Metrics.t()]
  def all do
    groups = [
      searches: searches() ++ trees(),
      matches: matches(),
      storage: storage(),
      pages: pages(),
      vm: vm()
    ]

    # The dashboard has one page of charts for each group.
    for {group, metrics} <- groups, metric <- metrics do
      %{metric | reporter_options: [nav: group] ++ metric.reporter_options}
    end
  end

  @doc """
  Returns the same metrics for the dashboard's charts, which show durations over time instead of
  how they are distributed.
  """
  @spec charts() :: [Telemetry.Metrics.t()]
  def charts do
    for metric <- all() do
      with %Distribution{} <- metric, do: struct!(Summary, Map.from_struct(metric))
    end
  end

  defp searches do
    stop = [:playout, :search, :stop]
    queue = [:playout, :queue, :figures]

    [
      count("playout.searches", stop, [:game, :priority, :result], "Searches that ended"),
      sum("playout.search.playouts.total",
        event_name: stop,
        measurement: :playouts,
        tags: [:game],
        tag_values: &labels/1,
        description: "Playouts of searches that ended"
      ),
      sum("playout.search.nodes.total",
        event_name: stop,
        measurement: :nodes,
        tags: [:game],
        tag_values: &labels/1,
        description: "Nodes of searches that ended"
      ),
      seconds(
        "playout.search.waited",
        stop,
        :waited,
        [:priority],
        @waits,
        "How long searches waited for turns"
      ),
      seconds(
        "playout.search.granted",
        stop,
        :granted,
        [:priority],
        @waits,
        "How long searches ran"
      ),
      count(
        "playout.searches.refused",
        [:playout, :search, :refused],
        [:reason],
        "Searches that were not started"
      ),
      gauge("playout.queue.places", queue, "Searches that may run at once"),
      gauge("playout.queue.running", queue, "Searches that run"),
      gauge("playout.queue.between", queue, "Searches that wait for their next turn"),
      gauge(
        "playout.queue.waiting",
        [:playout, :queue, :waiting],
        :count,
        [:priority],
        "Searches that wait for their first turn"
      ),
      last_value("playout.queue.longest.wait.seconds",
        event_name: queue,
        measurement: fn figures -> figures.longest_wait / 1000 end,
        description: "How long the search has waited that waits longest"
      )
    ]
  end

  defp trees do
    event = [:playout, :trees, :figures]

    [
      gauge(
        "playout.trees.running.bytes",
        event,
        :running_bytes,
        [],
        "Memory that searches may take for their trees"
      ),
      gauge(
        "playout.trees.idle.bytes",
        event,
        :idle_bytes,
        [],
        "Memory of trees that are kept between moves"
      ),
      gauge("playout.trees.limit.bytes", event, :most_bytes, [], "Memory for all trees together"),
      gauge("playout.trees.idle", event, "Trees that are kept between moves")
    ]
  end

  defp matches do
    command = [:playout, :matches, :command]
    figures = [:playout, :matches, :figures]

    [
      count(
        "playout.commands",
        command,
        [:command, :result],
        "Commands in matches, starts of matches, and presses that were checked"
      ),
      seconds(
        "playout.command",
        command,
        :duration,
        [:command],
        @work,
        "How long these commands took"
      ),
      count(
        "playout.matches.slept",
        [:playout, :matches, :sleep],
        [:reason],
        "Matches whose process stopped"
      ),
      gauge("playout.matches.awake", figures, "Matches that have a process"),
      gauge(
        "playout.matches.asleep",
        [:playout, :matches, :asleep],
        :count,
        [],
        "Unfinished matches that have no process"
      ),
      gauge("playout.matches.watched", figures, "Matches that somebody watches"),
      gauge("playout.matches.watchers", figures, "Pages that show a match"),
      gauge("playout.matches.reviews", figures, "Reviews of finished matches that run"),
      count(
        "playout.reviews",
        [:playout, :matches, :review],
        [:result],
        "Reviews of finished matches that ended"
      )
    ]
  end

  defp storage do
    write = [:playout, :storage, :write]
    figures = [:playout, :storage, :figures]

    [
      count("playout.storage.writes", write, [:result], "Transactions"),
      sum("playout.storage.events.total",
        event_name: write,
        measurement: :events,
        description: "Moves, matches and checks in transactions"
      ),
      seconds("playout.storage.write", write, :duration, [], @work, "How long transactions took"),
      seconds(
        "playout.storage.write.waited",
        write,
        :wait,
        [],
        @work,
        "How long transactions waited for the connection"
      ),
      seconds(
        "playout.storage.read",
        [:playout, :storage, :read],
        :duration,
        [:query],
        @work,
        "How long queries took"
      ),
      gauge("playout.storage.file.bytes", figures, :file_bytes, [], "Size of the database"),
      gauge("playout.storage.wal.bytes", figures, :wal_bytes, [], "Size of the write-ahead log"),
      gauge("playout.storage.free.bytes", figures, :free_bytes, [], "Free space on the disk"),
      gauge(
        "playout.storage.room.bytes",
        figures,
        :room_bytes,
        [],
        "Room for more in the database"
      ),
      gauge(
        "playout.storage.today.bytes",
        figures,
        :today_bytes,
        [],
        "Bytes that were stored since midnight (UTC), or since the start"
      ),
      count(
        "playout.storage.refused",
        [:playout, :storage, :refused],
        [:reason],
        "What was not stored because a day's budget was used up, of an address or of the site"
      ),
      gauge("playout.storage.matches", figures, "Matches in the database"),
      gauge("playout.storage.queue", figures, "Transactions that wait"),
      gauge("playout.storage.reads", figures, "Pages and matches that wait for a read to begin"),
      last_value("playout.storage.low",
        event_name: figures,
        measurement: &if(&1.disk == :low, do: 1, else: 0),
        description: "1 if there is less room than DISK_WARNING_MB"
      )
    ]
  end

  defp pages do
    # Also of requests without a route and of those that an error ended.
    stop = [:phoenix, :endpoint, :stop]

    [
      seconds(
        "playout.page",
        stop,
        :duration,
        [:route, :status],
        @work,
        "How long HTTP requests took",
        nil,
        &page/1
      ),
      count(
        "playout.pages.failed",
        # Also of those that ended in an exit.
        [:phoenix, :error_rendered],
        [:route],
        "HTTP requests with a status of 500 or more",
        &failed?/1,
        &page/1
      ),
      count(
        "playout.pages.refused",
        [:playout, :web, :refused],
        [:reason],
        "Requests, sockets and messages above a limit"
      ),
      count(
        "playout.log.left.out",
        [:playout, :log, :left_out],
        [],
        "Lines that the log does not get because there were too many like them"
      ),
      gauge("playout.sockets.connected", [:playout, :sockets, :figures], "Connected pages"),
      gauge(
        "playout.analyses.moves",
        [:playout, :analyses, :figures],
        "Moves of the analyses that are open, in hundreds for each"
      )
    ] ++ live()
  end

  # Events of a component are not among those of the view that it belongs to.
  defp live do
    event = [:phoenix, :live_view, :handle_event]
    component_event = [:phoenix, :live_component, :handle_event]

    [
      lasting("mount", [:phoenix, :live_view, :mount], :view),
      lasting("render", [:phoenix, :live_view, :render], :view),
      lasting("handle_event", event, :view),
      lasting("component_event", component_event, :component),
      crashing("handle_event", event, :view),
      crashing("component_event", component_event, :component)
    ]
  end

  defp lasting(name, event, tag) do
    seconds(
      "playout.live.#{name}",
      event ++ [:stop],
      :duration,
      [tag],
      @work,
      "How long LiveViews took (#{name})",
      &live?/1,
      &module/1
    )
  end

  defp crashing(name, event, tag) do
    count(
      "playout.live.#{name}.failed",
      event ++ [:exception],
      [tag],
      "LiveViews that crashed (#{name})",
      &live?/1,
      &module/1
    )
  end

  defp vm do
    memory =
      for kind <- ~w(total processes binary ets code system)a do
        gauge("playout.vm.memory.#{kind}.bytes", [:vm, :memory], kind, [], "Memory (#{kind})")
      end

    memory ++
      [
        gauge(
          "playout.vm.run_queue",
          [:vm, :total_run_queue_lengths],
          :total,
          [],
          "Processes and ports that wait for a scheduler"
        ),
        seconds(
          "playout.vm.lag",
          [:playout, :vm, :lag],
          :duration,
          [],
          @work,
          "How late the VM ran a process"
        )
      ]
  end

  defp count(name, event, tags, description, keep \\ nil, values \\ &__MODULE__.labels/1) do
    counter(name <> ".total",
      event_name: event,
      # Every event counts, whatever it measures.
      measurement: fn _measurements -> 1 end,
      tags: tags,
      tag_values: values,
      keep: keep,
      description: description
    )
  end

  defp seconds(
         name,
         event,
         measurement,
         tags,
         buckets,
         description,
         keep \\ nil,
         values \\ &__MODULE__.labels/1
       ) do
    distribution(name <> ".seconds",
      event_name: event,
      measurement: measurement,
      unit: {:native, :second},
      tags: tags,
      tag_values: values,
      keep: keep,
      description: description,
      reporter_options: [buckets: buckets]
    )
  end

  defp gauge(name, event, description) do
    measurement = name |> String.split(".") |> List.last() |> String.to_atom()
    gauge(name, event, measurement, [], description)
  end

  defp gauge(name, event, measurement, tags, description) do
    last_value(name,
      event_name: event,
      measurement: measurement,
      unit: if(String.ends_with?(name, ".bytes"), do: :byte, else: :unit),
      tags: tags,
      tag_values: &__MODULE__.labels/1,
      description: description
    )
  end

  @doc false
  # Only atoms are words of the code.
  def labels(metadata) do
    Map.new(metadata, fn {key, value} ->
      {key, if(is_atom(value) and value != nil, do: value, else: :other)}
    end)
  end

  @doc false
  # The dashboard is no page of the site.
  def failed?(%{status: status, conn: %{private: private}}),
    do: status >= 500 and private[:phoenix_endpoint] == PlayoutWeb.Endpoint

  @doc false
  def page(%{conn: conn}), do: %{route: PlayoutWeb.Log.route(conn), status: conn.status}

  @doc false
  def live?(%{socket: %{endpoint: endpoint}}), do: endpoint == PlayoutWeb.Endpoint
  def live?(_metadata), do: false

  @doc false
  def module(%{component: component, socket: %{view: view}}),
    do: %{component: word(component), view: word(view)}

  def module(%{socket: %{view: view}}), do: %{view: word(view)}

  defp word(module), do: words()[module] || module |> Module.split() |> List.last()

  # Operators may look for these in what they have stored, so they outlast the names of modules.
  defp words do
    %{
      Analysis.Live => "AnalysisLive",
      Editor.Live => "EditLive",
      Lobby.Live => "LobbyLive",
      Match.Chat => "MatchChat",
      Match.Live => "MatchLive",
      Match.PictureDialog => "MatchPicture",
      Match.Review => "MatchReview",
      People.Live => "YouLive",
      Rules.Lesson.Live => "LessonLive",
      Rules.Live => "RulesLive"
    }
  end
end
