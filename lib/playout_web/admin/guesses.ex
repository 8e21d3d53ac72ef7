defmodule PlayoutWeb.Admin.Guesses do
  @moduledoc "Counts wrong passwords by network address, so that nobody can try many."
  use Hammer, backend: :ets, algorithm: :fix_window

  alias PlayoutWeb.ClientAddress

  @allowed 10
  @ten_minutes 10 * 60_000 * Application.compile_env(:playout, :windows_longer, 1)

  @doc "Returns whether this address may try a password."
  @spec allowed?(:inet.ip_address()) :: boolean
  def allowed?(address), do: get(ClientAddress.household(address), @ten_minutes) < @allowed

  @doc "Counts a wrong password."
  @spec wrong(:inet.ip_address()) :: :ok
  def wrong(address) do
    inc(ClientAddress.household(address), @ten_minutes)
    :ok
  end
end
