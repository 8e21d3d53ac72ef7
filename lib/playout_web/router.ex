defmodule PlayoutWeb.Router do
  use PlayoutWeb, :router

  pipeline :browser do
    plug :accepts, ["html"]
    plug :fetch_session
    plug PlayoutWeb.Visitor
    plug :fetch_live_flash
    plug :put_root_layout, html: {PlayoutWeb.Layouts, :root}
    plug :protect_from_forgery
  end

  scope "/", PlayoutWeb do
    pipe_through :browser

    post "/matches", MatchController, :create
    get "/matches", MatchController, :start_again
    post "/m/:id/rematch", MatchController, :rematch
    get "/m/:id/rematch", MatchController, :back
    post "/language", LanguageController, :choose

    live_session :default,
      session: {PlayoutWeb.Locale, :session, []},
      on_mount: [PlayoutWeb.Visitor, PlayoutWeb.ClientAddress] do
      live "/", LobbyLive
      live "/play/:game", PlayLive
      live "/m/:id", MatchLive
      live "/rules/:game", RulesLive
      live "/learn/:game", LessonLive
      live "/learn/:game/:exercise", LessonLive
    end
  end
end
