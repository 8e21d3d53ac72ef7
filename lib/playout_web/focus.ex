defmodule PlayoutWeb.Focus do
  @moduledoc """
  Where the focus goes when something is asked or answered.

  `Phoenix.LiveView.JS.focus/2` sets the focus twice, again two frames later. Who has
  pressed Tab in between is pulled back, and presses the wrong button; on a slow device
  that happens. Here it is set once, so what gets it must be shown by then: by an
  attribute, as the classes that `JS.add_class/3` gives come a frame later.
  """

  alias Phoenix.LiveView.JS

  @doc "Sets the focus to the element itself, or to that of the selector `to`."
  @spec focus() :: JS.t()
  @spec focus([{:to, String.t()}]) :: JS.t()
  @spec focus(JS.t(), [{:to, String.t()}]) :: JS.t()
  def focus(opts \\ []) when is_list(opts), do: focus(%JS{}, opts)
  def focus(%JS{} = js, opts), do: JS.dispatch(js, "playout:focus", opts)
end
