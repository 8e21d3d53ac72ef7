defmodule PlayoutWeb.Admin.Guesses do
  @moduledoc "Counts wrong passwords by network address, so that nobody can try many."
  use Playout.FixedWindow

  alias PlayoutWeb.Limits.ClientAddress

  @allowed 10
  @ten_minutes 10 * 60_000 * Application.compile_env(:playout, :windows_longer, 1)

  @doc """
  Counts a password that this address tries, and returns whether it may. It counts before it is checked, so
  those that are tried at the same moment do not pass the limit together.
  """
  @spec allowed?(:inet.ip_address()) :: boolean
  def allowed?(address),
    do: match?({:allow, _count}, hit(ClientAddress.household(address), @ten_minutes, @allowed))

  @doc "Gives back a password that was right."
  @spec right(:inet.ip_address()) :: :ok
  def right(address), do: take_back(ClientAddress.household(address), @ten_minutes)
end
