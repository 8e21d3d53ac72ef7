defmodule PlayoutWeb.Limits.Refusal do
  @moduledoc """
  What is beyond one of the `PlayoutWeb.Limits`. It is reported as the telemetry event
  `[:playout, :web, :refused]` with the measurement `count` and the limit as its `reason`.
  """

  @type limit ::
          :connections
          | :all_connections
          | :sockets
          | :incomplete
          | :requests
          | :records
          | :address_events
          | :visitor_events
          | :address_work
          | :visitor_work
          | :document_work
          | :work_queue
          | :analysis_moves
          | :pages
          | :pushes
          | :visitor_pushes
          | :signs
          | :refusals

  @doc "Reports a refusal, and returns it."
  @spec of(limit) :: {:error, limit}
  def of(limit) do
    :telemetry.execute([:playout, :web, :refused], %{count: 1}, %{reason: limit})
    {:error, limit}
  end
end
