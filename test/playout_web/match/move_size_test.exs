defmodule PlayoutWeb.Match.MoveSizeTest do
  @moduledoc """
  Tests how many bytes a move sends over the socket on the largest boards and in crowded
  positions. `test/browser/speed.rarely.mjs` measures opening moves in a browser.
  """
  use PlayoutWeb.ConnCase, async: true

  alias Playout.Matches
  alias Playout.Matches.{Clock, Event, People, State, Store}
  alias Playout.Matches.People.Chat
  alias Playout.Matches.Store.Uptime
  alias Playout.Test.Wait
  alias PlayoutWeb.Test.Frames

  @max_bytes 5_000

  # Both sides have many regions, and the move divides another large one. It sent the most of all
  # moves in forty games, played at random or for regions.
  @separo """
  19 b a11a12,a12b13,a14a15,a14b13,a15b16,a16a17,a17b18,a19b18,b13c13,b15c15,b16b17,b18c18,
  c10c11,c10d9,c11d12,c13d12,c13d14,c15d14,c15d16,c18d17,c18d19,d8d9,d8e7,d12e12,d14e14,d16d17,
  d17e18,d19e19,e6e7,e12f13,e15e16,e15f14,e18e19,f13f14,i7i8,i7j6,i8j9,i10i11,i10j9,j2j3,j2k2,
  j3k4,j5j6,j7j8,j7k6,j9k9,k2l3,k4k5,k4l3,k5k6,k5l5,k6l7,k9l10,k12l12,l3m3,l5m4,l7l8,l7m6,l8m9,
  l10m10,l12m13,m1m2,m2n3,m3m4,m3n2,m4n5,m5m6,m5n4,m6n7,m9n9,m10n11,m13m14,m13n12,n2o2,n3n4,
  n4o5,n5n6,n6o7,n7n8,n8o9,n9o8,n11n12,n11o10,o1p1,o2p3,o5o6,o5p4,o6p7,o7o8,o9o10,p1q2,p3p4,
  p3q2,p7q7,q2r2,q5r5,q7r6,r2s1,r2s3,r5s4,r6s6,s3s4
   a1b2,a4a5,a4b3,a8a9,a8b7,a10b10,b2b3,b2c1,b3c4,b6b7,b6c5,b10c9,c1d1,c4c5,c4d3,c5d6,c8c9,
  c8d7,c9d10,d1e2,d3e3,d5e5,d6d7,d7e8,d10e10,e2f2,e3f4,e5f4,e5f6,e8f8,e10f9,f4g4,f6f7,f7g8,
  f8f9,g1g2,g2h3,g4h3,g4h5,g8g9,h3i3,h5h6,i17j17,i19j19,j14j15,j15k16,j17k16,j19k18,k14l14,
  k16l16,k17k18,k18l19,l14m15,l16m15,l19m19,m15n15,m17m18,m18n19,m19n18,n13n14,n14o15,n15o14,
  n17n18,n17o16,n18o18,n19o19,o12p12,o14p14,o15o16,o16p17,o18p19,o19p18,p8q8,p9p10,p10q11,
  p12q11,p12q13,p14q13,p14q15,p17p18,p17q16,p19q19,q8r9,q11r11,q13r13,q15q16,q16r17,q19r18,
  r9r10,r9s8,r10s11,r13r14,r13s12,r14s15,r17r18,r17s16,r18s19,s7s8,s11s12,s15s16
  """

  # Stones on all but three rows.
  @gomoku Enum.join(
            List.duplicate("xxooxxooxxooxxooxxo/ooxxooxxooxxooxxoox", 8) ++ ~w(19 19 19),
            "/"
          ) <> " x freestyle"

  # The games: how each starts, its first move, and how many moves to play.
  for {name, game, options, first, moves} <- [
        {"SEPARO 19x19", :separo, [position: String.replace(@separo, "\n", "")], "k17-j16-i16",
         12},
        {"Animal Shogi with much in hand", :animal_shogi, [position: "1k1/1bP/3/K1B b Rrp"],
         "3d2c", 10},
        {"Gomoku 19x19", :gomoku, [position: @gomoku], "a2", 10},
        {"Gomoku 19x19 with swap2", :gomoku, [size: 19, opening: :swap2], "k10", 4},
        {"Quarto", :quarto, [], "-7", 15}
      ] do
    test "#{name}: each move sends less than #{@max_bytes} bytes", %{conn: conn, test: test} do
      visitor = Atom.to_string(test)
      id = match(visitor, Playout.new!(unquote(game), unquote(options)))
      {:ok, view, _html} = conn |> visiting(visitor) |> live(~p"/m/#{id}")
      Frames.trace(view)
      :rand.seed(:exsss, {1, 2, 3})

      sizes = play(view, id, unquote(first), unquote(moves))
      assert length(sizes) >= 3
      assert Enum.all?(sizes, &(&1 in 500..@max_bytes)), inspect(sizes, charlists: :as_lists)

      # A step back into the past, and on.
      steps = for to <- ~w(back back forward), do: step(view, to)
      assert Enum.all?(steps, &(&1 in 100..@max_bytes)), inspect(steps, charlists: :as_lists)
    end
  end

  # Each has the clocks, the presence and the chat of a match between two people on their page.
  test "Quarto between two people under a clock: as little, on both pages", context do
    %{conn: conn, test: test} = context
    visitors = [one, other] = for n <- 1..2, do: "#{test} #{n}"
    seats = %{first: {:person, one}, second: {:person, other}}
    id = match(one, Playout.new!(:quarto, []), %{seats: seats, control: {:total, 300_000, 3_000}})
    for {visitor, n} <- Enum.with_index(visitors), do: People.rename(visitor, "Mika #{n}")
    for _ <- 1..5, do: :ok = Chat.say(id, one, {:phrase, "good_luck"})

    views =
      for visitor <- visitors do
        {:ok, view, _html} = conn |> visiting(visitor) |> live(~p"/m/#{id}")
        view
      end

    # Until each knows that the other one is there.
    for view <- views, do: assert(Wait.until(fn -> render(view) =~ "is here." end))
    for view <- views, do: Frames.trace(view)
    :rand.seed(:exsss, {1, 2, 3})

    for ply <- 0..5 do
      {:ok, %{seq: seq, position: position}} = Matches.get(id)
      mover = Enum.at(views, rem(ply, 2))
      move = Enum.random(Playout.describe!(position).moves).text
      render_hook(mover, "move", %{seq: seq, move: move})

      for view <- views do
        seen = ~s(#match[data-seq="#{seq + 1}"])
        assert Wait.until(fn -> has_element?(view, seen) end)
        size = view |> Frames.sizes() |> Enum.max()
        assert size in 500..@max_bytes
      end
    end
  end

  # A match that starts from a given position, with two players on one screen unless `changes` says
  # otherwise.
  defp match(visitor, %{game: game, start: start} = position, changes \\ %{}) do
    id = Base.url_encode64(:crypto.strong_rand_bytes(9))
    seats = %{first: {:person, visitor}, second: {:person, visitor}}
    %{variant: variant} = Playout.describe!(position)

    data = %{
      owner: visitor,
      game: game,
      variant: variant,
      start: start,
      seats: seats,
      toss: false,
      control: nil,
      listed: false
    }

    data = Map.merge(data, changes)

    created = %Event{
      seq: 1,
      type: :created,
      data: data,
      clock: Clock.new(data.control, Uptime.now())
    }

    {:ok, state} = State.from_events(id, [created])
    {:ok, []} = Store.create(state, created)
    id
  end

  # Returns the number of bytes that each move sends. The moves after the first are random and
  # stop when the game ends.
  defp play(_view, _id, _move, 0), do: []

  defp play(view, id, move, left) do
    {:ok, %{seq: seq}} = Matches.get(id)
    render_hook(view, "move", %{seq: seq, move: move})
    {:ok, state} = Matches.get(id)
    assert state.seq == seq + 1, "#{move} was refused"
    size = view |> Frames.sizes() |> Enum.max()

    if state.result,
      do: [size],
      else: [
        size | play(view, id, Enum.random(Playout.describe!(state.position).moves).text, left - 1)
      ]
  end

  defp step(view, to) do
    render_hook(view, "walk", %{to: to})
    assert has_element?(view, "#match.is-past")
    view |> Frames.sizes() |> Enum.max()
  end
end
