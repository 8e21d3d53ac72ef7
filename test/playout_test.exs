defmodule PlayoutTest do
  use ExUnit.Case, async: true
  doctest Playout
end
