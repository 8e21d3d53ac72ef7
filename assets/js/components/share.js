// A link to copy, or to share the way the device does. Where the browser refuses to copy, the link
// is selected, so that its user can.

/** @type {Hook} */
export const Share = {
  mounted() {
    const [link, status] = [this.el.querySelector("input"), this.el.querySelector("[role=status]")];
    const share = this.el.querySelector("[data-share]");
    share.hidden = !navigator.share;
    link.addEventListener("focus", () => link.select());

    this.el.querySelector("[data-copy]").addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(link.value);
        status.textContent = status.dataset.copied;
      } catch {
        link.focus();
        link.select();
        status.textContent = status.dataset.select;
      }
    });

    // Whoever closes the device's sheet has changed their mind, which is no error.
    share.addEventListener("click", () => navigator.share({ url: link.value }).catch(() => {}));
  },
};
