defmodule Playout.SiteTest do
  # Changes environment variables and settings, which the whole VM shares.
  use ExUnit.Case, async: false

  alias Playout.Engine
  alias Playout.Matches
  alias Playout.Site
  alias Playout.Site.Variables
  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.ClientAddress
  alias PlayoutWeb.SecurityHeaders
  alias PlayoutWeb.SecurityText

  @secret String.duplicate("s", 64)
  # Not the default.
  @places System.schedulers_online() + 1
  @password "twelve chars"

  # So that limits are those of one moment.
  setup do: Playout.Test.Env.put(:still, true)

  defp read(variables),
    do: Site.read(Map.merge(%{"SECRET_KEY_BASE" => @secret}, variables))

  defp site(variables) do
    assert {:ok, site} = read(variables)
    site
  end

  defp refused(variables) do
    assert {:error, message} = read(variables)
    message
  end

  # The application's configuration with these variables in the environment, and no others of the
  # table.
  defp configuration(variables) do
    names = ["PHX_SERVER" | Enum.map(Variables.all(), & &1.name)]
    kept = Map.take(System.get_env(), names)
    Enum.each(names, &System.delete_env/1)
    System.put_env(Map.merge(%{"SECRET_KEY_BASE" => @secret}, variables))

    try do
      Config.Reader.read!("config/runtime.exs", env: :prod, target: :host)[:playout]
    after
      Enum.each(names, &System.delete_env/1)
      System.put_env(kept)
    end
  end

  # The answer to a question in an application with this configuration.
  defp configured(configuration, question) do
    kept = Application.get_all_env(:playout)

    # Without the settings of the tests.
    for part <- [Engine, Matches.Settings, ClientAddress, SecurityHeaders, SecurityText, Limits],
        do: Application.delete_env(:playout, part)

    Application.put_all_env(playout: configuration)

    try do
      question.(configuration)
    after
      for {key, _value} <- configuration, do: Application.delete_env(:playout, key)
      Application.put_all_env(playout: kept)
    end
  end

  # For each variable: a value; a question to the part of the application that uses it, and its
  # answer; and values that are refused.
  defp variables do
    %{
      "PORT" => {"8000", &site(&1, :http)[:port], 8000, ~w(0 65536 -1 4000x x)},
      "LISTEN" => {"::1", &site(&1, :http)[:ip], {0, 0, 0, 0, 0, 0, 0, 1}, ~w(localhost 1.2.3)},
      "HOST" => {"play.example", &site(&1, :url)[:host], "play.example", ["a/b", "a b", "x@y"]},
      "SCHEME" => {"https", &site(&1, :url)[:scheme], "https", ~w(ftp HTTPS)},
      "TRUSTED_PROXIES" =>
        {"10.0.0.0/8",
         fn _ -> ClientAddress.client({10, 1, 2, 3}, [{"x-forwarded-for", "192.0.2.1"}]) end,
         {192, 0, 2, 1}, ~w(caddy 10.0.0.0/33)},
      "HSTS_DAYS" => {"2", &hsts/1, 2 * 24 * 60 * 60, ~w(-1 3651 x)},
      "SECURITY_CONTACT" =>
        {"mailto:me@play.example", &security_text/1, "mailto:me@play.example",
         ["me@play.example", "http://play.example", "https://play.example/a b", "mailto:"]},
      "PLAYOUT_DATA" => {"/kept", & &1[Playout.Database.Settings][:file], "/kept/playout.db", []},
      "DATABASE_URL" =>
        {"postgres://me:word@db:5433/matches", & &1[Playout.Database.Settings],
         [url: "postgres://me:word@db:5433/matches"],
         [
           "mysql://db/matches",
           "postgres://db",
           "db/matches",
           "postgres:///",
           "ecto://db/a?pool_size=x",
           "postgres://db/a?sslmode=require"
         ]},
      "SECRET_KEY_BASE" =>
        {String.duplicate("k", 64), &site(&1, :secret_key_base), String.duplicate("k", 64),
         ["short"]},
      "DRAIN_SECONDS" => {"2", fn _ -> Playout.Site.Readiness.notice() end, 2_000, ~w(-1 4 x)},
      "CLUSTER" =>
        {"web.internal, 10.0.0.2", &cluster(&1)[:names], ["web.internal", "10.0.0.2"], []},
      "CLUSTER_ADDRESS" =>
        {"10.0.0.1", &cluster(&1)[:address], {10, 0, 0, 1}, ~w(web.internal 1.2.3)},
      "CLUSTER_ROLE" => {"think", &cluster(&1)[:role], :think, ~w(serves both)},
      "ADMIN_PORT" => {"4001", &admin(&1, :http)[:port], 4001, ~w(0 65536 x 4000)},
      "ADMIN_LISTEN" => {"0.0.0.0", &admin(&1, :http)[:ip], {0, 0, 0, 0}, ~w(localhost)},
      "ADMIN_PASSWORD" =>
        {@password, fn _ -> PlayoutWeb.Admin.Guard.password() end, @password, ["eleven char"]},
      "UNTOUCHED_DAYS" => {"7", keep(:untouched), 7, ~w(-1 36501 x)},
      "UNFINISHED_DAYS" => {"7", keep(:unfinished), 7, ~w(-1 36501 x)},
      "FINISHED_DAYS" => {"0", keep(:finished), 0, ~w(-1 36501 x)},
      "DISK_WARNING_MB" =>
        {"7", fn _ -> Matches.Settings.disk_warning() end, 7, ~w(-1 1048577 1GB)},
      "CHAT" => {"phrases", fn _ -> Matches.Settings.free_chat?() end, false, ~w(on FREE)},
      "NICKNAMES" => {"off", fn _ -> Matches.Settings.nicknames?() end, false, ~w(no 0)},
      "STORED_MATCHES_PER_VISITOR" => {"7", limit(:stored), 7, ~w(0 1000001 x)},
      "STORED_MB" => {"7", limit(:bytes), 7 * 1_048_576, ~w(0 1048577 x)},
      "STORED_MB_PER_ADDRESS" => {"7", limit(:bytes_from), 7 * 1_048_576, ~w(0 1048577 x)},
      "PLAYOUT_TABLES" => {"/kept", fn _ -> Engine.Settings.tables_in() end, "/kept", []},
      "TABLES" => {"use", fn _ -> Engine.Settings.tables() end, "use", ~w(on OFF)},
      "SEARCHES_AT_ONCE" =>
        {to_string(@places), fn _ -> Engine.Settings.places() end, @places, ~w(0 -1 1025 x)},
      "TREE_MEMORY" =>
        {"300", fn _ -> Engine.Settings.total_memory() end, 300, ~w(0 127 -1 1.5 1GB x)},
      "TURN_MS" => {"70", fn _ -> Engine.Settings.turn() end, 70, ~w(9 1001 x)},
      "CUSTOM_SECONDS" => {"7", custom(:ms), 7_000, ~w(0 61 x)},
      "CUSTOM_MEMORY" => {"7", custom(:memory), 7, ~w(0 129 x)},
      "REVIEW_PLAYOUTS" =>
        {"7", fn _ -> Matches.Settings.review(:playouts) end, 7, ~w(0 1000001 x)},
      "REVIEWS" => {"7", limit(:reviews), 7, ~w(0 10001 x)},
      "REVIEWS_PER_ADDRESS" => {"7", limit(:reviews_from), 7, ~w(0 10001 x)},
      "UNWATCHED_SECONDS" =>
        {"7", fn _ -> Matches.Settings.unwatched_after() end, 7_000, ~w(0 86401 x)},
      "GONE_SECONDS" => {"7", fn _ -> Matches.Settings.gone_after() end, 7_000, ~w(0 86401 x)},
      "SEARCHES" => {"7", searches(:all), 7, ~w(0 1000001 x)},
      "SEARCHES_PER_ADDRESS" => {"7", searches(:address), 7, ~w(0 1000001 x)},
      "SEARCHES_PER_VISITOR" => {"7", searches(:visitor), 7, ~w(0 1000001 x)},
      "MATCHES_PER_VISITOR" => {"7", limit(:matches), 7, ~w(0 1000001 x)},
      "MATCHES_PER_ADDRESS" => {"7", limit(:matches_from), 7, ~w(0 1000001 x)},
      "COMMANDS_PER_VISITOR" =>
        {"2", refused_after(&Matches.Limits.event("site-test-#{&1}"), 4), 2, ~w(0 10001 x)},
      "EVENTS_PER_VISITOR" =>
        {"2", refused_after(&Limits.event({192, 0, 2, &1}, "site-test-#{&1}"), 10), 2,
         ~w(0 10001 x)},
      "EVENTS_PER_ADDRESS" =>
        {"2", refused_after(&Limits.event({192, 0, 3, &1}, nil), 10), 2, ~w(0 100001 x)},
      "PAGES_PER_ADDRESS" =>
        {"2", refused_after(&Limits.page({192, 0, 4, &1}), 30), 2, ~w(0 100001 x)},
      "SOCKETS_PER_ADDRESS" =>
        {"2", refused_after(&Limits.connect({192, 0, 5, &1}), 1), 2, ~w(0 1000001 x)},
      "CONNECTIONS_PER_ADDRESS" =>
        {"2", refused_after(&Limits.connection({192, 0, 6, &1}), 1), 2, ~w(0 1000001 x)},
      "REQUESTS_PER_ADDRESS" => {"2", refused_after(&enter({192, 0, 7, &1}), 1), 2, ~w(0 10001 x)}
    }
  end

  # From the header of a page.
  defp hsts(_configuration) do
    conn = SecurityHeaders.call(%Plug.Conn{scheme: :https}, [])
    ["max-age=" <> seconds] = Plug.Conn.get_resp_header(conn, "strict-transport-security")
    String.to_integer(seconds)
  end

  # Without waiting for a place.
  defp enter(address) do
    limits = Application.get_env(:playout, Limits, [])
    Application.put_env(:playout, Limits, Keyword.put(limits, :patience, 0))
    Limits.enter(address)
  end

  defp security_text(_configuration) do
    conn =
      :get
      |> Plug.Test.conn("/.well-known/security.txt")
      |> Plug.Conn.put_private(:phoenix_endpoint, PlayoutWeb.Endpoint)
      |> SecurityText.call([])

    with "Contact: " <> text <- conn.resp_body, do: text |> String.split("\n") |> hd()
  end

  # A limit, given how many times as often a new address can do something before it is refused.
  defp refused_after(action, burst) do
    # Sockets count until their process exits.
    fn _configuration ->
      div(Task.await(Task.async(fn -> count(action) end), :infinity), burst)
    end
  end

  defp count(action) do
    address = System.unique_integer([:positive])
    Enum.find(0..10_000, fn _ -> action.(address) != :ok end)
  end

  defp site(configuration, key), do: configuration[PlayoutWeb.Endpoint][key]
  defp admin(configuration, key), do: configuration[PlayoutWeb.Admin.Endpoint][key]
  defp cluster(configuration), do: configuration[Playout.Cluster]
  defp searches(whose), do: fn _configuration -> Engine.Settings.searches()[whose] end
  defp keep(which), do: fn _configuration -> Matches.Settings.keep(which) end
  defp custom(key), do: fn _configuration -> Matches.Settings.custom()[key] end
  defp limit(name), do: fn _configuration -> Matches.Settings.limit(name) end

  # Variables that are valid only beside another one.
  defp beside("ADMIN_LISTEN"), do: %{"ADMIN_PORT" => "4001", "ADMIN_PASSWORD" => @password}
  defp beside("ADMIN_PASSWORD"), do: %{"ADMIN_PORT" => "4001"}
  defp beside("SCHEME"), do: %{"TRUSTED_PROXIES" => "127.0.0.1"}

  defp beside("CLUSTER" <> _any) do
    %{
      "CLUSTER" => "10.0.0.8",
      "CLUSTER_ADDRESS" => "10.0.0.9",
      "DATABASE_URL" => "postgres://db/matches"
    }
  end

  defp beside(_name), do: %{}

  test "each variable is read, and arrives where it acts" do
    variables = variables()
    assert Enum.sort(Map.keys(variables)) == Enum.sort(Enum.map(Variables.all(), & &1.name))

    for {name, {text, question, answer, _refused}} <- variables do
      with_it = configuration(Map.put(beside(name), name, text))
      assert {name, configured(with_it, question)} == {name, answer}

      # The answer depends on it.
      without_it = configuration(beside(name))
      refute {name, configured(without_it, question)} == {name, answer}
    end
  end

  test "an invalid variable is refused, with its name and what it must be" do
    for {name, {_text, _question, _answer, refused}} <- variables(), text <- refused do
      message = refused(Map.put(beside(name), name, text))

      assert message =~
               ~r/\A#{name}( is .*; it must be .*|: it has fewer than \d+ characters|: it must be like .*)\.\z/
    end
  end

  test "an empty variable counts as unset" do
    empty = Map.new(Variables.all(), &{&1.name, ""})
    assert site(Map.delete(empty, "SECRET_KEY_BASE")) == site(%{})
  end

  test "docs/operating.md lists the variables and their defaults" do
    [_, section] = File.read!("docs/operating.md") |> String.split("\n## Settings\n")
    [section, _] = String.split(section, "\n## ", parts: 2)

    rows =
      for [_row, name, default] <- Regex.scan(~r/^\| `(\w+)` \| .* \| (.*) \|$/m, section),
          do: {name, default}

    assert rows == Enum.map(Variables.all(), &{&1.name, &1.default})
  end

  test "a default is what a part does without the variable" do
    for {name, {_text, question, _answer, _refused}} <- variables(),
        %{default: default, kind: kind} = Enum.find(Variables.all(), &(&1.name == name)),
        is_tuple(kind) and elem(kind, 0) == :number and default != "none" do
      assert {name, configured(configuration(%{}), question)} == {name, default(default, kind)}
    end
  end

  defp default("one less than cores", _kind), do: max(1, System.schedulers_online() - 1)
  defp default("a quarter of SEARCHES", _kind), do: 250
  defp default("a tenth of SEARCHES", _kind), do: 100
  defp default("twice SOCKETS_PER_ADDRESS, at least 32", _kind), do: 600
  defp default("256 per core", _kind), do: 256 * System.schedulers_online()
  defp default(text, {:number, _, _}), do: String.to_integer(text)
  defp default(text, {:number, _, _, factor}), do: String.to_integer(text) * factor

  test "whoever has more pages has more connections" do
    connections = fn variables -> site(variables).settings[:limits][:connections] end
    assert connections.(%{"SOCKETS_PER_ADDRESS" => "5000"}) == 10_000
    both = %{"SOCKETS_PER_ADDRESS" => "5000", "CONNECTIONS_PER_ADDRESS" => "7"}
    assert connections.(both) == 7
  end

  @tag :tmp_dir
  test "a database that is gone is in the warnings, unless another one is used", %{tmp_dir: data} do
    variables = %{"PLAYOUT_DATA" => data}
    assert site(variables).warnings == []
    File.write!(Path.join(data, "playout.db-lock"), "")
    assert [warning] = site(variables).warnings
    assert warning =~ "playout.db is missing"
    assert site(Map.put(variables, "DATABASE_URL", "postgres://db/matches")).warnings == []
    assert site(Map.put(variables, "RELEASE_COMMAND", "eval")).warnings == []
  end

  test "whoever keeps unfinished matches for ever also keeps those without a move" do
    keep = fn variables -> site(variables).settings[:matches][:keep] end
    assert keep.(%{"UNFINISHED_DAYS" => "0"}) == [untouched: 0, unfinished: 0]
    kept = keep.(%{"UNFINISHED_DAYS" => "0", "UNTOUCHED_DAYS" => "2"})
    assert Enum.sort(kept) == [unfinished: 0, untouched: 2]
    assert keep.(%{"UNFINISHED_DAYS" => "7"}) == [unfinished: 7]
  end

  test "by default, a site can only be reached from this machine" do
    assert %Site{
             database: database,
             ip: {127, 0, 0, 1},
             port: 4000,
             url: [scheme: "http", host: "localhost", port: 4000],
             origins: ["//localhost", "//127.0.0.1", "//[::1]"],
             admin: nil,
             warnings: [],
             secret: @secret,
             serves?: false
           } = site(%{})

    assert database == [file: Path.expand("data/playout.db")]
  end

  test "a site on the internet, behind a proxy" do
    variables = %{
      "HOST" => "play.example",
      "SCHEME" => "https",
      "PORT" => "8000",
      "LISTEN" => "::",
      "TRUSTED_PROXIES" => "10.0.0.0/8",
      "PHX_SERVER" => "true"
    }

    configuration = configuration(variables)

    assert Enum.sort(configuration[PlayoutWeb.Endpoint]) == [
             check_origin: ["https://play.example:443"],
             http: [ip: {0, 0, 0, 0, 0, 0, 0, 0}, port: 8000],
             secret_key_base: @secret,
             server: true,
             url: [scheme: "https", host: "play.example", port: 443]
           ]

    # The port for the operator stays closed.
    assert configuration[PlayoutWeb.Admin.Endpoint] == [server: true]
    assert site(variables).warnings == []
  end

  test "https without trusted proxies is probably a mistake" do
    https = %{"SCHEME" => "https"}
    assert [warning] = site(https).warnings
    assert warning =~ "TRUSTED_PROXIES is not set"
    assert site(Map.put(https, "RELEASE_COMMAND", "eval")).warnings == []
  end

  test "browsers may use another port" do
    assert site(%{"HOST" => "play.example:8443", "SCHEME" => "https"}).url[:port] == 8443
    assert site(%{"HOST" => "play.example:80"}).url[:port] == 80
    assert site(%{"HOST" => "[2001:db8::1]", "PORT" => "81"}).url[:port] == 81

    assert site(%{"HOST" => "[2001:db8::1]:444", "SCHEME" => "https"}).origins ==
             ["https://[2001:db8::1]:444"]
  end

  test "the dashboard needs a password unless only this machine reaches it" do
    assert site(%{"ADMIN_PORT" => "4001"}).admin ==
             [ip: {127, 0, 0, 1}, port: 4001, password: nil]

    for ip <- ~w(127.0.0.2 ::1) do
      assert site(%{"ADMIN_PORT" => "4001", "ADMIN_LISTEN" => ip}).admin[:password] == nil
    end

    for ip <- ~w(0.0.0.0 :: 192.0.2.1) do
      open = %{"ADMIN_PORT" => "4001", "ADMIN_LISTEN" => ip}
      assert refused(open) =~ "ADMIN_PASSWORD must be set"
      assert site(Map.put(open, "ADMIN_PASSWORD", @password)).admin[:password] == @password
    end
  end

  test "a short password is refused even if there is no dashboard" do
    assert refused(%{"ADMIN_PASSWORD" => "eleven char"}) =~ "ADMIN_PASSWORD: it has fewer than 12"
    assert site(%{"ADMIN_PASSWORD" => @password}).admin == nil
  end

  test "there is always room for a valid player's tree" do
    assert {:number, least, _most} =
             Enum.find(Variables.all(), &(&1.name == "TREE_MEMORY")).kind

    assert {:number, _least, most} =
             Enum.find(Variables.all(), &(&1.name == "CUSTOM_MEMORY")).kind

    assert most <= least

    for game <- Playout.games(), level <- Playout.levels(game) do
      assert {:ok, _} = Playout.check_player(game, level.spec, memory: least)
    end
  end

  @tag :tmp_dir
  test "the secret is stored with the data, but not created beside a running site", %{
    tmp_dir: data
  } do
    kept = %{"PLAYOUT_DATA" => data}
    assert {:ok, _} = Site.read(Map.put(kept, "RELEASE_COMMAND", "eval"))
    assert File.ls!(data) == []

    assert {:ok, site} = Site.read(kept)
    assert site.secret == File.read!(Path.join(data, "secret_key_base"))
  end
end
