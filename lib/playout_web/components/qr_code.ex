defmodule PlayoutWeb.QrCode do
  @moduledoc "A QR code."
  use PlayoutWeb, :html

  attr :text, :string, required: true
  attr :label, :string, required: true

  @doc "Renders a text as a QR code, drawn as one path."
  def qr_code(assigns) do
    %{matrix: matrix} = EQRCode.encode(assigns.text, :m)
    rows = for row <- Tuple.to_list(matrix), do: Tuple.to_list(row)
    assigns = assign(assigns, size: length(rows), path: path(rows))

    ~H"""
    <svg class="qr-code" viewBox={"0 0 #{@size} #{@size}"} role="img" aria-label={@label}>
      <path class="qr-paper" d={"M0 0h#{@size}v#{@size}h-#{@size}z"} />
      <path class="qr-ink" d={@path} />
    </svg>
    """
  end

  # A rectangle for each run of dark modules in a row.
  defp path(rows) do
    for {row, y} <- Enum.with_index(rows), {x, width} <- runs(row), into: "" do
      "M#{x} #{y}h#{width}v1h-#{width}z"
    end
  end

  defp runs(row) do
    row
    |> Enum.with_index()
    |> Enum.chunk_by(fn {module, _x} -> module == 1 end)
    |> Enum.filter(&match?([{1, _x} | _], &1))
    |> Enum.map(fn [{_module, x} | _] = run -> {x, length(run)} end)
  end
end
