defmodule PlayoutWeb.Admin.Figures do
  @moduledoc """
  What a site is doing at this moment, as the parts of the application report it. A part that is
  restarting has no figures.
  """

  alias Playout.Matches
  alias Playout.Matches.Store

  @typedoc "The figures of each part."
  @type t :: %{
          queue: map | nil,
          trees: map | nil,
          matches: map | nil,
          storage: map | nil,
          sockets: %{connected: non_neg_integer} | nil
        }

  @doc "Reads all figures."
  @spec read() :: t
  def read do
    %{
      queue: Playout.queue(),
      trees: Playout.trees(),
      matches: Matches.figures(),
      storage: Store.figures(),
      sockets: sockets(PlayoutWeb.Limits.sockets())
    }
  end

  defp sockets(nil), do: nil
  defp sockets(count), do: %{connected: count}

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
