defmodule Playout.Matches.Limits do
  @moduledoc """
  Limits what one visitor can do on a public site; `Playout.Matches.Settings` has the figures.
  Anyone can easily become a new visitor, so matches are also limited by network address.

  If the site has several nodes, what is counted within seconds or minutes is counted on all of them:
  each tells the others of what it has counted. Only the rates of commands (`event/1`), which keep a
  node from being busy with one visitor, are those of a node.
  """

  alias Playout.Cluster
  alias Playout.Matches.{Budget, Settings}
  alias Playout.Matches.Limits.Windows

  defmodule Rates do
    @moduledoc false
    use Hammer, backend: :ets, algorithm: :token_bucket
  end

  # The windows of tests are so long that none ends while a test runs.
  @longer Application.compile_env(:playout, :windows_longer, 1)

  @ten_seconds 10_000 * @longer
  @a_minute 60_000 * @longer
  @ten_minutes 10 * @a_minute

  @env Application.compile_env(:playout, :settings, Application)

  # How many seconds' worth of commands may come at once.
  @burst 4

  # In ten seconds.
  @lines_of_chat 8

  # In ten minutes, by visitor and by address. A class of 60 pupils has one address, and each may press and
  # mistype a few times. That leaves guessing hopeless, because codes have 80 random bits (links 144): even
  # if 2^20 visitors have a code, one guess in 2^60 is right. The 200 guesses of an address are 2^24 in a
  # year, so a thousand addresses that guess all year find a code with a chance of 2^-26.
  @guesses {10, 200}
  @names {20, 600}

  # In ten minutes.
  @sign_outs 20
  @seats 20
  @watched 20

  @doc false
  def children do
    # A minute after its last use, a bucket is full again and can be forgotten.
    [{Rates, key_older_than: 60_000}, {Windows, []}, {Budget.Windows, []}]
  end

  @doc """
  Returns a function that counts an attempt to start a match, and refuses it beyond the limits of
  the visitor and of their address (`nil` if unknown), those of `Playout.Matches.Budget`, and if the lobby shows
  it to all, of what it shows: an open seat (`seat/1`) or engines that play (`:watched`).
  """
  @spec match(String.t(), term, :seat | :watched | nil) ::
          (-> :ok | {:error, {:limited, :matches | :matches_from | :seats}} | Budget.refusal())
  def match(visitor, address, shown) do
    room = Budget.check(address, :new)
    most = %{matches: Settings.limit(:matches), matches_from: Settings.limit(:matches_from)}

    fn ->
      with :ok <- room,
           :ok <- window(:matches, visitor, most),
           :ok <- window(:matches_from, address, most),
           do: shown(shown, address)
    end
  end

  defp shown(:seat, address), do: seat(address)

  defp shown(:watched, address) when address != nil,
    do: hit({:watched, address}, @ten_minutes, @watched, :matches_from)

  defp shown(_kind, _address), do: :ok

  @doc """
  Counts a seat that the lobby is to offer, from a network address (`nil` if unknown), and refuses it
  beyond the limit: nobody should fill the lobby of all.
  """
  @spec seat(term) :: :ok | {:error, {:limited, :seats}}
  def seat(nil), do: :ok
  def seat(address), do: hit({:seat, address}, @ten_minutes, @seats, :seats)

  defp window(:matches_from, nil, _most), do: :ok

  defp window(limit, whose, most), do: hit({limit, whose}, @ten_minutes, most[limit], limit)

  defp hit(key, period, most, limit) do
    tell_others(key, period)

    case Windows.hit(key, period, most) do
      {:allow, _count} -> :ok
      {:deny, _wait} -> {:error, {:limited, limit}}
    end
  end

  @doc "Counts a visitor's command, and refuses it beyond the limit."
  @spec event(String.t() | {:question, String.t()}) :: :ok | {:error, {:limited, :events}}
  def event(visitor) do
    most = Settings.limit(:events)
    # In a test, the buckets may stand still, so that it doesn't matter how long the test takes.
    rate = if @env.get_env(:playout, :still), do: 0, else: most

    case Rates.hit(visitor, rate, @burst * most) do
      {:allow, _count} -> :ok
      {:deny, _wait} -> {:error, {:limited, :events}}
    end
  end

  @doc """
  Counts a request for the reason why a press did nothing, and refuses it beyond the limit.
  Commands are counted separately, so even a visitor who asks a lot can still move.
  """
  @spec question(String.t()) :: :ok | {:error, {:limited, :events}}
  def question(visitor), do: event({:question, visitor})

  @doc "Counts a hint that a visitor asks for, and refuses it beyond the limit."
  @spec hint(String.t()) :: :ok | {:error, {:limited, :hints}}
  def hint(visitor), do: hit({:hint, visitor}, @ten_minutes, Settings.limit(:hints), :hints)

  @doc "Counts a line of a visitor's chat, and refuses it beyond the limit."
  @spec chat(String.t()) :: :ok | {:error, {:limited, :events}}
  def chat(visitor), do: hit({:chat, visitor}, @ten_seconds, @lines_of_chat, :events)

  @doc """
  Counts that a visitor changes their name or makes a code or a link, from a network address (`nil` if
  unknown), and refuses it beyond the limits of both.
  """
  @spec name(String.t(), term) :: :ok | {:error, {:limited, :names}}
  def name(visitor, address), do: of_both(:names, visitor, address, @names)

  @doc """
  Counts that other browsers are signed out, from a network address, and refuses it beyond the limit:
  each time stores an event in every match of the visitor, who has a new id afterwards.
  """
  @spec sign_out(term) :: :ok | {:error, {:limited, :names}} | Budget.refusal()
  def sign_out(address) do
    with :ok <- Budget.check(address, :going_on),
         do: hit({:sign_out, address}, @ten_minutes, @sign_outs, :names)
  end

  @doc """
  Lets a visitor, from a network address, try to become another one by a code or a link. `look` returns
  `:wrong`, or anything else that is the answer. Beyond the limits of both, it does not run.

  An attempt counts before `look` runs, so those at the same moment do not pass the limits together. Any
  other answer than `:wrong` gives it back, because many people may share an address.
  """
  @spec guess(String.t(), term, (-> answer)) ::
          answer | {:error, {:limited, :guesses}} | Budget.refusal()
        when answer: term
  def guess(visitor, address, look) do
    with :ok <- Budget.check(address, :going_on),
         :ok <- of_both(:guesses, visitor, address, @guesses) do
      answer = look.()
      if answer != :wrong, do: give_back(:guesses, visitor, address)
      answer
    end
  end

  defp give_back(limit, visitor, address) do
    for whose <- [{:visitor, visitor}, {:address, address}], key = {limit, whose} do
      Windows.take_back(key, @ten_minutes)
      Cluster.cast(Windows, :take_back, [key, @ten_minutes])
    end
  end

  # What the visitor's limit refuses does not count for the address.
  defp of_both(limit, visitor, address, {of_visitor, of_address}) do
    with :ok <- hit({limit, {:visitor, visitor}}, @ten_minutes, of_visitor, limit) do
      if address,
        do: hit({limit, {:address, address}}, @ten_minutes, of_address, limit),
        else: :ok
    end
  end

  defp tell_others(key, period), do: Cluster.cast(Windows, :inc, [key, period, 1])

  @doc """
  Returns the text of a line for the log, or `nil` if there were too many lines about the same thing
  in this minute. A disk that fails would otherwise fill the log with a line for each move. The last
  line before the limit says that others are left out.
  """
  @spec line(term, String.t()) :: String.t() | nil
  def line(about, text) do
    case lines(about, Settings.log_lines()) do
      :last -> text <> " (more lines about this are left out for up to a minute)"
      :ok -> text
      :over -> nil
    end
  end

  @doc "Counts a line of the log; only `most` of them may be about the same thing in a minute."
  @spec lines(term, pos_integer) :: :ok | :last | :over
  def lines(about, most) do
    case Windows.hit({:line, about}, @a_minute, most) do
      {:allow, ^most} -> :last
      {:allow, _fewer} -> :ok
      {:deny, _wait} -> :over
    end
  rescue
    # The counters restart.
    ArgumentError -> :ok
  end
end
