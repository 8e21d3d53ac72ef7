defmodule Playout.Repo.Migrations.CreateHealth do
  use Ecto.Migration

  def change do
    create table(:health) do
      add :room, :binary
    end
  end
end
