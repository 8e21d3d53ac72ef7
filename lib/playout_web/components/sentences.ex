defmodule PlayoutWeb.Sentences do
  @moduledoc """
  Text for the codes that the engine and matches return: errors, refusals, and levels.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.Matches.People.{Chat, Nickname}
  alias Playout.Matches.Rules.Perfect
  alias Playout.Matches.Settings
  alias PlayoutWeb.Boards
  alias PlayoutWeb.Language.{Format, Locale}

  @doc "Returns the name of an engine: that of its level, or the spec of a custom player."
  def engine(nil, spec), do: gettext("Custom · %{spec}", spec: spec)
  def engine(level, _spec), do: level(level)

  @doc "Returns a shorter name, for where there is little room."
  def engine_in_short(nil), do: gettext("Custom player")
  def engine_in_short(level), do: level(level)

  @doc "Returns the name of a level, which is an animal."
  def level("sparrow"), do: gettext("Sparrow")
  def level("hedgehog"), do: gettext("Hedgehog")
  def level("squirrel"), do: gettext("Squirrel")
  def level("cat"), do: gettext("Cat")
  def level("badger"), do: gettext("Badger")
  def level("heron"), do: gettext("Heron")
  def level("fox"), do: gettext("Fox")
  def level("raven"), do: gettext("Raven")
  def level("falcon"), do: gettext("Falcon")
  def level("lynx"), do: gettext("Lynx")
  def level("eagle"), do: gettext("Eagle")
  def level("wolf"), do: gettext("Wolf")
  def level("bear"), do: gettext("Bear")
  def level("stag"), do: gettext("Stag")
  def level("tiger"), do: gettext("Tiger")
  def level("gorilla"), do: gettext("Gorilla")
  def level("orca"), do: gettext("Orca")
  def level("rhino"), do: gettext("Rhino")
  def level("elephant"), do: gettext("Elephant")
  def level("owl"), do: gettext("Owl")

  # The level above the ladder (`Playout.Matches.Rules.Perfect`), an animal that nobody has ever beaten.
  def level("perfect"), do: gettext("Dragon")

  @doc """
  Returns the names of all levels in all languages, and what the pages call people without a name:
  nobody may be called like that.
  """
  def reserved_names do
    for locale <- Locale.all(),
        name <- Gettext.with_locale(PlayoutWeb.Gettext, locale, &reserved/0),
        do: name
  end

  defp reserved do
    levels = Playout.games() |> Enum.flat_map(&Playout.levels/1) |> Enum.map(&level(&1.name))
    levels = [level(Perfect.name()) | levels]

    [
      "Playout",
      gettext("You"),
      gettext("Guest"),
      gettext("Player 1"),
      gettext("Player 2"),
      gettext("Waiting for a player"),
      gettext("Custom player") | Enum.uniq(levels)
    ]
  end

  @beginners ~w(sparrow hedgehog)

  @doc "Says whether a level is for beginners."
  @spec beginner?(String.t()) :: boolean
  def beginner?(name), do: name in @beginners

  @doc "Returns how strong a level is. All games use the same scale."
  def strength(name) when name in @beginners, do: gettext("Beginner")
  def strength(name) when name in ~w(squirrel cat badger), do: gettext("Easy")
  def strength(name) when name in ~w(heron fox raven), do: gettext("Medium")
  def strength(name) when name in ~w(falcon lynx eagle), do: gettext("Hard")

  def strength(name) when name in ~w(wolf bear stag tiger gorilla), do: gettext("Expert")
  def strength(name) when name in ~w(orca rhino elephant owl), do: gettext("Master")
  def strength("perfect"), do: gettext("Perfect")

  @doc """
  Returns the number, the name and the strength of a level from `Playout.levels/1`; the level above
  the ladder (`%{name: "perfect"}`) has no number.
  """
  def level_on_scale(%{number: number, name: name}) do
    gettext("%{number} · %{level} · %{strength}",
      number: number,
      level: level(name),
      strength: strength(name)
    )
  end

  def level_on_scale(%{name: name}),
    do: gettext("%{level} · %{strength}", level: level(name), strength: strength(name))

  @doc "Says that the table of the level above the ladder is being made."
  def being_prepared(percent) do
    gettext("%{level}, who never makes a mistake, is getting ready: %{percent}%",
      level: level(Perfect.name()),
      percent: percent
    )
  end

  @doc "Returns a time control in words."
  def control(nil), do: gettext("No clock")

  def control({:total, time, 0}),
    do: gettext("%{time} in total", time: duration(time))

  def control({:total, time, increment}) do
    gettext("%{time} + %{increment} per move",
      time: duration(time),
      increment: duration(increment)
    )
  end

  def control({:move, time}), do: gettext("%{time} per move", time: duration(time))

  # In the largest unit that leaves nothing over.
  defp duration(time) when rem(time, 86_400_000) == 0,
    do: ngettext("1 day", "%{count} days", div(time, 86_400_000))

  defp duration(time) when rem(time, 60_000) == 0,
    do: gettext("%{minutes} min", minutes: div(time, 60_000))

  defp duration(time), do: gettext("%{seconds} s", seconds: div(time, 1_000))

  @doc "Returns what is offered, as the object of a sentence about who offers it."
  def offer(player, :undo),
    do: gettext("%{player} would like to undo a move.", player: player)

  def offer(player, :draw), do: gettext("%{player} offers a draw.", player: player)
  def offer(player, :rematch), do: gettext("%{player} would like a rematch.", player: player)

  @doc "Returns a ready phrase of the chat (`Playout.Matches.People.Chat.phrases/0`)."
  def phrase("hello"), do: pgettext("chat", "Hello!")
  def phrase("good_luck"), do: pgettext("chat", "Good luck!")
  def phrase("well_played"), do: pgettext("chat", "Well played!")
  def phrase("thanks"), do: pgettext("chat", "Thank you!")
  def phrase("oops"), do: pgettext("chat", "Oops!")
  def phrase("moment"), do: pgettext("chat", "One moment, please.")
  def phrase("again"), do: pgettext("chat", "Another game?")
  def phrase("bye"), do: pgettext("chat", "Goodbye!")

  @doc "Says that a visitor's own offer waits for an answer."
  def own_offer(:undo), do: gettext("You asked to undo a move.")
  def own_offer(:draw), do: gettext("You offered a draw.")
  def own_offer(:rematch), do: gettext("You offered a rematch.")

  @doc "Says how two people have played so far, to one of them (`Playout.Matches.score/2`)."
  def score(%{won: won, lost: lost, drawn: 0}, player),
    do: gettext("You and %{player}: %{won} : %{lost}", player: player, won: won, lost: lost)

  def score(%{won: won, lost: lost, drawn: drawn}, player) do
    gettext("You and %{player}: %{won} : %{lost}, drawn: %{drawn}",
      player: player,
      won: won,
      lost: lost,
      drawn: drawn
    )
  end

  @doc """
  Says how somebody lost a match other than on the board. The loser is who reads it (`:you`), their
  opponent (`:opponent`), or somebody with a name.
  """
  def ended(:resignation, :you), do: gettext("You resigned.")
  def ended(:time, :you), do: gettext("You ran out of time.")
  def ended(:abandonment, :you), do: gettext("You left the match.")
  def ended(:resignation, :opponent), do: gettext("Your opponent resigned.")
  def ended(:time, :opponent), do: gettext("Your opponent ran out of time.")
  def ended(:abandonment, :opponent), do: gettext("Your opponent left the match.")
  def ended(:resignation, loser), do: gettext("%{player} resigned.", player: loser)
  def ended(:time, loser), do: gettext("%{player} ran out of time.", player: loser)
  def ended(:abandonment, loser), do: gettext("%{player} left the match.", player: loser)

  @doc "Says why something was refused, for a reason from `Playout.Matches` or an engine error."
  def refusal(%Playout.Error{code: :bad_move, details: %{example: example, forms: [_]}}) do
    gettext("That isn't a move in this game. For example, type: %{example}", example: example)
  end

  def refusal(%Playout.Error{code: :bad_move, details: %{example: example, forms: forms}}) do
    gettext(
      "That isn't a move in this game. Moves look like this: %{forms}. For example, type: %{example}",
      forms: Format.list(forms),
      example: example
    )
  end

  def refusal(%Playout.Error{code: code}) when code in [:bad_move, :not_text, :not_utf8] do
    gettext("That isn't a move in this game.")
  end

  def refusal(%Playout.Error{code: :illegal_move, details: %{example: example} = details}) do
    gettext("%{reason} For example, type: %{example}",
      reason: illegal(details),
      example: example
    )
  end

  def refusal(%Playout.Error{code: :illegal_move, details: details}), do: illegal(details)

  def refusal(%Playout.Error{code: :finished}), do: refusal(:over)

  def refusal(%Playout.Error{code: :bad_position}),
    do: gettext("The position to start from isn't possible in this game.")

  def refusal(:finished_position),
    do: gettext("The game is already over in this position. Please choose another one.")

  def refusal(%Playout.Error{code: :no_table}) do
    gettext("%{level} can't play this match. Please choose another level.",
      level: level(Perfect.name())
    )
  end

  # For a rematch, which requests the same player again. The form for a custom player says more.
  def refusal(%Playout.Error{details: %{problem: "over_limit"}}) do
    gettext("This server no longer allows a custom player with these settings.")
  end

  def refusal({:limited, limit}) when limit in [:matches, :matches_from] do
    gettext("You started a lot of matches. Please wait a few minutes.")
  end

  def refusal({:limited, :seats}) do
    gettext("The lobby offers a lot of seats from your network. Please wait a few minutes.")
  end

  def refusal({:limited, :open_seats}) do
    gettext(
      "The lobby already offers ten seats from your network. Please wait until somebody joins one, or withdraw one."
    )
  end

  def refusal({:limited, :stored}) do
    gettext("You have too many unfinished matches. Please finish or delete some first.")
  end

  def refusal({:limited, :bytes_from}) do
    gettext(
      "Your network has stored as much as it may in one day. Nothing is lost. Please go on after midnight (UTC)."
    )
  end

  def refusal({:limited, :bytes}) do
    gettext(
      "This site has stored as much as it may in one day. Nothing is lost. Please go on after midnight (UTC)."
    )
  end

  def refusal({:limited, :events}) do
    gettext("That was too fast. Please wait a second and try again.")
  end

  def refusal({:limited, limit}) when limit in [:guesses, :names] do
    gettext("There were too many attempts. Please wait a few minutes.")
  end

  def refusal({:limited, :hints}) do
    gettext("You have asked for a lot of hints. Please wait a few minutes.")
  end

  def refusal({:limited, :own_review}),
    do:
      gettext("The engine is reviewing another match for you. Please wait until it has finished.")

  def refusal({:limited, limit}) when limit in [:reviews, :reviews_from],
    do: gettext("The engine is reviewing a lot of matches. Please try again in a few minutes.")

  def refusal({:limited, :links}) do
    gettext("Too many links are waiting to be used. Please try again in a few minutes.")
  end

  def refusal(:no_chat) do
    if Settings.chat?(),
      do: gettext("There is nobody to talk to in this match."),
      else: gettext("There is no chat on this site.")
  end

  def refusal(:long_line),
    do: gettext("A message can have %{most} characters.", most: Chat.most())

  def refusal(:no_free_text) do
    if Settings.free_chat?(),
      do: gettext("You can type messages once both of you allow free text."),
      else: gettext("You can only use the ready phrases on this site.")
  end

  def refusal(:no_nicknames), do: gettext("There are no nicknames on this site.")
  def refusal(:no_name), do: gettext("Please type a name.")

  def refusal(:long_name) do
    gettext("That name is too long. It can have %{most} characters.", most: Nickname.most())
  end

  def refusal(:invisible_name), do: gettext("That name contains characters that nobody can see.")

  def refusal(:mixed_name) do
    gettext("Please don't mix alphabets within a word, such as Latin and Cyrillic letters.")
  end

  def refusal(:engine_name), do: gettext("One of our players already has that name.")
  def refusal(:no_such_code), do: gettext("Nobody has this code. Please check it for typos.")

  def refusal(:no_such_link),
    do: gettext("This link no longer works. A link works once, within ten minutes.")

  def refusal(:malformed),
    do: gettext("Something went wrong. Nothing has changed. Please try again.")

  def refusal(:past), do: gettext("This is an earlier position. Go back to now to play.")

  def refusal(:no_hints), do: gettext("There are no hints in a match against another person.")
  def refusal(:nothing_to_choose), do: gettext("There is only one move, so there is no hint.")

  def refusal(:too_long),
    do: gettext("This match has become too long for that. Please start a new one.")

  def refusal(:not_your_seat), do: gettext("You are watching. Only the players can do that.")
  def refusal(:not_your_turn), do: gettext("It's not your turn.")
  def refusal(:over), do: gettext("The match is over.")
  def refusal(:nothing_to_undo), do: gettext("There is no move to undo.")
  def refusal(:no_time_to_undo), do: gettext("There isn't enough time left to undo that.")
  def refusal(:nothing_to_retry), do: gettext("The engine is already thinking.")
  def refusal(:not_thinking), do: gettext("No engine is thinking right now.")
  def refusal(:not_paused), do: gettext("Pause the match first to go step by step.")

  def refusal(:not_watched),
    do: gettext("You can only change the speed of a match between two engines.")

  def refusal(:no_open_seat), do: gettext("Someone else has already joined this match.")
  def refusal(:nobody_joined), do: gettext("Your opponent hasn't joined yet.")

  def refusal(:not_between_people),
    do: gettext("You can only do that in a match against another person.")

  def refusal(:between_people), do: gettext("Your opponent has to agree to a rematch first.")
  def refusal(:shared_match), do: gettext("You can't delete a match with another person.")

  def refusal(:joined_meanwhile),
    do: gettext("Someone has just joined, so you can't withdraw the match.")

  def refusal(:not_over), do: gettext("The match isn't over yet.")
  def refusal(:offered_already), do: gettext("That has already been offered.")

  def refusal(:offered_lately),
    do: gettext("You offered a draw a moment ago. Please make a few moves first.")

  def refusal(:offered_often),
    do: gettext("You have already offered a rematch several times.")

  def refusal(:asked_lately),
    do: gettext("You have already asked to undo that move.")

  def refusal(:nothing_offered), do: gettext("That offer no longer stands.")
  def refusal(:no_moves), do: gettext("Nobody has moved in this match.")
  def refusal(:not_running), do: gettext("No review is running.")
  def refusal(:not_your_review), do: gettext("Only the one who asked for a review can stop it.")
  def refusal(:not_gone), do: gettext("You can't claim the match yet.")
  def refusal(:time_is_up), do: gettext("Time is up.")
  def refusal(:not_yours), do: gettext("Only the owner of a match can delete it.")
  def refusal(:not_found), do: gettext("This match has been deleted.")
  def refusal(:stale), do: gettext("The board has changed. Please look again.")

  # The database may have stored it all the same.
  def refusal(:not_stored) do
    gettext(
      "Saving failed. It may have worked all the same, so please check before you try again."
    )
  end

  def refusal(:stopping) do
    gettext("The server is about to restart. Please try again in a moment.")
  end

  def refusal(:crashed) do
    gettext("This match has a problem. Please try again in a few minutes.")
  end

  def refusal(_reason), do: gettext("That didn't work. Please try again.")

  @doc "Says that a command could not be stored, and that its page sends it again."
  def saving_again, do: gettext("Saving failed. Trying again…")

  @doc "Says that an engine failed, and why, if the reason helps."
  def failure(%Playout.Error{code: :no_table}) do
    gettext(
      "%{level} can't play right now, because this server has lost the table of perfect moves. Your match is safe.",
      level: level(Perfect.name())
    )
  end

  def failure(%Playout.Error{details: %{problem: "not_stored"}}),
    do: gettext("Saving the engine's move failed. Trying again.")

  def failure(%Playout.Error{}), do: gettext("The engine didn't respond.")

  # Problems that several games share; each game has the text for its own.
  defp illegal(%{problem: "occupied"}), do: gettext("That place is already taken.")
  defp illegal(%{problem: "off_board"}), do: gettext("That's off the board.")
  defp illegal(%{problem: "not_yours"}), do: gettext("That belongs to your opponent.")
  defp illegal(%{problem: "complete"}), do: gettext("Your move is already complete.")

  defp illegal(%{problem: problem} = details) do
    Enum.find_value(Playout.games(), &Boards.of(&1).refusal(problem, details)) || not_allowed()
  end

  defp illegal(_details), do: not_allowed()

  defp not_allowed, do: gettext("That move isn't allowed here.")
end
