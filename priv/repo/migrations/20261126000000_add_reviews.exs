defmodule Playout.Repo.Migrations.AddReviews do
  use Ecto.Migration

  def change do
    # Those that go on, also after a restart.
    create table(:reviews, primary_key: false) do
      add :match_id, :text, primary_key: true
    end

    create table(:review_positions, primary_key: false) do
      add :match_id, :text, primary_key: true
      add :ply, :integer, primary_key: true
      # That led to the position.
      add :move, :text
      # As JSON.
      add :judgement, :text, null: false
    end
  end
end
