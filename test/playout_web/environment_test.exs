defmodule PlayoutWeb.EnvironmentTest do
  use ExUnit.Case, async: true

  alias PlayoutWeb.{ClientAddress, Endpoint, Environment}

  @secret String.duplicate("s", 64)

  defp read(variables),
    do: Environment.read(Map.merge(%{"SECRET_KEY_BASE" => @secret}, variables))

  defp endpoint(variables) do
    {:ok, settings} = read(variables)
    settings[Endpoint]
  end

  defp refused(variables) do
    assert {:error, message} = read(variables)
    message
  end

  test "unless something is set, a site is for this machine alone" do
    assert {:ok, settings} = read(%{"HOST" => "", "PORT" => ""})
    assert settings[Playout.Repo] == [database: Path.expand("data/playout.db")]
    assert settings[ClientAddress] == [trusted_proxies: []]

    endpoint = settings[Endpoint]
    assert endpoint[:http] == [ip: {127, 0, 0, 1}, port: 4000]
    assert endpoint[:url] == [scheme: "http", host: "localhost", port: 4000]
    assert endpoint[:check_origin] == ["//localhost", "//127.0.0.1", "//[::1]"]
    assert endpoint[:secret_key_base] == @secret
    refute Keyword.has_key?(endpoint, :server)
  end

  test "a site on the internet, behind a proxy" do
    variables = %{
      "HOST" => "play.example",
      "SCHEME" => "https",
      "PORT" => "8000",
      "LISTEN" => "::",
      "PLAYOUT_DATA" => "/kept",
      "TRUSTED_PROXIES" => "10.0.0.0/8",
      "PHX_SERVER" => "true"
    }

    assert {:ok, settings} = read(variables)
    assert settings[Playout.Repo] == [database: "/kept/playout.db"]
    assert settings[ClientAddress] == [trusted_proxies: ClientAddress.networks!("10.0.0.0/8")]

    endpoint = settings[Endpoint]
    assert endpoint[:http] == [ip: {0, 0, 0, 0, 0, 0, 0, 0}, port: 8000]
    assert endpoint[:url] == [scheme: "https", host: "play.example", port: 443]
    assert endpoint[:check_origin] == ["https://play.example:443"]
    assert endpoint[:server]
  end

  test "the port by which browsers come may be another" do
    assert endpoint(%{"HOST" => "play.example:8443", "SCHEME" => "https"})[:url][:port] == 8443
    assert endpoint(%{"HOST" => "play.example:80"})[:url][:port] == 80
    assert endpoint(%{"HOST" => "[2001:db8::1]", "PORT" => "81"})[:url][:port] == 81

    assert endpoint(%{"HOST" => "[2001:db8::1]:444", "SCHEME" => "https"})[:check_origin] ==
             ["https://[2001:db8::1]:444"]
  end

  test "what is wrong is told by name" do
    for port <- ~w(0 65536 -1 4000x x), do: assert(refused(%{"PORT" => port}) =~ "PORT is")
    for ip <- ~w(localhost 1.2.3 1.2.3.4.5), do: assert(refused(%{"LISTEN" => ip}) =~ "LISTEN is")
    assert refused(%{"SCHEME" => "ftp"}) =~ "SCHEME is"

    for host <- ["a/b", "a b", "a:b", "x@y", "http://a"] do
      assert refused(%{"HOST" => host}) =~ "HOST is"
    end

    assert refused(%{"TRUSTED_PROXIES" => "caddy"}) =~ ~s(TRUSTED_PROXIES: "caddy" is neither)
    assert refused(%{"SECRET_KEY_BASE" => "short"}) =~ "SECRET_KEY_BASE: it has less than 64"
  end

  @tag :tmp_dir
  test "the secret is kept beside the data, but nothing is made beside a site", %{tmp_dir: data} do
    kept = %{"PLAYOUT_DATA" => data}
    assert {:ok, _} = Environment.read(Map.put(kept, "RELEASE_COMMAND", "eval"))
    assert File.ls!(data) == []

    assert {:ok, settings} = Environment.read(kept)
    assert settings[Endpoint][:secret_key_base] == File.read!(Path.join(data, "secret_key_base"))
  end
end
