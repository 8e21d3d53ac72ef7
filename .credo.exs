# Credo's standard checks, all of them (`strict`); those below differ.
%{
  configs: [
    %{
      name: "default",
      strict: true,
      files: %{included: ~w(lib test config priv/repo mix.exs .formatter.exs)},
      checks: [
        # A module that is called once is easier to find by its whole name.
        {Credo.Check.Design.AliasUsage, if_nested_deeper_than: 2, if_called_more_often_than: 1}
      ]
    }
  ]
}
