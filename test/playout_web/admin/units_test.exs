defmodule PlayoutWeb.Admin.UnitsTest do
  use ExUnit.Case, async: true

  import PlayoutWeb.Admin.Units

  test "numbers" do
    assert number(nil) == "–"
    assert number(0) == "0"
    assert number(0.25) == "0.3"
    assert number(2.0) == "2"
    assert number(123.4) == "123"
    assert number(1_234_567) == "1,234,567"
  end

  test "bytes" do
    assert bytes(nil) == "–"
    assert bytes(999) == "999 B"
    assert bytes(1_500) == "1.5 kB"
    assert bytes(20_000_000) == "20 MB"
    assert bytes(3.2e15) == "3,200 TB"
  end

  test "durations" do
    assert seconds(nil) == "–"
    assert seconds(:more) == "longer"
    assert seconds(0.0025) == "2.5 ms"
    assert seconds(0.25) == "250 ms"
    assert seconds(1) == "1 s"
    assert seconds(90.0) == "90 s"
  end

  test "shares" do
    assert percent(1, 4) == "25%"
    assert percent(1, nil) == "–"
    assert percent(nil, 4) == "–"
    assert percent(1, 0) == "–"
  end
end
