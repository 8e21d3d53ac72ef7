defmodule PlayoutWeb.Picture.Gif do
  @moduledoc """
  A match as an animated GIF: a picture after each move (`PlayoutWeb.Picture`).

  `PlayoutWeb.Picture.Gif.Maker` makes one at a time and keeps those it has made. Whoever requests one
  receives `{:gif, key, status}`, with the key of `key/1`, whenever its status changes, until it is
  ready or has failed:

    * `{:waiting, place}` - others are made before it;
    * `{:making, percent}` - so much is done;
    * `:ready` - `fetch/1` returns it;
    * `:failed` - it could not be made; the log says why.

  A GIF that nobody waits for any more is not made. These are the limits, with their defaults:

      config :playout, PlayoutWeb.Picture.Gif,
        moves: 500,
        waiting: 20,
        waiting_of_address: 3,
        bytes: 8_000_000,
        kept_bytes: 32_000_000,
        seconds: 120

    * `moves`: the longest match;
    * `waiting`, `waiting_of_address`: how many wait or are being made, in all and for one network
      address;
    * `bytes`, `kept_bytes`: the size of one, and of all that are kept; those not used for longest
      go first;
    * `seconds`: how long one may take.
  """

  alias Playout.Position
  alias PlayoutWeb.Picture.Gif.Maker

  @enforce_keys [:position, :bottom, :theme]
  defstruct @enforce_keys

  @typedoc "A position with all its moves, the side at the bottom, and the theme of the pictures."
  @type t :: %__MODULE__{
          position: Position.t(),
          bottom: :first | :second,
          theme: String.t()
        }

  @type key :: String.t()
  @type status :: {:waiting, pos_integer} | {:making, 0..100} | :ready | :failed

  @env Application.compile_env(:playout, :settings, Application)

  @defaults [
    moves: 500,
    waiting: 20,
    waiting_of_address: 3,
    bytes: 8_000_000,
    kept_bytes: 32_000_000,
    seconds: 120
  ]

  @doc "Returns a text that only this GIF has."
  @spec key(t) :: key
  def key(%__MODULE__{} = gif) do
    :sha256 |> :crypto.hash(:erlang.term_to_binary(gif)) |> Base.url_encode64(padding: false)
  end

  @doc """
  Requests a GIF for the calling process. `address` is that of the visitor's network.

  Errors: `:too_long` if the match has too many moves, `:busy` if too many GIFs wait.
  """
  @spec request(t, term) :: {:ok, key} | {:error, :too_long | :busy}
  def request(%__MODULE__{position: %{moves: moves}} = gif, address) do
    if length(moves) > limit(:moves) do
      {:error, :too_long}
    else
      key = key(gif)
      with :ok <- Maker.request(maker(), key, gif, address), do: {:ok, key}
    end
  end

  @doc "Returns a GIF that is ready."
  @spec fetch(t) :: {:ok, binary} | :error
  def fetch(gif), do: Maker.fetch(maker(), key(gif))

  # Tests have their own.
  defp maker, do: :playout |> @env.get_env(__MODULE__, []) |> Keyword.get(:maker, Maker)

  @doc false
  def limit(name), do: Keyword.fetch!(limits(), name)

  @doc false
  def limits, do: Keyword.merge(@defaults, @env.get_env(:playout, __MODULE__, []))
end
