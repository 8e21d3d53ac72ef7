defmodule Playout.Repo.Migrations.AddReviews do
  use Ecto.Migration

  def change do
    # Those that go on, also after a restart.
    create table(:reviews, primary_key: false) do
      add :match_id, :string, primary_key: true
    end

    create table(:review_positions, primary_key: false) do
      add :match_id, :string, primary_key: true
      add :ply, :integer, primary_key: true
      # That led to the position.
      add :move, :string
      # As JSON.
      add :judgement, :string, null: false
    end
  end
end
