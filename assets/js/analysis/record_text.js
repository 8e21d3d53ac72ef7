// Takes the record of an analysis out of the page, and another one in. The hook's element has
//   data-name          how files are called,
//   data-most          the most bytes that a text may have.
// Inside it,
//   data-exported      is a text box with the record, and its format,
//   data-copy          copies it; the status says so, or how to do it where the browser refuses,
//   data-download      saves it as a file,
//   #record-import     is a text box for another record,
//   data-file          is a field for a file, whose text goes there,
//   data-import        sends it,
//   #record-problem    says what is wrong with it.

/** @type {Hook} */
export const RecordText = {
  mounted() {
    const on = (selector, name, work) => this.el.querySelector(selector).addEventListener(name, (event) => work(event));
    on("[data-copy]", "click", () => this.copy());
    on("[data-download]", "click", () => this.download());
    on("[data-import]", "click", () => this.send());
    on("[data-file]", "change", ({ target }) => this.read(target));
    this.handleEvent("imported", ({ opened }) => this.answered(opened));
  },

  // Methods, because LiveView would call getters before the hook has its element.
  exported() {
    return this.el.querySelector("[data-exported]");
  },

  imported() {
    return this.el.querySelector("#record-import");
  },

  async copy() {
    const status = this.el.querySelector("[role=status]");
    try {
      await navigator.clipboard.writeText(this.exported().value);
      status.textContent = status.dataset.copied;
    } catch {
      this.exported().focus();
      this.exported().select();
      status.textContent = status.dataset.select;
    }
  },

  download() {
    const link = document.createElement("a");
    const { value, dataset } = this.exported();
    link.href = URL.createObjectURL(new Blob([value], { type: "text/plain" }));
    link.download = `${this.el.dataset.name}.${dataset.exported}`;
    link.click();
    URL.revokeObjectURL(link.href);
  },

  // What is too long to be sent is cut.
  async read(field) {
    const [file] = field.files;
    if (!file) return;
    this.imported().value = await file.slice(0, this.most() + 1).text();
    field.value = "";
    this.send();
  },

  // The answer is an event, because reading may have to wait. Of a text that is too long, the server only
  // learns that: the message would close the connection.
  send() {
    const text = this.imported().value;
    this.pushEvent("import", fits(text, this.most()) ? { text } : { too_long: true }).catch(() => {});
  },

  answered(opened) {
    if (opened) {
      this.imported().value = "";
      this.el.closest("dialog").close();
    } else {
      this.imported().focus();
      // On a phone, it is below the box and perhaps off the screen.
      this.el.querySelector("#record-problem").scrollIntoView({ block: "nearest" });
    }
  },

  most() {
    return Number(this.el.dataset.most);
  },
};

// JSON may need several bytes for a character.
function fits(text, most) {
  const bytes = (sent) => new TextEncoder().encode(sent).length;
  return text.length <= most && bytes(text) <= most && bytes(JSON.stringify(text)) <= most + 10_000;
}
