defmodule Playout.Matches.People.DeviceLinks do
  @moduledoc """
  The links by which somebody goes on in another browser. Each works once, for ten minutes, and is
  gone when the site restarts. A visitor has one at a time; a node has at most 2,000, half of them for
  network addresses that have none yet (`Playout.Engine.Places`).

  A link carries what only the browser knows, such as settings, as text.

  If the site has several nodes, a link is on the node that made it, and the others ask for it there.
  """

  use GenServer

  alias Playout.{Cluster, Patience}
  alias Playout.Engine.Places
  alias Playout.Matches.Store.Uptime

  # By which other nodes find it, also those of an earlier version.
  @name Playout.Matches.DeviceLinks

  # In milliseconds.
  @valid_for 10 * 60_000

  @most 2_000

  # In milliseconds: how long another node may take to say whether it has a link.
  @answer_within 1_000

  # Of the text, in bytes.
  @most_text 4_000

  def start_link(_options), do: GenServer.start_link(__MODULE__, nil, name: @name)

  @doc """
  Makes a link to this visitor, and returns its `token`, which nobody can guess; the link before is
  void. `text` comes with it; `from` is the visitor's network address.

  Errors: `:malformed` if the text is too long, `{:limited, :links}` if the site has too many links.
  """
  @spec new(String.t(), String.t(), String.t(), term) ::
          {:ok, String.t()} | {:error, :malformed | {:limited, :links}}
  def new(visitor, text, token, from) do
    if is_binary(text) and byte_size(text) <= @most_text and String.valid?(text) do
      ask_others({:void, visitor})
      GenServer.call(@name, {:new, {visitor, from}, text, token, Uptime.now()}, :infinity)
    else
      {:error, :malformed}
    end
  end

  @doc "Returns whose link this is, without using it; `:error` if it does not work any more."
  @spec whose(String.t()) :: {:ok, String.t()} | :error
  def whose(token) do
    with {:ok, visitor, _text} <- ask({:find, token, Uptime.now()}), do: {:ok, visitor}
  end

  @doc "Uses a link: returns whose it is, and its text; `:error` if it does not work any more."
  @spec take(String.t()) :: {:ok, String.t(), String.t()} | :error
  def take(token), do: ask({:take, token, Uptime.now()})

  @doc "Voids the link of a visitor, if there is one."
  @spec void(String.t()) :: :ok
  def void(visitor) do
    ask_others({:void, visitor})
    GenServer.call(@name, {:void, visitor}, :infinity)
  end

  defp ask(request) do
    with :error <- GenServer.call(@name, request, :infinity) do
      request |> ask_others() |> Enum.find(:error, &(&1 != :error))
    end
  end

  defp ask_others(request) do
    {answers, _failed} =
      GenServer.multi_call(Cluster.others(), @name, request, Patience.ms(@answer_within))

    for {_node, answer} <- answers, do: answer
  end

  # By the hash of the token, so that no list of processes shows a token: whose it is, its text,
  # from where, and until when it works.
  @impl true
  def init(nil), do: {:ok, %{}}

  @impl true
  def handle_call({:new, {visitor, from}, text, token, now}, _from, links) do
    links = links |> without(visitor) |> Map.filter(fn {_hash, link} -> now < link.until end)

    own = Enum.count(links, fn {_hash, link} -> link.from == from end)

    if Places.free?(own, map_size(links), @most) do
      link = %{visitor: visitor, from: from, text: text, until: now + @valid_for}
      {:reply, {:ok, token}, Map.put(links, hash(token), link)}
    else
      {:reply, {:error, {:limited, :links}}, links}
    end
  end

  def handle_call({:find, token, now}, _from, links), do: {:reply, find(links, token, now), links}

  def handle_call({:take, token, now}, _from, links),
    do: {:reply, find(links, token, now), Map.delete(links, hash(token))}

  def handle_call({:void, visitor}, _from, links), do: {:reply, :ok, without(links, visitor)}

  defp find(links, token, now) do
    case links[hash(token)] do
      %{until: until} = link when now < until -> {:ok, link.visitor, link.text}
      _none -> :error
    end
  end

  defp without(links, visitor),
    do: Map.reject(links, fn {_hash, link} -> link.visitor == visitor end)

  defp hash(token), do: :crypto.hash(:sha256, token)
end
