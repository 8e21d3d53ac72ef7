// A mouse or a finger that is dragged, from the middle of one element to another.

export class Pointer {
  x;
  y;

  static async of({ page, touch }) {
    return touch ? new Finger(page, await page.context().newCDPSession(page)) : new Mouse(page);
  }

  constructor(page) {
    this.page = page;
  }

  // These differ between a mouse and a finger.
  async press(_x, _y) {}
  async move(_x, _y) {}
  async up() {}

  async down(selector) {
    await this.press(...(await this.middle(selector)));
  }

  async over(selector) {
    await this.move(...(await this.middle(selector)));
  }

  async by(x, y) {
    await this.move(this.x + x, this.y + y);
  }

  async drag(from, ...others) {
    await this.down(from);
    for (const other of others) await this.over(other);
    await this.up();
  }

  async middle(selector) {
    const { x, y, width, height } = await this.page.locator(selector).boundingBox();
    return [x + width / 2, y + height / 2];
  }
}

class Mouse extends Pointer {
  async press(x, y) {
    [this.x, this.y] = [x, y];
    await this.page.mouse.move(x, y);
    await this.page.mouse.down();
  }

  async move(x, y) {
    [this.x, this.y] = [x, y];
    await this.page.mouse.move(x, y, { steps: 3 });
  }

  async up() {
    await this.page.mouse.up();
  }
}

class Finger extends Pointer {
  constructor(page, session) {
    super(page);
    this.session = session;
  }

  async press(x, y) {
    [this.x, this.y] = [x, y];
    await this.send("touchStart", [{ x, y }]);
  }

  async move(x, y) {
    const [fromX, fromY] = [this.x, this.y];
    [this.x, this.y] = [x, y];
    for (const part of [1 / 3, 2 / 3, 1]) {
      await this.send("touchMove", [{ x: fromX + (x - fromX) * part, y: fromY + (y - fromY) * part }]);
    }
  }

  async up() {
    await this.send("touchEnd", []);
  }

  async send(type, touchPoints) {
    await this.session.send("Input.dispatchTouchEvent", { type, touchPoints });
  }
}
