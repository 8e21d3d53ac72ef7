defmodule Playout.Matches.Id do
  @moduledoc false
  # The id of a match: 72 random bits, because anyone who knows it can watch the match.

  @bytes 9
  @format ~r/\A[A-Za-z0-9_-]{12}\z/

  @spec new() :: String.t()
  def new, do: Base.url_encode64(:crypto.strong_rand_bytes(@bytes), padding: false)

  @doc "Returns `:ok` if a term may be the id of a match."
  @spec check(term) :: :ok | {:error, :not_found}
  def check(id), do: if(is_binary(id) and id =~ @format, do: :ok, else: {:error, :not_found})
end
