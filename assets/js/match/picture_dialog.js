// The dialog with a picture of the board. The server knows the address of the picture, an SVG, which
// this browser draws on a canvas to save, copy or share it as PNG. A button with data-share-file shares
// what the link with that selector saves; CSS hides it where the device has no sheet for files.

// Sharp on screens with many pixels, too.
const SCALE = 2;

/** @type {Hook} */
export const Picture = {
  mounted() {
    this.image = this.el.querySelector("img");
    this.status = this.el.querySelector("#picture-made [role=status]");
    const copy = this.el.querySelector("[data-copy]");
    copy.hidden = !navigator.clipboard?.write || !window.ClipboardItem;

    this.el.addEventListener("playout:open", () => this.show());
    const share = this.el.querySelector("[data-share]");
    share.hidden = !sharesFiles();
    document.documentElement.toggleAttribute("data-shares-files", sharesFiles());
    share.addEventListener("click", () => this.make(send));
    this.el.querySelector("[data-save]").addEventListener("click", () => this.make(save));
    copy.addEventListener("click", () => this.make(write));
    this.el.addEventListener("click", ({ target }) => {
      const button = target.closest("[data-gif]");
      if (button?.ariaDisabled === "false") this.pushEventTo(this.el, "gif", { theme: theme() });
      const link = target.closest("[data-share-file]")?.dataset.shareFile;
      if (link) this.sendSaved(this.el.querySelector(link));
    });
  },

  // The board as it is when the dialog opens.
  show() {
    this.status.textContent = "";
    this.named = this.pushEvent("picture", { theme: theme() }).then(({ path, name }) => {
      this.image.hidden = false;
      this.image.src = path;
      return name;
    });
    // Without a connection there is no reply, and the page says so.
    this.named.catch(() => {});
  },

  // Until the server has answered, there is no picture, or the last one.
  async make(use, file, name) {
    this.status.textContent = "";
    try {
      const made = use(file ?? this.named.then(() => drawn(this.image)), name ?? this.named);
      if (await made) this.status.textContent = this.status.dataset.copied;
    } catch {
      this.status.textContent = this.status.dataset.failed;
    }
  },

  sendSaved({ href, download }) {
    this.make(
      send,
      fetch(href).then((response) => response.blob()),
      download,
    );
  },
};

// That of the page.
function theme() {
  const schemes = getComputedStyle(document.documentElement).colorScheme.split(" ");
  const dark = schemes.length > 1 ? matchMedia("(prefers-color-scheme: dark)").matches : schemes[0] === "dark";
  return dark ? "dark" : "light";
}

async function drawn(image) {
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = SCALE * image.naturalWidth;
  canvas.height = SCALE * image.naturalHeight;
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((png) => (png ? resolve(png) : reject(new Error("no picture"))), "image/png");
  });
}

async function save(png, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await png);
  link.download = await name;
  link.click();
  // Not before the browser has begun to read it.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return false;
}

// At once, because a browser allows it only while it handles a press.
async function write(png) {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": png })]);
  return true;
}

function sharesFiles() {
  return navigator.canShare?.({ files: [new File([], "board.png", { type: "image/png" })] }) ?? false;
}

// Whoever closes the device's sheet has changed their mind, which is no error.
async function send(blob, name) {
  const file = await blob;
  const files = [new File([file], await name, { type: file.type })];
  await navigator.share({ files }).catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
  return false;
}
