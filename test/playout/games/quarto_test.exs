defmodule Playout.Games.QuartoTest do
  use ExUnit.Case, async: true
  doctest Playout.Games.Quarto
end
