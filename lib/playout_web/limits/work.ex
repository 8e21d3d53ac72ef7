defmodule PlayoutWeb.Limits.Work do
  @moduledoc """
  Bounds what pages compute, and the memory of each of them.

  An event costs the milliseconds of work that it causes, of the budgets of its visitor and of its address
  (`PlayoutWeb.Limits`). Beyond them, the next one gets the same answer as a message too many. A millisecond
  is 30,000 reductions, which is what a page renders in one on a usual machine. So the cost of
  an event does not depend on how fast or how busy the machine is. An event costs at least one. What runs
  elsewhere is counted there (`measure/2`), and native work by the size of its input (`count_bytes/2`).

  An event pays 50 ms before it begins, which is more than most cost, and gets back the rest at its end.
  Otherwise any number of pages could begin one at the same moment, as long as none has paid.

  The budget covers the events of pages and their components, with the rendering that follows them. Opening
  a page and following a link within it count as well; `PlayoutWeb.Socket` refuses these beyond the budget.

  What pages show without being asked, such as the moves of a match or a list that has changed, costs the
  address of each page (`pushes/1`), at least one millisecond a message, because somebody may open hundreds of
  them. So many messages of an address are taken at once; beyond them, a page takes the newest ones about a
  second later, but not that of a player, unless they have many. A page that watches an engine think gets ten
  messages a second: 60 of an address see all of them.

  Requests pay as well, from a budget of their address (`enter/2`).

  A page that needs more than 256 MiB crashes alone, and its browser opens it again. The largest
  analyses take less than a tenth of that.
  """
  import Phoenix.LiveView

  alias PlayoutWeb.Limits
  alias PlayoutWeb.Limits.{ClientAddress, Refusal}

  @env Application.compile_env(:playout, :settings, Application)

  @reductions_per_ms 30_000
  # Of a text that native code reads. The slowest ones, many records in one text, take a little more.
  @bytes_per_ms 1_000
  # In bytes.
  @most_memory 256 * 1024 * 1024
  # In milliseconds.
  @in_advance 50
  @push 1
  @late_after 1_000

  # The messages of which a page needs only the newest: of a match, who is there, and of the lobby.
  @newest [:match, :waiting, :thinking, :thought, :chat, :presence, :count_down] ++
            [:matches_changed, :list, :public, :minute]

  @who {__MODULE__, :who}
  @begun {__MODULE__, :begun}

  @doc false
  def on_mount(:default, _params, _session, socket) do
    # The document comes from the process of a connection, which has others to serve.
    {:cont, if(connected?(socket), do: watch(socket), else: socket)}
  end

  defp watch(%{assigns: assigns} = socket) do
    # A page that a controller renders knows no visitor.
    who = {assigns.address, assigns[:visitor]}
    Process.put(@who, who)
    bound_memory(setting(:most_memory) || @most_memory)
    begin(who, 0)

    socket
    |> attach_hook(__MODULE__, :handle_event, &event/3)
    |> attach_hook(__MODULE__, :handle_async, &goes_on/3)
    |> attach_hook(__MODULE__, :after_render, &rendered/1)
    |> addressed()
  end

  # A page that a controller renders gets no parameters.
  defp addressed(%{router: nil} = socket), do: socket

  defp addressed(%{view: view} = socket) do
    # LiveView takes it for granted that a page to which somebody follows a link within it has this.
    step = if function_exported?(view, :handle_params, 3), do: &goes_on/3, else: &stays/3
    attach_hook(socket, __MODULE__, :handle_params, step)
  end

  @doc "Returns how many milliseconds of work are paid before it begins."
  @spec in_advance() :: pos_integer
  def in_advance, do: @in_advance

  @doc """
  Waits until the calling process may answer a request of this address, and pays before it begins, or refuses
  the request. `leave/0` ends it, and gives back what it has not cost.
  """
  @spec enter(ClientAddress.t(), :requests | :records) :: :ok | {:error, Refusal.limit()}
  def enter(address, limit) do
    with :ok <- Limits.enter(address, limit),
         :ok <- Limits.work(address, :document, @in_advance) do
      begin({address, :document}, @in_advance)
      :ok
    else
      refusal ->
        Limits.leave()
        refusal
    end
  end

  @doc "Ends what `enter/2` has begun, if it has not ended: others may be answered."
  @spec leave() :: :ok
  def leave do
    stop()
    Limits.leave()
  end

  @doc "Counts and bounds the events of a component; for its `mount/1`."
  @spec component(Phoenix.LiveView.Socket.t()) :: Phoenix.LiveView.Socket.t()
  def component(socket) do
    if connected?(socket),
      do: attach_hook(socket, __MODULE__, :handle_event, &event/3),
      else: socket
  end

  @doc """
  Bounds the messages that a page gets, and counts what they cost, of the budget of the page's address; for
  its `mount/3`. Others have caused them, so the visitor pays nothing.
  """
  @spec pushes(Phoenix.LiveView.Socket.t()) :: Phoenix.LiveView.Socket.t()
  def pushes(socket) do
    if connected?(socket),
      do: socket |> put_private(:late, []) |> attach_hook(__MODULE__, :handle_info, &pushed/2),
      else: socket
  end

  @doc "Stops the calling process when it needs more memory than a page may have, or so many bytes."
  @spec bound_memory(pos_integer) :: :ok
  def bound_memory(most \\ @most_memory) do
    words = div(most, :erlang.system_info(:wordsize))
    Process.flag(:max_heap_size, %{size: words, kill: true, error_logger: true})
    :ok
  end

  @doc "Counts the native reading of so many bytes."
  @spec count_bytes({ClientAddress.t(), String.t()}, non_neg_integer) :: :ok
  def count_bytes(who, bytes), do: count(who, div(bytes, @bytes_per_ms))

  @doc """
  Does work outside the page's process, and counts what the calling process computes for the address and
  the visitor.
  """
  @spec measure({ClientAddress.t(), String.t()}, (-> result)) :: result when result: var
  def measure(who, work) do
    before = reductions()
    result = work.()
    count(who, milliseconds(reductions() - before))
    result
  end

  # Here and not in the process of the socket, where the messages of a burst would all arrive before the
  # first one has cost anything.
  defp event(_event, _params, socket) do
    {address, visitor} = who = Process.get(@who)
    # The event before, if the page has not changed since.
    stop()

    case Limits.work(address, visitor, @in_advance) do
      :ok ->
        begin(who, @in_advance)
        {:cont, socket}

      {:error, _limit} ->
        {:halt, %{}, push_event(socket, "too_fast", %{})}
    end
  end

  defp pushed({__MODULE__, :late}, %{private: %{late: late}} = socket) do
    if may_push?(socket),
      do: {:halt, Enum.reduce(late, put_private(socket, :late, []), &take/2)},
      else: {:halt, wait(socket, late)}
  end

  defp pushed(message, %{private: %{late: late}} = socket) do
    cond do
      kind(message) not in @newest ->
        stop()
        {:cont, socket}

      # In their order.
      late != [] ->
        late = Enum.reject(late, &(kind(&1) == kind(message))) ++ [message]
        {:halt, put_private(socket, :late, late)}

      may_push?(socket) ->
        {:cont, socket}

      true ->
        {:halt, wait(socket, [message])}
    end
  end

  defp kind(message), do: if(is_tuple(message), do: elem(message, 0), else: message)

  defp may_push?(%{assigns: assigns}) do
    {address, visitor} = Process.get(@who)
    who = {address, nil}
    stop()

    case Limits.push(address, if(match?(%{view: %{plays?: true}}, assigns), do: visitor)) do
      :ok ->
        count(who, @push)
        begin(who, @push)
        true

      {:error, :pushes} ->
        false
    end
  end

  defp wait(socket, late) do
    # Not all pages at the same moment, which might be one when others have taken what there is.
    usual = div(@late_after, 2) + :rand.uniform(@late_after)
    Process.send_after(self(), {__MODULE__, :late}, setting(:late_after) || usual)
    put_private(socket, :late, late)
  end

  defp take(message, socket) do
    {:noreply, socket} = socket.view.handle_info(message, socket)
    socket
  end

  # A part of an event, or what follows from one.
  defp goes_on(_params_or_name, _address_or_result, socket) do
    if Process.get(@begun) == nil, do: begin(Process.get(@who), 0)
    {:cont, socket}
  end

  defp stays(_params, _address, socket), do: {:halt, socket}

  defp rendered(socket) do
    stop()
    socket
  end

  defp setting(name), do: :playout |> @env.get_env(__MODULE__, []) |> Keyword.get(name)

  # Who pays, and what they have paid before.
  defp begin(who, paid), do: Process.put(@begun, {reductions(), who, paid})

  # What is paid for before costs at least one.
  defp stop do
    with {before, who, paid} <- Process.delete(@begun),
         do: count(who, max(milliseconds(reductions() - before), min(paid, 1)) - paid)
  end

  defp count({address, visitor}, milliseconds), do: Limits.worked(address, visitor, milliseconds)

  defp milliseconds(reductions), do: div(reductions, @reductions_per_ms)

  defp reductions do
    {:reductions, count} = Process.info(self(), :reductions)
    count
  end
end
