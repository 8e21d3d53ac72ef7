defmodule Playout.Matches.People do
  @moduledoc """
  Who visitors are: the nickname that they may have, and the ways to go on in another browser.

  There are no accounts. A visitor is an id in a browser's cookie. Another browser becomes the same
  visitor by a link that works once (`Playout.Matches.People.DeviceLinks`) or by a recovery code. Whatever
  its own visitor had goes along: `transfer/2` moves matches, nickname and code from one id to
  another. That is also how other browsers are signed out, by moving to a new id that they don't
  have.
  """

  alias Playout.Matches.{Budget, Limits, Processes, Settings, State, Store, Topics}
  alias Playout.Matches.People.{Chat, DeviceLinks, Nickname}
  alias Playout.Matches.Rules.Command
  alias Playout.Matches.Store.{People, Uptime}

  # Crockford's base 32: no letter that looks like a digit, and no U.
  @alphabet ~c"0123456789ABCDEFGHJKMNPQRSTVWXYZ"
  @code_length 16

  # How many matches are moved before the next ones are listed.
  @at_once 100

  # A command that meets a falling flag, another event or a failing database is given again.
  @attempts 5
  @passing [:time_is_up, :stale, :conflict, :not_stored]

  @doc "Returns a new visitor's id: 24 characters of Base64 that nobody can guess."
  @spec new_id() :: String.t()
  def new_id, do: Base.url_encode64(:crypto.strong_rand_bytes(18), padding: false)

  @doc """
  Returns the nicknames of those visitors who have one; none if the host has switched them off, or
  while the database fails.
  """
  @spec names([String.t()]) :: %{String.t() => String.t()}
  def names(visitors) do
    with true <- Settings.nicknames?(),
         {:ok, names} <- People.names(visitors |> Enum.uniq() |> Enum.sort()) do
      names
    else
      _none -> %{}
    end
  end

  @doc """
  Gives a visitor a nickname, or takes it away (`nil`), and tells all who follow them. `reserved`
  are names that nobody may have; `from` is the network address of who asks.

  Errors: those of `Playout.Matches.People.Nickname.check/2`, `:no_nicknames`, `{:limited, :events}`,
  `{:limited, :names}` beyond what the visitor or the address may change, those of `Playout.Matches.Budget`,
  `:not_stored`.
  """
  @spec rename(String.t(), String.t() | nil, [String.t()], term) :: :ok | {:error, term}
  def rename(visitor, text, reserved \\ [], from \\ nil) do
    with :ok <- Limits.event(visitor),
         {:ok, name} <- check(text, reserved),
         :ok <- Limits.name(visitor, from),
         :ok <- if(name, do: Budget.check(from, :new), else: :ok),
         :ok <- People.rename(visitor, name, from),
         do: told(visitor, name)
  end

  defp check(nil, _reserved), do: {:ok, nil}

  defp check(text, reserved) do
    if Settings.nicknames?(), do: Nickname.check(text, reserved), else: {:error, :no_nicknames}
  end

  defp told(visitor, name),
    do: Topics.tell(Topics.person(visitor), {:renamed, visitor, name})

  @doc "Subscribes the caller to `{:renamed, visitor, name}` of these visitors."
  @spec follow([String.t()]) :: :ok
  def follow(visitors), do: Enum.each(visitors, &Topics.subscribe(Topics.person(&1)))

  @doc "Ends what `follow/1` began."
  @spec unfollow([String.t()]) :: :ok
  def unfollow(visitors), do: Enum.each(visitors, &Topics.unsubscribe(Topics.person(&1)))

  @doc "Returns whether a visitor has a recovery code."
  @spec code?(String.t()) :: boolean
  def code?(visitor), do: People.code?(visitor) == {:ok, true}

  @doc """
  Makes a new recovery code for a visitor: #{@code_length} characters. Those before are void. Only
  its hash is stored. `from` is the network address of who asks.
  """
  @spec new_code(String.t(), term) ::
          {:ok, String.t()}
          | {:error, {:limited, :events | :names} | :not_stored}
          | Budget.refusal()
  def new_code(visitor, from \\ nil) do
    code =
      for <<value::5 <- :crypto.strong_rand_bytes(div(@code_length * 5, 8))>>,
        into: "",
        do: <<Enum.at(@alphabet, value)>>

    with :ok <- Limits.event(visitor),
         :ok <- Limits.name(visitor, from),
         :ok <- Budget.check(from, :new),
         :ok <- People.change_code(visitor, hash(code), from),
         do: {:ok, code}
  end

  @doc """
  Voids the recovery codes of a visitor, before other browsers are signed out: somebody there may know
  one.
  """
  @spec void_codes(String.t()) :: :ok | {:error, :not_stored}
  defdelegate void_codes(visitor), to: People

  @doc """
  Returns the visitor whose recovery code this is, however it is written: case, spaces and hyphens
  don't matter, and O is 0, I and L are 1. `guesser` asks, from the network address `from`; both may guess
  a few times only.

  Errors: `:no_such_code`, `{:limited, :guesses}`, those of `Playout.Matches.Budget`, `:not_stored`.
  """
  @spec recover(String.t(), String.t(), term) ::
          {:ok, String.t()}
          | {:error, :no_such_code | {:limited, :guesses} | :not_stored}
          | Budget.refusal()
  def recover(guesser, text, from) do
    with :wrong <- Limits.guess(guesser, from, fn -> find(text) end),
         do: {:error, :no_such_code}
  end

  defp find(text) do
    with {:ok, code} <- read_code(text),
         {:ok, nil} <- People.find(hash(code)),
         do: :wrong
  end

  defp read_code(text) when byte_size(text) <= 100 do
    code =
      text
      |> String.upcase()
      |> String.replace(~r/[\s-]/, "")
      |> String.replace("O", "0")
      |> String.replace(~r/[IL]/, "1")

    if code =~ ~r/\A[0-9A-HJKMNP-TV-Z]{#{@code_length}}\z/,
      do: {:ok, code},
      else: :wrong
  end

  defp read_code(_text), do: :wrong

  defp hash(code), do: :crypto.hash(:sha256, code)

  @doc """
  Returns the token of a link by which another browser becomes this visitor, once, within ten
  minutes. `text` is what the browser hands over; `from` is its network address.

  Errors: `:malformed`, `{:limited, :names}`, `{:limited, :links}`.
  """
  @spec new_link(String.t(), String.t(), term) ::
          {:ok, String.t()} | {:error, :malformed | {:limited, :names | :links}}
  def new_link(visitor, text, from) do
    with :ok <- Limits.name(visitor, from), do: DeviceLinks.new(visitor, text, new_id(), from)
  end

  @doc """
  Returns whose link this is; it still works afterwards. This doesn't count as a guess, because any
  page's image can make a browser ask. A link cannot be guessed anyway.
  """
  @spec whose_link(String.t()) :: {:ok, String.t()} | {:error, :no_such_link}
  def whose_link(token) do
    with :error <- DeviceLinks.whose(token), do: {:error, :no_such_link}
  end

  @doc """
  Uses a link: returns whose it is, and the text that came with it. `guesser` asks, from the network
  address `from`; both may guess a few times only.

  Errors: `:no_such_link`, `{:limited, :guesses}`, those of `Playout.Matches.Budget`.
  """
  @spec take_link(String.t(), String.t(), term) ::
          {:ok, String.t(), String.t()}
          | {:error, :no_such_link | {:limited, :guesses}}
          | Budget.refusal()
  def take_link(guesser, token, from) do
    take = fn -> with :error <- DeviceLinks.take(token), do: :wrong end
    with :wrong <- Limits.guess(guesser, from, take), do: {:error, :no_such_link}
  end

  @doc """
  Moves everything that a visitor has to another id of the same person: matches, seats, nickname
  and recovery codes. The other one's nickname stays, and the codes of both find them, unless those
  that are moved are to be `:void`. If it fails halfway, it can be repeated. What it stores counts for
  this network `address`, whose budget was checked before, because half a person is no use.
  """
  @spec transfer(String.t(), String.t(), :kept | :void, term) :: :ok | {:error, :not_stored}
  def transfer(from, to, codes \\ :kept, address \\ nil)
  def transfer(same, same, _codes, _address), do: :ok

  def transfer(from, to, codes, address) do
    DeviceLinks.void(from)

    with :ok <- every_match(from, &hand_over(&1, from, to, address)),
         :ok <- People.move(from, to, codes) do
      # Pages that have seen the seats change may have asked for the name too early.
      told(to, names([to])[to])
      Topics.lists_changed([from, to])
    end
  end

  # Each match once, whatever the work has left of it. One that keeps crashing does not hold the
  # others back, but then not all is done.
  defp every_match(visitor, work, done \\ [], result \\ :ok) do
    with {:ok, ids} <- Store.ids(visitor, length(done) + @at_once),
         [_ | _] = more <- ids -- done,
         answers = Stream.map(more, work),
         {:ok, failed?} <- Enum.reduce_while(answers, {:ok, false}, &note_failure/2) do
      every_match(
        visitor,
        work,
        more ++ done,
        if(failed?, do: {:error, :not_stored}, else: result)
      )
    else
      [] -> result
      {:error, :not_stored} -> {:error, :not_stored}
    end
  end

  defp note_failure(:ok, failed), do: {:cont, failed}
  defp note_failure({:error, :crashed}, _failed), do: {:cont, {:ok, true}}
  defp note_failure({:error, :not_stored}, _failed), do: {:halt, {:error, :not_stored}}

  defp hand_over(id, from, to, address, attempts \\ @attempts) do
    case give(id, from, to, address, attempts) do
      {:ok, _done} ->
        :ok

      :ok ->
        :ok

      {:error, reason} when reason in @passing and attempts > 1 ->
        hand_over(id, from, to, address, attempts - 1)

      {:error, reason} when reason in @passing ->
        {:error, :not_stored}

      {:error, :crashed} ->
        {:error, :crashed}

      # Deleted, moved already, or damaged, which must not keep the others back.
      {:error, _reason} ->
        :ok
    end
  end

  # To wake a match for this would start its engine, so a match that is asleep stays so, unless its
  # process has to see to something first.
  defp give(id, from, to, address, attempts) do
    if attempts < @attempts or Processes.awake?(id),
      do: Processes.call(id, {:act, from, 1, {:transfer, to}, 0}, {from, address}),
      else: give_asleep(id, from, to, address)
  end

  defp give_asleep(id, from, to, address) do
    context = %{at: Uptime.now(), delay: 0, gone: %{}, name: nil}
    command = {:transfer, to}

    with {:ok, state} <- Processes.read(id),
         {:ok, next, [{:store, event} | _], _record} <-
           Command.act(state, {:visitor, from}, state.seq, command, nil, context),
         :ok <- Store.append(next, event, address) do
      # It may have woken in between, with the old seats.
      if Processes.awake?(id), do: Processes.call(id, :reload, nil), else: :ok
    end
  end

  @doc """
  Deletes what names a visitor: their nickname, their recovery code, what they have said, and the
  matches in which nobody else plays. Their seats in other matches go to an id that nobody has.
  """
  @spec forget(String.t()) :: :ok | {:error, :not_stored}
  def forget(visitor) do
    nobody = new_id()
    DeviceLinks.void(visitor)

    with :ok <- every_match(visitor, &forget_match(&1, visitor, nobody)),
         :ok <- People.forget(visitor) do
      told(visitor, nil)
      Topics.lists_changed([visitor])
    end
  end

  defp forget_match(id, visitor, nobody) do
    case Store.delete(id, visitor) do
      {:ok, visitors} -> Processes.forget(id, visitors)
      {:error, :not_found} -> :ok
      {:error, :not_stored} -> {:error, :not_stored}
      {:error, _others} -> leave(id, visitor, nobody)
    end
  end

  defp leave(id, visitor, nobody) do
    case Processes.read(id) do
      {:ok, state} ->
        with :ok <- Chat.forget(id, State.sides_of(state, visitor)),
             do: hand_over(id, visitor, nobody, nil)

      {:error, reason} when reason in [:not_stored, :crashed] ->
        {:error, reason}

      {:error, _damaged_or_deleted} ->
        :ok
    end
  end
end
