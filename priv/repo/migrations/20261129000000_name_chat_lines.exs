defmodule Playout.Repo.Migrations.NameChatLines do
  use Ecto.Migration

  def change do
    # So that a line that is sent again is said once.
    alter table(:chat_lines), do: add(:name, :text)
  end
end
