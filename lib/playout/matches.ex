defmodule Playout.Matches do
  @moduledoc """
  Matches between people and engine players.

  A match is defined by its stored events (`Playout.Matches.Event`); everything else,
  including its process, can be rebuilt from them. `watch/2` subscribes to a match, `act/5`
  plays in it (`Playout.Matches.Rules.Command`), `catch_up/2` applies its changes
  (`Playout.Matches.Change`), and `list/1` lists a visitor's matches.

  `Playout.Matches.Settings` limits what a visitor may do.

  `create/3`, `rematch/3`, `act/5` and `check_steps/3` emit the telemetry event
  `[:playout, :matches, :command]` with the `duration` in native units, the `command` (the name of
  the function, or for `act/5` that of the command) and its `result`: `:ok` or the name of the
  reason, such as `:limited_matches` for `{:limited, :matches}`.
  """

  alias Playout.Error
  alias Playout.Matches.{Change, Clock, Event, Id, Limits, Processes, Reviews, Settings, State}
  alias Playout.Matches.Lobby.{OpenSeats, Public}
  alias Playout.Matches.Processes.Local
  alias Playout.Matches.Rules.{Command, Players}
  alias Playout.Matches.{Store, Summary, Topics}
  alias Playout.Matches.Store.Uptime
  alias Playout.Position
  alias Playout.Site.Readiness

  @typedoc """
  The match to create: one of the game's variants, the optional `options` that `Playout.new/2`
  takes for the game, such as `[size: 9, opening: :swap2]`, and the `players` by side. Instead of
  options there may be a `position` to start from, as text of at most 6,000 bytes, which must be of
  this variant and in which the game is not over. With
  `toss`, the sides are assigned at random. `control` is the time control, if there is one. If one
  of the players is a `:friend`, the other one is `:me`; with `listed`, anyone may be the friend.
  """
  @type request :: %{
          required(:game) => atom,
          required(:variant) => atom,
          optional(:options) => keyword,
          optional(:position) => nil | String.t(),
          required(:players) => %{first: Players.player(), second: Players.player()},
          required(:toss) => boolean,
          optional(:control) => nil | Clock.control(),
          optional(:listed) => boolean
        }

  # In bytes. The longest positions of normal games have a third of it, and an address has room for it.
  @most_position 6_000

  @doc "Returns how many bytes the text of a position may have, from which a match starts."
  @spec most_position() :: pos_integer
  def most_position, do: @most_position

  @doc """
  Creates a match and returns its id. Options:

    * `:from` - the client's network address; matches are limited per address too;
    * `:once_in` - milliseconds: if the visitor has started an identical match within this
      time, returns that match's id, so pressing a button twice starts one match.

  If the visitor has as many matches as `Playout.Matches.Settings` allows, this deletes the oldest
  finished one.

  Errors: `:malformed` if the request is invalid, `{:limited, :matches}` if the visitor has
  started too many matches, `{:limited, :matches_from}` if visitors from their address have,
  `{:limited, :seats}` if these have listed too many, `{:limited, :open_seats}` if too many of those are
  still open, `{:limited, :stored}` if they have too many unfinished ones, `{:limited, :bytes |
  :bytes_from}` if enough is stored for today (`Playout.Matches.Budget`), `:stopping` if the site is about to stop (`Playout.Site.Readiness`),
  `:not_stored`, `:finished_position` if the game is over in the position to start from, or an error of
  the engine (`:unknown_game`, `:unknown_variant`, `:bad_option`, `:bad_position`, `:no_table`).
  """
  @spec create(String.t(), request, from: term, once_in: non_neg_integer) ::
          {:ok, String.t()}
          | {:error,
             :malformed
             | :stopping
             | :not_stored
             | :finished_position
             | {:limited,
                :matches | :matches_from | :seats | :open_seats | :stored | :bytes | :bytes_from}
             | Error.t()}
  def create(visitor, request, options \\ []) do
    measured(:create, fn -> create_match(visitor, request, options) end)
  end

  defp create_match(
         visitor,
         %{game: game, variant: variant, players: %{first: first, second: second}, toss: toss} =
           request,
         options
       )
       when is_binary(visitor) and is_atom(game) and is_atom(variant) and is_boolean(toss) do
    control = Map.get(request, :control)
    listed = Map.get(request, :listed, false)

    with :ok <- text(visitor),
         :ok <- check_players(first, second, listed),
         :ok <- check_control(control),
         {:ok, position} <- start(request),
         {:ok, first} <- Players.seat(game, variant, visitor, first),
         {:ok, second} <- Players.seat(game, variant, visitor, second) do
      begin(visitor, options, %{
        game: game,
        variant: variant,
        start: position.start,
        seats: assign_seats(toss, first, second),
        toss: toss,
        control: control,
        listed: listed
      })
    end
  end

  defp create_match(_visitor, _wish, _options), do: {:error, :malformed}

  defp check_players(:friend, :me, listed) when is_boolean(listed), do: :ok
  defp check_players(:me, :friend, listed) when is_boolean(listed), do: :ok

  defp check_players(first, second, false) when first != :friend and second != :friend, do: :ok
  defp check_players(_first, _second, _listed), do: {:error, :malformed}

  defp check_control(nil), do: :ok
  defp check_control(control), do: if(Clock.valid?(control), do: :ok, else: {:error, :malformed})

  defp start(%{game: game, variant: variant, position: text} = request) when text != nil do
    with true <- is_binary(text) and byte_size(text) <= @most_position,
         true <- Map.get(request, :options, []) == [],
         {:ok, position} <- Playout.new(game, position: text),
         {:ok, %{variant: ^variant} = description} <- Playout.describe(position) do
      if description.outcome, do: {:error, :finished_position}, else: {:ok, position}
    else
      {:error, error} -> {:error, error}
      _invalid -> {:error, :malformed}
    end
  end

  defp start(%{game: game, variant: variant} = request) do
    options = Map.get(request, :options, [])

    if Keyword.keyword?(options),
      do: Playout.new(game, [variant: variant] ++ options),
      else: {:error, :malformed}
  end

  # The database stores only valid text.
  defp text(visitor), do: if(String.valid?(visitor), do: :ok, else: {:error, :malformed})

  defp assign_seats(true, first, second) do
    Map.new(Enum.zip(Enum.shuffle([:first, :second]), [first, second]))
  end

  defp assign_seats(false, first, second), do: %{first: first, second: second}

  defp begin(visitor, options, data) do
    if Readiness.open?(), do: store(visitor, options, data), else: {:error, :stopping}
  end

  defp store(visitor, options, data) do
    id = Id.new()
    clock = Clock.new(data.control, Uptime.now())
    event = %Event{seq: 1, type: :created, data: Map.put(data, :owner, visitor), clock: clock}

    with {:ok, state} <- State.from_events(id, [event]),
         create = &Store.create(state, event, storing(visitor, options, shown(state), &1)),
         {:ok, deleted} <- offer(data.listed, options[:from], id, create) do
      for {id, visitors} <- deleted, do: Processes.forget(id, visitors)
      Topics.lists_changed(State.visitors(state))
      {:ok, id}
    else
      {:error, {:begun, duplicate}} -> {:ok, duplicate}
      {:error, reason} -> {:error, reason}
    end
  end

  defp storing(visitor, options, shown, room) do
    counted = Limits.match(visitor, options[:from], shown)

    [
      once_in: options[:once_in] || 0,
      most: Settings.limit(:stored),
      from: options[:from],
      # The second press of a double press does not start a match, so it isn't counted.
      allow: fn -> with :ok <- room, do: counted.() end
    ]
  end

  # What of it the lobby shows to all.
  defp shown(%{listed: true}), do: :seat
  defp shown(state), do: if(State.watched?(state), do: :watched)

  @doc """
  Creates a match with the same players on swapped sides. Only the players and the owner of
  the original match may do so. Takes the options of `create/3` and returns its errors, or
  `:not_found` or `:not_your_seat`; `:between_people` if the other player is to be asked first, with
  `{:offer, :rematch}` (`act/5`).
  """
  @spec rematch(String.t(), String.t(), from: term, once_in: non_neg_integer) ::
          {:ok, String.t()} | {:error, term}
  def rematch(visitor, id, options \\ []) do
    measured(:rematch, fn -> create_rematch(visitor, id, options) end)
  end

  defp create_rematch(visitor, id, options) do
    with {:ok, state} <- get(id),
         :ok <- authorize_player(visitor, state),
         :ok <- if(State.people?(state), do: {:error, :between_people}, else: :ok),
         do: swapped(visitor, state, options)
  end

  defp swapped(visitor, %{game: game, variant: variant, seats: seats} = state, options) do
    with {:ok, first} <- Players.for_rematch(game, variant, seats.second),
         {:ok, second} <- Players.for_rematch(game, variant, seats.first) do
      begin(visitor, options, %{
        game: game,
        variant: variant,
        start: state.start,
        seats: %{first: first, second: second},
        toss: false,
        control: state.control,
        listed: false
      })
    end
  end

  defp authorize_player(visitor, state) do
    if visitor in State.visitors(state), do: :ok, else: {:error, :not_your_seat}
  end

  @doc """
  Returns the state of a match. This wakes nobody: no process starts and no engine searches.

  Errors: `:not_found`, `:not_stored` while the database fails, or the reason why the events
  cannot be read.
  """
  @spec get(String.t()) :: {:ok, State.t()} | {:error, term}
  defdelegate get(id), to: Processes, as: :read

  @doc """
  Returns the state of a match with all its events, from which `Playout.Matches.Transcript` makes a
  record. Like `get/1`, this wakes nobody.

  Errors: those of `get/1`.
  """
  @spec log(String.t()) :: {:ok, State.t(), [Event.t(), ...]} | {:error, term}
  def log(id) do
    with :ok <- Id.check(id),
         {:ok, [_ | _] = events} <- Store.events(id),
         {:ok, state} <- State.from_events(id, events) do
      {:ok, state, events}
    else
      {:ok, []} -> {:error, :not_found}
      error -> error
    end
  end

  @doc """
  Like `get/1`, but wakes the match: if an engine is to move, it searches. Also subscribes the
  caller, until it exits, to

    * `{:match, change}` after every change, except the caller's own (see `catch_up/2`);
    * `{:thinking, id, progress}` while an engine thinks (see `Playout.start_search/2`), with
      `nil` when it stops without a move,
    * `{:thought, id, progress}` when it has chosen its move, which follows at the pace of the
      match,
    * `{:waiting, id, place}` while an engine waits for its first turn,
    * `{:advice, id, :thinking}` while an engine looks for a hint, `{:advice, id, {:waiting, place}}`
      while it waits for that, `{:advice, id, nil}` when it stops, and `{:advice, id, {:failed,
      error}}` when it found none (by this name nodes of all releases know it),
    * `{:engine_failed, id, error}` when an engine could not move,
    * `{:match_deleted, id}`, the last message.

  Two engines play only while somebody watches.

  Option: `:from`, the `{visitor, address}` who watches. The engine's time is shared among the
  addresses from which matches are played or, for lack of players, watched. The match remembers
  the address as long as it is awake, but never stores it.
  """
  @spec watch(String.t(), from: nil | {String.t(), term}) :: {:ok, State.t()} | {:error, term}
  def watch(id, options \\ []) do
    from = options[:from]

    # Subscribes before reading, so that no change is missed.
    with :ok <- Id.check(id),
         :ok <- Processes.wake(id, from),
         :ok <- Topics.subscribe(Topics.match(id), metadata: visitor(from)),
         {:error, reason} <- Processes.call(id, :watch, from) do
      Topics.unsubscribe(Topics.match(id))
      {:error, reason}
    end
  end

  @doc """
  Returns for how many milliseconds more this side must be gone until the other one may claim the
  match (`Playout.Matches.Rules.Offers.claim/4`).
  """
  @spec wait(String.t(), Playout.Side.t()) :: {:ok, non_neg_integer} | {:error, term}
  def wait(id, side), do: Processes.call(id, {:wait, side}, nil)

  @doc """
  Returns the state after a change, from the state that the caller has. If that is not the one
  that the change belongs to, because a message was lost, reads the match like `get/1`.
  """
  @spec catch_up(State.t(), Change.t()) :: {:ok, State.t()} | {:error, term}
  def catch_up(state, change) do
    with :missing <- Change.fold(state, change), do: get(state.id)
  end

  # A process of a match that starts again knows from this who watches.
  defp visitor({visitor, _address}), do: visitor
  defp visitor(nil), do: nil

  @doc """
  Carries out a visitor's command. `seq` is the number of the state that the visitor saw; a
  command for any other state is refused. The change that it made is the answer, and a message
  to everyone else who watches.

  A refusal changes nothing, except that after `:not_stored` the command may have been, or may still be,
  stored: whoever wants to know sends it again under its name. Its reason is an error of the rules or one of
  `t:Playout.Matches.Rules.Command.refusal/0`, `{:limited, :events | :hints | :seats | :open_seats |
  :bytes | :bytes_from}`, `:not_found`, `:not_stored`, or `:crashed` if the match's process has
  crashed too often.

  Options: `:from`, the visitor's network address, see `watch/2`; `:delay`, how many milliseconds
  their network takes for a round trip, as the server has measured it; `:name`, 1 to 32 letters,
  digits, `_` and `-`. Whoever got no answer may send a command again under the same name: it is
  carried out once, on whichever node it arrives.

  `{:accept, :rematch}` also creates the new match, whose id is then the state's `rematch`; it
  returns the errors of `create/3` too. `{:offer, :rematch}` does the same if the other player has
  offered one already.
  """
  @spec act(String.t(), String.t(), integer, Command.command() | {:accept, :rematch},
          from: term,
          delay: non_neg_integer,
          name: nil | String.t()
        ) :: {:ok, Change.t()} | {:error, term}
  def act(id, visitor, seq, command, options \\ []) do
    measured(Command.kind(command), fn ->
      with :ok <- Limits.event(visitor),
           :ok <- limit(visitor, command, options[:from]),
           :ok <- Id.check(id),
           :ok <- check_name(options[:name]),
           do: act_now(id, visitor, seq, command, options)
    end)
  end

  defp check_name(name), do: if(Command.name?(name), do: :ok, else: {:error, :malformed})

  defp unchanged(state), do: {:ok, Change.between(state, state)}

  # The state of a match for somebody who has seen this seq, perhaps on another node.
  defp get_at(id, seq) do
    with {:ok, %{seq: known}} when is_integer(seq) and seq > known <- get(id),
         :ok <- if(Processes.awake?(id), do: Processes.call(id, :reload, nil), else: :ok),
         do: get(id)
  end

  defp limit(visitor, :hint, _from), do: Limits.hint(visitor)
  defp limit(_visitor, {:list, true}, from), do: Limits.seat(from)
  defp limit(_visitor, _command, _from), do: :ok

  defp act_now(id, visitor, seq, {:accept, :rematch}, options) do
    with {:ok, state} <- get_at(id, seq),
         :new <- if(Command.done?(state, options[:name]), do: unchanged(state), else: :new),
         # Whether it may, before a match is created for it.
         {:ok, _next, _effects} <-
           Command.act(state, {:visitor, visitor}, seq, {:accept, {:rematch, id}}),
         {:ok, new} <- swapped(visitor, state, options) do
      case act_now(id, visitor, seq, {:accept, {:rematch, new}}, options) do
        {:ok, %{rematch: ^new}} = accepted ->
          accepted

        # Refused, or the same command was carried out meanwhile.
        answer ->
          discard(new, id, State.visitors(state))
          answer
      end
    end
  end

  # Both want it, so it is agreed, whatever each of them saw. (A draw needs no more than the match's
  # process for that.)
  defp act_now(id, visitor, seq, {:offer, :rematch} = offer, options) do
    with {:error, :offered_by_other} <- call(id, visitor, seq, offer, options),
         {:ok, %{seq: now}} <- get(id),
         do: act_now(id, visitor, now, {:accept, :rematch}, options)
  end

  defp act_now(id, visitor, seq, command, options) do
    offer(command == {:list, true}, options[:from], id, fn room ->
      with :ok <- room, do: call(id, visitor, seq, command, options)
    end)
  end

  # Lists may show it already. What the match has accepted stays, even if nobody heard of that.
  defp discard(rematch, of, visitors) do
    if Store.discard(rematch, of) != {:error, :accepted}, do: Processes.forget(rematch, visitors)
  end

  # Runs what may make the lobby offer a seat.
  defp offer(true, from, id, work), do: OpenSeats.offer(from, id, work)
  defp offer(false, _from, _id, work), do: work.(:ok)

  defp call(id, visitor, seq, command, options) do
    send =
      &Processes.call(
        id,
        {:act, visitor, seq, &1, options[:delay] || 0},
        {visitor, options[:from]}
      )

    case options[:name] do
      nil -> send.(command)
      # A node with an earlier version of the site knows no names.
      name -> with {:error, :malformed} <- send.({:named, name, command}), do: send.(command)
    end
  end

  @doc """
  Checks whether a visitor can pick the given steps in the state of a match, or in a position
  outside of matches, such as an exercise. If not, returns the reason: an error of
  `Playout.check_steps/2`, `:not_your_turn`, `:not_your_seat`, `:over` or
  `{:limited, :events}`. Changes nothing.
  """
  @spec check_steps(String.t(), State.t() | Position.t(), [String.t()]) :: :ok | {:error, term}
  def check_steps(visitor, shown, steps) do
    measured(:check_steps, fn ->
      with :ok <- Limits.question(visitor),
           {:ok, position} <- playable(shown, visitor),
           do: Playout.check_steps(position, steps)
    end)
  end

  defp playable(%Position{} = position, _visitor), do: {:ok, position}

  defp playable(%State{position: position} = state, visitor) do
    with :ok <- Command.can_move(state, visitor), do: {:ok, position}
  end

  defp measured(command, work) do
    begun = System.monotonic_time()
    answer = work.()

    :telemetry.execute(
      [:playout, :matches, :command],
      %{duration: System.monotonic_time() - begun},
      %{command: command, result: result(answer)}
    )

    answer
  end

  defp result(:ok), do: :ok
  defp result({:ok, _answer}), do: :ok
  defp result({:error, {:limited, limit}}), do: :"limited_#{limit}"
  defp result({:error, {reason, _details}}), do: reason
  defp result({:error, %Error{code: code}}), do: code
  defp result({:error, reason}), do: reason

  @doc """
  Lists the matches that a visitor created or plays in: first the running ones, then the finished
  ones, newest first, at most 200, as they were `age` milliseconds ago (1,000 at most) or later.
  """
  @spec list(String.t(), non_neg_integer) :: {:ok, [Summary.t()]} | {:error, :not_stored}
  defdelegate list(visitor, age \\ 0), to: Store

  @doc """
  Returns the matches with an open seat that anyone may take, and those that anyone may watch, the
  newest first, with the nicknames of who plays in them, as they were two seconds ago at most.
  """
  @spec public() :: Public.t()
  defdelegate public(), to: Public, as: :list

  @doc "Returns whether `list/1` has any matches; `false` while the database fails."
  @spec any?(String.t()) :: boolean
  def any?(visitor), do: Store.any?(visitor) == {:ok, true}

  @doc """
  Returns how the finished matches between two visitors ended: how many the first one has `won` and
  `lost`, and how many were `drawn`.
  """
  @spec score(String.t(), String.t()) ::
          {:ok, %{won: non_neg_integer, lost: non_neg_integer, drawn: non_neg_integer}}
          | {:error, :not_stored}
  defdelegate score(visitor, other), to: Store

  @doc """
  Returns `score/2` for each of the others with whom a visitor has finished a match, as of `age` milliseconds
  ago (1,000 at most) or later.
  """
  @spec scores(String.t(), [String.t()], non_neg_integer) ::
          {:ok, %{String.t() => %{won: integer, lost: integer, drawn: integer}}}
          | {:error, :not_stored}
  defdelegate scores(visitor, others, age \\ 0), to: Store

  @doc "Subscribes the caller to `{:matches_changed, visitor}`, sent whenever `list/1` changes."
  @spec follow(String.t()) :: :ok
  def follow(visitor), do: Topics.subscribe(Topics.list(visitor))

  @doc """
  Permanently deletes a match that the visitor created, unless another person plays in it.

  Errors: `:not_found`, `:not_yours`, `:shared_match`, `:not_stored`.
  """
  @spec delete(String.t(), String.t()) ::
          :ok | {:error, :not_found | :not_yours | :shared_match | :not_stored}
  def delete(visitor, id) do
    with :ok <- Id.check(id),
         {:ok, visitors} <- Store.delete(id, visitor),
         do: Processes.forget(id, visitors)
  end

  @doc """
  Returns how many matches are `awake`, which means that they have a process, how many of them
  are `watched`, how many `watchers` there are, and how many `reviews` run; `nil` while they restart.
  """
  @spec figures() :: nil | %{(:awake | :watched | :watchers | :reviews) => non_neg_integer}
  def figures do
    with %{} = figures <- Local.figures(), do: Map.put(figures, :reviews, Reviews.count())
  end

  @doc """
  Returns how many unfinished matches are asleep, which means that they have no process; `nil`
  while the database fails. Reads an index of all unfinished matches, so don't ask too often.
  """
  @spec asleep() :: nil | non_neg_integer
  def asleep do
    with awake when awake != nil <- Processes.awake(),
         {:ok, count} <- Store.count_unfinished(awake) do
      count
    else
      _failing -> nil
    end
  end
end
