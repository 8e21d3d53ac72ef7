defmodule PlayoutWeb.Picture.Gif.JobTest do
  # Changes the program, which the whole VM shares.
  use ExUnit.Case, async: false

  alias Playout.Test.{Env, Wait}
  alias PlayoutWeb.Picture.Gif
  alias PlayoutWeb.Picture.Gif.Job

  # Any moves, but always the same, and as long as possible none that ends the game.
  defp played(game, plies, options \\ []) do
    start = Playout.new!(game, options)

    Enum.find_value(1..100, fn seed ->
      {position, _random} = Enum.reduce(1..plies, {start, :rand.seed_s(:exsss, seed)}, &play/2)
      if length(position.moves) == plies, do: position
    end)
  end

  defp play(_ply, {position, random}) do
    {moves, random} = position |> Playout.legal_moves!() |> shuffled(random)
    after_moves = Stream.map(moves, &Playout.play!(position, &1))
    goes_on = Enum.find(after_moves, &(Playout.outcome!(&1) == nil))
    {goes_on || Enum.at(after_moves, 0) || position, random}
  end

  defp shuffled(moves, random) do
    {keys, random} =
      Enum.map_reduce(moves, random, fn _move, random -> :rand.uniform_s(random) end)

    {keys |> Enum.zip(moves) |> Enum.sort() |> Enum.map(&elem(&1, 1)), random}
  end

  # In a process of its own.
  defp make(gif, report \\ & &1), do: Task.await(Task.async(Job, :make, [gif, report]), :infinity)

  defp gif(position, theme \\ "light"),
    do: %Gif{position: position, bottom: :first, theme: theme}

  # The width and height, and the number of frames.
  defp contents(<<"GIF89a", width::little-16, height::little-16, _rest::binary>> = gif) do
    # Each frame has a control block, whose flags say that it stays.
    {width, height, length(String.split(gif, <<0x21, 0xF9, 4, 5>>)) - 1}
  end

  describe "with the program" do
    # It may have to be built first.
    setup do
      assert Job.prepare() == :ok
      :ok
    end

    for {game, plies, theme} <- [
          {:quarto, 17, "light"},
          {:animal_shogi, 60, "dark"},
          {:gomoku, 60, "dark"},
          {:separo, 30, "light"}
        ] do
      @tag game: game, plies: plies, theme: theme
      test "a match of #{game} becomes a GIF with a frame for each move", context do
        position = played(context.game, context.plies)
        test = self()
        assert {:ok, bytes} = make(gif(position, context.theme), &send(test, {:percent, &1}))
        {:ok, picture} = PlayoutWeb.Picture.new(position)
        {width, height} = PlayoutWeb.Picture.size(picture)
        assert contents(bytes) == {width, height, context.plies + 1}
        assert max(width, height) == 480
        assert byte_size(bytes) < 500_000, "#{byte_size(bytes)} bytes"
        assert_received {:percent, 100}
      end
    end

    test "the largest boards and the most captures can be drawn" do
      for position <- [played(:gomoku, 60, size: 20), played(:separo, 60, size: 19)] do
        assert {:ok, bytes} = make(gif(position))
        assert byte_size(bytes) < 500_000, "#{byte_size(bytes)} bytes"
      end
    end
  end

  describe "with another program" do
    @describetag :tmp_dir

    # Reads up to the empty document, and prints the number of those before it.
    @counts """
    exec node -e '
      let text = "";
      process.stdin.on("data", (part) => {
        text += part;
        if (!text.endsWith("\\0\\0")) return;
        process.stdout.write(`${text.split("\\0").length - 2}`, () => process.exit());
      })'
    """

    setup do
      kept = Application.get_env(:playout, Playout.Engine, [])
      on_exit(fn -> Application.put_env(:playout, Playout.Engine, kept) end)
      %{position: Playout.play!(Playout.new!(:quarto), "-7")}
    end

    # A program that notes how it was called, and then runs the given lines of shell.
    defp program(directory, lines) do
      path = Path.join(directory, "program")
      calls = Path.join(directory, "calls")
      File.write!(path, ~s|#!/bin/sh\necho "$(nice) $@" >> "#{calls}"\n| <> lines)
      File.chmod!(path, 0o755)
      Application.put_env(:playout, Playout.Engine, program: [path])
    end

    test "it has a low priority, and gives up by itself", context do
      Env.put(Gif, seconds: 7)
      program(context.tmp_dir, "exit 0")
      make(gif(context.position))
      assert File.read!(Path.join(context.tmp_dir, "calls")) == "19 gif --limit 7\n"
    end

    test "its output is the GIF", context do
      program(context.tmp_dir, @counts)
      assert make(gif(context.position)) == {:ok, "2"}
    end

    test "a failure is an error, whether it reads its input or not", context do
      for lines <- ["exit 3", "head -c 10 > /dev/null; exit 4", "cat > /dev/null & exit 5"] do
        program(context.tmp_dir, lines)
        assert {:error, reason} = make(gif(context.position))
        assert reason =~ ~r/\Athe program (ended with status [345]|stopped reading: :epipe)\z/
      end

      program(context.tmp_dir, "[ $1 = gif ] || exit 0\n" <> @counts)
      both = fn -> with(:ok <- Job.prepare(), do: Job.make(gif(context.position), & &1)) end
      assert {:ok, "2"} = Task.await(Task.async(both), :infinity)

      program(context.tmp_dir, "exit 1")
      assert Job.prepare() == {:error, "the program cannot run: the program ended with status 1"}
      Application.put_env(:playout, Playout.Engine, program: ["no-such-program"])

      assert Job.prepare() ==
               {:error, "the program cannot run: the program ended with status 127"}
    end

    test "an endless output is an error", context do
      Env.put(Gif, bytes: 100_000)
      # It reads everything, so nothing waits for it.
      program(context.tmp_dir, """
      exec node -e '
        process.stdin.resume();
        setInterval(() => process.stdout.write("x".repeat(50_000)), 1)'
      """)

      assert make(gif(context.position)) == {:error, "it has more than 100000 bytes"}
    end

    test "it is killed if it hangs, whether its input fits into a pipe or not", context do
      Env.put(Gif, seconds: -4)
      program(context.tmp_dir, "exec sleep 1000")

      for position <- [context.position, played(:quarto, 10)] do
        assert {:error, reason} = make(gif(position))
        assert reason =~ ~r/\Athe program (ended with status 137|stopped reading: :epipe)\z/
      end
    end

    test "it is killed when the job is", context do
      program(context.tmp_dir, "echo $$ >> \"#{context.tmp_dir}/calls\"; exec sleep 1000")
      position = context.position
      job = spawn(fn -> Job.make(gif(position), & &1) end)
      calls = Path.join(context.tmp_dir, "calls")
      assert Wait.until(fn -> File.exists?(calls) and length(lines(calls)) == 2 end)
      [_call, pid] = lines(calls)
      assert runs?(pid)
      Process.exit(job, :kill)
      assert Wait.until(fn -> not runs?(pid) end)
    end

    defp lines(path), do: path |> File.read!() |> String.split("\n", trim: true)

    defp runs?(pid),
      do: match?({_output, 0}, System.cmd("sh", ["-c", "kill -0 #{pid}"], stderr_to_stdout: true))
  end
end
