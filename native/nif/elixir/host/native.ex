defmodule Playout.Engine.Native do
  @moduledoc false
  # The application's target: the package rustler builds and loads the crate.
  # The engine alone has a file like this one beside it (`../engine`).
  use Playout.Engine.NativeFunctions

  use Rustler,
    otp_app: :playout,
    crate: Playout.Engine.NativeFunctions.crate(),
    path: Playout.Engine.NativeFunctions.package()

  # Rustler knows the sources of the package's folder, where those of tests are not.
  for source <- Path.wildcard("native/nif/src/*.rs") do
    @external_resource source
  end
end
