defmodule Playout.Matches.Settings do
  @moduledoc """
  The settings of matches, with their defaults:

      config :playout, Playout.Matches.Settings,
        reply_after: 400,
        paces: [slow: 3_000, normal: 1_000, fast: 150],
        pass_after: 1_500,
        store_again_after: 500,
        idle: 600_000,
        unwatched_after: 30_000,
        gone_after: 120_000,
        custom: [ms: 5_000, memory: 128, threads: 1],
        review: [playouts: 20_000, positions: 500],
        limits: [matches: 40, matches_from: 400, stored: 500, bytes: 1_073_741_824,
                 bytes_from: 67_108_864, events: 10, hints: 100, reviews: 20, reviews_from: 5],
        keep: [untouched: 1, unfinished: 90, finished: 365],
        crashes: [most: 5, pause: 60_000],
        disk_warning: 200,
        log_lines: 10,
        chat: "free",
        nicknames: "on",
        engine: Playout

    * `reply_after`: the minimum number of milliseconds between a person's move and the engine's
      reply;
    * `paces`: the minimum time between the moves of two engines, for each pace of a match;
    * `pass_after`: how many milliseconds after the last move a pass is played for a person who
      has no other move;
    * `store_again_after`: after how many milliseconds at most an engine's move that could not be stored
      is tried again, at first; the pause doubles each time, up to half a minute;
    * `idle`: after this many milliseconds without activity the process of a match stops; the
      next request loads the match again;
    * `unwatched_after`: after this many milliseconds without anyone watching, the process of a
      match stops; the next look wakes it;
    * `gone_after`: for how many milliseconds a person under a fast clock must be gone, on their own
      turn, before the other one may claim the match (`Playout.Matches.Rules.Offers.claim/4`);
    * `custom`: the limits of a custom player (see `Playout.check_player/3`);
    * `review`: how many `playouts` the engine plays for each position of a match that it reviews, and
      how many `positions` of a match it judges at most, the first ones;
    * `limits`: what one visitor may do: start `matches` in every ten minutes (`matches_from`:
      per network address), have `stored` matches (a new one replaces the oldest finished one;
      with none finished it is refused), send `events` per second, after a burst of four times as
      many, store `bytes` in a day, all together (`bytes_from`: from one network address; see
      `Playout.Matches.Budget`), and ask for `hints` in every ten minutes, each of which may be a search of the engine. At
      most as many `reviews` run at once, and as many `reviews_from` one network address; one for each
      visitor;
    * `keep`: how many days after their last event matches are deleted: those without a move
      that are not between people (`untouched`), other `unfinished` ones, and `finished` ones; 0
      keeps them;
    * `crashes`: a match whose process crashes `most` times, less than ten pauses apart, is not
      started again until a `pause` (in milliseconds) has passed;
    * `disk_warning`: the host is warned when the database has room for less than this many MiB;
    * `log_lines`: how many lines about the same failure the log gets in a minute;
    * `chat`: what the two people in a match can say to each other: nothing (`"off"`), ready
      `"phrases"`, or also `"free"` text once both have switched it on;
    * `nicknames`: whether visitors can have nicknames: `"on"` or `"off"`;
    * `engine`: the module that provides `start_search/2`, `focus/2`, `finish/1`, `cancel/1`, `drop_trees/0`,
      `table/2`, `watch_tables/0` and `values/1` of `Playout`; tests replace it.
  """

  # In tests, each has its own.
  @env Application.compile_env(:playout, :settings, Application)

  # In bytes.
  @mebibyte 1_048_576

  @defaults [
    reply_after: 400,
    paces: [slow: 3_000, normal: 1_000, fast: 150],
    pass_after: 1_500,
    store_again_after: 500,
    idle: 10 * 60_000,
    unwatched_after: 30_000,
    gone_after: 120_000,
    custom: [ms: 5_000, memory: 128, threads: 1],
    review: [playouts: 20_000, positions: 500],
    limits: [
      matches: 40,
      matches_from: 400,
      stored: 500,
      bytes: 1024 * @mebibyte,
      bytes_from: 64 * @mebibyte,
      events: 10,
      hints: 100,
      reviews: 20,
      reviews_from: 5
    ],
    keep: [untouched: 1, unfinished: 90, finished: 365],
    crashes: [most: 5, pause: 60_000],
    disk_warning: 200,
    log_lines: 10,
    chat: "free",
    nicknames: "on",
    engine: Playout
  ]

  def engine, do: get(:engine)
  def pass_after, do: get(:pass_after)
  def store_again_after, do: get(:store_again_after)
  def idle, do: get(:idle)
  def unwatched_after, do: get(:unwatched_after)
  def gone_after, do: get(:gone_after)
  def custom, do: get(:custom)
  def review(name), do: Keyword.fetch!(get(:review), name)
  def limit(name), do: Keyword.fetch!(get(:limits), name)
  def keep(name), do: Keyword.fetch!(get(:keep), name)
  def crashes, do: get(:crashes)
  def disk_warning, do: get(:disk_warning)
  def log_lines, do: get(:log_lines)
  def chat?, do: get(:chat) != "off"
  def free_chat?, do: get(:chat) == "free"
  def nicknames?, do: get(:nicknames) == "on"

  @doc "Returns the minimum time before an engine's move, in milliseconds, at this pace."
  def delay(nil), do: get(:reply_after)
  def delay(:paused), do: 0
  def delay(pace), do: Keyword.fetch!(get(:paces), pace)

  defp get(name) do
    default = Keyword.fetch!(@defaults, name)
    set = Keyword.get(@env.get_env(:playout, __MODULE__, []), name, default)
    # A configured list may set only some of its keys.
    if is_list(default), do: Keyword.merge(default, set), else: set
  end
end
