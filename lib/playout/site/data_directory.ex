defmodule Playout.Site.DataDirectory do
  @moduledoc """
  Keeps other users of the machine out of the data directory: it contains the secret that signs
  cookies, and with it anyone could play as anyone.
  """

  import Bitwise

  alias Playout.Database.Sqlite.Lock
  alias Playout.Site.Secret

  @sticky 0o1000

  @doc """
  Creates the directory of a database and an empty file for the database if they don't exist, and
  makes the directory (mode 0700) and the site's files in it (0600) private. Returns a warning for
  each that stays open to others. Whether the database can be used is up to
  `Playout.Database`.

  A directory in which any user may create files, such as `/tmp`, keeps its mode, because others
  need it.
  """
  @spec protect(Path.t(), (Path.t(), non_neg_integer -> :ok | {:error, File.posix()})) ::
          [String.t()]
  def protect(database, chmod \\ &File.chmod/2) do
    directory = Path.dirname(database)
    File.mkdir_p(directory)
    unless File.exists?(database), do: File.touch(database)
    beside = for ending <- ~w(-wal -shm -lock), do: database <> ending
    files = [database | beside] ++ [Secret.file(directory)]

    protect_directory(directory, chmod) ++ Enum.flat_map(files, &protect_file(&1, chmod))
  end

  @doc """
  Returns a warning if a site has run in the directory of a database, but the database is not there or
  has nothing in it.
  """
  @spec missing(Path.t()) :: [String.t()]
  def missing(database) do
    used? = Enum.any?([Secret.file(Path.dirname(database)), Lock.file(database)], &File.exists?/1)

    case File.stat(database) do
      {:error, :enoent} when used? -> [missing(database, "is missing")]
      {:ok, %{size: 0}} when used? -> [missing(database, "is empty")]
      _other -> []
    end
  end

  defp missing(database, what) do
    "A site has run in PLAYOUT_DATA before, but its database #{database} #{what}. The site starts " <>
      "without matches; if it had some, stop it and put a backup in place."
  end

  @doc "Does the same for the secret in a directory, which may not exist."
  @spec protect_secret(Path.t() | nil) :: [String.t()]
  def protect_secret(nil), do: []

  def protect_secret(directory) do
    if File.exists?(Secret.file(directory)) do
      protect_directory(directory, &File.chmod/2) ++
        protect_file(Secret.file(directory), &File.chmod/2)
    else
      []
    end
  end

  @doc "Returns the site's data directory; `nil` if it has none, as in tests."
  @spec path() :: Path.t() | nil
  def path, do: Application.get_env(:playout, __MODULE__, [])[:path]

  defp protect_directory(directory, chmod) do
    case File.stat(directory) do
      {:ok, %{type: :directory, mode: mode}} when (mode &&& @sticky) != 0 ->
        ["#{directory} is shared with other users; PLAYOUT_DATA should not be"]

      {:ok, %{type: :directory, mode: mode}} ->
        restrict(directory, mode, 0o700, chmod)

      _other ->
        []
    end
  end

  defp protect_file(file, chmod) do
    case File.stat(file) do
      {:ok, %{type: :regular, mode: mode}} -> restrict(file, mode, 0o600, chmod)
      _other -> []
    end
  end

  # Takes permissions away, but gives none: a file that the site must not write stays like that.
  defp restrict(_path, mode, _most, _chmod) when (mode &&& 0o077) == 0, do: []

  defp restrict(path, mode, most, chmod) do
    case chmod.(path, mode &&& most) do
      :ok -> []
      {:error, reason} -> [warning(path, mode &&& most, :file.format_error(reason))]
    end
  end

  defp warning(path, mode, reason) do
    "other users of this machine may be able to read #{path}, and its mode cannot be changed to " <>
      "#{Integer.to_string(mode, 8)} (#{reason})"
  end
end
