defmodule Playout.SiteTest do
  # Changes environment variables, which the whole VM shares.
  use ExUnit.Case, async: false

  alias Playout.Site
  alias Playout.Site.Networks

  @secret String.duplicate("s", 64)

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

  test "by default, a site can only be reached from this machine" do
    assert site(%{"HOST" => "", "PORT" => ""}) == %Site{
             database: Path.expand("data/playout.db"),
             ip: {127, 0, 0, 1},
             port: 4000,
             url: [scheme: "http", host: "localhost", port: 4000],
             origins: ["//localhost", "//127.0.0.1", "//[::1]"],
             trusted_proxies: [],
             tree_memory: 256 * System.schedulers_online(),
             secret: @secret,
             serves?: false
           }
  end

  test "a site on the internet, behind a proxy" do
    variables = %{
      "SECRET_KEY_BASE" => @secret,
      "HOST" => "play.example",
      "SCHEME" => "https",
      "PORT" => "8000",
      "LISTEN" => "::",
      "PLAYOUT_DATA" => "/kept",
      "TRUSTED_PROXIES" => "10.0.0.0/8",
      "TREE_MEMORY" => "2000",
      "PHX_SERVER" => "true"
    }

    assert site(variables) == %Site{
             database: "/kept/playout.db",
             ip: {0, 0, 0, 0, 0, 0, 0, 0},
             port: 8000,
             url: [scheme: "https", host: "play.example", port: 443],
             origins: ["https://play.example:443"],
             trusted_proxies: Networks.parse!("10.0.0.0/8"),
             tree_memory: 2000,
             secret: @secret,
             serves?: true
           }

    # Each part of the application gets its own settings.
    System.put_env(variables)
    on_exit(fn -> Enum.each(variables, fn {name, _value} -> System.delete_env(name) end) end)
    settings = Config.Reader.read!("config/runtime.exs", env: :prod, target: :host)[:playout]

    assert settings[Playout.Repo] == [database: "/kept/playout.db"]
    assert settings[Playout.Engine] == [total_memory: 2000]
    assert settings[PlayoutWeb.ClientAddress] == [trusted_proxies: Networks.parse!("10.0.0.0/8")]

    assert Enum.sort(settings[PlayoutWeb.Endpoint]) == [
             check_origin: ["https://play.example:443"],
             http: [ip: {0, 0, 0, 0, 0, 0, 0, 0}, port: 8000],
             secret_key_base: @secret,
             server: true,
             url: [scheme: "https", host: "play.example", port: 443]
           ]
  end

  test "browsers may use another port" do
    assert site(%{"HOST" => "play.example:8443", "SCHEME" => "https"}).url[:port] == 8443
    assert site(%{"HOST" => "play.example:80"}).url[:port] == 80
    assert site(%{"HOST" => "[2001:db8::1]", "PORT" => "81"}).url[:port] == 81

    assert site(%{"HOST" => "[2001:db8::1]:444", "SCHEME" => "https"}).origins ==
             ["https://[2001:db8::1]:444"]
  end

  test "there is always room for a valid player's tree" do
    least = site(%{"TREE_MEMORY" => "128"}).tree_memory
    assert Playout.Matches.Settings.custom()[:memory] <= least

    for game <- Playout.games(), level <- Playout.levels(game) do
      assert {:ok, _} = Playout.check_player(game, level.spec, memory: least)
    end
  end

  test "errors name the variable" do
    for port <- ~w(0 65536 -1 4000x x), do: assert(refused(%{"PORT" => port}) =~ "PORT is")
    for ip <- ~w(localhost 1.2.3 1.2.3.4.5), do: assert(refused(%{"LISTEN" => ip}) =~ "LISTEN is")
    assert refused(%{"SCHEME" => "ftp"}) =~ "SCHEME is"

    for host <- ["a/b", "a b", "a:b", "x@y", "http://a"] do
      assert refused(%{"HOST" => host}) =~ "HOST is"
    end

    for memory <- ~w(0 127 -1 1.5 1GB x) do
      assert refused(%{"TREE_MEMORY" => memory}) =~
               ~s(TREE_MEMORY is "#{memory}"; it must be a whole number of MiB, at least 128.)
    end

    assert refused(%{"TRUSTED_PROXIES" => "caddy"}) =~ ~s(TRUSTED_PROXIES: "caddy" is neither)
    assert refused(%{"SECRET_KEY_BASE" => "short"}) =~ "SECRET_KEY_BASE: it has fewer than 64"
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
