defmodule PlayoutWeb.Sentences do
  @moduledoc """
  The sentences for what comes from below as a code: errors of the engine,
  refusals of a match, the names of levels.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  alias PlayoutWeb.Boards

  @doc "What an engine is called: the name of its level, or the spec of a custom player."
  def engine(nil, spec), do: gettext("Custom · %{spec}", spec: spec)
  def engine(level, _spec), do: level(level)

  @doc "The same in a word or two, where there is little room."
  def engine_in_short(nil), do: gettext("Custom player")
  def engine_in_short(level), do: level(level)

  @doc "The name of a level: the animal that it is called after."
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
  def level("owl"), do: gettext("Owl")

  @doc "How strong a level of this name is. All names are on one scale, and so are these words."
  def strength(name) when name in ~w(sparrow hedgehog), do: gettext("Beginner")
  def strength(name) when name in ~w(squirrel cat badger), do: gettext("Easy")
  def strength(name) when name in ~w(heron fox raven), do: gettext("Medium")
  def strength(name) when name in ~w(falcon lynx eagle), do: gettext("Hard")
  def strength(name) when name in ~w(wolf bear owl), do: gettext("Expert")

  @doc "Why something was refused: a reason of `Playout.Matches`, or an error of the engine."
  def refusal(%Playout.Error{code: :illegal_move, details: details}), do: illegal(details)

  def refusal(%Playout.Error{code: code}) when code in [:bad_move, :not_text, :not_utf8] do
    gettext("That is not a move of this game.")
  end

  def refusal(%Playout.Error{code: :finished}), do: refusal(:over)

  def refusal(%Playout.Error{code: :busy}) do
    gettext("Too many games are being thought about just now. Please try again in a moment.")
  end

  # Of a rematch: where a player is chosen, its form says more.
  def refusal(%Playout.Error{details: %{problem: "over_limit"}}) do
    gettext("The custom player asks for more than this server allows today.")
  end

  def refusal({:limited, :matches}) do
    gettext("You have begun many games in a short time. Please wait a few minutes.")
  end

  def refusal({:limited, :events}) do
    gettext("That was a lot at once, so nothing has changed. Please wait a second.")
  end

  def refusal(:malformed), do: gettext("That was not understood; nothing has changed.")
  def refusal(:not_your_seat), do: gettext("Only the players can do that; you are watching.")
  def refusal(:not_your_turn), do: gettext("It is not your turn.")
  def refusal(:over), do: gettext("The game is over.")
  def refusal(:nothing_to_undo), do: gettext("There is nothing to take back.")
  def refusal(:nothing_to_retry), do: gettext("The engine is at work already.")
  def refusal(:not_thinking), do: gettext("No engine is thinking just now.")
  def refusal(:not_paused), do: gettext("Pause the game first, then it goes step by step.")
  def refusal(:not_watched), do: gettext("Only games between two engines have a speed.")
  def refusal(:not_yours), do: gettext("Only who began a match can delete it.")
  def refusal(:not_found), do: gettext("This match is gone; it has been deleted.")

  def refusal(:stale) do
    gettext("The board has changed in the meantime; please look again.")
  end

  def refusal(:not_stored) do
    gettext("It could not be saved, so nothing has changed. Please try again.")
  end

  def refusal(_reason), do: gettext("That did not work. Please try again.")

  @doc "Why an engine has not answered, where there is more to say than that."
  def failure(%Playout.Error{code: :busy} = error), do: refusal(error)
  def failure(%Playout.Error{}), do: nil

  defp illegal(%{problem: problem}), do: problem(problem)
  defp illegal(_details), do: not_allowed()

  # Those of several games; each has the words for its own.
  defp problem("occupied"), do: gettext("That place is taken already.")
  defp problem("off_board"), do: gettext("That is outside the board.")
  defp problem("not_yours"), do: gettext("That is not yours to move.")

  defp problem(problem) do
    Enum.find_value(Playout.games(), &Boards.of(&1).refusal(problem)) || not_allowed()
  end

  defp not_allowed, do: gettext("That move is not allowed here.")
end
