defmodule PlayoutWeb.Log.LineLimit do
  @moduledoc """
  Keeps the log from filling the disk, whatever fails and whoever makes it fail: in a minute, it gets only
  so many lines of each kind (`log_lines` of `Playout.Matches.Settings`), and only so many of all kinds. A
  line beforehand says that others are left out.

  A client that falls silent is no error of the site's: browsers open connections that they may need, and
  networks fail in the middle of a request. Bandit's lines about them are left out.

  This is a primary filter of Erlang's `:logger`, so it sees the lines of libraries too. The kind of a
  crash is the function that failed; of any other line, it is the place in the code that wrote it.

  What is left out is reported as the telemetry event `[:playout, :log, :left_out]` with the measurement
  `count`.
  """
  require Logger

  alias Bandit.HTTPError
  alias Playout.Matches.{Limits, Settings}

  # Of what a kind may have. Each request is a line.
  @requests 300
  @all 600

  # Erlang's handler would drop lines beyond 500 a second, uncounted, and tell processes that were just
  # writing one, which may crash them. So much may wait for it as may pass in the last second of a minute and
  # the first one of the next.
  @handler %{burst_limit_enable: false, drop_mode_qlen: 20_000, flush_qlen: 30_000}

  @doc "Adds the filter. Adding it again changes nothing."
  @spec install() :: :ok
  def install do
    # In tests there may be no such handler.
    _ = :logger.update_handler_config(:default, :config, @handler)

    case :logger.add_primary_filter(__MODULE__, {&__MODULE__.filter/2, nil}) do
      :ok -> :ok
      {:error, {:already_exist, _}} -> :ok
    end
  end

  @doc false
  @spec filter(:logger.log_event(), term) :: :logger.log_event() | :stop
  def filter(%{meta: %{left_out: true}} = event, _config), do: event

  # Logger leaves these out (`handle_sasl_reports`): each process that a supervisor starts is one.
  def filter(%{meta: %{domain: [:otp, :sasl | _]}} = event, _config), do: event

  def filter(%{meta: %{crash_reason: {%HTTPError{plug_status: :request_timeout}, _}}}, _),
    do: :stop

  # A filter that fails would be removed.
  def filter(event, _config) do
    kind = kind(event)

    if allowed?({:kind, kind}, most(kind), event.level) and
         allowed?(:all, @all * Settings.log_lines(), event.level) do
      event
    else
      :telemetry.execute([:playout, :log, :left_out], %{count: 1}, %{})
      :stop
    end
  catch
    _kind, _reason -> event
  end

  defp most({{PlayoutWeb.Log, :handle, _arity}, _line}), do: @requests * Settings.log_lines()
  defp most(_kind), do: Settings.log_lines()

  defp allowed?(kind, most, level) do
    case Limits.lines({:log, kind}, most) do
      :last ->
        note = if kind == :all, do: "more lines", else: "more lines like the next one"
        Logger.log(level, note <> " are left out for up to a minute", left_out: true)
        true

      other ->
        other == :ok
    end
  end

  @doc false
  # Of the words of the code only, so that there is a limit to the kinds.
  def kind(%{meta: %{crash_reason: reason} = meta}), do: {meta[:mfa], failed(reason)}

  def kind(%{msg: {:report, %{reason: reason} = report}}), do: {report[:label], failed(reason)}

  # That of a task.
  def kind(%{msg: {:report, %{label: label, report: %{reason: reason}}}}),
    do: {label, failed(reason)}

  def kind(%{msg: {:report, %{label: label, report: [[_ | _] = crashed | _]}}}) do
    case crashed[:error_info] do
      {_class, reason, stack} -> {label, failed({reason, stack})}
      _other -> label
    end
  end

  def kind(%{msg: {:report, %{label: label}}}), do: label
  def kind(%{meta: %{mfa: place} = meta}), do: {place, meta[:line]}
  def kind(_event), do: nil

  defp failed({%{__exception__: true} = error, stack}), do: {error.__struct__, top(stack)}
  defp failed({reason, stack}) when is_list(stack), do: {word(reason), top(stack)}
  defp failed({_class, reason, [_ | _] = stack}), do: failed({reason, stack})
  defp failed(reason), do: word(reason)

  defp top([{module, function, arity, _place} | _]) when is_integer(arity),
    do: {module, function, arity}

  defp top([{module, function, arguments, _place} | _]) when is_list(arguments),
    do: {module, function, length(arguments)}

  defp top(_other), do: nil

  defp word(reason) when is_atom(reason), do: reason
  defp word(reason) when is_tuple(reason) and reason != {}, do: word(elem(reason, 0))
  defp word(_reason), do: nil
end
