defmodule Playout.Site.Secret do
  @moduledoc """
  The secret that signs cookies. It is created once and kept in the data directory, because with
  another secret the site would not recognise its visitors.
  """

  @min_length 64

  @doc "Returns the path of the secret in a directory."
  @spec file(Path.t()) :: Path.t()
  def file(directory), do: Path.join(directory, "secret_key_base")

  @doc "Validates a secret; the error is a sentence for the operator."
  @spec check(String.t()) :: {:ok, String.t()} | {:error, String.t()}
  def check(secret) do
    if byte_size(secret) >= @min_length,
      do: {:ok, secret},
      else: {:error, "it has fewer than #{@min_length} characters."}
  end

  @doc "Returns what tells a secret from another one, and says nothing else about it."
  @spec fingerprint(String.t()) :: String.t()
  def fingerprint(secret),
    do: :hmac |> :crypto.mac(:sha256, secret, "playout") |> Base.url_encode64(padding: false)

  # What the file has is not typed by anyone, so it is printable unless it is damaged.
  defp printable(secret) do
    if secret =~ ~r/\A[!-~]*\z/,
      do: {:ok, secret},
      else: {:error, "it has characters that no secret has."}
  end

  @doc "Returns the secret in a directory, creating both if they don't exist."
  @spec of_directory(Path.t()) :: {:ok, String.t()} | {:error, String.t()}
  def of_directory(directory) do
    file = file(directory)

    with :ok <- make(directory, file),
         {:ok, secret} <- File.read(file),
         {:ok, secret} <- printable(String.trim(secret)),
         {:ok, secret} <- check(secret) do
      {:ok, secret}
    else
      {:error, code} when is_atom(code) ->
        {:error, "cannot create or read #{file}: #{:file.format_error(code)}."}

      {:error, reason} ->
        {:error,
         "#{file} is damaged: #{reason} Remove it to create a new one; the site will then not recognise its visitors."}
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

  # A hard link never replaces a secret that another process has created in the meantime.
  defp publish(new, file) do
    linked = File.ln(new, file)
    File.rm(new)
    if linked == {:error, :eexist}, do: :ok, else: linked
  end
end
