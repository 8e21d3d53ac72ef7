defmodule PlayoutWeb.PortraitTest do
  use ExUnit.Case, async: true

  import Phoenix.LiveViewTest, only: [rendered_to_string: 1]

  alias Playout.Matches.Rules.Perfect
  alias PlayoutWeb.Portrait

  defp drawn(names), do: rendered_to_string(Portrait.portraits(%{of: names, __changed__: nil}))

  test "every level has a face, and so do people and custom players; there are no others" do
    levels = for game <- Playout.games(), level <- Playout.levels(game), do: level.name
    seats = [{:person, "me"}, {:engine, nil, "careful"}, {:engine, "fox", "careful"}]
    names = [Perfect.name() | levels] ++ Enum.map(seats, &Portrait.of_seat/1)
    assert Enum.sort(Portrait.names()) == names |> Enum.uniq() |> Enum.sort()
  end

  # Each face is one or two kilobytes, and a match shows two of them.
  test "a page contains only the faces that it shows" do
    symbols = Regex.scan(~r/<symbol id="([^"]+)"/, drawn(~w(fox person fox)))
    assert Enum.map(symbols, &List.last/1) == ~w(portrait-fox portrait-person)
    assert byte_size(drawn(~w(fox person))) < 4_000
    assert byte_size(drawn(Portrait.names())) < 32_000
  end

  test "screen readers skip portraits" do
    html = rendered_to_string(Portrait.portrait(%{of: "owl", __changed__: nil}))
    assert html =~ ~s(aria-hidden="true") and html =~ ~s(href="#portrait-owl")
  end
end
