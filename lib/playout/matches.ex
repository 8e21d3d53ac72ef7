defmodule Playout.Matches do
  @moduledoc """
  Matches: games being played, between people and engine players.

  A match is what its stored events say (`Playout.Matches.Event`); everything
  else, its process included, can be made from them again. `watch/1` shows one,
  `act/4` plays in it.

  Settings, of which only tests need others:

      config :playout, Playout.Matches,
        reply_after: 400,
        idle: 10 * 60_000,
        engine: Playout

    * `reply_after`: an engine's answer is shown no sooner than so many
      milliseconds after the move that it answers;
    * `idle`: milliseconds after which a match that nobody touches is forgotten
      here; the next look reads it again;
    * `engine`: the module that has `start_search/2` and `cancel/1` of `Playout`.
  """

  alias Playout.Error
  alias Playout.Matches.{Event, Server, State, Store}

  @typedoc """
  What a new match is to be: `variant` is one of the game's, `you` the side of
  who creates it, `opponent` an engine of a level.
  """
  @type wish :: %{
          game: atom,
          variant: atom,
          you: Event.side(),
          opponent: {:level, pos_integer}
        }

  # 72 bits: the address of a match is its only secret.
  @id_bytes 9
  @id ~r/\A[A-Za-z0-9_-]{12}\z/

  @doc """
  Creates a match, and answers its id.

  Errors: `:malformed` for a wish that is none, `:not_stored`, or an error of
  the engine (`:unknown_game`, `:unknown_variant`, `:bad_option`).
  """
  @spec create(String.t(), wish) ::
          {:ok, String.t()} | {:error, :malformed | :not_stored | Error.t()}
  def create(visitor, %{game: game, variant: variant, you: you, opponent: {:level, level}})
      when is_binary(visitor) and is_atom(game) and is_atom(variant) and you in [:first, :second] do
    with :ok <- text(visitor),
         {:ok, position} <- Playout.new(game, variant: variant),
         {:ok, spec} <- spec(game, level) do
      them = if you == :first, do: :second, else: :first
      seats = %{you => {:person, visitor}, them => {:engine, level, spec}}
      data = %{game: game, variant: variant, start: position.start, seats: seats}
      store(%Event{seq: 1, type: :created, data: data})
    end
  end

  def create(_visitor, _wish), do: {:error, :malformed}

  # Only text can be stored.
  defp text(visitor), do: if(String.valid?(visitor), do: :ok, else: {:error, :malformed})

  defp spec(game, number) do
    case Enum.find(Playout.levels(game), &(&1.number === number)) do
      nil -> {:error, :malformed}
      level -> {:ok, level.spec}
    end
  end

  defp store(event) do
    id = Base.url_encode64(:crypto.strong_rand_bytes(@id_bytes), padding: false)
    with :ok <- Store.append(id, event), do: {:ok, id}
  end

  @doc """
  The state of a match; if an engine is to move in it, it is asked.

  Errors: `:not_found`; `:not_stored` while the database fails; or why its
  events cannot be read.
  """
  @spec get(String.t()) :: {:ok, State.t()} | {:error, term}
  def get(id), do: call(id, :state)

  @doc """
  As `get/1`; from then on the caller gets

    * `{:match, state}` after every change,
    * `{:thinking, id, progress}` while an engine thinks (see
      `Playout.start_search/2`), `nil` when it has ended,
    * `{:engine_failed, id, error}` when it could not move.
  """
  @spec watch(String.t()) :: {:ok, State.t()} | {:error, term}
  def watch(id) do
    # In this order nothing is missed in between.
    with {:ok, _state} <- get(id), :ok <- Phoenix.PubSub.subscribe(Playout.PubSub, topic(id)) do
      get(id)
    end
  end

  @doc """
  Gives a command in a visitor's name. `seq` is that of the state that he saw:
  what was meant for another state is refused.

  A refusal comes with the state as it is; nothing has changed. Its reason is an
  error of the rules or one of `t:Playout.Matches.State.refusal/0`, or
  `:not_stored`.
  """
  @spec act(String.t(), String.t(), integer, State.command()) ::
          {:ok, State.t()} | {:error, term, State.t()} | {:error, term}
  def act(id, visitor, seq, command), do: call(id, {:act, visitor, seq, command})

  defp call(id, request) when is_binary(id) do
    if id =~ @id, do: Server.call(id, request), else: {:error, :not_found}
  end

  defp call(_id, _request), do: {:error, :not_found}

  @doc false
  def topic(id), do: "match:" <> id
end
