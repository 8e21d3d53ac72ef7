defmodule PlayoutWeb.Test.PictureStyles do
  @moduledoc "The stylesheets of pictures, made for a run of the tests (`assets/picture_styles.mjs`)."

  @doc """
  Makes them where `config/test.exs` says. If that fails, as without the packages of
  `mix assets.setup`, it says so, and the tests of pictures fail.
  """
  def make do
    with {output, status} when status != 0 <-
           run([Path.expand("assets/css/picture.css"), directory()]),
         do: IO.puts(:stderr, output)
  end

  @doc "Runs the script with these arguments; returns its output and its exit status."
  def run(arguments) do
    System.cmd("node", [Path.expand("assets/picture_styles.mjs") | arguments],
      stderr_to_stdout: true
    )
  rescue
    error in ErlangError -> {"node: #{inspect(error.original)}", 127}
  end

  def remove, do: File.rm_rf(directory())

  defp directory, do: Application.fetch_env!(:playout, PlayoutWeb.Picture.Style)[:directory]
end
