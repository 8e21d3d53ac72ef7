defmodule PlayoutWeb.Match.NamedRecord do
  @moduledoc """
  The record of a match (`Playout.Matches.Transcript`), with names and words in the reader's language.
  Its tag `Site` is the address of the match, which no other match has.
  """
  use PlayoutWeb, :verified_routes
  use Gettext, backend: PlayoutWeb.Gettext

  alias Playout.{Matches, Record}
  alias Playout.Matches.{People, State, Transcript}
  alias PlayoutWeb.People.PlayerName

  @doc """
  Reads the record of a match, and its state. Errors: those of `Playout.Matches.log/1` and of
  `Playout.Matches.Transcript.record/3`.
  """
  @spec read(term) :: {:ok, State.t(), Record.t()} | {:error, term}
  def read(id) do
    with {:ok, state, events} <- Matches.log(id),
         {:ok, record} <- Transcript.record(state, events, about(state)),
         do: {:ok, state, record}
  end

  @doc "Returns the address of the match that a record is of, if it says so, or nil."
  @spec site(Record.t()) :: nil | String.t()
  def site(%Record{tags: tags}) do
    with {"Site", site} <- List.keyfind(tags, "Site", 0), do: site
  end

  defp about(%State{id: id, seats: seats} = state) do
    names = People.names(for {_side, {:person, visitor}} <- seats, do: visitor)

    %{
      site: url(~p"/m/#{id}"),
      players: Map.new(seats, fn {side, seat} -> {side, name(state, side, seat, names)} end),
      hint: &hint/2
    }
  end

  # In a file a name is only text, and a custom player is what a program can read.
  defp name(_state, _side, :open, _names), do: nil
  defp name(_state, _side, {:engine, nil, spec}, _names), do: spec

  defp name(_state, _side, {:person, visitor}, names) when is_map_key(names, visitor),
    do: names[visitor]

  defp name(state, side, _seat, _names),
    do: PlayerName.of(state, side, state.snapshot.diagram, %{})

  defp hint(:where, _move), do: gettext("Hint: where to look")
  defp hint(:move, move), do: gettext("Hint: %{move}", move: move)
end
