defmodule PlayoutWeb.Focus do
  @moduledoc """
  Moves the focus when a question is asked or answered.

  `Phoenix.LiveView.JS.focus/2` sets the focus twice, the second time two frames later. Someone
  who presses Tab in between, as happens on a slow device, is pulled back and then presses the
  wrong button. This module sets the focus only once. Its target must already be visible by then,
  so show it with an attribute: `JS.add_class/3` takes effect a frame later.
  """

  alias Phoenix.LiveView.JS

  @doc "Focuses the element itself, or the one that matches the selector `to`."
  @spec focus() :: JS.t()
  @spec focus([{:to, String.t()}]) :: JS.t()
  @spec focus(JS.t(), [{:to, String.t()}]) :: JS.t()
  def focus(opts \\ []) when is_list(opts), do: focus(%JS{}, opts)
  def focus(%JS{} = js, opts), do: JS.dispatch(js, "playout:focus", opts)
end
