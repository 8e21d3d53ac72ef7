defmodule Playout.Matches.Settings do
  @moduledoc """
  The settings of matches, with their defaults:

      config :playout, Playout.Matches,
        reply_after: 400,
        paces: [slow: 3_000, normal: 1_000, fast: 150],
        pass_after: 1_500,
        idle: 600_000,
        custom: [ms: 5_000, memory: 128, threads: 1],
        limits: [matches: 40, matches_from: 400, events: 10, burst: 40, searches: 4],
        engine: Playout

    * `reply_after`: the least time in milliseconds between a person's move and the engine's
      reply;
    * `paces`: the same between two engines, by the pace of the match;
    * `pass_after`: milliseconds after the last move until a forced pass is played for a person;
    * `idle`: milliseconds without a command or a visit after which the process of a match ends;
      the next visit loads it again;
    * `custom`: the limits of a custom player (see `Playout.check_player/3`);
    * `limits`: what one visitor may do: start `matches` in ten minutes (`matches_from` for one
      network address), send `events` a second after a `burst`, and have `searches` running at
      once, while further ones wait;
    * `engine`: the module with `start_search/2`, `finish/1`, `cancel/1` and `drop_trees/0` of
      `Playout`; the tests use another one.
  """

  @defaults [
    reply_after: 400,
    paces: [slow: 3_000, normal: 1_000, fast: 150],
    pass_after: 1_500,
    idle: 10 * 60_000,
    custom: [ms: 5_000, memory: 128, threads: 1],
    limits: [matches: 40, matches_from: 400, events: 10, burst: 40, searches: 4],
    engine: Playout
  ]

  def engine, do: get(:engine)
  def pass_after, do: get(:pass_after)
  def idle, do: get(:idle)
  def custom, do: get(:custom)
  def limit(name), do: Keyword.fetch!(get(:limits), name)

  @doc "The least time in milliseconds before an engine's move, in a match of this pace."
  def delay(nil), do: get(:reply_after)
  def delay(:paused), do: 0
  def delay(pace), do: Keyword.fetch!(get(:paces), pace)

  defp get(name) do
    default = Keyword.fetch!(@defaults, name)
    set = Keyword.get(Application.get_env(:playout, Playout.Matches, []), name, default)
    # A list may set only some of its entries.
    if is_list(default), do: Keyword.merge(default, set), else: set
  end
end
