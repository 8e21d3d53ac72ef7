defmodule PlayoutWeb.Language.ChildrensWords do
  @moduledoc """
  The words of a match that a child may play after the lesson (`PlayoutWeb.Match.Text.for_children?/1`),
  besides those of the lesson (`PlayoutWeb.Rules.Lesson.TextForChildren`): messages of other modules, which are
  translated once more with the context "children". `PlayoutWeb.Language.Locale.use_words_for_children/0` puts
  these in the place of the others.

  Everybody who plays such a match reads them. Only the browser knows who has done the lesson, and a page
  that changed its words as soon as it is connected would be worse.
  """
  use Gettext, backend: PlayoutWeb.Gettext

  @doc "Lists the messages, as the source has them."
  @spec all() :: [String.t()]
  def all do
    [
      pgettext_noop("Your move", "children"),
      pgettext_noop("Your move.", "children"),
      pgettext_noop("You win", "children"),
      pgettext_noop("%{player} wins", "children"),
      pgettext_noop("Next: %{level}", "children"),
      pgettext_noop("You lose", "children"),
      pgettext_noop("Draw", "children"),
      pgettext_noop("Thinking…", "children"),
      pgettext_noop("Choose a piece.", "children"),
      pgettext_noop("Sun", "children"),
      pgettext_noop("Moon", "children"),
      pgettext_noop("Undo", "children"),
      pgettext_noop("Resign", "children"),
      pgettext_noop("Resign this match?", "children"),
      pgettext_noop("Keep playing", "children"),
      pgettext_noop("You resigned.", "children"),
      pgettext_noop("Your opponent resigned.", "children"),
      pgettext_noop("Offer a draw", "children"),
      pgettext_noop("Offer a draw? If %{player} agrees, the match is over.", "children"),
      pgettext_noop("Rematch", "children"),
      pgettext_noop("Change opponent", "children"),
      pgettext_noop("Review", "children"),
      pgettext_noop("Analyse", "children"),
      pgettext_noop("Show move", "children"),
      pgettext_noop("Looking for a hint…", "children"),
      pgettext_noop("Turn on sounds?", "children"),
      pgettext_noop("The same position came up three times.", "children"),
      pgettext_noop("Look at the %{animal} on %{from}.", "children"),
      pgettext_noop("Look at the %{animal} in hand.", "children"),
      pgettext_noop("Move the %{animal} from %{from} to %{to}.", "children"),
      pgettext_noop(
        "Capture the %{captured} on %{to} with the %{animal} from %{from}.",
        "children"
      ),
      pgettext_noop("Drop the %{animal} on %{to}.", "children")
    ]
  end
end
