defmodule PlayoutWeb.GettextTest do
  use ExUnit.Case, async: true
  use Gettext, backend: PlayoutWeb.Gettext

  # The VM counts the work of a process in reductions, and takes its turn away after 4,000.
  test "an English sentence takes only a small part of a process's turn" do
    sentences = fn ->
      [gettext("Analysis"), gettext("%{result}. %{reason}", result: "1", reason: "2")] ++
        for(count <- [1, 2], do: ngettext("1 move", "%{count} moves", count))
    end

    assert sentences.() == ["Analysis", "1. 2", "1 move", "2 moves"]
    {:reductions, before} = Process.info(self(), :reductions)
    sentences.()
    {:reductions, later} = Process.info(self(), :reductions)
    assert later - before < 3_000
  end
end
