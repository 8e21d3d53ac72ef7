defmodule PlayoutWeb.Gettext.Interpolation do
  @moduledoc """
  Puts values into messages, like Gettext's default, and as fast in English as in other languages.
  Gettext compiles translations, but would search the English messages for their `%{…}` anew every
  time; this module remembers where they are.
  """
  @behaviour Gettext.Interpolation

  alias Gettext.Interpolation.Default

  @impl true
  def runtime_interpolate(message, bindings) do
    case segments(message) do
      [^message] -> {:ok, message}
      segments -> Default.runtime_interpolate(segments, bindings)
    end
  end

  # There is one entry for each message in the source.
  defp segments(message) do
    with nil <- :persistent_term.get({__MODULE__, message}, nil) do
      segments = Default.to_interpolatable(message)
      :persistent_term.put({__MODULE__, message}, segments)
      segments
    end
  end

  @impl true
  defmacro compile_interpolate(type, message, bindings) do
    quote do
      require Default
      Default.compile_interpolate(unquote(type), unquote(message), unquote(bindings))
    end
  end

  @impl true
  defdelegate message_format, to: Default
end
