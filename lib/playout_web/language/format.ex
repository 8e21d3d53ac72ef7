defmodule PlayoutWeb.Language.Format do
  @moduledoc "Numbers, lists, sentences and dates in the format of the reader's language."
  use Gettext, backend: PlayoutWeb.Gettext

  @doc "Formats an integer, with its digits in groups of three: \"12,345\"."
  @spec number(integer) :: String.t()
  def number(number) when is_integer(number) do
    separator = pgettext("between groups of three digits of a number", ",")
    number |> Integer.to_string() |> String.replace(~r/\B(?=(\d{3})+$)/, separator)
  end

  @doc "Formats a list, omitting nil and false: \"c3, empty, last move\"."
  @spec list([nil | false | String.t()]) :: String.t()
  def list(items) do
    items |> Enum.filter(& &1) |> Enum.join(pgettext("between the items of a list", ", "))
  end

  @doc "Formats a list whose items contain commas: \"c3, black stone; d4, white stone\"."
  @spec long_list([String.t()]) :: String.t()
  def long_list(items) do
    Enum.join(items, pgettext("between the items of a list that have commas themselves", "; "))
  end

  @doc "Joins sentences. Omits nil and false."
  @spec sentences([nil | false | String.t()]) :: String.t()
  def sentences(sentences) do
    case Enum.filter(sentences, & &1) do
      [] -> ""
      sentences -> Enum.reduce(sentences, &followed_by(&2, &1))
    end
  end

  defp followed_by(first, second) do
    pgettext("one sentence after another", "%{first} %{second}", first: first, second: second)
  end

  @doc """
  Formats the name that a person has chosen: whatever its script is, the text around it keeps its
  order. (U+2068 and U+2069 are what `<bdi>` is in HTML, and also work in titles.)
  """
  @spec name(nil | String.t()) :: nil | String.t()
  def name(nil), do: nil
  def name(name), do: "\u2068#{name}\u2069"

  @doc "Formats a date with digits."
  @spec date(Calendar.date()) :: String.t()
  def date(date) do
    [year, month, day] = date |> Calendar.strftime("%Y %m %d") |> String.split()

    pgettext("a date in figures, such as 2026-03-09", "%{year}-%{month}-%{day}",
      year: year,
      month: month,
      day: day
    )
  end
end
