defmodule PlayoutWeb.Gettext.InterpolationTest do
  use ExUnit.Case, async: true
  use ExUnitProperties

  alias Gettext.Interpolation.Default
  alias PlayoutWeb.Gettext.Interpolation

  @values %{name: "Owl", count: 3}

  property "gives the default's answer, every time" do
    part = member_of(["%{name}", "%{count}", "%{nobody}", "%{", "}", "%", "{", "%{}", " ", "é"])

    check all(parts <- list_of(part, max_length: 6), message = Enum.join(parts)) do
      expected = Default.runtime_interpolate(message, @values)

      for _time <- 1..2,
          do: assert(Interpolation.runtime_interpolate(message, @values) == expected)
    end
  end
end
