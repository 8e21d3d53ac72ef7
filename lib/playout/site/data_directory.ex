defmodule Playout.Site.DataDirectory do
  @moduledoc """
  Keeps other users of the machine out of the data directory: it contains the secret that signs
  cookies, and with it anyone could play as anyone.
  """

  import Bitwise

  require Logger

  alias Playout.Site.Secret

  @sticky 0o1000

  @doc """
  Creates the directory of a database and an empty file for the database if they don't exist, and
  makes the directory (mode 0700) and the site's files in it (0600) private. If that is impossible,
  logs a warning; whether the database can be used is up to `Playout.Matches.Database`.

  A directory in which any user may create files, such as `/tmp`, keeps its mode, because others
  need it.
  """
  @spec protect(Path.t(), (Path.t(), non_neg_integer -> :ok | {:error, File.posix()})) :: :ok
  def protect(database, chmod \\ &File.chmod/2) do
    directory = Path.dirname(database)
    File.mkdir_p(directory)
    protect_directory(directory, chmod)
    unless File.exists?(database), do: File.touch(database)

    for file <- [database, database <> "-wal", database <> "-shm", Secret.file(directory)],
        do: protect_file(file, chmod)

    :ok
  end

  defp protect_directory(directory, chmod) do
    case File.stat(directory) do
      {:ok, %{type: :directory, mode: mode}} when (mode &&& @sticky) != 0 ->
        Logger.warning("#{directory} is shared with other users; PLAYOUT_DATA should not be")

      {:ok, %{type: :directory, mode: mode}} ->
        restrict(directory, mode, 0o700, chmod)

      _other ->
        :ok
    end
  end

  defp protect_file(file, chmod) do
    with {:ok, %{type: :regular, mode: mode}} <- File.stat(file),
         do: restrict(file, mode, 0o600, chmod)
  end

  # Takes permissions away, but gives none: a file that the site must not write stays like that.
  defp restrict(path, mode, wanted, chmod) do
    with true <- (mode &&& 0o077) != 0,
         {:error, reason} <- chmod.(path, mode &&& wanted) do
      Logger.warning(
        "other users of this machine may be able to read #{path}, and its mode cannot be " <>
          "changed to #{Integer.to_string(mode &&& wanted, 8)} (#{:file.format_error(reason)})"
      )
    end
  end
end
