defmodule Playout.Matches.Store.Row do
  @moduledoc false
  # An event of a match, in the format of `Playout.Matches.Event.to_row/1`.
  use Ecto.Schema

  @primary_key false
  schema "events" do
    field :match_id, :string, primary_key: true
    field :seq, :integer, primary_key: true
    field :version, :integer
    field :type, :string
    field :data, Playout.Matches.Store.Json
    field :at, :utc_datetime_usec
  end
end
