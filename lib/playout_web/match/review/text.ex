defmodule PlayoutWeb.Match.Review.Text do
  @moduledoc "What the review of a match says in words (`Playout.Matches.Reviews.Review`)."
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.{Error, Side}
  alias Playout.Matches.Reviews
  alias Playout.Matches.Reviews.Review
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Sentences

  @typedoc "The players by side, as in `t:PlayoutWeb.Match.View.t/0`."
  @type players :: %{Side.t() => %{name: String.t()}}

  @doc "Says what the review does."
  @spec status(Review.t(), nil | Reviews.running()) :: String.t()
  def status(_review, %{waiting: nil}), do: gettext("The engine is reviewing the match…")

  def status(_review, %{waiting: place}),
    do: gettext("The engine is busy. Waiting for it, place %{place}.", place: place)

  def status(review, nil) do
    if Review.next(review),
      do: gettext("The review is not finished."),
      else: gettext("The review is finished.")
  end

  @doc "Says why there is no review, or none any more."
  @spec failure(term) :: String.t()
  def failure(%Error{} = error), do: Sentences.failure(error)
  def failure(:crashed), do: gettext("The review was interrupted.")
  def failure(reason), do: Sentences.refusal(reason)

  @doc """
  Says where the match turned, and how often the players chose the engine's own moves, as far as the
  positions are judged; `mine` is the visitor's side, or nil.
  """
  @spec summary(Review.t(), players, nil | Side.t()) :: String.t()
  def summary(review, players, mine) do
    choices = Review.choices(review)

    Format.sentences([
      turning_point(Review.turn(review), Review.next(review), players, mine),
      chosen(choices.first, players.first, mine == :first),
      chosen(choices.second, players.second, mine == :second),
      left_out(review)
    ])
  end

  # Before all is judged, there may be a worse one.
  defp turning_point(nil, nil, _players, _mine), do: gettext("No single move decided the match.")
  defp turning_point(nil, _next, _players, _mine), do: nil

  defp turning_point(%{side: side} = turn, _next, _players, side) do
    gettext(
      "The match turned with your move %{number}, %{move}: your chances fell from %{from} to %{to}. The engine would have played %{best}.",
      figures(turn)
    )
  end

  defp turning_point(%{side: side} = turn, _next, players, _mine) do
    gettext(
      "The match turned with move %{number} by %{player}, %{move}: their chances fell from %{from} to %{to}. The engine would have played %{best}.",
      [player: players[side].name] ++ figures(turn)
    )
  end

  defp chosen(%{of: 0}, _player, _mine?), do: nil

  defp chosen(%{own: own, of: count}, _player, true) do
    gettext("You played the engine's first choice in %{own} of %{count} moves.",
      own: own,
      count: count
    )
  end

  defp chosen(%{own: own, of: count}, player, false) do
    gettext("%{player} played the engine's first choice in %{own} of %{count} moves.",
      player: player.name,
      own: own,
      count: count
    )
  end

  defp left_out(%{left_out: 0}), do: nil

  defp left_out(review) do
    gettext("This is a long match: only its first %{count} positions are reviewed.",
      count: Review.size(review)
    )
  end

  @doc "Describes a move that gave something away; `mine` is the visitor's side, or nil."
  @spec turn(Review.turn(), players, nil | Side.t()) :: String.t()
  def turn(%{side: side} = turn, _players, side) do
    gettext("Your move %{number}: %{move} instead of %{best} (%{from} → %{to})", figures(turn))
  end

  def turn(turn, players, _mine) do
    gettext(
      "Move %{number}, %{player}: %{move} instead of %{best} (%{from} → %{to})",
      [player: players[turn.side].name] ++ figures(turn)
    )
  end

  defp figures(turn) do
    [
      number: turn.number,
      move: turn.move,
      best: turn.best,
      from: percent(turn.from),
      to: percent(turn.to)
    ]
  end

  @doc "Says that a side wins."
  @spec wins(Side.t(), players, nil | Side.t()) :: String.t()
  def wins(side, _players, side), do: gettext("You win")
  def wins(side, players, _mine), do: gettext("%{player} wins", player: players[side].name)

  @doc "Returns what the values are: the chances of the first player."
  @spec chances(players, nil | Side.t()) :: String.t()
  def chances(_players, :first), do: gettext("Your chances")
  def chances(players, _mine), do: gettext("Chances of %{player}", player: players.first.name)

  @doc "Returns the value of a position, for the first player; `mine` is the visitor's side, or nil."
  @spec value(Review.judgement(), players, nil | Side.t()) :: String.t()
  def value(%{exact: %{result: :draw}}, _players, _mine), do: gettext("Draw")

  def value(%{exact: %{result: side, plies: plies}}, players, mine) when plies in [nil, 0],
    do: wins(side, players, mine)

  def value(%{exact: %{result: side, plies: plies}}, _players, side),
    do: ngettext("You win in 1 move", "You win within %{count} moves", plies)

  def value(%{exact: %{result: side, plies: plies}}, players, _mine) do
    ngettext("%{player} wins in 1 move", "%{player} wins within %{count} moves", plies,
      player: players[side].name
    )
  end

  def value(judgement, _players, _mine) do
    expected = percent(Review.expected(judgement, :first))

    if judgement.draw < 10,
      do: expected,
      else: gettext("%{percent}, draw %{draw}", percent: expected, draw: percent(judgement.draw))
  end

  defp percent(thousandths), do: gettext("%{percent}%", percent: round(thousandths / 10))
end
