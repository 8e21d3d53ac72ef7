defmodule Playout.Site.Descriptors do
  @moduledoc """
  How many descriptors the operating system gives the site: each connection and each open file takes
  one. The limit is that of the process (`ulimit -n`), which `bin/server` and a release raise as far as
  they may.
  """

  # As many connections as a machine for a site has memory for.
  @most_connections 16_384

  @enough 4_096

  @doc "Returns how many descriptors the site may have."
  @spec most() :: pos_integer
  def most do
    :check_io |> :erlang.system_info() |> Enum.map(& &1[:max_fds]) |> Enum.max()
  end

  @doc """
  Returns how many of them connections may take. The rest is for the database, for files that are being
  sent, and for the operator's port.
  """
  @spec connections(pos_integer) :: pos_integer
  def connections(most \\ most()), do: min(div(most * 3, 4), @most_connections)

  @doc "Says how many there are, in a line for the log; `:warning` if they are few for a public site."
  @spec line(pos_integer) :: {:info | :warning, String.t()}
  def line(most \\ most()) do
    text = "at most #{most} descriptors, #{connections(most)} of them for connections"

    if most >= @enough,
      do: {:info, text},
      else: {:warning, text <> "; a public site needs more (ulimit -n #{@enough} or higher)"}
  end
end
