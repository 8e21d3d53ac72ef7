defmodule PlayoutWeb.Boards.Glyphs do
  @moduledoc """
  The digits and the letters `a` to `t` as drawings, for pictures, which have no fonts.

  A glyph consists of strokes: lines, and arcs of ellipses. Lengths are in ems, and the origin is
  where the baseline begins, so what is above it is negative. Each stroke becomes an outline. All
  outlines go around in the same direction, so they may overlap, and holes in the other one.
  """

  # The width of strokes, and the room on either side of a glyph.
  @stroke 0.11
  @half @stroke / 2
  @side 0.07

  # The heights of the middles of strokes: on the baseline, at the top of lower-case letters, and
  # at the top of digits.
  @low -@half
  @x -0.465
  @high -0.665

  @ascender -0.74
  @descender 0.2

  # The bowl of most letters.
  @bowl {:arc, {0.19, -0.26}, {0.19, 0.205}, 0, 360}
  # The arch of h and n.
  @arch {:arc, {0.18, -0.275}, {0.18, 0.19}, 180, 360}

  # Degrees go clockwise from the right.
  @strokes %{
    ?0 => [{:arc, {0.18, -0.36}, {0.18, 0.305}, 0, 360}],
    ?1 => [{:line, {0.18, -0.72}, {0.18, 0}}, {:line, {0, -0.58}, {0.19, -0.68}}],
    ?2 => [
      {:arc, {0.18, -0.475}, {0.18, 0.19}, 190, 395},
      {:line, {0.345, -0.39}, {0.03, -0.06}},
      {:line, {0, @low}, {0.37, @low}}
    ],
    ?3 => [
      {:arc, {0.17, -0.515}, {0.155, 0.15}, 200, 450},
      {:arc, {0.17, -0.21}, {0.185, 0.155}, 270, 515}
    ],
    ?4 => [
      {:line, {0.275, -0.7}, {0.01, -0.2}},
      {:line, {-0.02, -0.18}, {0.4, -0.18}},
      {:line, {0.28, -0.72}, {0.28, 0}}
    ],
    ?5 => [
      {:line, {0.045, @high}, {0.34, @high}},
      {:line, {0.08, -0.66}, {0.055, -0.36}},
      {:arc, {0.165, -0.245}, {0.195, 0.19}, 235, 510}
    ],
    ?6 => [
      {:arc, {0.18, -0.245}, {0.185, 0.19}, 0, 360},
      {:line, {0.27, -0.7}, {0.035, -0.33}}
    ],
    ?7 => [{:line, {0, @high}, {0.375, @high}}, {:line, {0.335, -0.68}, {0.11, 0}}],
    ?8 => [
      {:arc, {0.18, -0.525}, {0.15, 0.14}, 0, 360},
      {:arc, {0.18, -0.215}, {0.185, 0.16}, 0, 360}
    ],
    ?9 => [
      {:arc, {0.18, -0.475}, {0.185, 0.19}, 0, 360},
      {:line, {0.325, -0.39}, {0.09, -0.02}}
    ],
    ?a => [@bowl, {:line, {0.38, -0.52}, {0.38, 0}}],
    ?b => [@bowl, {:line, {0, @ascender}, {0, 0}}],
    ?c => [{:arc, {0.19, -0.26}, {0.19, 0.205}, 45, 315}],
    ?d => [@bowl, {:line, {0.38, @ascender}, {0.38, 0}}],
    ?e => [
      {:arc, {0.19, -0.26}, {0.19, 0.205}, 50, 360},
      {:line, {0, -0.25}, {0.425, -0.25}}
    ],
    ?f => [
      {:line, {0.11, -0.56}, {0.11, 0}},
      {:arc, {0.25, -0.56}, {0.14, 0.13}, 180, 285},
      {:line, {0, @x}, {0.27, @x}}
    ],
    ?g => [
      @bowl,
      {:line, {0.38, -0.52}, {0.38, 0.03}},
      {:arc, {0.19, 0.03}, {0.19, 0.125}, 0, 140}
    ],
    ?h => [{:line, {0, @ascender}, {0, 0}}, @arch, {:line, {0.36, -0.28}, {0.36, 0}}],
    ?i => [{:line, {0, -0.52}, {0, 0}}, {:line, {0, -0.74}, {0, -0.62}}],
    ?j => [
      {:line, {0.1, -0.52}, {0.1, 0.05}},
      {:arc, {-0.01, 0.05}, {0.11, 0.1}, 0, 100},
      {:line, {0.1, -0.74}, {0.1, -0.62}}
    ],
    ?k => [
      {:line, {0, @ascender}, {0, 0}},
      {:line, {0.02, -0.2}, {0.33, -0.51}},
      {:line, {0.12, -0.31}, {0.36, -0.01}}
    ],
    ?l => [{:line, {0, @ascender}, {0, 0}}],
    ?m => [
      {:line, {0, -0.52}, {0, 0}},
      {:arc, {0.15, -0.3}, {0.15, 0.165}, 180, 360},
      {:line, {0.3, -0.3}, {0.3, 0}},
      {:arc, {0.45, -0.3}, {0.15, 0.165}, 180, 360},
      {:line, {0.6, -0.3}, {0.6, 0}}
    ],
    ?n => [{:line, {0, -0.52}, {0, 0}}, @arch, {:line, {0.36, -0.28}, {0.36, 0}}],
    ?o => [@bowl],
    ?p => [@bowl, {:line, {0, -0.52}, {0, @descender}}],
    ?q => [@bowl, {:line, {0.38, -0.52}, {0.38, @descender}}],
    ?r => [{:line, {0, -0.52}, {0, 0}}, {:arc, {0.2, -0.25}, {0.2, 0.215}, 180, 290}],
    ?s => [
      {:arc, {0.165, -0.365}, {0.15, 0.1}, 90, 330},
      {:arc, {0.165, -0.16}, {0.16, 0.105}, 270, 515}
    ],
    ?t => [
      {:line, {0.11, -0.66}, {0.11, -0.16}},
      {:arc, {0.24, -0.16}, {0.13, 0.105}, 80, 180},
      {:line, {0, @x}, {0.28, @x}}
    ]
  }

  outline = fn
    {:line, {x1, y1}, {x2, y2}} ->
      length = :math.sqrt((x2 - x1) * (x2 - x1) + (y2 - y1) * (y2 - y1))
      {across, down} = {@half * (y1 - y2) / length, @half * (x2 - x1) / length}

      [
        {:move, x1 - across, y1 - down},
        {:line, x2 - across, y2 - down},
        {:line, x2 + across, y2 + down},
        {:line, x1 + across, y1 + down}
      ]

    {:arc, {x, y}, {rx, ry}, from, to} ->
      at = fn degrees, by ->
        turn = degrees * :math.pi() / 180
        {x + (rx + by) * :math.cos(turn), y + (ry + by) * :math.sin(turn)}
      end

      # In parts of at most 90 degrees, so that their ends are the outermost points too.
      between = for turn <- (div(from, 90) + 1)..div(to - 1, 90)//1, do: 90 * turn
      ends = [from] ++ between ++ [to]
      {start_x, start_y} = at.(from, @half)
      {inner_x, inner_y} = at.(to, -@half)

      outer =
        for degrees <- tl(ends), {end_x, end_y} = at.(degrees, @half) do
          {:arc, rx + @half, ry + @half, 1, end_x, end_y}
        end

      inner =
        for degrees <- tl(Enum.reverse(ends)), {end_x, end_y} = at.(degrees, -@half) do
          {:arc, rx - @half, ry - @half, 0, end_x, end_y}
        end

      # A whole ellipse has its hole in it, otherwise the ends are straight.
      to_inner = if to - from == 360, do: :move, else: :line
      [{:move, start_x, start_y} | outer] ++ [{to_inner, inner_x, inner_y} | inner]
  end

  # Each with its outlines and its width.
  @glyphs Map.new(@strokes, fn {character, strokes} ->
            outlines = Enum.flat_map(strokes, outline)

            xs =
              for command <- outlines, do: elem(command, tuple_size(command) - 2)

            # Strokes begin at 0, and outlines half a stroke before.
            {character, {outlines, Enum.max(xs) + @half}}
          end)

  @doc "Returns the characters that can be drawn."
  @spec characters() :: [char]
  def characters, do: Map.keys(@glyphs)

  @doc """
  Returns a text as SVG path data, with its middle at `x`, its baseline at `y`, and the given font
  size.
  """
  @spec path(String.t(), number, number, number) :: String.t()
  def path(text, x, y, size) do
    glyphs = for <<character <- text>>, do: Map.fetch!(@glyphs, character)
    widths = for {_outlines, width} <- glyphs, do: width + @side
    # Without the room after the last one.
    start = x - size * (Enum.sum(widths) - @side) / 2

    {paths, _end} =
      Enum.map_reduce(glyphs, start + size * @half, fn {outlines, width}, left ->
        {Enum.map(outlines, &command(&1, left, y, size)), left + size * (width + @side)}
      end)

    IO.iodata_to_binary(paths)
  end

  defp command({:move, x, y}, left, base, size),
    do: ["M", number(left + size * x), " ", number(base + size * y)]

  defp command({:line, x, y}, left, base, size),
    do: ["L", number(left + size * x), " ", number(base + size * y)]

  defp command({:arc, rx, ry, way, x, y}, left, base, size) do
    radii = [number(size * rx), " ", number(size * ry)]
    ["A", radii, " 0 0 #{way} ", number(left + size * x), " ", number(base + size * y)]
  end

  defp number(number), do: number |> Float.round(2) |> Float.to_string()
end
