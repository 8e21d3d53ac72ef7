defmodule PlayoutWeb.Analysis.RecordText do
  @moduledoc """
  The record of an analysis as text: what its page keeps in a form and the browser in its storage, what
  visitors take with them, and what they bring (`Playout.Record`).

  Text from a browser can be anything, so it has a limit.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.{Error, Record}
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Sentences

  # In bytes, as a form sends them: less than a message may have (`PlayoutWeb.Endpoint`).
  @most 80_000

  @typedoc """
  Why a text is not the record of an analysis, or a record not a text. `:busy`: too many texts wait to
  be read; `:analysis_moves`: there is no room for more; `:stale`: the analysis has changed meanwhile.
  """
  @type problem ::
          Error.t()
          | :empty
          | :too_long
          | {:other_game, atom}
          | :busy
          | :analysis_moves
          | :stale

  @doc "Returns how many bytes a text may have, as they are and as a form sends them."
  @spec most() :: pos_integer
  def most, do: @most

  @doc "Returns the text of a record, which contains all of it, or `:error` if it is too long."
  @spec write(Record.t()) :: {:ok, String.t()} | :error
  def write(%Record{} = record) do
    {:ok, text} = Record.write(record)
    if sent(text) <= @most, do: {:ok, text}, else: :error
  end

  defp sent(text), do: text |> URI.encode_www_form() |> byte_size()

  @doc """
  Returns the first record in a text and how many there are. It must be of the game and not too long.
  """
  @spec read(atom, term) ::
          {:ok, Record.t(), pos_integer}
          | {:error, problem}
  def read(game, text) when is_binary(text) and byte_size(text) <= @most do
    with false <- String.valid?(text) and String.trim(text) == "",
         {:ok, [record | _] = records} <- Record.read(text),
         true <- record.position.game == game || {:error, {:other_game, record.position.game}},
         {:ok, _text} <- write(record) do
      {:ok, record, length(records)}
    else
      true -> {:error, :empty}
      :error -> {:error, :too_long}
      {:error, reason} -> {:error, reason}
    end
  end

  def read(_game, text) when is_binary(text), do: {:error, :too_long}
  def read(_game, text), do: Record.read(text)

  @doc "Returns the formats in which a record of a game can be written, with their names."
  @spec formats(atom) :: [{Record.format(), String.t()}, ...]
  def formats(:gomoku), do: [pgn: "PGN", sgf: "SGF"]
  def formats(:animal_shogi), do: [pgn: "PGN", usi: "USI"]
  def formats(_game), do: [pgn: "PGN"]

  @doc "Says why a text is not the record of a game, or why a record can't be written."
  @spec problem(problem) :: String.t()
  def problem(:empty), do: gettext("Please paste a record here, or choose a file.")

  def problem(:too_long),
    do:
      gettext("This is too long for an analysis. It can have %{most} bytes.",
        most: Format.number(@most)
      )

  def problem(:busy),
    do: gettext("Too many records are being opened right now. Please try again in a minute.")

  def problem(:analysis_moves) do
    gettext(
      "Too many large analyses are open on this network. Please close some of them, and try again."
    )
  end

  def problem(:stale), do: Sentences.refusal(:stale)

  def problem({:other_game, game}),
    do:
      gettext("This is a record of %{game}. Please open it in an analysis of that game.",
        game: Boards.of(game).name()
      )

  def problem(%Error{details: %{line: line, column: column}} = error) do
    gettext("Line %{line}, column %{column}: %{problem}",
      line: line,
      column: column,
      problem: what(error)
    )
  end

  def problem(error), do: what(error)

  defp what(%Error{code: :too_large}), do: gettext("This is more than a record can have.")
  defp what(%Error{code: :unknown_game}), do: gettext("We don't have this game.")
  defp what(%Error{code: :unknown_variant}), do: gettext("The game has no such variant.")
  defp what(%Error{code: :bad_position}), do: gettext("This isn't a position of the game.")
  defp what(%Error{code: :finished}), do: gettext("The game is over before this move.")

  # An example of what to type would not help.
  defp what(%Error{code: code} = error) when code in [:bad_move, :illegal_move],
    do: Sentences.refusal(%{error | details: Map.drop(error.details, [:example, :forms])})

  defp what(%Error{details: %{problem: "no_game"}}),
    do: gettext("The text doesn't say which game it is, as in [Game \"gomoku\"].")

  defp what(%Error{details: %{problem: problem}})
       when problem in ~w(unclosed_comment unclosed_variation),
       do: gettext("What begins here has no end.")

  defp what(%Error{details: %{problem: "too_short"}}), do: gettext("Something is missing here.")

  defp what(%Error{details: %{problem: problem}})
       when problem in ~w(other_game other_variant variant_not_in_format),
       do: gettext("This format can't express the analysis.")

  defp what(_error), do: gettext("This can't be read.")
end
