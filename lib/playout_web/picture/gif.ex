defmodule PlayoutWeb.Picture.Gif do
  @moduledoc """
  A match as an animated GIF: a picture after each move (`PlayoutWeb.Picture`).
  `PlayoutWeb.Picture.Gif.Maker` makes them. These are the limits, with their defaults:

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

  @enforce_keys [:position, :bottom, :theme]
  defstruct @enforce_keys

  @typedoc "A position with all its moves, the side at the bottom, and the theme of the pictures."
  @type t :: %__MODULE__{
          position: Position.t(),
          bottom: :first | :second,
          theme: String.t()
        }

  @type key :: String.t()

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

  @doc false
  def limit(name), do: Keyword.fetch!(limits(), name)

  @doc false
  def limits, do: Keyword.merge(@defaults, @env.get_env(:playout, __MODULE__, []))
end
