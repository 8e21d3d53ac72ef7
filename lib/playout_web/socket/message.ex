defmodule PlayoutWeb.Socket.Message do
  @moduledoc """
  Decodes what a browser sends to a socket, and recognises what none of our pages sends: numbers that
  would take long to read, and messages in which LiveView or a page would not find what it expects. So no
  page has to guard against those, or crashes over them.
  """

  alias Phoenix.Socket
  alias PlayoutWeb.ClientText

  # The longest number in JSON, in bytes. Reading one takes time that grows with the square of its length.
  @most_number 32
  @most_name 64
  @most_address 4_000
  @most_components 1_000

  @doc "Decodes a frame; `:error` if no page sends it."
  @spec decode(module, binary, keyword) :: {:ok, Socket.Message.t()} | :error
  def decode(serializer, frame, options) do
    with true <- is_binary(frame) and short_numbers?(frame, 0),
         %{topic: topic, event: event} = message when is_binary(event) <-
           serializer.decode!(frame, options),
         true <- ours?(topic, event, message.payload) do
      {:ok, message}
    else
      _other -> :error
    end
  rescue
    _error -> :error
  end

  # Outside of texts, no number is long.
  defp short_numbers?(_frame, length) when length > @most_number, do: false
  defp short_numbers?(<<?", rest::binary>>, _length), do: text(rest)

  defp short_numbers?(<<byte, rest::binary>>, length) when byte in ?0..?9 or byte in ~c"+-.eE",
    do: short_numbers?(rest, length + 1)

  defp short_numbers?(<<_byte, rest::binary>>, _length), do: short_numbers?(rest, 0)
  defp short_numbers?(<<>>, _length), do: true

  defp text(<<?\\, _escaped, rest::binary>>), do: text(rest)
  defp text(<<?", rest::binary>>), do: short_numbers?(rest, 0)
  defp text(<<_byte, rest::binary>>), do: text(rest)
  defp text(<<>>), do: true

  defp ours?("phoenix", "heartbeat", %{}), do: true
  defp ours?("lv:" <> _id, event, %{} = payload), do: ours?(event, payload)
  defp ours?(_topic, _event, _payload), do: false

  defp ours?("event", %{"type" => type, "event" => name, "value" => value} = payload)
       when is_binary(type) and is_binary(name) and byte_size(name) <= @most_name,
       do: value?(value, type) and component?(payload["cid"])

  defp ours?("live_patch", %{"url" => url}), do: url?(url)

  defp ours?(event, %{"cids" => cids}) when event in ~w(cids_will_destroy cids_destroyed),
    do: is_list(cids) and length(cids) <= @most_components and Enum.all?(cids, &is_integer/1)

  defp ours?("phx_join", payload), do: Enum.all?(~w(url redirect), &url?(payload[&1]))
  defp ours?("phx_leave", _payload), do: true
  defp ours?(_event, _payload), do: false

  # A form comes as the text that browsers send, everything else as a map.
  defp value?(value, "form") when is_binary(value), do: ClientText.form?(value)
  defp value?(value, _type), do: is_map(value)

  defp component?(cid), do: is_nil(cid) or is_integer(cid)

  defp url?(nil), do: true
  defp url?(url), do: is_binary(url) and byte_size(url) <= @most_address and ClientText.url?(url)
end
