defmodule PlayoutWeb.Log.Redaction do
  @moduledoc """
  Keeps visitors' ids and cookies out of the log, because anyone who reads them there could play in
  their name.

  When a page, a match or a request crashes, the report contains its state, its messages and the
  arguments of the function that failed. So this is a primary filter of Erlang's `:logger`: all log
  events of all processes pass through it before any handler sees them, and in their text and terms
  it replaces everything that looks like a visitor's id (`PlayoutWeb.People.Visitor.new/0`), like a link or
  a recovery code by which a browser becomes somebody, or that this site has signed, such as a
  session cookie.
  """

  @replacement "[redacted]"

  # 24 characters of Base64 that are not part of a longer word, a path or a module's name. Ordinary
  # words of 24 characters have neither capitals nor digits.
  @id ~S"(?<![\w./-])(?=[a-z_-]*[A-Z0-9])[\w-]{24}(?![\w-])"

  # What Plug and Phoenix sign begins with the name of the algorithm in Base64.
  @signed ~S"SFMyNTY\.[\w.=-]+"

  # The link for another device. Its token alone looks like an id.
  @link ~S"(?<=/continue/)[\w-]+"

  # A recovery code (`Playout.Matches.People.new_code/1`), as the site writes it or in groups, and as
  # people type it. A number has no letters, and four words of four letters have no digits.
  @code ~S"(?<![\w-])(?!\d{16})[0-9A-Z]{4}(?:[ -]?[0-9A-Z]{4}){3}(?![\w-])"
  @typed ~S"(?<![\w./-])(?=\w{0,15}\d)(?=\w{0,15}[A-Za-z])[0-9A-Za-z]{16}(?![\w-])"
  @spaced ~S"(?<![\w./-])(?=[A-Za-z -]{0,18}\d)(?=[\d -]{0,18}[A-Za-z])(?:[0-9A-Za-z]{4}[ -]){3}[0-9A-Za-z]{4}(?![\w-])"

  # The shortest of all these.
  @shortest 16

  @doc "Adds the filter. Adding it again changes nothing."
  @spec install() :: :ok
  def install do
    case :logger.add_primary_filter(__MODULE__, {&__MODULE__.filter/2, pattern()}) do
      :ok -> :ok
      {:error, {:already_exist, _}} -> :ok
    end
  end

  defp pattern, do: Regex.compile!(Enum.join([@signed, @link, @id, @code, @typed, @spaced], "|"))

  @doc false
  # A filter that fails would be removed, so an event that can't be redacted loses its contents.
  @spec filter(:logger.log_event(), Regex.t()) :: :logger.log_event()
  def filter(%{msg: message, meta: meta} = event, pattern) do
    %{event | msg: message(message, pattern), meta: term(meta, pattern)}
  catch
    _kind, _reason ->
      kept = Map.take(meta, [:time, :pid, :gl, :mfa, :file, :line, :domain])

      %{
        event
        | msg: {:string, "A log event could not be redacted, so it is left out."},
          meta: kept
      }
  end

  defp message({:string, text}, pattern),
    do: {:string, text(IO.chardata_to_string(text), pattern)}

  defp message({:report, report}, pattern), do: {:report, term(report, pattern)}
  defp message({format, arguments}, pattern), do: {format, term(arguments, pattern)}

  defp term(term, pattern) when is_binary(term), do: text(term, pattern)

  # A struct keeps its type, so it is shown as before.
  defp term(term, pattern) when is_map(term) do
    :maps.from_list(for {key, value} <- :maps.to_list(term), do: both(key, value, pattern))
  end

  defp term(term, pattern) when is_tuple(term) do
    term |> Tuple.to_list() |> Enum.map(&term(&1, pattern)) |> List.to_tuple()
  end

  defp term([head | _] = term, pattern) when is_integer(head) do
    if :io_lib.latin1_char_list(term),
      do: term |> :erlang.list_to_binary() |> text(pattern) |> :erlang.binary_to_list(),
      else: elements(term, pattern)
  end

  defp term(term, pattern) when is_list(term), do: elements(term, pattern)
  defp term(term, _pattern), do: term

  defp both(key, value, pattern), do: {term(key, pattern), term(value, pattern)}

  # The rest of an improper list need not be a list.
  defp elements([head | rest], pattern), do: [term(head, pattern) | elements(rest, pattern)]
  defp elements(rest, pattern), do: if(rest == [], do: [], else: term(rest, pattern))

  defp text(text, _pattern) when byte_size(text) < @shortest, do: text
  defp text(text, pattern), do: Regex.replace(pattern, text, @replacement)
end
