defmodule Playout do
  @moduledoc """
  The engine's interface: games, positions, and players that choose moves.

      iex> position = Playout.new!(:quarto)
      iex> position = position |> Playout.play!("-7") |> Playout.play!("c3-A")
      iex> Playout.describe!(position).position
      "..../..7./..../.... A"
      iex> choice = Playout.choose_move!(position, player: "mcts:playouts=500,seed=1")
      iex> choice.playouts
      500
      iex> choice.move in Playout.legal_moves!(position)
      true

  Positions and moves are plain text; each game's rules page explains the notation. Invalid input
  returns `{:error, %Playout.Error{}}`; functions with a trailing bang raise the error instead.

  ## Players

  A player is a string, `NAME` or `NAME:key=value,…`: `random`, `careful`, `monte_carlo:ms=200`,
  `mcts:playouts=3000,c=1.2`, `level:n=2`. The error for an unknown player lists the known ones;
  `players/1` returns the same list as data, and `check_player/3` validates a player without
  running it.

  `perfect` plays by exact values, which the standard rules of Quarto and of Animal Shogi have. Those of
  Animal Shogi are in a table that has to be made (`table/2`); without it, the error is `:no_table`.

  ## Limits

  Every search is limited by default: `mcts` without a limit plays 3,000 playouts, its tree takes
  at most 64 MiB (`memory=`), and a search ends after running for 60 s (`:timeout`). A single tree
  may take up to 1 GiB, and all trees together 1 GiB for each search that may run at once. At most
  1,000 searches may run or wait.

  A search uses one thread here. `threads=2` is refused; only the `playout` program accepts it.

  ## Turns

  On a machine with n cores, up to n - 1 searches run at the same time, but always at least one. They
  run in turns of some 50 ms. A search's first turn comes before all later ones, so a short search
  is answered at once, however long the others take. A search begins when its tree fits in the
  memory beside those of the others that have begun; a search with a small tree doesn't have to wait
  until there is room for a large one.

  The turns go round by the option `:share` of the searches: `{address, visitor, match}`, three
  terms that say from the outside in who asks. Every address gets the same time, and so does every
  visitor within an address, and every match of a visitor, however many searches it has. At most 250
  searches from one address may run or wait, and 100 of one visitor. Half of all the room is for
  addresses that have no search yet, so a few cannot fill it. The default, `nil`, is a share for the
  process that asks, without these bounds.

  What a person waits for comes first (`priority: :person`, the default), then analysis
  (`:analysis`), then matches between engines (`:engines`); the lower priorities still get one turn
  in ten each.

  A time limit in the player (`ms=`) and `:timeout` count only the time that a search spends
  running, not the time that it spends waiting. Where only one move comes into question, such as the
  reply to a four, `mcts` and `minimax` take a tenth of `ms`, unless lines are asked for.

  If the node is connected to others with an engine, a search for which there is no free place runs on
  another node. It is the same search, and its messages are the same.

  The application's configuration can change all these limits:

      config :playout, Playout.Engine,
        places: 3,
        turn: 50,
        memory: 256,
        total_memory: 600,
        searches: 200,
        address_searches: 50,
        visitor_searches: 20

  ## Lines

  With the option `:lines`, a search also reports its best moves, up to 5, each with its value,
  visits, proof and principal variation (`t:Playout.Choice.line/0`):

      iex> position = Playout.new!(:animal_shogi)
      iex> choice = Playout.choose_move!(position, player: "mcts:playouts=2000,seed=1", lines: 3)
      iex> [best, second, _third] = choice.lines
      iex> best.move == choice.move and best.visits >= second.visits
      true

  There are fewer if the player considers fewer moves: `random` and `careful` report only their
  choice, and `minimax` only one line until it has completed an iteration. More lines cost `mcts`
  nothing, but `minimax` has to search more to rank them.

  ## Keeping trees between moves

  With the `:tree` option, any term except `nil`, the part of a search's tree below the chosen
  move is kept under that name. The caller's next search with the same name continues in it,
  provided that the player is the same and the game has continued from there:

      iex> position = Playout.new!(:quarto)
      iex> player = "mcts:playouts=2000,seed=1"
      iex> give = Playout.choose_move!(position, player: player, tree: :mine)
      iex> place = Playout.play!(position, give.move) |> Playout.choose_move!(player: player, tree: :mine)
      iex> {place.playouts, place.visits |> Map.values() |> Enum.sum() > 2000}
      {2000, true}

  Limits count only new work. A kept tree makes a search stronger, but its choice then also
  depends on earlier searches, so a seed alone no longer reproduces it. Kept trees get only the
  memory that running searches leave free, and the least recently used ones are dropped first; a
  search whose tree is gone starts a new one. A tree is also dropped after a minute without a
  search, when its owner dies, and when the owner calls `drop_trees/0`. `trees/0` reports the
  memory in use.

  ## Walking about in a tree

  For somebody who looks at one position after another, `:root` says how many of the position's
  moves lead to the root of the tree (0 is the start of the game). The search looks at the position
  itself, and `focus/2` lets it look at others below the root. What it found out about a position is
  still there when it returns, and with the option `:tree`, the whole tree is kept at the end, for the
  next search with the same root:

      iex> position = Playout.new!(:quarto) |> Playout.play!("-7")
      iex> options = [player: "mcts:playouts=2000,seed=1", tree: :walk, root: 0]
      iex> Playout.choose_move!(position, options)
      iex> again = Playout.choose_move!(position, options)
      iex> {again.playouts, again.visits |> Map.values() |> Enum.sum() > 2000}
      {2000, true}

  Players without a tree start anew at each position, and so does `mcts` once its memory is full.
  """

  alias Playout.{Choice, Description, Diagram, Error, Outcome, Position}
  alias Playout.Engine.{Native, NativeRules, Peers, Queue, Tables, Trees}
  alias Playout.{Search, Setup, Value}

  @typedoc "A value, or the reason why there is none."
  @type result(value) :: {:ok, value} | {:error, Error.t()}

  @doc """
  Returns the names of all games.

      iex> hd(Playout.games())
      :quarto
  """
  @spec games() :: [atom]
  def games, do: unwrap!(Native.games())

  @typedoc """
  An option of a new game:

    * `option`: its name, e.g. `:size`;
    * `kind`: `:choice` or `:integer`;
    * `choices`: the values of a choice, otherwise empty;
    * `min`, `max`: the range of a number, `nil` for a choice;
    * `default`: the value used if none is chosen;
    * `about`: a one-line description in English.
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
  Returns the options that `new/2` accepts for a game, the variant first; an empty list for an
  unknown game.

      iex> [variant, size] = Playout.options(:separo)
      iex> {variant.option, variant.choices}
      {:variant, [:standard]}
      iex> {size.option, size.min, size.max, size.default}
      {:size, 4, 19, 9}
  """
  @spec options(atom) :: [game_option]
  def options(game), do: unwrap!(NativeRules.checked(Native.options(NativeRules.text(game))))

  @doc """
  Returns the levels of a game, weakest first: the named engine players on the site. The list is
  empty for an unknown game.

      iex> [sparrow | _] = Playout.levels(:quarto)
      iex> {sparrow.number, sparrow.name}
      {1, "sparrow"}

  `spec` is the player, as a string.
  """
  @spec levels(atom) :: [%{number: pos_integer, name: String.t(), spec: String.t()}]
  def levels(game), do: unwrap!(NativeRules.checked(Native.levels(NativeRules.text(game))))

  @typedoc """
  A key of a player:

    * `kind`: `:integer`, `:number` (allows decimals) or `:choice`;
    * `min`, `max`: its range, `nil` for a choice;
    * `choices`: the values of a choice, otherwise empty;
    * `default`: its default value, as text, or `nil` if it has none. The default of a limit
      (`playouts`, `ms`, `nodes`) applies only if no limit is given.
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
  Returns the players of a game, simplest first, each with its keys; an empty list for an unknown
  game.

      iex> players = Playout.players(:quarto)
      iex> Enum.map(players, & &1.name)
      ["random", "careful", "monte_carlo", "mcts", "minimax"]
      iex> mcts = Enum.find(players, & &1.name == "mcts")
      iex> Enum.find(mcts.keys, & &1.key == "memory")
      %{key: "memory", kind: :integer, min: 1, max: 65536, choices: [], default: "64"}
  """
  @spec players(atom) :: [%{name: String.t(), keys: [player_key]}]
  def players(game), do: unwrap!(NativeRules.checked(Native.players(NativeRules.text(game))))

  @doc """
  Validates a player for a game and returns its canonical form, in which a level is replaced by
  the player that it names.

  `limits` are the maximum values that it may request: `:playouts`, `:ms` (milliseconds of work),
  `:nodes`, `:memory` (MiB), `:threads`. A key above its limit is refused. A missing key is set to
  its limit if its default is higher or unlimited.

      iex> Playout.check_player(:quarto, "mcts:c=1.20,playouts=500", ms: 5_000)
      {:ok, "mcts:playouts=500,ms=5000,c=1.2"}

      iex> {:error, error} = Playout.check_player(:quarto, "mcts:ms=60000", ms: 5_000)
      iex> {error.code, error.where, error.details}
      {:bad_option, 9, %{problem: "over_limit", key: "ms", limit: 5000}}

  Errors: `:bad_option` for an invalid player, with the position of the mistake, or for an invalid
  limit; `:unknown_game`.
  """
  @spec check_player(atom, String.t(), [{atom, pos_integer}]) :: result(String.t())
  def check_player(game, player, limits \\ []) do
    limits = for {key, most} <- limits, do: {NativeRules.text(key), most}
    NativeRules.checked(Native.check_player(NativeRules.text(game), player, limits))
  end

  @doc """
  Validates a player from the log of a match and returns it as it plays today.

  Logs may contain keys that have no effect in the game. This function drops them, whereas
  `check_player/3` refuses them; otherwise both return the same result.

      iex> Playout.stored_player(:quarto, "minimax:depth=4,radius=1")
      {:ok, "minimax:depth=4"}

      iex> {:error, error} = Playout.check_player(:quarto, "minimax:depth=4,radius=1")
      iex> {error.where, error.details.problem, error.details.key}
      {17, "key_without_effect", "radius"}
  """
  @spec stored_player(atom, String.t()) :: result(String.t())
  def stored_player(game, player) do
    NativeRules.checked(Native.stored_player(NativeRules.text(game), player))
  end

  @doc """
  Returns a player with other limits instead of its own, in its canonical form: `:playouts`, `:ms`
  (milliseconds of work), `:nodes`, and `:memory` (MiB), as far as the player has them. A level is
  replaced by the player that it names.

      iex> Playout.limit_player(:quarto, "mcts:c=1.20,playouts=500", ms: 5_000)
      {:ok, "mcts:ms=5000,c=1.2"}

  Errors: `:bad_option`, `:unknown_game`.
  """
  @spec limit_player(atom, String.t(), [{atom, pos_integer}]) :: result(String.t())
  def limit_player(game, player, limits) do
    limits = for {key, value} <- limits, do: {NativeRules.text(key), value}
    NativeRules.checked(Native.limit_player(NativeRules.text(game), player, limits))
  end

  @doc """
  Returns whether a player should keep its tree between moves (the `:tree` option of
  `choose_move/2`, which doesn't check this).

  A level that is limited by playouts, nodes or depth should start every move with an empty tree, so that
  its strength stays as measured. The strongest level of a game and all other players keep their
  trees, which only makes them stronger.

      iex> Playout.keeps_tree(:quarto, "level:n=1")
      {:ok, false}
      iex> Playout.keeps_tree(:quarto, "mcts:ms=200")
      {:ok, true}

  Errors: those of `check_player/3`.
  """
  @spec keeps_tree(atom, String.t()) :: result(boolean)
  def keeps_tree(game, player) do
    NativeRules.checked(Native.keeps_tree(NativeRules.text(game), player))
  end

  @doc """
  Returns the start position of a game.

  Takes the options of the game, such as `variant: :squares` (see `options/1`), or `:position`,
  the text of a position to start from.

      iex> {:ok, position} = Playout.new(:quarto, variant: :squares)
      iex> position
      %Playout.Position{game: :quarto, start: "squares ..../..../..../.... -", moves: []}

      iex> {:error, error} = Playout.new(:quarto, position: "7.../.../..../.... A")
      iex> {error.code, error.where}
      {:bad_position, 9}

  Errors: `:unknown_game`, `:unknown_variant`, `:bad_option`, `:bad_position`.
  """
  @spec new(atom, keyword) :: result(Position.t())
  def new(game, options \\ []), do: NativeRules.new(game, options)

  @doc """
  Plays a move and returns the new position.

      iex> {:ok, position} = Playout.play(Playout.new!(:quarto), "-7")
      iex> position.moves
      ["-7"]

      iex> {:error, error} = Playout.play(Playout.new!(:quarto), "c3-A")
      iex> error.code
      :illegal_move

  Errors: `:bad_move`, `:illegal_move`, `:finished` and `:too_large`, with the number of the move
  in the game; and any error in the position.
  """
  @spec play(Position.t(), String.t()) :: result(Position.t())
  def play(%Position{} = position, move), do: NativeRules.play(position, move)

  @doc """
  Reads a legal move the way people type it, and returns its text for `play/2`.

  Case, full-width characters and the punctuation between the parts of a move don't matter, and
  some common words are understood. No text matches more than one legal move, so nothing is
  guessed.

      iex> Playout.read_move(Playout.new!(:separo), "Ａ９, b8 → c8")
      {:ok, "a9-b8-c8"}

      iex> {:error, error} = Playout.read_move(Playout.new!(:quarto), "C3 A")
      iex> {error.code, error.details.problem, error.details.example, error.details.forms}
      {:illegal_move, "nothing_in_hand", "-C", ["-7"]}

  Errors: `:bad_move` and `:illegal_move`, with the `forms` that legal moves can take and a
  similar legal move as an `example`; `:finished`, `:too_large`; and any error in the position.
  """
  @spec read_move(Position.t(), String.t()) :: result(String.t())
  def read_move(%Position{} = position, typed), do: NativeRules.read_move(position, typed)

  @doc """
  Checks that some legal move begins with the given steps, as a person picks them on a board; if
  none does, returns the reason.

      iex> position = Playout.new!(:animal_shogi)
      iex> Playout.check_steps(position, ["2c"])
      :ok
      iex> {:error, error} = Playout.check_steps(position, ["3d"])
      iex> {error.code, error.details}
      {:illegal_move, %{problem: "blocked", move: "3d", step: "3d", piece: "elephant"}}

  Errors: `:illegal_move` and `:bad_move`, with the first `step` that cannot be picked, and
  `:finished`; and any error in the position.
  """
  @spec check_steps(Position.t(), [String.t()]) :: :ok | {:error, Error.t()}
  def check_steps(%Position{} = position, steps), do: NativeRules.check_steps(position, steps)

  @doc """
  Returns the legal moves as text, sorted; an empty list once the game is over.

      iex> {:ok, moves} = Playout.legal_moves(Playout.new!(:quarto))
      iex> Enum.take(moves, 3)
      ["-0", "-1", "-2"]
  """
  @spec legal_moves(Position.t()) :: result([String.t()])
  def legal_moves(%Position{} = position) do
    with {:ok, description} <- describe(position) do
      {:ok, Enum.map(description.moves, & &1.text)}
    end
  end

  @doc """
  Returns how the game ended, or `nil` while it is still going.

      iex> Playout.outcome(Playout.new!(:quarto))
      {:ok, nil}

      iex> won = Playout.new!(:quarto, position: "0123/..../..../.... -")
      iex> {:ok, outcome} = Playout.outcome(won)
      iex> {outcome.result, outcome.reason, outcome.cells}
      {:first, :line, ["a4", "b4", "c4", "d4"]}
  """
  @spec outcome(Position.t()) :: result(nil | Outcome.t())
  def outcome(%Position{} = position) do
    with {:ok, description} <- describe(position), do: {:ok, description.outcome}
  end

  @doc """
  Describes a position in full.

      iex> {:ok, description} = Playout.describe(Playout.new!(:quarto))
      iex> {description.side, description.ply, hd(description.moves)}
      {:first, 0, %{text: "-0", steps: ["0"], details: %{}}}
  """
  @spec describe(Position.t()) :: result(Description.t())
  def describe(%Position{} = position), do: NativeRules.describe(position)

  @doc """
  Returns what a board draws of a position, without its moves and history.

      iex> {:ok, diagram} = Playout.diagram(Playout.new!(:gomoku, position: "5/5/2x2/5/5 o freestyle"))
      iex> {diagram.columns, diagram.rows, diagram.cells}
      {5, 5, <<0::size(12)-unit(8), 1, 0::size(12)-unit(8)>>}
  """
  @spec diagram(Position.t()) :: result(Diagram.t())
  def diagram(%Position{} = position), do: NativeRules.diagram(position)

  @doc """
  Returns what can be set up in a game; see `t:Playout.Setup.palette/0`.

      iex> {:ok, palette} = Playout.palette(:animal_shogi)
      iex> {hd(palette.pieces), palette.held, palette.side}
      {{:first, "giraffe"}, ["giraffe", "elephant", "chick"], true}

  Error: `:unknown_game`.
  """
  @spec palette(atom) :: result(Setup.palette())
  def palette(game), do: NativeRules.checked(Native.palette(NativeRules.text(game)))

  @doc """
  Returns the setup of a position, which an editor can change; see `Playout.Setup`.

      iex> {:ok, setup} = Playout.setup(Playout.new!(:separo, position: "5 b a5b4,b4c4 -"))
      iex> {setup.options, setup.side, setup.roots}
      {[variant: :standard, size: 5], :second, {<<0, 8, 2, 6, 2, 6, 4, 6>>, ""}}

  Errors: any error in the position.
  """
  @spec setup(Position.t()) :: result(Setup.t())
  def setup(%Position{} = position), do: Setup.of(position)

  @doc """
  Returns the position of a setup. It has no history.

      iex> {:ok, setup} = Playout.Setup.blank(:quarto)
      iex> {:ok, position} = setup |> Map.put(:hands, {[{"A", 1}], []}) |> Playout.position_of()
      iex> position.start
      "..../..../..../.... A"

      iex> {:ok, setup} = Playout.Setup.read(:quarto, "0..0/..../..../.... 1")
      iex> {:error, error} = Playout.position_of(setup)
      iex> {error.details.problem, error.details.place, error.details.at}
      {"piece_twice", "cell", "d4"}

  Errors: `:bad_position` if the rules don't accept the setup, with the place in the details
  (`t:Playout.Setup.view/0`); those of `Playout.Setup.view/1`.
  """
  @spec position_of(Setup.t()) :: result(Position.t())
  def position_of(%Setup{game: game} = setup) do
    with {:ok, text} <- Setup.position(setup), do: {:ok, %Position{game: game, start: text}}
  end

  @doc """
  Returns whether the game starts as in this position by the rules and on the board that it has, so
  nothing has been played and nothing was set up.

      iex> Playout.start?(Playout.new!(:gomoku, size: 9, opening: :swap2))
      true
      iex> Playout.start?(Playout.new!(:gomoku, position: "5/5/2x2/5/5 o freestyle"))
      false

  A position with an error is no start.
  """
  @spec start?(Position.t()) :: boolean
  def start?(%Position{game: game, start: start, moves: []} = position) do
    with {:ok, %{options: options}} <- setup(position),
         {:ok, %{start: usual}} <- new(game, options) do
      usual == start
    else
      {:error, _error} -> false
    end
  end

  def start?(%Position{}), do: false

  @doc """
  Returns the legal moves that begin with the given steps, as a tree of steps in a single string.

  Each step is followed, in parentheses, by the steps that can come next. Where a move is
  complete, its text follows after `=`, unless it is simply its steps joined together. In a tree
  that begins with `- `, steps are joined with `-`.

      iex> Playout.step_tree(Playout.new!(:animal_shogi), ["1d"])
      {:ok, "1d(1c)"}

      iex> Playout.step_tree(Playout.new!(:separo))
      {:ok, "- a9(b8(b7 c8)) i1(h2(g2 h3))"}
  """
  @spec step_tree(Position.t(), [String.t()]) :: result(String.t())
  def step_tree(%Position{} = position, given \\ []), do: NativeRules.step_tree(position, given)

  @doc """
  Counts the legal move sequences of exactly `plies` plies from a position (perft), which is used
  to compare the rules with other programs. Sequences that end earlier are not counted, and
  repetition is ignored.

  Option: `:timeout` in milliseconds (default 60,000; `:infinity` for no limit). The calling
  process counts in slices of a few milliseconds, so that other processes keep running; to stop
  early, kill it.

      iex> Playout.perft(Playout.new!(:quarto), 2)
      {:ok, 3840}

      iex> {:error, error} = Playout.perft(Playout.new!(:gomoku), 9, timeout: 50)
      iex> error.code
      :timeout

  Errors: `:bad_option` for more than 1,000 plies, `:timeout`; and any error in the position.
  """
  @spec perft(Position.t(), non_neg_integer, keyword) :: result(non_neg_integer)
  def perft(%Position{} = position, plies, options \\ []) do
    Playout.Engine.Perft.count(position, plies, options)
  end

  @doc """
  Lets a player choose a move and waits for the result.

  Options: `:player` (default `"mcts"`); `:lines`, from 1 to 5, to get as many of the best moves in
  the choice (default `nil`: none), see "Lines" above; `:timeout` in milliseconds, without the time spent waiting
  (default 60,000; `:infinity` for no limit); `:tree`, the name of a tree to continue in and to keep
  (default none); `:root`, how many of the position's moves lead to the tree's root (default: all),
  see "Walking about in a tree" above; `:priority` and `:share`, see "Turns" above.

      iex> {:ok, choice} = Playout.choose_move(Playout.new!(:quarto), player: "careful:seed=1")
      iex> String.first(choice.move)
      "-"

      iex> {:error, error} = Playout.choose_move(Playout.new!(:quarto), player: "genius")
      iex> error.code
      :bad_option

  Errors: `:finished`, `:bad_option`, `:no_table`, `:timeout`, `:busy`, `:internal`; and any error in
  the position.
  """
  @spec choose_move(Position.t(), keyword) :: result(Choice.t())
  def choose_move(%Position{} = position, options \\ []) do
    with {:ok, search} <- Playout.Engine.Search.start(position, options, :done) do
      Playout.Engine.Search.await(search)
    end
  end

  @doc """
  Lets a player choose a move without blocking the caller.

  Options and errors are those of `choose_move/2`; errors in the position or the options, and
  `:busy`, are returned at once. The caller becomes the search's owner and receives

    * `{:playout_search, ref, {:waiting, place}}`, if it has waited for half a second without
      beginning, and then at most twice a second when its place changes. 1 is the next to begin;
    * `{:playout_search, ref, {:progress, progress}}`, about ten times a second at most: a map of
      `:playouts` and `:nodes` so far, `:seconds` of work, `:used` (how much of its limits is used
      up, 0 to 1), `:estimate`, `:proof` and `:depth` (as in `t:Playout.Choice.t/0`). With the option
      `:lines`, it also has `:lines` and the `:visits` of all moves;
    * `{:playout_search, ref, {:done, result}}`, exactly once and last, with the `result` of
      `choose_move/2`.

  If the owner dies, so does the search. If the search crashes, or the node is lost on which it runs,
  the owner only gets an error (`:internal`). If the whole engine restarts, there is no message: monitor `search.pid` to detect
  that.

      iex> {:ok, search} = Playout.start_search(Playout.new!(:quarto), player: "mcts:playouts=50")
      iex> ref = search.ref
      iex> receive do
      ...>   {:playout_search, ^ref, {:done, {:ok, choice}}} -> choice.playouts
      ...> end
      50
  """
  @spec start_search(Position.t(), keyword) :: result(Search.t())
  def start_search(%Position{} = position, options \\ []) do
    Playout.Engine.Search.start(position, options, :all)
  end

  @doc """
  Returns whether the exact values of a game can be looked up, in any of its variants or in one: its
  table is `:ready`, or it is being made and so many percent are done (`{:building, percent}`), or it is
  `:damaged`, or there is none (`:none`). The player `perfect` and `values/1` need it.

      iex> Playout.table(:gomoku)
      :none
  """
  @spec table(atom, nil | atom) :: Tables.status()
  def table(game, variant \\ nil), do: Tables.status(game, variant)

  @doc """
  Returns `table/2` of each game whose table may be used and has been looked for.
  """
  @spec tables() :: %{atom => Tables.status()}
  def tables, do: Tables.statuses()

  @doc """
  Sends the calling process `{:playout_table, game, status}` whenever `table/2` changes.
  """
  @spec watch_tables() :: :ok
  def watch_tables, do: Tables.watch()

  @doc """
  Returns the exact values of all positions of a game, from the start to the current one. If the game
  is over, the last value is its result.

      iex> {:error, error} = Playout.values(Playout.new!(:gomoku))
      iex> error.code
      :no_table

  Errors: `:no_table` if the game or the variant has no table, or it is missing (`table/2`); and any
  error in the position. The first call may take a second.
  """
  @spec values(Position.t()) :: result([Value.t()])
  def values(%Position{} = position), do: Tables.values(position)

  @doc """
  Lets a search that was started with the option `:root` look at another position: the one that the
  moves lead to from the root. Its limits begin anew. Only the search's owner may call this.

  When this returns, the caller's mailbox has no progress about the position before, and all later
  messages are about this one. If the game is over there, the search ends with the error `:finished`.

  Errors, which change nothing: `:search_over`, also if the search has ended but its last message has
  not been received yet; `:bad_move` and `:illegal_move`, with the number of the move in the game; and
  `:bad_option` for a search without a root.
  """
  @spec focus(Search.t(), [String.t()]) :: :ok | {:error, Error.t()}
  def focus(%Search{} = search, moves), do: Playout.Engine.Search.focus(search, moves)

  @doc """
  Tells a search to answer now with its best move so far. Its `:done` message follows; a search
  that is still waiting for its turn runs for a few milliseconds first.
  """
  @spec finish(Search.t()) :: :ok
  def finish(%Search{} = search), do: Playout.Engine.Search.finish(search)

  @doc """
  Cancels a search.

  When this returns, the tree is freed, and if the caller is the owner, its mailbox contains none
  of the search's messages and none will arrive. If another process cancels a search, the owner
  gets the error `:cancelled`. Cancelling a finished search is not an error.
  """
  @spec cancel(Search.t()) :: :ok
  def cancel(%Search{} = search), do: Playout.Engine.Search.cancel(search)

  @doc """
  Drops the trees that the caller's searches have kept (see the option `:tree`).
  """
  @spec drop_trees() :: :ok
  def drop_trees do
    Peers.drop_trees()
    Trees.drop(self())
  end

  @doc """
  Returns the memory used by trees, or `nil` while the engine restarts: `:idle` trees are kept for
  later searches and take `:idle_bytes`; searches that have begun may take `:running_bytes`;
  together they may take up to `:most_bytes`.

      iex> trees = Playout.trees()
      iex> trees.idle_bytes + trees.running_bytes <= trees.most_bytes
      true
  """
  @spec trees() :: nil | Trees.figures()
  def trees, do: Trees.figures()

  @doc """
  Returns how busy the engine is, or `nil` while it restarts: of its `:places`, so many have a search
  `:running`; other searches have begun and are `:between` turns; those `:waiting`, by priority, have
  not begun, the first of them for `:longest_wait` milliseconds.

      iex> queue = Playout.queue()
      iex> queue.running <= queue.places
      true
  """
  @spec queue() :: nil | Queue.figures()
  def queue, do: Queue.figures()

  @doc """
  Lets no search go on, because the engine is about to stop: the processor belongs to whatever else has
  to be done before. Searches fail only when the engine stops.
  """
  @spec stop_searches() :: :ok
  def stop_searches, do: Queue.stop()

  @doc "Same as `new/2`, but raises a `Playout.Error` on failure."
  @spec new!(atom, keyword) :: Position.t()
  def new!(game, options \\ []), do: unwrap!(new(game, options))

  @doc "Same as `play/2`, but raises a `Playout.Error` on failure."
  @spec play!(Position.t(), String.t()) :: Position.t()
  def play!(position, move), do: unwrap!(play(position, move))

  @doc "Same as `legal_moves/1`, but raises a `Playout.Error` on failure."
  @spec legal_moves!(Position.t()) :: [String.t()]
  def legal_moves!(position), do: unwrap!(legal_moves(position))

  @doc "Same as `read_move/2`, but raises a `Playout.Error` on failure."
  @spec read_move!(Position.t(), String.t()) :: String.t()
  def read_move!(position, typed), do: unwrap!(read_move(position, typed))

  @doc "Same as `outcome/1`, but raises a `Playout.Error` on failure."
  @spec outcome!(Position.t()) :: nil | Outcome.t()
  def outcome!(position), do: unwrap!(outcome(position))

  @doc "Same as `describe/1`, but raises a `Playout.Error` on failure."
  @spec describe!(Position.t()) :: Description.t()
  def describe!(position), do: unwrap!(describe(position))

  @doc "Same as `diagram/1`, but raises a `Playout.Error` on failure."
  @spec diagram!(Position.t()) :: Diagram.t()
  def diagram!(position), do: unwrap!(diagram(position))

  @doc "Same as `setup/1`, but raises a `Playout.Error` on failure."
  @spec setup!(Position.t()) :: Setup.t()
  def setup!(position), do: unwrap!(setup(position))

  @doc "Same as `position_of/1`, but raises a `Playout.Error` on failure."
  @spec position_of!(Setup.t()) :: Position.t()
  def position_of!(setup), do: unwrap!(position_of(setup))

  @doc "Same as `step_tree/2`, but raises a `Playout.Error` on failure."
  @spec step_tree!(Position.t(), [String.t()]) :: String.t()
  def step_tree!(position, given \\ []), do: unwrap!(step_tree(position, given))

  @doc "Same as `perft/3`, but raises a `Playout.Error` on failure."
  @spec perft!(Position.t(), non_neg_integer, keyword) :: non_neg_integer
  def perft!(position, plies, options \\ []), do: unwrap!(perft(position, plies, options))

  @doc "Same as `choose_move/2`, but raises a `Playout.Error` on failure."
  @spec choose_move!(Position.t(), keyword) :: Choice.t()
  def choose_move!(position, options \\ []), do: unwrap!(choose_move(position, options))

  @doc "Same as `start_search/2`, but raises a `Playout.Error` on failure."
  @spec start_search!(Position.t(), keyword) :: Search.t()
  def start_search!(position, options \\ []), do: unwrap!(start_search(position, options))

  defp unwrap!({:ok, value}), do: value
  defp unwrap!({:error, error}), do: raise(error)
end
