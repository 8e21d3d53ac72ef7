defmodule PlayoutWeb.Admin.Figures do
  @moduledoc """
  What a site is doing at this moment, as the parts of the application report it. A part that is
  restarting has no figures.
  """

  alias Playout.Matches
  alias Playout.Matches.Store
  alias PlayoutWeb.Limits

  @typedoc "The figures of each part."
  @type t :: %{
          queue: map | nil,
          trees: map | nil,
          matches: map | nil,
          storage: map | nil,
          sockets: %{connected: non_neg_integer} | nil,
          analyses: %{moves: non_neg_integer} | nil
        }

  @doc "Reads all figures."
  @spec read() :: t
  def read do
    %{
      queue: Playout.queue(),
      trees: Playout.trees(),
      matches: Matches.figures(),
      storage: Store.figures(),
      sockets: figure(:connected, Limits.sockets()),
      analyses: figure(:moves, Limits.analysis_moves())
    }
  end

  defp figure(_name, nil), do: nil
  defp figure(name, count), do: %{name => count}

  @doc """
  Emits the figures as telemetry events `[:playout, PART, :figures]`, the searches that wait as
  `[:playout, :queue, :waiting]` with their `priority`, and the matches that are asleep as
  `[:playout, :matches, :asleep]`. These are counted only here, because that reads the database.
  """
  @spec emit() :: :ok
  def emit do
    figures = read()
    for {part, %{} = of_part} <- figures, do: execute([part, :figures], of_part, %{})

    for {part, %{waiting: waiting}} <- figures,
        {priority, count} <- waiting,
        do: execute([part, :waiting], %{count: count}, %{priority: priority})

    with asleep when asleep != nil <- Matches.asleep(),
         do: execute([:matches, :asleep], %{count: asleep}, %{})

    :ok
  end

  defp execute(event, measurements, metadata),
    do: :telemetry.execute([:playout | event], measurements, metadata)
end
