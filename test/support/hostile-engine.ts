/** Flaws of browser engines, replayed in the page of a tab. */
import type { World } from './fault-row.js';

/** What the bodies of the tab's PUTs were, in order. */
export type Bodies = ('file' | 'memory')[];

/** Runs before a PUT is sent by `go`. `index` counts the PUTs of the tab from 0. */
export type Shim = (
  request: XMLHttpRequest,
  body: Bodies[number],
  go: () => void,
  index: number,
) => void;

/** The tab is in WebKit or not, whatever the engine is. */
const pretendWebKit = ({ tab }: World, isWebKit: boolean): void =>
  void Object.defineProperty(tab.window.navigator, 'vendor', {
    configurable: true,
    value: isWebKit ? 'Apple Computer, Inc.' : 'Google Inc.',
  });

/** Changes how the tab sends PUTs, and records their bodies. */
export const shimSends = (world: World, isWebKit: boolean, shim: Shim): Bodies => {
  pretendWebKit(world, isWebKit);
  const page = world.tab.window as Window & typeof globalThis;
  wrapListeners(page);
  const { prototype } = page.XMLHttpRequest;
  const { open, send } = prototype;
  const bodies: Bodies = [];
  const puts = new WeakSet<XMLHttpRequest>();
  prototype.open = function patched(this: XMLHttpRequest, method: string, url: string | URL) {
    if (method === 'PUT') puts.add(this);
    open.call(this, method, url, true);
  };
  prototype.send = function patched(this: XMLHttpRequest, content?: XMLHttpRequestBodyInit) {
    const go = (): void => send.call(this, content);
    if (!puts.has(this)) return go();
    const isBlob = Object.prototype.toString.call(content) === '[object Blob]';
    const body = isBlob ? 'file' : 'memory';
    bodies.push(body);
    return shim(this, body, go, bodies.length - 1);
  };
  return bodies;
};

const hidden = new WeakMap<EventTarget, readonly string[]>();

/** Hides events of a request from the tab. */
export const hide = (target: EventTarget, ...types: readonly string[]): void =>
  void hidden.set(target, types);

/** Requests have no capturing phase, so each listener is wrapped. */
const wrapListeners = ({ XMLHttpRequestEventTarget }: typeof globalThis): void => {
  const { prototype } = XMLHttpRequestEventTarget;
  const { addEventListener } = prototype;
  prototype.addEventListener = function patched(
    this: EventTarget,
    type: string,
    listener: EventListener,
  ) {
    addEventListener.call(this, type, (event: Event) => {
      if (!hidden.get(this)?.includes(type)) listener.call(this, event);
    });
  } as typeof addEventListener;
};
