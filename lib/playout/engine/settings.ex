defmodule Playout.Engine.Settings do
  @moduledoc false
  # The engine's limits, from `config :playout, Playout.Engine, …`:
  #
  # - `places`: searches that run at once; one core is left for everything else;
  # - `turn`: the milliseconds that a search runs before others get their turns;
  # - `memory`: the maximum size of one search's tree in MiB;
  # - `total_memory`: the maximum size of all trees together in MiB, those of searches that have
  #   begun and those kept;
  # - `idle`: milliseconds for which an unused tree is kept;
  # - `searches`: searches that run or wait at once; `address_searches` and `visitor_searches`: of
  #   these, the searches from one address and of one visitor;
  # - `tables`: `"build"` makes a missing table in the background, `"use"` only uses those that are
  #   there, and `"off"` uses none; a table that is part of the program is always used;
  # - `tables_in`: the directory of the tables; `nil` for that of the `playout` program;
  # - `program`: the command that runs the `playout` program, as a list.

  def places, do: get(:places, max(1, System.schedulers_online() - 1))
  def turn, do: get(:turn, 50)
  def memory, do: min(max_memory(), total_memory())
  def total_memory, do: get(:total_memory, places() * max_memory())
  def idle, do: get(:idle, 60_000)

  def tables, do: get(:tables, "use")
  def tables_in, do: get(:tables_in, nil)
  def program, do: get(:program, [default_program()])

  # In a release, and in a checkout, where this also builds it.
  defp default_program do
    Path.join(System.get_env("RELEASE_ROOT") || File.cwd!(), "bin/playout")
  end

  def searches do
    all = get(:searches, 1000)

    %{
      all: all,
      address: get(:address_searches, max(1, div(all, 4))),
      visitor: get(:visitor_searches, max(1, div(all, 10)))
    }
  end

  defp max_memory, do: get(:memory, 1024)

  defp get(key, default) do
    :playout |> Application.get_env(Playout.Engine, []) |> Keyword.get(key, default)
  end
end
