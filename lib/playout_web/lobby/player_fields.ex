defmodule PlayoutWeb.Lobby.PlayerFields do
  @moduledoc "The fields of a custom player, each with its range and its error."
  use PlayoutWeb, :html

  import PlayoutWeb.Fields

  alias Playout.Matches.Rules.Perfect
  alias Playout.Matches.Settings
  alias PlayoutWeb.Language.Format
  alias PlayoutWeb.Lobby.CustomPlayer
  alias PlayoutWeb.Sentences

  attr :custom, CustomPlayer, required: true
  attr :game, :atom, required: true

  attr :complete, :boolean,
    default: false,
    doc: "whether the text field is present before it is chosen"

  @doc "Renders the fields, which are sent as `custom`."
  def player_fields(assigns) do
    {spec, errors} =
      case CustomPlayer.check(assigns.custom, assigns.game) do
        {:ok, spec} -> {spec, %{}}
        {:error, errors} -> {nil, errors}
      end

    assigns =
      assign(assigns,
        players: Playout.players(assigns.game),
        fields: CustomPlayer.fields(assigns.custom, assigns.game),
        most: Settings.custom(),
        spec: spec,
        errors: errors
      )

    ~H"""
    <div class="custom-player">
      <.choice
        name="custom[player]"
        legend={gettext("How it chooses")}
        chosen={@custom.player}
        class="is-wrapping"
      >
        <:option :for={player <- @players} value={player.name}>{title(player.name)}</:option>
        <:option value="text">{gettext("Advanced")}</:option>
      </.choice>
      <p class="about">{about(@custom.player)}</p>
      <div :if={@fields != []} class="keys">
        <.field
          :let={named}
          :for={key <- @fields}
          id={"#{@game}-#{key.key}"}
          label={key.key}
          hint={hint(key)}
          error={@errors[key.key] && setting_error(key, @errors[key.key])}
        >
          <.select
            :if={key.kind == :choice}
            name={"custom[keys][#{key.key}]"}
            chosen={@custom.keys[key.key]}
            options={[
              {"", gettext("%{choice} (default)", choice: key.default)}
              | Enum.map(key.choices, &{&1, &1})
            ]}
            {named}
          />
          <input
            :if={key.kind != :choice}
            class="text-box"
            name={"custom[keys][#{key.key}]"}
            value={@custom.keys[key.key]}
            placeholder={key.default}
            maxlength="40"
            inputmode={if key.kind == :integer, do: "numeric", else: "decimal"}
            autocomplete="off"
            phx-debounce="400"
            {named}
          />
        </.field>
      </div>
      <.field
        :let={named}
        :if={@complete or @custom.player == "text"}
        class="is-text"
        id={"#{@game}-text"}
        label={gettext("Player description")}
        hint={gettext("e.g. %{spec}", spec: "mcts:playouts=20000,c=0.6")}
        error={@errors["text"] && player_error(@errors["text"], @game)}
      >
        <input
          class="text-box"
          name="custom[text]"
          value={@custom.text}
          maxlength="400"
          autocomplete="off"
          autocapitalize="off"
          spellcheck="false"
          phx-debounce="400"
          {named}
        />
      </.field>
      <p :if={@errors[nil]} class="field-error">{player_error(@errors[nil], @game)}</p>
      <p class="hint">
        {gettext("On this server a move can take up to %{seconds} s and %{memory} MiB of memory.",
          seconds: div(@most[:ms], 1000),
          memory: @most[:memory]
        )}
      </p>
      <p :if={@spec} class="hint">{gettext("Plays as:")} <code>{@spec}</code></p>
    </div>
    """
  end

  @doc "Returns the name of a kind of players (`Playout.players/1`)."
  @spec title(String.t()) :: String.t()
  def title("random"), do: gettext("Random")
  def title("careful"), do: gettext("Careful")
  def title("monte_carlo"), do: gettext("Monte Carlo")
  def title("mcts"), do: gettext("Tree search")
  def title("minimax"), do: gettext("Minimax")
  def title(other), do: other

  defp about("random"), do: gettext("Plays a random legal move.")

  defp about("careful"),
    do:
      gettext(
        "Wins at once if it can and avoids an immediate loss. Otherwise it plays at random."
      )

  defp about("monte_carlo"),
    do: gettext("Tries every move in the same number of random games.")

  defp about("mcts"),
    do: gettext("Tries promising moves more often and looks further ahead there.")

  defp about("minimax"), do: gettext("Searches a fixed number of moves ahead.")
  defp about(_other), do: gettext("Type a player description.")

  defp hint(%{kind: :choice} = key), do: meaning(key.key)

  defp hint(key) do
    case meaning(key.key) do
      nil -> range(key)
      meaning -> gettext("%{meaning}: %{range}", meaning: meaning, range: range(key))
    end
  end

  defp meaning("playouts"), do: gettext("playouts per move")
  defp meaning("ms"), do: gettext("milliseconds per move")
  defp meaning("nodes"), do: gettext("positions searched per move")
  defp meaning("depth"), do: gettext("moves searched ahead")
  defp meaning("radius"), do: gettext("how far from other stones it may play")
  defp meaning("margin"), do: gettext("how far below the best move it may choose")
  defp meaning("memory"), do: gettext("memory in MiB")
  defp meaning("c"), do: gettext("exploration")
  defp meaning("threshold"), do: gettext("visits before a node is expanded")
  defp meaning("policy"), do: gettext("how playouts choose moves")
  defp meaning("choice"), do: gettext("how the final move is chosen")
  defp meaning("proofs"), do: gettext("prove forced wins")
  defp meaning("seed"), do: gettext("random seed")
  defp meaning(_other), do: nil

  defp range(%{min: min, max: max}) when max > 1.0e12 do
    gettext("%{min} or more", min: figure(min))
  end

  defp range(%{min: min, max: max}) do
    gettext("%{min} to %{max}", min: figure(min), max: figure(max))
  end

  defp figure(number) when is_float(number) and trunc(number) == number,
    do: figure(trunc(number))

  defp figure(number) when is_float(number), do: to_string(number)
  defp figure(number), do: Format.number(number)

  defp setting_error(_key, %{details: %{problem: "over_limit", limit: limit}}) do
    gettext("At most %{limit} on this server.", limit: figure(limit))
  end

  defp setting_error(%{kind: :choice, choices: choices}, _error) do
    gettext("Choose one of: %{choices}.", choices: Format.list(choices))
  end

  defp setting_error(%{kind: :integer} = key, _error) do
    gettext("Enter a whole number (%{range}).", range: range(key))
  end

  defp setting_error(key, _error), do: gettext("Enter a number (%{range}).", range: range(key))

  @doc "Says what is wrong with a player that was typed, or with one as a whole."
  @spec player_error(Playout.Error.t(), atom) :: String.t()
  def player_error(%{details: %{problem: "table_over_limit"}}, _game) do
    gettext(
      "The perfect player can't be a custom player. Where it is ready, it is the level %{level}.",
      level: Sentences.level(Perfect.name())
    )
  end

  def player_error(%{details: %{problem: "unknown_player", known: known}}, _game) do
    gettext("Unknown player. Choose from: %{names}.", names: Format.list(known))
  end

  def player_error(%{details: %{problem: "unknown_key", key: key, known: known}}, _game) do
    gettext("Unknown setting “%{key}”. Choose from: %{names}.",
      key: key,
      names: Format.list(known)
    )
  end

  def player_error(%{details: %{problem: "key_without_effect", key: key, known: known}}, _game) do
    gettext("This game has no setting “%{key}”. Choose from: %{names}.",
      key: key,
      names: Format.list(known)
    )
  end

  def player_error(%{details: %{problem: "key_twice", key: key}}, _game) do
    gettext("%{key} appears twice.", key: key)
  end

  def player_error(%{details: %{problem: "key_missing", key: key}}, _game) do
    gettext("%{key} is missing.", key: key)
  end

  def player_error(%{details: %{problem: "unknown_level"}}, _game) do
    gettext("This level doesn't exist.")
  end

  def player_error(%{details: %{key: name}} = error, game) do
    keys = for player <- Playout.players(game), %{key: ^name} = key <- player.keys, do: key

    case keys do
      [key | _] -> gettext("%{key}: %{mistake}", key: name, mistake: setting_error(key, error))
      [] -> gettext("That value isn't allowed for %{key} here.", key: name)
    end
  end

  def player_error(_error, _game), do: gettext("That isn't a valid player description.")
end
