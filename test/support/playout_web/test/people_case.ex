defmodule PlayoutWeb.Test.PeopleCase do
  @moduledoc """
  Tests of matches between people, in several browsers. The context has three visitors: `me`, `you`
  and a `stranger`.
  """
  use ExUnit.CaseTemplate
  use PlayoutWeb, :verified_routes

  import Phoenix.ConnTest
  import Phoenix.LiveViewTest
  import PlayoutWeb.ConnCase

  alias Playout.Matches
  alias Playout.Test.Wait

  @endpoint PlayoutWeb.Endpoint

  using do
    quote do
      use PlayoutWeb.ConnCase

      import PlayoutWeb.Test.PeopleCase
    end
  end

  setup do
    number = System.unique_integer([:positive])
    {:ok, me: "me #{number}", you: "you #{number}", stranger: "stranger #{number}"}
  end

  @doc "Creates a match for a friend; returns its id."
  def begin(visitor, changes \\ %{}) do
    request = %{
      game: :quarto,
      variant: :standard,
      players: %{first: :me, second: :friend},
      toss: false
    }

    {:ok, id} = Matches.create(visitor, Map.merge(request, changes))
    id
  end

  @doc "Opens a match in a visitor's browser; returns the view."
  def open(id, visitor) do
    {:ok, view, _html} = build_conn() |> visiting(visitor) |> live(~p"/m/#{id}")
    view
  end

  @doc "Creates a match that both have open: `me` goes first, `you` sat down."
  def joined(%{me: me, you: you}, changes \\ %{}) do
    id = begin(me, changes)
    {mine, yours} = {open(id, me), open(id, you)}
    yours |> element("#join") |> render_click()
    shows(mine, &has_element?(&1, "#actions"))
    %{id: id, mine: mine, yours: yours}
  end

  @doc "Waits until something holds of a view; returns the view."
  def shows(view, holds?) do
    assert Wait.until(fn -> holds?.(view) end), render(view)
    view
  end

  @doc """
  Closes the page `other`, and waits until `view` shows that its player is gone, and the match has
  noticed it too.
  """
  def leave(id, view, other) do
    GenServer.stop(other.pid)
    shows(view, &(render(&1) =~ "is gone."))
    state(id)
  end

  @doc "Returns the state of a match."
  def state(id) do
    {:ok, state} = Matches.get(id)
    state
  end

  @doc "Plays a move on the page of a match."
  def play(view, id, move), do: render_hook(view, "move", %{seq: state(id).seq, move: move})

  @doc "Presses a button."
  def press(view, selector), do: view |> element(selector) |> render_click()
end
