defmodule Playout.Application do
  @moduledoc false
  use Application

  @impl true
  def start(_type, _args) do
    children = [
      Playout.Engine.Supervisor,
      {Phoenix.PubSub, name: Playout.PubSub},
      Playout.Matches.Supervisor,
      PlayoutWeb.Endpoint
    ]

    Supervisor.start_link(children, strategy: :one_for_one, name: Playout.Supervisor)
  end
end
