defmodule PlayoutWeb.Match.ChatTest do
  # The chat of a match between people, in several browsers.
  use PlayoutWeb.Test.PeopleCase, async: true

  alias Playout.Matches
  alias Playout.Matches.People.Chat
  alias Playout.Test.Env
  alias PlayoutWeb.Sentences

  describe "chat" do
    defp say(view, phrase), do: press(view, ~s(.chat [phx-value-phrase="#{phrase}"]))

    test "is for the two players only, and each reads phrases in their language", context do
      %{id: id, mine: mine, yours: yours} = joined(context)
      watcher = open(id, context.stranger)
      shows(mine, &has_element?(&1, ".chat"))
      refute has_element?(watcher, ".chat")

      {:ok, japanese, _html} =
        build_conn()
        |> visiting(context.you)
        |> put_req_cookie("language", "ja")
        |> live(~p"/m/#{id}")

      say(mine, "hello")
      shows(yours, &has_element?(&1, ".chat-lines p", "Hello!"))
      shows(japanese, &has_element?(&1, ".chat-lines p", "こんにちは！"))
      refute render(watcher) =~ "Hello!"
      # A move is not stale because of it.
      play(mine, id, "-7")
      assert state(id).position.moves == ["-7"]
    end

    test "is free once both have switched it on, escaped, and muted by a press", context do
      %{mine: mine, yours: yours} = joined(context)
      refute has_element?(mine, ".chat-form")
      for view <- [mine, yours], do: press(view, "[id$=-free]")
      for view <- [mine, yours], do: shows(view, &has_element?(&1, ".chat-form"))
      mine |> form(".chat-form", text: "<script>alert(1)</script>") |> render_submit()
      shows(yours, &has_element?(&1, ".chat-lines p", "<script>alert(1)</script>"))
      refute render(yours) =~ "<script>alert"
      press(yours, "[id$=-muted]")
      shows(yours, &(not has_element?(&1, ".chat-lines p")))
      assert has_element?(yours, ~s([id$=-muted][aria-pressed="true"]))
    end

    test "takes nothing forged", context do
      %{id: id, mine: mine, yours: yours} = joined(context)

      for {event, params} <- [
            {"phrase", %{phrase: "rude"}},
            {"phrase", %{phrase: nil}},
            {"text", %{text: "free"}},
            {"text", %{text: %{}}},
            {"switch", %{switch: "other", on: "true"}},
            {"switch", %{switch: "free", on: "maybe"}},
            {"nothing", %{}}
          ] do
        mine |> with_target("#chat-#{id}") |> render_hook(event, params)
        assert has_element?(mine, ".chat .form-error"), event
      end

      assert {:ok, %{free: %{first: false}}} = Chat.get(id, context.me)
      refute has_element?(yours, ".chat-lines p", "free")
    end

    test "tells the page whether a line was accepted, or that there were too many", context do
      %{mine: mine} = joined(context)
      say(mine, "hello")
      assert_reply(mine, %{accepted: true})
      for _ <- 1..7, do: say(mine, "hello")
      refute has_element?(mine, ".chat .form-error")
      say(mine, "hello")
      assert has_element?(mine, ".chat .form-error")
      assert_reply(mine, %{accepted: false, limited: true})
    end

    test "is not there if the host has switched it off", context do
      Env.merge(Matches.Settings, chat: "off")
      %{mine: mine} = joined(context)
      refute has_element?(mine, ".chat")
    end

    test "says why free text is refused: the players' switches, or the host's" do
      assert Sentences.refusal(:no_free_text) =~ "both of you"
      assert Sentences.refusal(:no_chat) =~ "nobody to talk to"
      Env.merge(Matches.Settings, chat: "phrases")
      assert Sentences.refusal(:no_free_text) =~ "ready phrases"
      Env.merge(Matches.Settings, chat: "off")
      assert Sentences.refusal(:no_chat) == "There is no chat on this site."
      assert Sentences.refusal({:limited, :links}) =~ "Too many links"
      assert Sentences.refusal(:shared_match) =~ "with another person"
    end
  end
end
