defmodule Playout.Engine.Arguments do
  @moduledoc false
  # Validates the options of searches and counts.

  alias Playout.Engine.{NativeRules, Turns}
  alias Playout.Error

  # What a page shows, and what still leaves alpha-beta most of its time for the best move.
  @most_lines 5

  @doc """
  Returns a map of all options, with defaults for those that are missing.
  """
  def read(options, defaults) do
    if Keyword.keyword?(options) do
      refusal = &with(:ok <- check(&1, defaults), do: nil)
      Enum.find_value(options, {:ok, Enum.into(options, defaults)}, refusal)
    else
      {:error, NativeRules.not_keywords()}
    end
  end

  defp check({:timeout, :infinity}, _), do: :ok
  defp check({:timeout, timeout}, _) when timeout in 1..0xFFFFFFFF//1, do: :ok

  defp check({:timeout, _}, _) do
    message = "timeout must be a whole number of milliseconds, at least 1, or :infinity"
    {:error, Error.new(:bad_option, "out_of_range", message, %{key: "timeout"})}
  end

  defp check({:priority, class}, %{priority: _}) do
    if class in Turns.classes() do
      :ok
    else
      known = Turns.classes() |> Enum.map(&to_string/1)
      message = "priority must be one of: #{Enum.join(known, ", ")}"

      {:error,
       Error.new(:bad_option, "not_a_choice", message, %{key: "priority", choices: known})}
    end
  end

  defp check({:share, nil}, %{share: _}), do: :ok
  defp check({:share, {_address, _visitor, _match}}, %{share: _}), do: :ok

  defp check({:share, _}, %{share: _}) do
    message = "share must be {address, visitor, match} or nil"
    {:error, Error.new(:bad_option, "not_a_share", message, %{key: "share"})}
  end

  defp check({:lines, lines}, %{lines: _}) when lines == nil or lines in 1..@most_lines, do: :ok

  defp check({:lines, _}, %{lines: _}) do
    message = "lines must be a whole number from 1 to #{@most_lines}, or nil"
    {:error, Error.new(:bad_option, "out_of_range", message, %{key: "lines"})}
  end

  defp check({:root, root}, %{root: _}) when root == nil or (is_integer(root) and root >= 0),
    do: :ok

  defp check({:root, _}, %{root: _}) do
    message = "root must be a number of moves, or nil"
    {:error, Error.new(:bad_option, "out_of_range", message, %{key: "root"})}
  end

  # The native side checks the player.
  defp check({key, _}, defaults) when is_map_key(defaults, key), do: :ok

  defp check({key, _}, defaults) do
    known = defaults |> Map.keys() |> Enum.map(&to_string/1)
    message = "unknown option #{inspect(key)}; choose from: #{Enum.join(known, ", ")}"
    details = %{option: inspect(key), known: known}
    {:error, Error.new(:bad_option, "unknown_option", message, details)}
  end
end
