defmodule Playout.Site.Variables do
  @moduledoc """
  The environment variables of a site, in one table. docs/operating.md lists the same variables with
  their meanings, in the same order; a test compares names and defaults.

  A row has

    * `name`;
    * `kind`: which values are valid (see `t:kind/0`);
    * `default`: the value if the variable is unset, or a description of it;
    * `setting`: the part of the application that uses the value, and the path to the setting in
      that part's configuration, as in `engine: [total_memory: 512]`; `nil` if `Playout.Site`
      derives something else from it. config/runtime.exs knows the module of each part.

  A setting that is not in the environment keeps the default that its module has.
  """

  alias Playout.Site.Networks

  @typedoc """
  The values that a variable may have:

    * `{:number, least, most}`: a whole number; with a fourth element, the setting is that many
      times the number, because it has a smaller unit;
    * `:address`: an IP address;
    * `:networks`: IP addresses and networks, separated by commas or spaces;
    * `{:one_of, words}`;
    * `:contact`: an address that begins with `mailto:`, `https:` or `tel:`;
    * `:text`: anything; `Playout.Site` checks it.
  """
  @type kind ::
          {:number, non_neg_integer, non_neg_integer}
          | {:number, non_neg_integer, non_neg_integer, pos_integer}
          | :address
          | :networks
          | {:one_of, [String.t()]}
          | :contact
          | :text

  @type part :: :engine | :matches | :proxies | :headers | :limits | :readiness | :security

  @type t :: %{
          name: String.t(),
          kind: kind,
          default: String.t(),
          setting: {part, [atom]} | nil
        }

  # In bytes.
  @mebibyte 1_048_576

  # In MiB.
  @a_terabyte 1024 * 1024

  @a_day 24 * 60 * 60

  @table [
    {"PORT", {:number, 1, 65_535}, "4000", nil},
    {"LISTEN", :address, "127.0.0.1", nil},
    {"HOST", :text, "localhost", nil},
    {"SCHEME", {:one_of, ~w(http https)}, "http", nil},
    {"TRUSTED_PROXIES", :networks, "none", {:proxies, [:trusted_proxies]}},
    {"HSTS_DAYS", {:number, 0, 3650, @a_day}, "1", {:headers, [:hsts]}},
    {"SECURITY_CONTACT", :contact, "none", {:security, [:contact]}},
    {"PLAYOUT_DATA", :text, "data", nil},
    {"DATABASE_URL", :text, "none", nil},
    {"SECRET_KEY_BASE", :text, "generated", nil},
    {"DRAIN_SECONDS", {:number, 0, 3, 1000}, "0", {:readiness, [:notice]}},
    {"CLUSTER", :text, "none", nil},
    {"CLUSTER_ADDRESS", :address, "the machine's only one", nil},
    {"CLUSTER_ROLE", {:one_of, ~w(serve think)}, "serve", nil},
    {"ADMIN_PORT", {:number, 1, 65_535}, "none", nil},
    {"ADMIN_LISTEN", :address, "127.0.0.1", nil},
    {"ADMIN_PASSWORD", :text, "none", nil},
    # 0 keeps matches forever.
    {"UNTOUCHED_DAYS", {:number, 0, 36_500}, "1", {:matches, [:keep, :untouched]}},
    {"UNFINISHED_DAYS", {:number, 0, 36_500}, "90", {:matches, [:keep, :unfinished]}},
    {"FINISHED_DAYS", {:number, 0, 36_500}, "365", {:matches, [:keep, :finished]}},
    {"CHAT", {:one_of, ~w(off phrases free)}, "free", {:matches, [:chat]}},
    {"NICKNAMES", {:one_of, ~w(on off)}, "on", {:matches, [:nicknames]}},
    {"DISK_WARNING_MB", {:number, 0, @a_terabyte}, "200", {:matches, [:disk_warning]}},
    {"PLAYOUT_TABLES", :text, "~/.local/share/playout/tables", {:engine, [:tables_in]}},
    {"TABLES", {:one_of, ~w(build use off)}, "build", {:engine, [:tables]}},
    {"SEARCHES_AT_ONCE", {:number, 1, 1024}, "one less than cores", {:engine, [:places]}},
    # At least the size of the largest tree that a visitor may request.
    {"TREE_MEMORY", {:number, 128, @a_terabyte}, "256 per core", {:engine, [:total_memory]}},
    {"TURN_MS", {:number, 10, 1000}, "50", {:engine, [:turn]}},
    {"CUSTOM_SECONDS", {:number, 1, 60, 1000}, "5", {:matches, [:custom, :ms]}},
    # No more than TREE_MEMORY has room for at least.
    {"CUSTOM_MEMORY", {:number, 1, 128}, "128", {:matches, [:custom, :memory]}},
    {"REVIEW_PLAYOUTS", {:number, 1, 1_000_000}, "20000", {:matches, [:review, :playouts]}},
    {"UNWATCHED_SECONDS", {:number, 1, @a_day, 1000}, "30", {:matches, [:unwatched_after]}},
    {"GONE_SECONDS", {:number, 1, @a_day, 1000}, "120", {:matches, [:gone_after]}},
    {"SEARCHES", {:number, 1, 1_000_000}, "1000", {:engine, [:searches]}},
    {"SEARCHES_PER_ADDRESS", {:number, 1, 1_000_000}, "a quarter of SEARCHES",
     {:engine, [:address_searches]}},
    {"SEARCHES_PER_VISITOR", {:number, 1, 1_000_000}, "a tenth of SEARCHES",
     {:engine, [:visitor_searches]}},
    {"MATCHES_PER_VISITOR", {:number, 1, 1_000_000}, "40", {:matches, [:limits, :matches]}},
    {"MATCHES_PER_ADDRESS", {:number, 1, 1_000_000}, "400", {:matches, [:limits, :matches_from]}},
    {"STORED_MATCHES_PER_VISITOR", {:number, 1, 1_000_000}, "500",
     {:matches, [:limits, :stored]}},
    {"STORED_MB", {:number, 1, @a_terabyte, @mebibyte}, "1024", {:matches, [:limits, :bytes]}},
    {"STORED_MB_PER_ADDRESS", {:number, 1, @a_terabyte, @mebibyte}, "64",
     {:matches, [:limits, :bytes_from]}},
    {"COMMANDS_PER_VISITOR", {:number, 1, 10_000}, "10", {:matches, [:limits, :events]}},
    {"REVIEWS", {:number, 1, 10_000}, "20", {:matches, [:limits, :reviews]}},
    {"REVIEWS_PER_ADDRESS", {:number, 1, 10_000}, "5", {:matches, [:limits, :reviews_from]}},
    {"EVENTS_PER_VISITOR", {:number, 1, 10_000}, "30", {:limits, [:visitor_events]}},
    {"EVENTS_PER_ADDRESS", {:number, 1, 100_000}, "300", {:limits, [:address_events]}},
    {"PAGES_PER_ADDRESS", {:number, 1, 100_000}, "20", {:limits, [:pages]}},
    {"SOCKETS_PER_ADDRESS", {:number, 1, 1_000_000}, "300", {:limits, [:sockets]}},
    {"CONNECTIONS_PER_ADDRESS", {:number, 1, 1_000_000}, "twice SOCKETS_PER_ADDRESS, at least 32",
     {:limits, [:connections]}},
    {"REQUESTS_PER_ADDRESS", {:number, 1, 10_000}, "4", {:limits, [:requests]}}
  ]

  @doc "Returns the table."
  @spec all() :: [t]
  def all do
    for {name, kind, default, setting} <- @table,
        do: %{name: name, kind: kind, default: default, setting: setting}
  end

  @doc """
  Reads the variables that are set, by name. An error is a one-line message for the operator, about
  the first invalid variable.
  """
  @spec read(%{String.t() => String.t()}) ::
          {:ok, %{String.t() => term}} | {:error, String.t()}
  def read(environment) do
    # An empty variable counts as unset.
    set = for row <- all(), text = environment[row.name], text != "", do: {row, text}

    Enum.reduce_while(set, {:ok, %{}}, fn {row, text}, {:ok, values} ->
      case parse(row.kind, text) do
        {:ok, value} -> {:cont, {:ok, Map.put(values, row.name, value)}}
        {:error, wanted} -> {:halt, invalid(row.name, text, wanted)}
      end
    end)
  end

  @doc "Returns the error for an invalid value: what it is, and what it must be."
  @spec invalid(String.t(), String.t(), String.t()) :: {:error, String.t()}
  def invalid(name, text, wanted) do
    {:error, "#{name} is #{inspect(text)}; it must be #{wanted}."}
  end

  @doc "Returns the settings of each part, given the values that `read/1` returned."
  @spec settings(%{String.t() => term}) :: [{part, keyword}]
  def settings(values) do
    for %{name: name, setting: {part, path}} <- all(),
        Map.has_key?(values, name),
        reduce: [] do
      settings ->
        nested = List.foldr(path, values[name], fn key, inner -> [{key, inner}] end)
        Keyword.update(settings, part, nested, &merge(&1, nested))
    end
  end

  defp merge(settings, more) do
    Keyword.merge(settings, more, fn _key, one, other -> merge(one, other) end)
  end

  defp parse({:number, least, most, factor}, text) do
    with {:ok, number} <- parse({:number, least, most}, text), do: {:ok, number * factor}
  end

  defp parse({:number, least, most}, text) do
    case Integer.parse(text) do
      {number, ""} when number in least..most//1 -> {:ok, number}
      _ -> {:error, "a whole number from #{least} to #{most}"}
    end
  end

  defp parse(:address, text) do
    with {:error, _} <- :inet.parse_strict_address(String.to_charlist(text)),
         do: {:error, "an IP address"}
  end

  defp parse(:networks, text) do
    {:ok, Networks.parse!(text)}
  rescue
    error in ArgumentError ->
      {:error, "IP addresses and networks, but #{Exception.message(error)}"}
  end

  defp parse({:one_of, words}, text) do
    if text in words, do: {:ok, text}, else: {:error, Enum.join(words, " or ")}
  end

  defp parse(:contact, text) do
    if text =~ ~r/\A(mailto:|https:|tel:)[!-~]+\z/,
      do: {:ok, text},
      else: {:error, "an address such as mailto:admin@play.example"}
  end

  defp parse(:text, text), do: {:ok, text}
end
