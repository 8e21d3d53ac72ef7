defmodule Playout.Engine.NativeFunctions do
  @moduledoc false
  # The native functions, listed once for both build targets. What they do is
  # said in native/nif/src/lib.rs; all answer `{:ok, value}` or
  # `{:error, map}`.

  @functions [
    games: [],
    variants: [:game],
    levels: [:game],
    players: [:game],
    check_player: [:game, :player, :bounds],
    start: [:game, :options],
    describe: [:game, :start, :moves],
    perft_open: [:game, :start, :moves, :depth],
    perft_step: [:perft, :milliseconds],
    search_open: [:game, :start, :moves, :player, :bounds],
    search_step: [:search, :milliseconds],
    search_choice: [:search],
    search_close: [:search],
    search_count: [],
    search_panic: [:search],
    panic: []
  ]

  defmacro __using__(_options) do
    for {name, arguments} <- @functions do
      arguments = Enum.map(arguments, &Macro.var(:"_#{&1}", __MODULE__))

      quote do
        @doc false
        def unquote(name)(unquote_splicing(arguments)), do: :erlang.nif_error(:nif_not_loaded)
      end
    end
  end
end
