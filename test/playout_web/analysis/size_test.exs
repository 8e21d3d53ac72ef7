defmodule PlayoutWeb.Analysis.SizeTest do
  # How many bytes an analysis sends over the socket: twice a second while the engine searches, and
  # for each move. `move_size_test.exs` measures matches.
  use PlayoutWeb.ConnCase, async: true
  use Playout.Test.MatchCase, async: true

  alias PlayoutWeb.Analysis
  alias PlayoutWeb.Test.Frames

  @max_bytes 4_000
  # More than in a match, for the variations.
  @max_move_bytes 6_000

  # The largest boards, and the game with the most moves of several steps.
  @games [
    {:separo, [size: 19]},
    {:gomoku, [size: 20]},
    {:quarto, []},
    {:animal_shogi, []}
  ]

  defp open(conn, position) do
    params = Analysis.Address.params(position, position.start)
    path = "/analysis/#{position.game}?#{URI.encode_query(params)}"
    {:ok, view, _html} = conn |> visiting(me()) |> live(path)
    render_hook(view, "recall", %{})
    view
  end

  # What a search may find at most: five lines of legal moves, longer than they are shown, and every
  # move visited.
  defp found(position) do
    moves = Playout.legal_moves!(position)

    lines =
      for _line <- 1..5 do
        value = :rand.uniform()
        line = random_line(position, 15)

        %{
          move: hd(line),
          value: value,
          estimate: %{win: value, draw: 0.0, loss: 1 - value},
          visits: 1_000_000 + :rand.uniform(1_000_000),
          line: line,
          proof: nil
        }
      end

    win = :rand.uniform()

    %{
      estimate: %{win: win, draw: 0.0, loss: 1 - win},
      proof: nil,
      playouts: 10_000_000 + :rand.uniform(1_000_000),
      nodes: 1_000_000,
      depth: :rand.uniform(20),
      seconds: 1.0,
      used: :rand.uniform(),
      visits: Map.new(moves, &{&1, :rand.uniform(1_000)}),
      lines: lines
    }
  end

  defp random_line(_position, 0), do: []

  defp random_line(position, left) do
    case Playout.legal_moves!(position) do
      [] ->
        []

      moves ->
        move = Enum.random(moves)
        [move | random_line(Playout.play!(position, move), left - 1)]
    end
  end

  for {game, options} <- @games do
    test "#{game}: each update of a search sends less than #{@max_bytes} bytes", %{conn: conn} do
      :rand.seed(:exsss, {1, 2, 3})
      position = Playout.new!(unquote(game), unquote(options))
      view = open(conn, position)
      assert_receive {:asked, _search}
      render_change(view, "engine", %{"lines" => "5", "heat" => "on"})
      assert_receive {:asked, search} when search != nil
      Frames.trace(view)

      sizes =
        for _update <- 1..4 do
          EngineDouble.progress(search, found(position))

          send(
            view.pid,
            {:update, :sys.get_state(view.pid, :infinity).socket.private.search.timer}
          )

          assert length(:sys.get_state(view.pid, :infinity).socket.assigns.findings.lines) == 5
          render(view)
          view |> Frames.sizes() |> Enum.sum()
        end

      assert Enum.all?(sizes, &(&1 in 500..@max_bytes)), inspect(sizes, charlists: :as_lists)
    end

    test "#{game}: a move sends less than #{@max_move_bytes} bytes beside its game", context do
      :rand.seed(:exsss, {1, 2, 3})
      position = Playout.new!(unquote(game), unquote(options))
      view = open(context.conn, position)
      Frames.trace(view)

      # With variations: every third move is played at an earlier position.
      sizes =
        for number <- 1..12 do
          if rem(number, 3) == 0 do
            render_click(view, "walk", %{"to" => "back", "by" => 2})
            Frames.sizes(view)
          end

          %{seq: seq, analysis: analysis} = :sys.get_state(view.pid, :infinity).socket.assigns
          moves = Playout.legal_moves!(Analysis.position(analysis))
          render_hook(view, "move", %{seq: seq, move: Enum.random(moves)})

          %{text: text, analysis: %{path: path}} =
            :sys.get_state(view.pid, :infinity).socket.assigns

          size = view |> Frames.sizes() |> Enum.max()
          size - byte_size(Jason.encode!([text, Enum.join(path, " ")]))
        end

      assert Enum.all?(sizes, &(&1 in 500..@max_move_bytes)), inspect(sizes, charlists: :as_lists)
    end
  end
end
