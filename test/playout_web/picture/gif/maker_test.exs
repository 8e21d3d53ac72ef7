defmodule PlayoutWeb.Picture.Gif.MakerTest do
  use ExUnit.Case, async: true

  import ExUnit.CaptureLog

  alias PlayoutWeb.Picture.Gif.Maker
  alias PlayoutWeb.Test.GifJob

  setup context do
    limits = [waiting: 4, waiting_of_address: 2, kept_bytes: 10]
    %{maker: GifJob.start(Keyword.merge(limits, context[:limits] || []))}
  end

  defp request(maker, key, address \\ nil), do: Maker.request(maker, key, key, address || key)

  # A page that waits for a GIF; it ends when the test does.
  defp page(maker, key) do
    test = self()

    page =
      spawn_link(fn ->
        :ok = Maker.request(maker, key, key, key)
        send(test, :requested)
        receive do: (:leave -> :ok)
      end)

    assert_receive :requested
    page
  end

  defp begun(key) do
    assert_receive {:begun, ^key, job}
    job
  end

  test "one is made at a time, in the order of the requests", %{maker: maker} do
    for key <- ~w(a b c), do: assert(request(maker, key) == :ok)
    assert_receive {:gif, "a", {:making, 0}}
    assert_receive {:gif, "b", {:waiting, 1}}
    assert_receive {:gif, "c", {:waiting, 2}}

    a = begun("a")
    refute_received {:begun, "b", _job}
    send(a, {:report, 5})
    send(a, {:report, 38})
    assert_receive {:gif, "a", {:making, 38}}
    refute_received {:gif, "a", {:making, 5}}

    send(a, {:result, {:ok, "GIF a"}})
    assert_receive {:gif, "a", :ready}
    assert_receive {:gif, "b", {:making, 0}}
    assert_receive {:gif, "c", {:waiting, 1}}
    assert Maker.fetch(maker, "a") == {:ok, "GIF a"}
    assert Maker.fetch(maker, "b") == :error

    send(begun("b"), {:result, {:ok, "GIF b"}})
    send(begun("c"), {:result, {:ok, "GIF c"}})
    assert_receive {:gif, "c", :ready}
    # Two of five bytes fit.
    assert Maker.fetch(maker, "a") == :error
    assert Maker.fetch(maker, "b") == {:ok, "GIF b"}
  end

  test "what is there is not made again", %{maker: maker} do
    request(maker, "a")
    send(begun("a"), {:result, {:ok, "GIF a"}})
    assert_receive {:gif, "a", :ready}
    request(maker, "a")
    assert_receive {:gif, "a", :ready}
    refute_received {:begun, "a", _job}
  end

  test "several pages can wait for the same one", %{maker: maker} do
    other = page(maker, "a")
    request(maker, "a")
    request(maker, "a")
    a = begun("a")
    send(other, :leave)
    send(a, {:result, {:ok, "GIF"}})
    assert_receive {:gif, "a", :ready}
    refute_received {:gif, "a", :ready}
  end

  test "what nobody waits for any more is not made", %{maker: maker} do
    [a, b] = for key <- ~w(a b), do: page(maker, key)
    request(maker, "c")
    job = begun("a")
    monitor = Process.monitor(job)
    assert_receive {:gif, "c", {:waiting, 2}}

    send(b, :leave)
    assert_receive {:gif, "c", {:waiting, 1}}
    send(a, :leave)
    assert_receive {:DOWN, ^monitor, :process, _pid, :killed}
    send(begun("c"), {:result, {:ok, "GIF"}})
    assert_receive {:gif, "c", :ready}
    refute_received {:begun, "b", _job}
  end

  test "a failure is told and logged, and the next one is made", %{maker: maker} do
    log =
      capture_log(fn ->
        for key <- ~w(a b c), do: request(maker, key)
        send(begun("a"), {:result, {:error, "no program"}})
        assert_receive {:gif, "a", :failed}
        Process.exit(begun("b"), :kill)
        assert_receive {:gif, "b", :failed}
        send(begun("c"), {:result, {:ok, "GIF"}})
        assert_receive {:gif, "c", :ready}
      end)

    assert log =~ "a GIF could not be made: no program"
    assert log =~ "a GIF could not be made: its process crashed: :killed"

    # It can be tried again.
    request(maker, "a")
    send(begun("a"), {:result, {:ok, "GIF"}})
    assert_receive {:gif, "a", :ready}
  end

  test "only so many wait, in all and from one address", %{maker: maker} do
    assert request(maker, "a", :home) == :ok
    assert request(maker, "b", :home) == :ok
    assert request(maker, "c", :home) == {:error, :busy}
    # Somebody has asked for it already.
    assert request(maker, "b", :home) == :ok
    assert request(maker, "c", :school) == :ok
    assert request(maker, "d", :office) == :ok
    assert request(maker, "e", :library) == {:error, :busy}

    send(begun("a"), {:result, {:ok, "GIF"}})
    assert_receive {:gif, "a", :ready}
    # Of the four places, three are taken, so the last is for somebody who has none.
    assert request(maker, "e", :home) == {:error, :busy}
    assert request(maker, "e", :library) == :ok
  end
end
