defmodule Playout.Matches.Clock do
  @moduledoc """
  The clock of a match: how much time each side has left.

  It is pure. Points in time are milliseconds of `Playout.Matches.Store.Uptime`, which stands still while
  the site is down, so nobody's time runs meanwhile. A clock knows when it was last set (`at`) and
  what each side had left then; whose time runs since then follows from the match
  (`Playout.Matches.State.running/1`).
  """

  alias Playout.Matches.Clock
  alias Playout.Side

  # What is given back for the network's delay, in milliseconds: at most so much for one move, and of
  # a quota that is full at first and grows with each move. A browser that pretends to be slow gains
  # no more than the growth in the long run, and an ordinary network is slow now and then.
  @most_delay 300
  @quota 3 * @most_delay
  @quota_growth 100

  @enforce_keys [:control, :left, :at]
  defstruct @enforce_keys ++ [quota: %{first: @quota, second: @quota}]

  @typedoc """
  The time control: so many milliseconds for each move, or in total with an increment after each
  move.
  """
  @type control ::
          {:move, milliseconds :: pos_integer}
          | {:total, milliseconds :: pos_integer, increment :: non_neg_integer}

  @type time :: integer

  @typedoc "The milliseconds that each side has left."
  @type left :: %{first: non_neg_integer, second: non_neg_integer}

  @typedoc """
  `left`: what each side had left at the time `at`; `quota`: how many milliseconds may still be given
  back to it for the network's delay.
  """
  @type t :: %Clock{control: control, left: left, at: time, quota: left}

  @second 1_000
  @minute 60 * @second
  @hour 60 * @minute
  @day 24 * @hour

  @per_move (10 * @second)..(3 * @day)
  @total @minute..(3 * @hour)
  @increment 0..@minute

  @doc "The most milliseconds that are given back for the network's delay of one move."
  @spec most_delay() :: pos_integer
  def most_delay, do: @most_delay

  # What an engine leaves on its clock, for everything that happens besides its search.
  @reserve 500

  @doc "Returns whether a time control is allowed: 10 s to 3 days a move; 1 minute to 3 hours with up to a minute a move."
  @spec valid?(term) :: boolean
  def valid?({:move, time}), do: time in @per_move
  def valid?({:total, time, increment}), do: time in @total and increment in @increment
  def valid?(_other), do: false

  @doc "Returns whether players are expected to stay: with less than an hour for a move, or in total."
  @spec fast?(control) :: boolean
  def fast?({:move, time}), do: time < @hour
  def fast?({:total, time, _increment}), do: time < @hour

  @doc "A clock on which both sides have all their time; `nil` without a time control."
  @spec new(nil | control, time) :: nil | t
  def new(nil, _at), do: nil

  def new(control, at),
    do: %Clock{control: control, left: %{first: full(control), second: full(control)}, at: at}

  defp full({:move, time}), do: time
  defp full({:total, time, _increment}), do: time

  @doc """
  Returns what a side has left at a time; `running` is the side whose time runs, if any. It may be
  negative if the flag has fallen.
  """
  @spec left(t, nil | Side.t(), Side.t(), time) :: integer
  def left(clock, running, side, at)
  def left(%Clock{left: left} = clock, side, side, at), do: left[side] - passed(clock, at)
  def left(%Clock{left: left}, _running, side, _at), do: left[side]

  # After a crash of the machine the time goes on a few seconds earlier than it was.
  defp passed(%Clock{at: set}, at), do: max(at - set, 0)

  @doc "Sets the clock to a later time."
  @spec advance(t, nil | Side.t(), time) :: t
  def advance(%Clock{} = clock, nil, at), do: %{clock | at: at}

  def advance(%Clock{} = clock, running, at) do
    left = max(left(clock, running, running, at), 0)
    %{clock | left: %{clock.left | running => left}, at: at}
  end

  @doc """
  Sets the clock to the time of a move by the side whose time runs, if any; `next` moves next. Gives
  back the network's `delay` (in milliseconds), but no more than #{@most_delay} ms, than the time that
  has passed, and than is left of the side's quota: #{@quota} ms at most, and #{@quota_growth} ms more
  for each move.
  """
  @spec move(t, nil | Side.t(), Side.t(), nil | Side.t(), non_neg_integer, time) :: t
  def move(clock, running, side, next, delay, at) do
    back =
      if running == side, do: clock |> passed(at) |> min(given_back(clock, side, delay)), else: 0

    moved = advance(clock, running, at - back)
    left = after_move(moved.control, moved.left, side, next, running)
    %{moved | left: left, at: at, quota: Map.update!(clock.quota, side, &grown(&1 - back))}
  end

  defp grown(quota), do: min(quota + @quota_growth, @quota)

  defp after_move({:move, time}, left, _side, next, _running) when next != nil,
    do: %{left | next => time}

  defp after_move({:move, _time}, left, _side, nil, _running), do: left
  # A move that took no time earns none.
  defp after_move({:total, _time, _more}, left, _side, _next, nil), do: left

  defp after_move({:total, _time, more}, left, side, _next, _running),
    do: %{left | side => left[side] + more}

  @doc """
  Returns what each side had left when `side` moved, before it earned anything by that: from the
  clocks before and after the move. `next` moved next, and `timed?` tells whether time ran.
  """
  @spec at_move(t, t, Side.t(), nil | Side.t(), boolean) :: left
  def at_move(before, moved, side, next, timed?) do
    had =
      case moved.control do
        {:total, _time, more} ->
          if timed?, do: moved.left[side] - more, else: moved.left[side]

        # It already has the time for its next move.
        {:move, _time} when next == side ->
          advance(before, if(timed?, do: side), moved.at).left[side]

        {:move, _time} ->
          moved.left[side]
      end

    %{before.left | side => max(had, 0)}
  end

  @doc """
  Sets the clock to the time of an undo, which gives no time back. Of a total, each side loses what
  it has earned by the moves undone: `timed` says by how many, by side. With a time for each move,
  neither side has more than it had at the first of those moves (`had`).

  Returns `:error` if a side would have no time left.
  """
  @spec undo(t, nil | Side.t(), left, %{Side.t() => non_neg_integer}, time) ::
          {:ok, t} | :error
  def undo(clock, running, had, timed, at) do
    undone = advance(clock, running, at)

    left =
      case clock.control do
        {:total, _time, more} -> Map.new(undone.left, fn {s, ms} -> {s, ms - timed[s] * more} end)
        {:move, _time} -> Map.new(undone.left, fn {s, ms} -> {s, min(ms, had[s])} end)
      end

    if left.first > 0 and left.second > 0, do: {:ok, %{undone | left: left}}, else: :error
  end

  @doc "Returns whether the flag of the side whose time runs has fallen, the network's delay allowed for."
  @spec fallen?(t, nil | Side.t(), time, non_neg_integer) :: boolean
  def fallen?(clock, running, at, delay \\ 0)
  def fallen?(_clock, nil, _at, _delay), do: false

  def fallen?(clock, running, at, delay),
    do: left(clock, running, running, at) + given_back(clock, running, delay) <= 0

  defp given_back(%Clock{quota: quota}, side, delay),
    do: delay |> max(0) |> min(@most_delay) |> min(quota[side])

  @doc "Returns when the flag of the side whose time runs falls; `nil` if none does."
  @spec deadline(nil | t, nil | Side.t()) :: nil | time
  def deadline(nil, _running), do: nil
  def deadline(_clock, nil), do: nil
  # A move that was made in time may still be on its way.
  def deadline(%Clock{left: left, at: at} = clock, running),
    do: at + left[running] + given_back(clock, running, @most_delay)

  @doc """
  Returns how many milliseconds an engine may take for its move: of a time for each move, nearly all;
  of a total, a thirtieth and most of the increment.
  """
  @spec share(t, Side.t(), time) :: non_neg_integer
  def share(%Clock{control: control} = clock, side, at) do
    left = left(clock, side, side, at)

    wanted =
      case control do
        {:move, _time} -> div(left * 4, 5)
        {:total, _time, more} -> div(left, 30) + div(more * 4, 5)
      end

    wanted |> min(left - @reserve) |> max(0)
  end

  @doc "Writes a clock as plain values, and reads it again; raises if the values are none."
  @spec to_list(t) :: [integer]
  def to_list(%Clock{left: left, at: at}), do: [left.first, left.second, at]

  @doc "Writes the quotas of a clock: `nil` if both are full, as they usually are."
  @spec quotas(t) :: nil | [non_neg_integer]
  def quotas(%Clock{quota: %{first: @quota, second: @quota}}), do: nil
  def quotas(%Clock{quota: quota}), do: [quota.first, quota.second]

  @spec from_list(control, [integer], nil | [non_neg_integer]) :: t
  def from_list(control, clock, quotas \\ nil)

  def from_list(control, [first, second, at], nil)
      when is_integer(first) and first >= 0 and is_integer(second) and second >= 0 and
             is_integer(at),
      do: %Clock{control: control, left: %{first: first, second: second}, at: at}

  def from_list(control, clock, [first, second]) when first in 0..@quota and second in 0..@quota,
    do: %{from_list(control, clock) | quota: %{first: first, second: second}}
end
