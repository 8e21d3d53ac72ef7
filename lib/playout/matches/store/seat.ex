defmodule Playout.Matches.Store.Seat do
  @moduledoc false
  # Who plays a side: a visitor, or an engine with the name of its level and its spec.
  use Ecto.Schema

  @primary_key false
  schema "seats" do
    field :match_id, :string, primary_key: true
    field :side, :string, primary_key: true
    field :visitor, :string
    field :name, :string
    field :spec, :string
  end
end
