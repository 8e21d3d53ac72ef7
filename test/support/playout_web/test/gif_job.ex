defmodule PlayoutWeb.Test.GifJob do
  @moduledoc """
  A job of `PlayoutWeb.Picture.Gif.Maker` that does what a test says. `start/2` starts a maker with such
  jobs for the calling test, which is sent `{:begun, gif, job}` and answers the job with
  `{:report, percent}` and `{:result, result}`.
  """

  alias Playout.Test.Env
  alias PlayoutWeb.Picture.Gif
  alias PlayoutWeb.Picture.Gif.Maker

  @doc "Starts a maker, which the test's pages use; returns it."
  def start(limits \\ []) do
    test = self()
    options = [prepare: fn -> :ok end, make: &make(test, &1, &2), limits: limits, name: nil]
    maker = ExUnit.Callbacks.start_supervised!({Maker, options})
    Env.merge(Gif, maker: maker)
    maker
  end

  defp make(test, gif, report) do
    send(test, {:begun, gif, self()})
    work(report)
  end

  defp work(report) do
    receive do
      {:report, percent} ->
        report.(percent)
        work(report)

      {:result, result} ->
        result
    end
  end
end
