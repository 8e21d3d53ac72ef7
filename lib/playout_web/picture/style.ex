defmodule PlayoutWeb.Picture.Style do
  @moduledoc """
  The stylesheets of pictures, one for each theme: plain rules without variables, which
  `mix assets.build` makes from those of the boards (`assets/picture_styles.mjs`).

      config :playout, PlayoutWeb.Picture.Style, directory: "…"

  changes where they are.
  """

  @env Application.compile_env(:playout, :settings, Application)
  @themes ~w(light dark)

  @doc "Returns the names of the themes, the default first."
  @spec themes() :: [String.t(), ...]
  def themes, do: @themes

  @doc "Reads a theme's stylesheet."
  @spec read!(String.t()) :: String.t()
  def read!(theme) when theme in @themes do
    path = Path.join(directory(), theme <> ".css")

    case File.read(path) do
      {:ok, style} -> style
      {:error, reason} -> raise "#{path}: #{:file.format_error(reason)}; run mix assets.build"
    end
  end

  @doc """
  Returns the source of styles in a content security policy that allows only this theme's
  stylesheet.
  """
  @spec source(String.t()) :: String.t()
  def source(theme), do: "'sha256-#{Base.encode64(:crypto.hash(:sha256, read!(theme)))}'"

  defp directory do
    :playout
    |> @env.get_env(__MODULE__, [])
    |> Keyword.get_lazy(:directory, fn -> Application.app_dir(:playout, "priv/pictures") end)
  end
end
