// What TypeScript cannot see for itself when it checks the scripts and their tests (`npm run check` at the root).

// Phoenix's scripts come from Mix packages, which every machine keeps elsewhere.
declare module "phoenix";
declare module "phoenix_live_view";

// A hook. `this` has what LiveView gives it, and what the hook keeps for itself.
type Hook<Root extends HTMLElement = HTMLElement> = { [name: string]: any } & ThisType<{
  el: Root;
  pushEvent(event: string, payload: object): Promise<any>;
  pushEventTo(target: string | Element, event: string, payload: object): Promise<any>;
  handleEvent(event: string, listener: (payload: any) => void): void;
  js(): { exec(command: string): void };
  [own: string]: any;
}>;

// What kind of element a selector finds, or an event comes from, is a matter of the page.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

interface Element extends HTMLOrSVGElement {
  closest(selectors: string): any;
}

type Listener<E> = (event: E & { target: any }) => unknown;

interface Document {
  addEventListener<K extends keyof DocumentEventMap>(
    type: K,
    listener: Listener<DocumentEventMap[K]>,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface HTMLElement {
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: Listener<HTMLElementEventMap[K]>,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

interface WindowEventMap {
  "phx:page-loading-start": CustomEvent;
  "phx:page-loading-stop": CustomEvent;
  "playout:focus": Event;
}

declare function addEventListener<K extends keyof WindowEventMap>(
  type: K,
  listener: Listener<WindowEventMap[K]>,
  options?: boolean | AddEventListenerOptions,
): void;

// Tests leave things here.
interface Window {
  [name: string]: any;
}

// Node's errors have one.
interface Error {
  code?: string;
}
