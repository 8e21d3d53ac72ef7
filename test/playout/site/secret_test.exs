defmodule Playout.Site.SecretTest do
  use ExUnit.Case, async: true

  alias Playout.Site.Secret

  @moduletag :tmp_dir

  test "is created once, for its owner only, along with its directory", context do
    data = Path.join(context.tmp_dir, "new/data")
    assert {:ok, secret} = Secret.of_directory(data)
    assert byte_size(secret) == 64
    assert Secret.of_directory(data) == {:ok, secret}
    assert File.ls!(data) == ["secret_key_base"]
    assert Bitwise.band(File.stat!(Path.join(data, "secret_key_base")).mode, 0o777) == 0o600

    assert {:ok, other} = Secret.of_directory(Path.join(context.tmp_dir, "other"))
    assert other != secret
  end

  test "is the same for many sites that start at the same time", %{tmp_dir: data} do
    secrets =
      1..20
      |> Task.async_stream(fn _ -> Secret.of_directory(data) end,
        max_concurrency: 20,
        timeout: :infinity
      )
      |> Enum.uniq()

    assert [{:ok, {:ok, _secret}}] = secrets
  end

  test "is refused if it is damaged, and not changed", %{tmp_dir: data} do
    file = Path.join(data, "secret_key_base")
    File.write!(file, "short\n")
    assert {:error, message} = Secret.of_directory(data)
    assert message =~ file and message =~ "damaged"
    assert File.read!(file) == "short\n"
  end

  test "rubbish of the same length is refused", %{tmp_dir: data} do
    file = Path.join(data, "secret_key_base")

    for rubbish <- [:binary.copy(<<0>>, 64), :binary.copy(<<0xE9, 7>>, 32)] do
      File.write!(file, rubbish)
      assert {:error, message} = Secret.of_directory(data)
      assert message =~ file and message =~ "damaged" and String.printable?(message)
      assert File.read!(file) == rubbish
    end
  end

  test "has a fingerprint, which does not contain it", %{tmp_dir: data} do
    {:ok, secret} = Secret.of_directory(data)
    fingerprint = Secret.fingerprint(secret)
    assert Secret.fingerprint(secret) == fingerprint
    refute Secret.fingerprint(secret <> "x") == fingerprint
    assert :binary.longest_common_prefix([secret, fingerprint]) < 8
  end

  test "an error names an invalid directory", %{tmp_dir: data} do
    File.write!(Path.join(data, "file"), "")
    assert {:error, message} = Secret.of_directory(Path.join(data, "file"))
    assert message =~ "cannot create or read"
  end
end
