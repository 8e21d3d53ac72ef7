defmodule Playout.Application do
  @moduledoc false
  use Application

  require Logger

  alias Playout.{Cluster, Database}
  alias Playout.Matches.Store
  alias Playout.Site.{DataDirectory, Descriptors, Readiness, Secret}

  @impl true
  def start(_type, _args) do
    # In this order: what is left out needs no redaction.
    PlayoutWeb.Log.LineLimit.install()
    PlayoutWeb.Log.Redaction.install()

    # Prints a readable message instead of a supervisor's failure report, which would fill pages.
    with {:error, message} when is_binary(message) <- start(Cluster.role()), do: give_up(message)
  end

  defp start(:serve) do
    warnings = protect(Database.Settings.get()[:file])

    with :ok <- Database.reserve(),
         :ok <- Database.check(),
         :ok <- check_version(),
         :ok <- Cluster.listen() do
      Enum.each(warnings, &Logger.warning/1)
      {level, line} = Descriptors.line()
      Logger.log(level, line)
      start_all()
    end
  end

  # Only for searches of other nodes: without a database, matches and pages.
  defp start(:think) do
    with :ok <- Cluster.listen(),
         do: supervise([Playout.Engine.Supervisor] ++ Cluster.children())
  end

  # Without a file there, the data directory may still have the secret.
  defp protect(nil), do: DataDirectory.protect_secret(DataDirectory.path())
  defp protect(file), do: DataDirectory.protect(file)

  # While the nodes of a site are replaced by those of a later version, one of this version may have to
  # start again. Migrations only add, so it can.
  defp check_version do
    with {:error, text} <- Database.check_version(),
         true <- Cluster.on?() || {:error, text},
         do: Logger.notice("a later version of Playout has changed the tables of the database")
  end

  defp start_all do
    PlayoutWeb.Log.attach()
    # However often it crashes, the site goes on.
    admin = Supervisor.child_spec(PlayoutWeb.Admin, restart: :temporary)

    children =
      [
        Playout.Engine.Supervisor,
        {Phoenix.PubSub, name: Playout.PubSub}
      ] ++
        Cluster.children() ++
        [Playout.Matches.Supervisor] ++
        PlayoutWeb.Limits.children() ++
        PlayoutWeb.Delay.children() ++
        [
          {Task, &recognise_secret/0},
          PlayoutWeb.Match.Presence,
          PlayoutWeb.Picture.Gif.Maker,
          PlayoutWeb.Limits.WorkQueue,
          admin,
          PlayoutWeb.Endpoint
        ]

    Readiness.grant()
    supervise(children)
  end

  # With another secret, everybody would be a stranger, and nobody would know why.
  defp recognise_secret do
    secret = Application.get_env(:playout, PlayoutWeb.Endpoint)[:secret_key_base]

    with {:ok, :changed} <- Store.note_secret(Secret.fingerprint(secret)) do
      Logger.warning(
        "the secret is not that of the last start, so the site does not recognise its visitors; " <>
          "unless you have changed it, put the earlier one back (SECRET_KEY_BASE, or the file " <>
          "secret_key_base in PLAYOUT_DATA)"
      )
    end
  end

  defp supervise(children),
    do: Supervisor.start_link(children, strategy: :one_for_one, name: Playout.Supervisor)

  # After SIGTERM, before anything stops. Then the endpoint sends its pages away in batches, and the
  # processes of matches, which have nothing that is not stored, stop with their searches.
  @impl true
  def prep_stop(state) do
    Readiness.withdraw()
    Process.sleep(Readiness.notice())
    Readiness.close()
    Playout.stop_searches()
    state
  end

  @spec give_up(String.t()) :: no_return
  defp give_up(message) do
    IO.puts(:stderr, message)
    System.halt(1)
  end
end
