defmodule Playout.Engine.Native do
  @moduledoc false
  # The application's target: the package rustler builds and loads the crate.
  # The engine alone has a file like this one beside it (`../engine`).
  use Playout.Engine.NativeFunctions
  use Rustler, otp_app: :playout, crate: "playout_nif", path: "native/nif"
end
