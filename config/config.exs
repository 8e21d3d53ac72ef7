import Config

# The engine alone (MIX_TARGET=engine) has no packages to set up.
if config_target() == :host do
  import_config "#{config_env()}.exs"
end
