defmodule Playout.Engine.NativeFunctions do
  @moduledoc false
  # The native functions, listed once. What they do is
  # said in native/nif/src/lib.rs; all answer `{:ok, value}` or
  # `{:error, map}`.

  @functions [
    games: [],
    options: [:game],
    levels: [:game],
    players: [:game],
    check_player: [:game, :player, :bounds],
    stored_player: [:game, :player],
    start: [:game, :options],
    describe: [:game, :start, :moves],
    diagram: [:game, :position],
    step_tree: [:game, :start, :moves, :given],
    record_open: [:game, :start, :moves],
    record_tell: [:record],
    record_play: [:record, :stamp, :move],
    perft_open: [:game, :start, :moves, :depth],
    perft_step: [:perft, :milliseconds],
    search_open: [:game, :start, :moves, :player, :bounds],
    search_step: [:search, :milliseconds],
    search_choice: [:search],
    search_close: [:search]
  ]

  # Tests load another library, which has some more.
  @testing? Mix.env() == :test
  @for_tests [search_count: [], search_panic: [:search], record_panic: [:record], panic: []]

  @doc false
  # The crate that has these functions.
  def crate, do: if(@testing?, do: "playout_nif_testing", else: "playout_nif")

  defmacro __using__(_options) do
    for {name, arguments} <- @functions ++ if(@testing?, do: @for_tests, else: []) do
      arguments = Enum.map(arguments, &Macro.var(:"_#{&1}", __MODULE__))

      quote do
        @doc false
        def unquote(name)(unquote_splicing(arguments)), do: :erlang.nif_error(:nif_not_loaded)
      end
    end
  end
end
