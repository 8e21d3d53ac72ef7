defmodule Playout do
  @moduledoc """
  The front door: games, positions, and players that choose moves.

      iex> position = Playout.new!(:quarto)
      iex> position = position |> Playout.play!("-7") |> Playout.play!("c3-A")
      iex> Playout.describe!(position).position
      "..../..7./..../.... A"
      iex> choice = Playout.choose_move!(position, player: "mcts:playouts=500,seed=1")
      iex> choice.playouts
      500
      iex> choice.move in Playout.legal_moves!(position)
      true

  Positions and moves are texts that people read and write too; each game's page
  of rules defines them. Whatever is refused is answered as
  `{:error, %Playout.Error{}}`, and changes nothing; the functions with a bang
  raise it instead.

  ## Players

  A player is a text, `NAME` or `NAME:key=value,…`: `random`, `careful`,
  `monte_carlo:ms=200`, `mcts:playouts=3000,c=1.2`, `level:n=2`. An unknown one
  is answered by an error that lists what there is; `players/1` lists the same as
  data, and `check_player/3` reads one without letting it play.

  ## Bounds

  A search is bounded unless it is asked not to be: `mcts` without a limit plays
  3,000 playouts, its tree takes at most 64 MiB (`memory=`), and an answer
  comes within 60 s (`:timeout`). Searches at work at once are one fewer than
  there are cores, at least one; further ones wait, first come, first served, at
  most 1,000 in all. No tree may be larger than 1 GiB, and all of them together not
  larger than the number of searches that may be at work times that: a search whose
  tree might not fit beside those of the others waits. The application's configuration
  sets other bounds:

      config :playout, Playout.Engine, slots: 3, memory: 256, total_memory: 600, searches: 200

  A search works on one thread here: `threads=2`, which the program `playout` takes,
  is refused.

  Limits in a player's text (`ms=`) count the time it really works, `:timeout`
  counts the time that goes by.

  ## Trees that outlive a move

  With the option `:tree`, any name but `nil`, the tree of a search is kept when it has
  chosen, without what is not below the move. The caller's next search of that name goes
  on in it, if it is by the same player and later in the same game:

      iex> position = Playout.new!(:quarto)
      iex> player = "mcts:playouts=2000,seed=1"
      iex> give = Playout.choose_move!(position, player: player, tree: :mine)
      iex> place = Playout.play!(position, give.move) |> Playout.choose_move!(player: player, tree: :mine)
      iex> {place.playouts, place.visits |> Map.values() |> Enum.sum() > 2000}
      {2000, true}

  Limits count what a search does itself. It is the stronger for a kept tree, but its
  choice also depends on what was searched before, and a seed gives it again only
  together with that. A search that finds no tree has one of its own: those kept have the
  memory that searches at work leave them, and the ones used least recently are dropped
  first. One that nobody searches on in a minute is dropped too, one whose owner has died,
  and all of the caller's by `drop_trees/0`. `trees/0` says what there is.
  """

  alias Playout.Engine.{Native, Rules}
  alias Playout.{Choice, Description, Diagram, Error, Games, Outcome, Position, Search}

  @typedoc "An answer: a value, or why there is none."
  @type answer(value) :: {:ok, value} | {:error, Error.t()}

  @doc """
  The names of all games.

      iex> hd(Playout.games())
      :quarto
  """
  @spec games() :: [atom]
  def games, do: Enum.map(Games.all(), & &1.name())

  @typedoc """
  Something that can be chosen for a new game:

    * `option`: its name, e.g. `:size`;
    * `kind`: `:choice` or `:integer`;
    * `choices`: the values of a choice, else none;
    * `min`, `max`: the range of a number, `nil` for a choice;
    * `default`: what it is unless something else is chosen;
    * `about`: what it means, in a line of English.
  """
  @type game_option :: %{
          option: atom,
          kind: :choice | :integer,
          choices: [atom],
          min: integer | nil,
          max: integer | nil,
          default: atom | integer,
          about: String.t()
        }

  @doc """
  What can be chosen for a new game, by `new/2`: the variant first. Nothing for a
  game that does not exist.

      iex> [variant, size] = Playout.options(:separo)
      iex> {variant.option, variant.choices}
      {:variant, [:standard]}
      iex> {size.option, size.min, size.max, size.default}
      {:size, 4, 19, 9}
  """
  @spec options(atom) :: [game_option]
  def options(game), do: bang(Rules.checked(Native.options(Rules.text(game))))

  @doc """
  The levels of a game, the weakest first: named players of the site. None for a
  game that does not exist.

      iex> [sparrow | _] = Playout.levels(:quarto)
      iex> {sparrow.number, sparrow.name}
      {1, "sparrow"}

  `spec` is the player's text.
  """
  @spec levels(atom) :: [%{number: pos_integer, name: String.t(), spec: String.t()}]
  def levels(game), do: bang(Rules.checked(Native.levels(Rules.text(game))))

  @typedoc """
  A key of a player:

    * `kind`: `:integer`, `:number` (decimals too) or `:choice`;
    * `min`, `max`: its range, `nil` for a choice;
    * `choices`: the words of a choice, else none;
    * `default`: what it is where it is left out, as text; `nil` if it is not set
      then. Of the limits (`playouts`, `ms`, `nodes`) the default counts only
      where none of them is given.
  """
  @type player_key :: %{
          key: String.t(),
          kind: :integer | :number | :choice,
          min: number | nil,
          max: number | nil,
          choices: [String.t()],
          default: String.t() | nil
        }

  @doc """
  The players of a game, the simplest first, each with the keys that can be set.
  None for a game that does not exist.

      iex> players = Playout.players(:quarto)
      iex> Enum.map(players, & &1.name)
      ["random", "careful", "monte_carlo", "mcts", "minimax"]
      iex> mcts = Enum.find(players, & &1.name == "mcts")
      iex> Enum.find(mcts.keys, & &1.key == "memory")
      %{key: "memory", kind: :integer, min: 1, max: 65536, choices: [], default: "64"}
  """
  @spec players(atom) :: [%{name: String.t(), keys: [player_key]}]
  def players(game), do: bang(Rules.checked(Native.players(Rules.text(game))))

  @doc """
  Reads a player's text for a game, and answers it as it will play: in canonical
  form, a level replaced by the player that it names.

  `limits` say what it may ask for at most: `:playouts`, `:ms` (milliseconds of
  work), `:nodes`, `:memory` (MiB), `:threads`. A key above its limit is refused; one that is
  left out and would be more otherwise, or have no end, is set to its limit.

      iex> Playout.check_player(:quarto, "mcts:c=1.20,playouts=500", ms: 5_000)
      {:ok, "mcts:playouts=500,ms=5000,c=1.2"}

      iex> {:error, error} = Playout.check_player(:quarto, "mcts:ms=60000", ms: 5_000)
      iex> {error.code, error.where, error.details}
      {:bad_option, 9, %{problem: "over_limit", key: "ms", limit: 5000}}

  Errors: `:bad_option`, with the character at fault, or for a limit that cannot
  be one; `:unknown_game`.
  """
  @spec check_player(atom, String.t(), [{atom, pos_integer}]) :: answer(String.t())
  def check_player(game, player, limits \\ []) do
    limits = for {key, most} <- limits, do: {Rules.text(key), most}
    Rules.checked(Native.check_player(Rules.text(game), player, limits))
  end

  @doc """
  Reads a player's text from the log of a match, and answers it as it plays today.

  Earlier versions took keys that mean nothing in the game; here they are left out,
  where `check_player/3` refuses them. Otherwise both answer alike.

      iex> Playout.stored_player(:quarto, "minimax:depth=4,radius=1")
      {:ok, "minimax:depth=4"}

      iex> {:error, error} = Playout.check_player(:quarto, "minimax:depth=4,radius=1")
      iex> {error.where, error.details.problem, error.details.key}
      {17, "key_without_meaning", "radius"}
  """
  @spec stored_player(atom, String.t()) :: answer(String.t())
  def stored_player(game, player) do
    Rules.checked(Native.stored_player(Rules.text(game), player))
  end

  @doc """
  Whether a player is to keep its tree from move to move (the option `:tree` of
  `choose_move/2`, which does as it is told).

  A level that is limited by playouts or nodes is to begin every move afresh, so that it
  is as strong as it was measured, however long a person thinks. The last one of a game,
  and every other player, only gets stronger.

      iex> Playout.keeps_tree(:quarto, "level:n=1")
      {:ok, false}
      iex> Playout.keeps_tree(:quarto, "mcts:ms=200")
      {:ok, true}

  Errors: those of `check_player/3`.
  """
  @spec keeps_tree(atom, String.t()) :: answer(boolean)
  def keeps_tree(game, player) do
    Rules.checked(Native.outlives_a_move(Rules.text(game), player))
  end

  @doc """
  The position from which a game starts.

  Options: those of the game (`options/1` lists them), e.g. `variant: :squares`; or `:position`, the text of any position to start from.

      iex> {:ok, position} = Playout.new(:quarto, variant: :squares)
      iex> position
      %Playout.Position{game: :quarto, start: "squares ..../..../..../.... -", moves: []}

      iex> {:error, error} = Playout.new(:quarto, position: "7.../.../..../.... A")
      iex> {error.code, error.where}
      {:bad_position, 9}

  Errors: `:unknown_game`, `:unknown_variant`, `:bad_option`, `:bad_position`.
  """
  @spec new(atom, keyword) :: answer(Position.t())
  def new(game, options \\ []), do: Rules.new(game, options)

  @doc """
  The position after a move.

      iex> {:ok, position} = Playout.play(Playout.new!(:quarto), "-7")
      iex> position.moves
      ["-7"]

      iex> {:error, error} = Playout.play(Playout.new!(:quarto), "c3-A")
      iex> error.code
      :illegal_move

  Errors: `:bad_move`, `:illegal_move`, `:finished`, `:too_large`, with the
  number of the move in the game; and whatever is wrong with the position.
  """
  @spec play(Position.t(), String.t()) :: answer(Position.t())
  def play(%Position{} = position, move), do: Rules.play(position, move)

  @doc """
  Reads a legal move as a person types it, and answers its text, which `play/2` takes.

  Capitals, full-width characters and the signs between the parts of a move do not matter,
  and some words that people use are understood. No two legal moves can be meant by one
  text, so nothing is guessed.

      iex> Playout.read_move(Playout.new!(:separo), "Ａ９, b8 → c8")
      {:ok, "a9-b8-c8"}

      iex> {:error, error} = Playout.read_move(Playout.new!(:quarto), "C3 A")
      iex> {error.code, error.details.problem, error.details.example, error.details.forms}
      {:illegal_move, "nothing_in_hand", "-C", ["-7", "c3-A", "c3"]}

  Errors: `:bad_move`, `:illegal_move`, with the `forms` in which moves are written, and the
  `example` of a legal move that is like the text; `:finished`, `:too_large`; and whatever is
  wrong with the position.
  """
  @spec read_move(Position.t(), String.t()) :: answer(String.t())
  def read_move(%Position{} = position, typed), do: Rules.read_move(position, typed)

  @doc """
  Checks that a legal move begins with some steps, as a person picks them on a board, and
  says why if none does.

      iex> position = Playout.new!(:animal_shogi)
      iex> Playout.check_steps(position, ["2c"])
      :ok
      iex> {:error, error} = Playout.check_steps(position, ["3d"])
      iex> {error.code, error.details}
      {:illegal_move, %{problem: "blocked", move: "3d", step: "3d", piece: "elephant"}}

  Errors: `:illegal_move` and `:bad_move`, with the first `step` that cannot be picked, and
  `:finished`; and whatever is wrong with the position.
  """
  @spec check_steps(Position.t(), [String.t()]) :: :ok | {:error, Error.t()}
  def check_steps(%Position{} = position, steps), do: Rules.check_steps(position, steps)

  @doc """
  The texts of the legal moves, sorted; none once the game is over.

      iex> {:ok, moves} = Playout.legal_moves(Playout.new!(:quarto))
      iex> Enum.take(moves, 3)
      ["-0", "-1", "-2"]
  """
  @spec legal_moves(Position.t()) :: answer([String.t()])
  def legal_moves(%Position{} = position) do
    with {:ok, description} <- describe(position) do
      {:ok, Enum.map(description.moves, & &1.text)}
    end
  end

  @doc """
  How the game ended, `nil` while it goes on.

      iex> Playout.outcome(Playout.new!(:quarto))
      {:ok, nil}

      iex> won = Playout.new!(:quarto, position: "0123/..../..../.... -")
      iex> {:ok, outcome} = Playout.outcome(won)
      iex> {outcome.result, outcome.reason, outcome.cells}
      {:first, :line, ["a4", "b4", "c4", "d4"]}
  """
  @spec outcome(Position.t()) :: answer(nil | Outcome.t())
  def outcome(%Position{} = position) do
    with {:ok, description} <- describe(position), do: {:ok, description.outcome}
  end

  @doc """
  Everything there is to know of a position.

      iex> {:ok, description} = Playout.describe(Playout.new!(:quarto))
      iex> {description.side, description.ply, hd(description.moves)}
      {:first, 0, %{text: "-0", steps: ["0"], details: %{}}}
  """
  @spec describe(Position.t()) :: answer(Description.t())
  def describe(%Position{} = position), do: Rules.describe(position)

  @doc """
  What a board shows of a position, and no more: neither moves nor history are listed.

      iex> {:ok, diagram} = Playout.diagram(Playout.new!(:gomoku, position: "5/5/2x2/5/5 o freestyle"))
      iex> {diagram.columns, diagram.rows, diagram.cells}
      {5, 5, <<0::size(12)-unit(8), 1, 0::size(12)-unit(8)>>}
  """
  @spec diagram(Position.t()) :: answer(Diagram.t())
  def diagram(%Position{} = position), do: Rules.diagram(position)

  @doc """
  The legal moves that begin with some steps, as a tree of their steps in one text.

  What can follow a step stands in parentheses after it; the text of the move that is whole
  with a step after `=`, unless it is that of its steps one after the other; or of its steps
  with `-` between them, where the tree begins with `- `.

      iex> Playout.step_tree(Playout.new!(:animal_shogi), ["1d"])
      {:ok, "1d(1c)"}

      iex> Playout.step_tree(Playout.new!(:separo))
      {:ok, "- a9(b8(b7 c8)) i1(h2(g2 h3))"}
  """
  @spec step_tree(Position.t(), [String.t()]) :: answer(String.t())
  def step_tree(%Position{} = position, given \\ []), do: Rules.step_tree(position, given)

  @doc """
  The number of legal move sequences of exactly so many plies from a position
  (perft): how rules are compared with those of other programs. A sequence that
  ended earlier is not counted, repetition is ignored.

  Option: `:timeout`, the milliseconds that may go by (60,000 unless given;
  `:infinity` for as long as it takes). It is counted in the calling process, in
  slices of a few milliseconds, so that other processes go on meanwhile; to end it
  early, kill that process.

      iex> Playout.perft(Playout.new!(:quarto), 2)
      {:ok, 3840}

      iex> {:error, error} = Playout.perft(Playout.new!(:gomoku), 9, timeout: 50)
      iex> error.code
      :timeout

  Errors: `:bad_option` for more than 1,000 plies, `:timeout`; and whatever is
  wrong with the position.
  """
  @spec perft(Position.t(), non_neg_integer, keyword) :: answer(non_neg_integer)
  def perft(%Position{} = position, plies, options \\ []) do
    Playout.Engine.Perft.count(position, plies, options)
  end

  @doc """
  Lets a player choose a move, and waits for it.

  Options: `:player` (`"mcts"` unless given); `:timeout`, the milliseconds
  that may go by, waiting for a turn included (60,000 unless given; `:infinity`
  for as long as it takes); `:tree`, a name for the tree to go on in and to keep
  (none unless given).

      iex> {:ok, choice} = Playout.choose_move(Playout.new!(:quarto), player: "careful:seed=1")
      iex> String.first(choice.move)
      "-"

      iex> {:error, error} = Playout.choose_move(Playout.new!(:quarto), player: "genius")
      iex> error.code
      :bad_option

  Errors: `:finished`, `:bad_option`, `:timeout`, `:busy`, `:internal`; and
  whatever is wrong with the position.
  """
  @spec choose_move(Position.t(), keyword) :: answer(Choice.t())
  def choose_move(%Position{} = position, options \\ []) do
    with {:ok, search} <- Playout.Engine.Search.start(position, options, :done) do
      Playout.Engine.Search.await(search)
    end
  end

  @doc """
  Lets a player choose a move while the caller goes on.

  Options and errors are those of `choose_move/2`; what is wrong with position
  or options is answered at once. The caller becomes the search's owner: it gets

    * `{:playout_search, ref, {:progress, progress}}`, at most about ten a
      second: a map of `:playouts` and `:nodes` so far, `:seconds` of work,
      `:used` (how much of its limits is used up, 0 to 1), `:estimate` and
      `:proof` (as in `t:Playout.Choice.t/0`);
    * `{:playout_search, ref, {:done, result}}`, once and last, with the `result`
      of `choose_move/2`.

  If the owner dies, so does the search. If the search crashes, the owner only
  gets an error (`:internal`). If the whole engine is started anew, there is no
  message: monitor `search.pid` to know of that.

      iex> {:ok, search} = Playout.start_search(Playout.new!(:quarto), player: "mcts:playouts=50")
      iex> ref = search.ref
      iex> receive do
      ...>   {:playout_search, ^ref, {:done, {:ok, choice}}} -> choice.playouts
      ...> end
      50
  """
  @spec start_search(Position.t(), keyword) :: answer(Search.t())
  def start_search(%Position{} = position, options \\ []) do
    Playout.Engine.Search.start(position, options, :all)
  end

  @doc """
  Tells a search to answer now, with what it knows by now. Its `:done` message
  follows; a search that still waits for its turn works for a few milliseconds
  first.
  """
  @spec finish(Search.t()) :: :ok
  def finish(%Search{} = search), do: Playout.Engine.Search.finish(search)

  @doc """
  Ends a search without an answer.

  When this returns, its tree is freed, and if the caller is its owner, none of
  its messages is left or will come. (The owner of a search that somebody else
  cancels gets the error `:cancelled`.) A search that has ended already is no
  error.
  """
  @spec cancel(Search.t()) :: :ok
  def cancel(%Search{} = search), do: Playout.Engine.Search.cancel(search)

  @doc """
  Drops the trees that the caller's searches have left (see the option `:tree`).
  """
  @spec drop_trees() :: :ok
  def drop_trees, do: Playout.Engine.Trees.drop(self())

  @doc """
  What all trees take: `:idle` are kept for a next search, and take `:idle_bytes`;
  searches at work may take `:running_bytes`; together they may take `:most_bytes`. `nil`
  while the engine is being started anew.

      iex> trees = Playout.trees()
      iex> trees.idle_bytes + trees.running_bytes <= trees.most_bytes
      true
  """
  @spec trees() :: nil | Playout.Engine.Trees.figures()
  def trees, do: Playout.Engine.Trees.figures()

  @doc "As `new/2`, but raises a `Playout.Error`."
  @spec new!(atom, keyword) :: Position.t()
  def new!(game, options \\ []), do: bang(new(game, options))

  @doc "As `play/2`, but raises a `Playout.Error`."
  @spec play!(Position.t(), String.t()) :: Position.t()
  def play!(position, move), do: bang(play(position, move))

  @doc "As `legal_moves/1`, but raises a `Playout.Error`."
  @spec legal_moves!(Position.t()) :: [String.t()]
  def legal_moves!(position), do: bang(legal_moves(position))

  @doc "As `read_move/2`, but raises."
  @spec read_move!(Position.t(), String.t()) :: String.t()
  def read_move!(position, typed), do: bang(read_move(position, typed))

  @doc "As `outcome/1`, but raises a `Playout.Error`."
  @spec outcome!(Position.t()) :: nil | Outcome.t()
  def outcome!(position), do: bang(outcome(position))

  @doc "As `describe/1`, but raises a `Playout.Error`."
  @spec describe!(Position.t()) :: Description.t()
  def describe!(position), do: bang(describe(position))

  @doc "As `diagram/1`, but raises a `Playout.Error`."
  @spec diagram!(Position.t()) :: Diagram.t()
  def diagram!(position), do: bang(diagram(position))

  @doc "As `step_tree/2`, but raises a `Playout.Error`."
  @spec step_tree!(Position.t(), [String.t()]) :: String.t()
  def step_tree!(position, given \\ []), do: bang(step_tree(position, given))

  @doc "As `perft/3`, but raises a `Playout.Error`."
  @spec perft!(Position.t(), non_neg_integer, keyword) :: non_neg_integer
  def perft!(position, plies, options \\ []), do: bang(perft(position, plies, options))

  @doc "As `choose_move/2`, but raises a `Playout.Error`."
  @spec choose_move!(Position.t(), keyword) :: Choice.t()
  def choose_move!(position, options \\ []), do: bang(choose_move(position, options))

  @doc "As `start_search/2`, but raises a `Playout.Error`."
  @spec start_search!(Position.t(), keyword) :: Search.t()
  def start_search!(position, options \\ []), do: bang(start_search(position, options))

  defp bang({:ok, value}), do: value
  defp bang({:error, error}), do: raise(error)
end
