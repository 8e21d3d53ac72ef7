defmodule Playout.Site.Secret do
  @moduledoc """
  The secret that signs cookies. It is made once and kept in the directory of the
  data: visitors whose cookies were signed with another would be strangers.
  """

  @at_least 64

  @doc "Where a directory has it."
  @spec file(Path.t()) :: Path.t()
  def file(directory), do: Path.join(directory, "secret_key_base")

  @doc "Checks one that was given; the error says in words what is wrong."
  @spec check(String.t()) :: {:ok, String.t()} | {:error, String.t()}
  def check(secret) do
    if byte_size(secret) >= @at_least,
      do: {:ok, secret},
      else: {:error, "it has less than #{@at_least} characters."}
  end

  @doc "Answers the secret of a directory, and makes what is not there yet of both."
  @spec of_directory(Path.t()) :: {:ok, String.t()} | {:error, String.t()}
  def of_directory(directory) do
    file = file(directory)

    with :ok <- make(directory, file),
         {:ok, secret} <- File.read(file),
         {:ok, secret} <- check(String.trim(secret)) do
      {:ok, secret}
    else
      {:error, code} when is_atom(code) ->
        {:error, "#{file} cannot be made or read: #{:file.format_error(code)}."}

      {:error, reason} ->
        {:error,
         "#{file} is damaged: #{reason} Remove it to have a new one made; visitors are then new to the site."}
    end
  end

  defp make(directory, file) do
    if File.exists?(file), do: :ok, else: make_new(directory, file)
  end

  defp make_new(directory, file) do
    new = Path.join(directory, ".new.#{random(8)}")

    with :ok <- File.mkdir_p(directory),
         :ok <- File.touch(new),
         :ok <- File.chmod(new, 0o600),
         :ok <- File.write(new, random(48)) do
      publish(new, file)
    end
  end

  defp random(bytes), do: bytes |> :crypto.strong_rand_bytes() |> Base.url_encode64()

  # A link never replaces a secret that another start has made meanwhile.
  defp publish(new, file) do
    linked = File.ln(new, file)
    File.rm(new)
    if linked == {:error, :eexist}, do: :ok, else: linked
  end
end
