/**
 * Takes the page offline: `navigator.onLine` is false, and requests of the element fail as they do without a network.
 * Requests of the console itself go on, and so do those that were sent before, as in a browser that loses its network.
 */

/** Requests of the console itself, by their path on the page's own origin. */
const isOfConsole = (address: string): boolean => {
  const url = URL.parse(address, location.href);
  return (
    url !== null &&
    url.origin === location.origin &&
    /\/(?:__sandbox\/|settings\.json$|samples\/|assets\/)/.test(url.pathname)
  );
};

const XHR_ADDRESS = Symbol('address');

interface Original {
  readonly fetch: typeof fetch;
  readonly open: XMLHttpRequest['open'];
  readonly send: XMLHttpRequest['send'];
}

let original: Original | null = null;

type Addressed = XMLHttpRequest & { [XHR_ADDRESS]?: string };

export const goOffline = (): void => {
  if (original !== null) return;
  const { open, send } = XMLHttpRequest.prototype;
  original = { fetch: window.fetch, open, send };
  Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
  const { fetch } = original;
  window.fetch = (input, init) =>
    isOfConsole(input instanceof Request ? input.url : String(input))
      ? fetch.call(window, input, init)
      : Promise.reject(new TypeError('Failed to fetch'));
  XMLHttpRequest.prototype.open = function (this: Addressed, method: string, url: string | URL) {
    this[XHR_ADDRESS] = String(url);
    open.call(this, method, url, true);
  };
  XMLHttpRequest.prototype.send = function (this: Addressed, body) {
    if (isOfConsole(this[XHR_ADDRESS] ?? '')) return send.call(this, body);
    queueMicrotask(() => {
      this.dispatchEvent(new ProgressEvent('error'));
      this.dispatchEvent(new ProgressEvent('loadend'));
    });
  };
  window.dispatchEvent(new Event('offline'));
};

export const goOnline = (): void => {
  if (original === null) return;
  window.fetch = original.fetch;
  XMLHttpRequest.prototype.open = original.open;
  XMLHttpRequest.prototype.send = original.send;
  original = null;
  // The browser's own getter is on the prototype.
  Reflect.deleteProperty(navigator, 'onLine');
  window.dispatchEvent(new Event('online'));
};
