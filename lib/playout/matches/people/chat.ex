defmodule Playout.Matches.People.Chat do
  @moduledoc """
  What the two people in a match say to each other: ready phrases, stored by name so that each reads
  them in their own language, and free text once both have switched it on.

  Chat is no part of a match's events, so a line makes no move stale. Only the two players can read
  it, and it is deleted with the match.
  """

  alias Playout.Matches.{Budget, Event, Limits, Processes, Settings, State, Topics}
  alias Playout.Matches.Rules.Command
  alias Playout.Matches.Store.People
  alias Playout.Side

  @phrases ~w(hello good_luck well_played thanks oops moment again bye)

  @most_graphemes 200
  # Some characters are written with many code points.
  @most_bytes 8_000

  @typedoc "One of a phrase and a text is nil."
  @type line :: %{
          id: pos_integer,
          side: Event.side(),
          phrase: nil | String.t(),
          text: nil | String.t()
        }

  @typedoc """
  - `lines`: what was said, the oldest first;
  - `free`: by side, whether it allows free text;
  - `muted`: by side, whether it does not want to read the other one.
  """
  @type t :: %{
          lines: [line],
          free: %{first: boolean, second: boolean},
          muted: %{first: boolean, second: boolean}
        }

  @doc "Returns the names of the phrases."
  @spec phrases() :: [String.t()]
  def phrases, do: @phrases

  @doc "Returns how many characters a line of free text may have."
  @spec most() :: pos_integer
  def most, do: @most_graphemes

  @doc "Returns how many bytes it may have in UTF-8."
  @spec most_bytes() :: pos_integer
  def most_bytes, do: @most_bytes

  @doc """
  Returns what has been said in a match, as one of its players sees it: without the other one's
  lines if that one is muted. Subscribes the caller to `{:chat, id}`, sent whenever it changes.

  Errors: `:no_chat` if the host has switched it off or the visitor has nobody to talk to,
  `:not_found`, `:not_stored`.
  """
  @spec open(String.t(), String.t()) ::
          {:ok, t} | {:error, :no_chat | :not_found | :not_stored | term}
  def open(id, visitor) do
    with {:ok, side} <- side(id, visitor) do
      Topics.subscribe(Topics.chat(id))
      read(id, side)
    end
  end

  @doc "Like `open/2`, but does not subscribe."
  @spec get(String.t(), String.t()) ::
          {:ok, t} | {:error, :no_chat | :not_found | :not_stored | term}
  def get(id, visitor), do: with({:ok, side} <- side(id, visitor), do: read(id, side))

  defp read(id, side) do
    with {:ok, %{lines: lines, switches: switches}} <- People.chat(id) do
      chat = %{
        lines: Enum.map(lines, &%{&1 | side: side_named(&1.side)}),
        free: switched(switches, :free),
        muted: switched(switches, :muted)
      }

      {:ok, if(chat.muted[side], do: only(chat, side), else: chat)}
    end
  end

  defp only(chat, side), do: %{chat | lines: Enum.filter(chat.lines, &(&1.side == side))}

  defp switched(switches, switch) do
    on = for %{^switch => true, side: side} <- switches, do: side_named(side)
    Map.new([:first, :second], &{&1, &1 in on})
  end

  defp side_named("first"), do: :first
  defp side_named("second"), do: :second

  @doc """
  Says something in a match. Options: `:name`, so that a line is said once, however often it is sent, and
  `:from`, the visitor's network address (`Playout.Matches.act/5`).

  Errors: those of `open/2`, `:malformed` if it is neither a phrase nor a text with something to see
  in it, `:long_line` if it has more than #{@most_graphemes} characters, `:no_free_text` unless both
  allow it, `{:limited, :events}`, and those of `Playout.Matches.Budget`.
  """
  @spec say(String.t(), String.t(), {:phrase | :text, String.t()},
          name: nil | String.t(),
          from: term
        ) :: :ok | {:error, term}
  def say(id, visitor, said, options \\ []) do
    with {:ok, said} <- check(said),
         :ok <- if(Command.name?(options[:name]), do: :ok, else: {:error, :malformed}),
         :ok <- Limits.chat(visitor),
         {:ok, side} <- side(id, visitor),
         :ok <- allowed(said, id, side),
         :ok <- Budget.check(options[:from], :new),
         {:ok, _line} <- store(id, side, said, options),
         do: told(id)
  end

  defp store(id, side, {:phrase, phrase}, options), do: store(id, side, phrase, nil, options)
  defp store(id, side, {:text, text}, options), do: store(id, side, nil, text, options)

  defp store(id, side, phrase, text, options),
    do: People.say(id, to_string(side), phrase, text, options[:name], options[:from])

  defp check({:phrase, phrase}) when phrase in @phrases, do: {:ok, {:phrase, phrase}}

  defp check({:text, text}) when is_binary(text) and byte_size(text) <= 2 * @most_bytes do
    with true <- String.valid?(text),
         text = tidy(text),
         true <- text =~ ~r/[^\p{C}\p{M}\p{Z}]|[\x{10000}-\x{10FFFF}]/u do
      if String.length(text) <= @most_graphemes and byte_size(text) <= @most_bytes,
        do: {:ok, {:text, text}},
        else: {:error, :long_line}
    else
      false -> {:error, :malformed}
    end
  end

  defp check({:text, text}) when is_binary(text), do: {:error, :long_line}

  defp check(_said), do: {:error, :malformed}

  # Controls could reverse the text around it or hide something. Joiners belong to emoji and to some
  # scripts.
  defp tidy(text) do
    text
    |> String.normalize(:nfc)
    |> String.replace(~r/(?:(?![\x{200C}\x{200D}])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Z}])+/u, " ")
    |> String.trim()
  end

  defp allowed({:phrase, _phrase}, _id, _side), do: :ok

  defp allowed({:text, _text}, id, side) do
    with {:ok, chat} <- read(id, side),
         do: if(free?(chat), do: :ok, else: {:error, :no_free_text})
  end

  @doc "Returns whether free text is on: the host and both players allow it."
  @spec free?(t) :: boolean
  def free?(%{free: free}), do: Settings.free_chat?() and free.first and free.second

  @doc """
  Switches free text on or off for a player (`:free`), or their opponent's lines (`:muted`).

  Errors: those of `open/2`, and `{:limited, :events}`.
  """
  @spec switch(String.t(), String.t(), :free | :muted, boolean) :: :ok | {:error, term}
  def switch(id, visitor, switch, on?) when switch in [:free, :muted] and is_boolean(on?) do
    with :ok <- Limits.event(visitor),
         {:ok, side} <- side(id, visitor),
         :ok <- People.switch(id, to_string(side), switch, on?),
         do: told(id)
  end

  @doc "Deletes what these sides have said in a match."
  @spec forget(String.t(), [Side.t()]) :: :ok | {:error, :not_stored}
  def forget(id, sides) do
    with :ok <- Enum.find_value(sides, :ok, &with(:ok <- unsay(id, &1), do: nil)), do: told(id)
  end

  defp unsay(id, side), do: People.unsay(id, to_string(side))

  defp side(id, visitor) do
    with true <- Settings.chat?(),
         {:ok, state} <- Processes.read(id),
         true <- State.people?(state),
         [side] <- State.sides_of(state, visitor) do
      {:ok, side}
    else
      {:error, reason} -> {:error, reason}
      _nobody -> {:error, :no_chat}
    end
  end

  defp told(id), do: Topics.tell(Topics.chat(id), {:chat, id})
end
