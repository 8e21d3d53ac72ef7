defmodule Playout.Matches.Settings do
  @moduledoc """
  What can be set of matches, with what it is unless set:

      config :playout, Playout.Matches,
        reply_after: 400,
        paces: [slow: 3_000, normal: 1_000, fast: 150],
        pass_after: 1_500,
        idle: 600_000,
        custom: [ms: 5_000, memory: 128, threads: 1],
        limits: [matches: 40, matches_from: 400, events: 10, burst: 40, searches: 4],
        engine: Playout

    * `reply_after`: an engine's answer to a person is shown no sooner than so
      many milliseconds after the move that it answers;
    * `paces`: the same where two engines play, by the pace of the match;
    * `pass_after`: so many milliseconds after the last move a pass is played for a
      person who can do nothing else;
    * `idle`: milliseconds after which a match that nobody touches is forgotten
      here; the next look reads it again;
    * `custom`: the most that a custom player may use (see
      `Playout.check_player/3`);
    * `limits`: what one visitor may do: `matches` begun in each ten
      minutes (`matches_from`: from one network address), `events` a second, after a
      `burst` of so many, and `searches` at once; further ones wait;
    * `engine`: the module that has `start_search/2`, `finish/1`, `cancel/1` and
      `drop_trees/0` of `Playout`; the tests have another.
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

  @doc "Milliseconds before an engine's answer is shown, in a match of this pace."
  def delay(nil), do: get(:reply_after)
  def delay(:paused), do: 0
  def delay(pace), do: Keyword.fetch!(get(:paces), pace)

  defp get(name) do
    default = Keyword.fetch!(@defaults, name)
    set = Keyword.get(Application.get_env(:playout, Playout.Matches, []), name, default)
    # Of a list only some may be set.
    if is_list(default), do: Keyword.merge(default, set), else: set
  end
end
