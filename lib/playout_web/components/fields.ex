defmodule PlayoutWeb.Fields do
  @moduledoc "Form fields."
  use PlayoutWeb, :html

  attr :name, :string, required: true
  attr :legend, :string, required: true
  attr :chosen, :any, required: true, doc: "the chosen value, or its text"
  attr :class, :string, default: nil

  slot :option, required: true do
    attr :value, :any, required: true
    attr :class, :string
  end

  @doc "Renders a choice between a few values, as a row of labelled segments."
  def choice(assigns) do
    ~H"""
    <fieldset class={["choice", @class]}>
      <legend>{@legend}</legend>
      <div class="choice-row">
        <label :for={option <- @option} class={option[:class]}>
          <input
            type="radio"
            name={@name}
            value={option.value}
            checked={to_string(option.value) == to_string(@chosen)}
          />
          <span>{render_slot(option)}</span>
        </label>
      </div>
    </fieldset>
    """
  end

  attr :id, :string, required: true
  attr :label, :string, required: true
  attr :hint, :string, default: nil
  attr :error, :string, default: nil
  attr :class, :string, default: nil

  slot :inner_block,
    required: true,
    doc: "the input itself; it gets the attributes that connect it to its label"

  @doc "Renders a field with its label, a hint about the values that it accepts, and its error."
  def field(assigns) do
    assigns =
      assign(assigns, :named, %{
        "id" => assigns.id,
        "aria-invalid" => assigns.error && "true",
        "aria-describedby" => described_by(assigns)
      })

    ~H"""
    <div class={["field", @error && "is-wrong", @class]}>
      <label for={@id}>{@label}</label>
      {render_slot(@inner_block, @named)}
      <p :if={@hint} class="hint" id={"#{@id}-hint"}>{@hint}</p>
      <p :if={@error} class="field-error" id={"#{@id}-error"}>{@error}</p>
    </div>
    """
  end

  defp described_by(%{id: id, hint: hint, error: error}) do
    case [hint && "#{id}-hint", error && "#{id}-error"] |> Enum.filter(& &1) do
      [] -> nil
      ids -> Enum.join(ids, " ")
    end
  end

  attr :chosen, :any, required: true
  attr :options, :list, required: true, doc: "pairs of a value and its label"
  attr :rest, :global, include: ~w(name)

  @doc "Renders a choice between several values, as a drop-down list."
  def select(assigns) do
    ~H"""
    <select class="text-box" {@rest}>
      <option
        :for={{value, words} <- @options}
        value={value}
        selected={to_string(value) == to_string(@chosen)}
      >
        {words}
      </option>
    </select>
    """
  end
end
