defmodule Playout.Matches.Store.Match do
  @moduledoc false
  # The summary of a match, for lists.
  use Ecto.Schema

  @primary_key {:id, :string, autogenerate: false}
  schema "matches" do
    field :owner, :string
    field :game, :string
    field :variant, :string
    field :moves, :integer
    field :position, :string
    field :turn, :string
    field :result, :string
    field :reason, :string
    field :details, Playout.Matches.Store.Json
    field :control, Playout.Matches.Store.Json
    field :deadline, :integer
    field :listed, :boolean
    field :public, :boolean
    field :at, :utc_datetime_usec
    has_many :seats, Playout.Matches.Store.Seat
  end
end
