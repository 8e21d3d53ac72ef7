// node picture_styles.mjs [SOURCE [DIRECTORY]]: makes the stylesheets of pictures, light.css and
// dark.css, from css/picture.css, in ../priv/pictures.
//
// Pictures are drawn by programs that know only a little CSS. Their stylesheets consist of plain
// rules, with values instead of variables. What a picture has no use for is left out: the options of
// a page, such as high contrast, which are attributes of its root, and the fonts of labels, which are
// drawn. Anything else that cannot be made flat is an error.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { bundle, transform } from "lightningcss";

const THEMES = ["light", "dark"];

const OPTIONS = ["data-theme", "data-contrast", "data-animation"];
const FONTS = ["font-size", "font-weight", "font-variant-numeric", "text-anchor"];

const COLOUR = /^(#[0-9a-f]{3,8}|[a-z]+)$/i;
const NUMBER = /^-?[0-9]*\.?[0-9]+(px)?$/;

// What the programs that draw know, with the form of the values.
const PROPERTIES = {
  "color": COLOUR,
  "display": /^(none|inline)$/,
  "fill": COLOUR,
  "fill-opacity": NUMBER,
  "opacity": NUMBER,
  "stop-color": COLOUR,
  "stroke": COLOUR,
  "stroke-dasharray": /^[0-9. px]+$/,
  "stroke-linecap": /^(butt|round|square)$/,
  "stroke-linejoin": /^(miter|round|bevel)$/,
  "stroke-opacity": NUMBER,
  "stroke-width": NUMBER,
};

const COMBINATORS = ["descendant", "child"];

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const [source = here("css/picture.css"), directory = here("../priv/pictures")] = process.argv.slice(2);

function compile() {
  const whole = bundle({ filename: source }).code;
  mkdirSync(directory, { recursive: true });
  for (const theme of THEMES) {
    const { visitor, colours } = new Flat(theme);
    const flat = transform({ filename: source, code: whole, visitor });
    // Only now it is known that the values with variables are colours.
    const { code } = transform({ filename: source, code: flat.code, visitor: colours, minify: true });
    check(code);
    writeFileSync(join(directory, `${theme}.css`), code);
  }
}

// Replaces variables by their values, and leaves out what is not for pictures.
class Flat {
  variables = new Map();
  // Variables whose values depend on the window or the person.
  conditional = new Set();

  constructor(theme) {
    this.theme = theme;
    this.colours = { Color: (colour) => (colour.type === "light-dark" ? colour[theme] : undefined) };
    this.visitor = {
      Rule: {
        style: (rule) => this.rule(rule),
        media: (rule) => this.condition(rule),
      },
      Declaration: (declaration) => (FONTS.includes(nameOf(declaration)) ? [] : undefined),
      Variable: ({ name, fallback }) => {
        if (fallback) throw new Error(`${name.ident} has a fallback`);
        return this.value(name.ident);
      },
      ...this.colours,
    };
  }

  rule({ value: { selectors, declarations } }) {
    const optional = selectors.filter((selector) => selector.some(isOption));
    if (optional.length > 0) {
      if (optional.length < selectors.length) throw new Error("a rule has selectors with and without a page's options");
      return [];
    }
    if (!selectors.every(isRoot)) return undefined;
    for (const { property, value } of declarations.declarations) {
      if (property === "custom") this.variables.set(value.name, value.value);
      else if (property !== "color-scheme") throw new Error(`:root has a ${property}`);
    }
    return [];
  }

  condition({ value: { rules } }) {
    for (const { type, value } of rules) {
      if (type !== "style" || !value.selectors.every(isRoot)) throw new Error("@media has rules for more than :root");
      for (const {
        value: { name },
      } of value.declarations.declarations)
        this.conditional.add(name);
    }
    return [];
  }

  value(name) {
    const value = this.variables.get(name);
    if (!value) throw new Error(`the variable ${name} has no value`);
    if (this.conditional.has(name)) throw new Error(`the variable ${name} has a value within @media`);
    return value.flatMap((token) => {
      if (token.type === "var") return this.value(token.value.name.ident);
      if (token.type === "color" && token.value.type === "light-dark")
        return { ...token, value: token.value[this.theme] };
      return token;
    });
  }
}

const nameOf = ({ property, value }) =>
  ({ custom: () => value.name, unparsed: () => value.propertyId.property })[property]?.() ?? property;

const isOption = ({ type, name }) => type === "attribute" && OPTIONS.includes(name);
const isRoot = (selector) => selector.length === 1 && selector[0].kind === "root";

// Whether everything in a stylesheet is understood where it will be used.
function check(code) {
  const visitor = {
    Rule({ type }) {
      if (type !== "style") throw new Error(`a picture cannot have @${type}`);
    },
    Selector(selector) {
      for (const { type, value, kind, name } of selector) {
        const known = type === "combinator" ? COMBINATORS.includes(value) : ["class", "type"].includes(type);
        if (!known) throw new Error(`a selector of a picture cannot have a ${type} (${value ?? kind ?? name})`);
      }
    },
  };
  transform({ filename: source, code, visitor });
  for (const [, selectors, declarations] of code.toString().matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    for (const declaration of declarations.split(";")) {
      const [name, value] = declaration.split(/:(.*)/);
      const form = PROPERTIES[name];
      if (!form?.test(value)) throw new Error(`a picture cannot have ${selectors} { ${declaration} }`);
    }
  }
}

try {
  compile();
} catch (error) {
  console.error(`The styles of pictures cannot be made: ${/** @type {Error} */ (error).message} (${source})`);
  process.exitCode = 1;
}
