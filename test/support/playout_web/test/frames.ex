defmodule PlayoutWeb.Test.Frames do
  @moduledoc "Measures what pages send to their browsers."

  alias Phoenix.Socket.{Message, Reply, V2.JSONSerializer}

  @doc "Begins to note what the page of a view sends."
  @spec trace(struct) :: 1
  def trace(view), do: :erlang.trace(view.pid, true, [:send])

  @doc "Returns the number of bytes of each message that a page has sent since the last call."
  @spec sizes(struct) :: [pos_integer]
  def sizes(view), do: view.pid |> sent() |> Enum.map(&frame/1)

  defp sent(pid) do
    receive do
      {:trace, ^pid, :send, %kind{} = message, _to} when kind in [Message, Reply] ->
        [message | sent(pid)]

      {:trace, ^pid, :send, _other, _to} ->
        sent(pid)
    after
      0 -> []
    end
  end

  # Encodes a message in the format of the socket.
  defp frame(message) do
    {:socket_push, :text, text} = JSONSerializer.encode!(message)
    IO.iodata_length(text)
  end
end
