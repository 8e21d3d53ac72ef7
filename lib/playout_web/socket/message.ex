defmodule PlayoutWeb.Socket.Message do
  @moduledoc """
  The messages of a page: those that a page of ours may send, decoded, and nothing else.

  LiveView takes their shape for granted, so anything else would crash a page, which costs more than a
  refusal and fills the log. Whatever comes from here has the fields that LiveView reads, and its values
  are short numbers, texts, lists and maps, none of them deep. What the texts say is for the page to
  check.
  """

  alias Phoenix.Socket.Message
  alias PlayoutWeb.Limits.{FieldNames, Number}
  alias Plug.Conn.Query

  # In bytes.
  @most_name 40
  @most_key 300
  # The form of a custom player has the deepest values: opponent, settings, setting.
  @most_deep 6
  # Moves of a line, or solved exercises. A form has some dozens of fields.
  @most_values 2_000
  # Of an address without its query. LiveView takes it apart, and reads the number of its port.
  @most_address 2_000
  @most_number 2 ** 53

  @doc """
  Decodes a frame with the serializer of its socket. Frames that no page sends are `:error`, and so are
  texts that are no frames.
  """
  @spec decode(module, binary, keyword) :: {:ok, Message.t()} | :error
  def decode(serializer, frame, options) do
    with true <- Number.short_in_json?(frame),
         %{topic: topic, event: event, payload: %{}} = message when is_binary(event) <-
           serializer.decode!(frame, options),
         true <- topic?(topic),
         true <- of_page?(event, message.payload) and plain?(message.payload) do
      {:ok, message}
    else
      _other -> :error
    end
  rescue
    _error -> :error
  end

  defp topic?("lv:" <> _id), do: true
  defp topic?(topic), do: topic == "phoenix"

  # Events of LiveView itself start with "lv:"; our pages send none.
  defp of_page?("event", %{"type" => type, "event" => name, "value" => value} = payload)
       when is_binary(name) and byte_size(name) <= @most_name do
    not String.starts_with?(name, "lv:") and value?(type, value) and cid?(payload["cid"]) and
      payload["uploads"] in [nil, %{}] and
      meta?(payload["meta"])
  end

  defp of_page?("phx_join", %{"session" => session} = payload) when is_binary(session) do
    Enum.all?(~w(static flash), &text_or_none?(payload[&1])) and
      readable?(payload["url"] || payload["redirect"]) and readable?(payload["redirect"] || "") and
      params?(payload["params"]) and payload["sticky"] in [nil, true, false] and
      not is_map_key(payload, "caller")
  end

  defp of_page?("live_patch", %{"url" => url}), do: address?(url)

  defp of_page?(event, %{"cids" => cids}) when event in ~w(cids_will_destroy cids_destroyed),
    do: is_list(cids) and Enum.all?(cids, &is_integer/1)

  defp of_page?(event, payload), do: event in ~w(heartbeat phx_leave) and payload == %{}

  defp params?(params) when is_map(params) do
    files = params["_track_static"] || []
    is_list(files) and Enum.all?(files, &is_binary/1)
  end

  defp params?(_other), do: false

  # LiveView decodes a form only later, and the name of the field that has changed once more.
  defp value?("form", text) when is_binary(text) do
    with true <- FieldNames.bounded?(text),
         fields = Query.decode(text),
         true <- target?(fields["_target"]),
         do: plain?(fields)
  end

  defp value?(type, value), do: type != "form" and is_map(value)

  defp target?(field) when is_binary(field) do
    FieldNames.bounded?(field) and is_map(Query.decode(field))
  end

  defp target?(_none), do: true

  # LiveView adds it to the fields of a form, whose target it may name too.
  defp meta?(meta), do: is_nil(meta) or (is_map(meta) and target?(meta["_target"]))

  # LiveView crashes where it has no page.
  defp address?(text) do
    readable?(text) and
      with %URI{path: path, host: host} <- URI.parse(text) do
        parts = for part <- String.split(path || "", "/"), part != "", do: URI.decode(part)
        Phoenix.Router.route_info(PlayoutWeb.Router, "GET", parts, host) != :error
      end
  end

  # LiveView takes an address apart and decodes its query. People type addresses that are not quite right, such
  # as with brackets, and browsers pass them on.
  defp readable?(text) when is_binary(text) do
    case String.split(text, "?", parts: 2) do
      [path | _query] when byte_size(path) > @most_address -> false
      [_path] -> true
      [_path, query] -> FieldNames.bounded?(query) and plain?(decoded(URI.parse(text).query))
    end
  end

  defp readable?(_other), do: false

  defp decoded(query), do: Query.decode(query || "")

  defp cid?(cid), do: is_nil(cid) or is_integer(cid)
  defp text_or_none?(value), do: is_nil(value) or is_binary(value)

  defp plain?(value), do: count(value, 0, 0) <= @most_values

  # How many values there are, of those that count: beyond every limit if one is of no use.
  defp count(_value, deep, seen) when deep > @most_deep or seen > @most_values,
    do: @most_values + 1

  defp count(list, deep, seen) when is_list(list),
    do: Enum.reduce(list, seen + 1, &count(&1, deep + 1, &2))

  defp count(map, deep, seen) when is_map(map) do
    Enum.reduce(map, seen + 1, fn {key, value}, seen ->
      if byte_size(key) <= @most_key,
        do: count(value, deep + 1, seen),
        else: @most_values + 1
    end)
  end

  defp count(number, _deep, seen) when is_number(number),
    do: if(abs(number) <= @most_number, do: seen + 1, else: @most_values + 1)

  defp count(_text, _deep, seen), do: seen + 1
end
