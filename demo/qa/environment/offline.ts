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

type Addressed = XMLHttpRequest & { [XHR_ADDRESS]?: string };

let undo: (() => void) | null = null;

export const goOffline = (): void => {
  if (undo !== null) return;
  const { fetch } = window;
  const { open, send } = XMLHttpRequest.prototype;
  const undoFetch = patch(window, {
    fetch: (input, init) =>
      isOfConsole(input instanceof Request ? input.url : String(input))
        ? fetch.call(window, input, init)
        : Promise.reject(new TypeError('Failed to fetch')),
  });
  const undoXhr = patch(XMLHttpRequest.prototype, {
    open(this: Addressed, method: string, url: string | URL) {
      this[XHR_ADDRESS] = String(url);
      open.call(this, method, url, true);
    },
    send(this: Addressed, body) {
      if (isOfConsole(this[XHR_ADDRESS] ?? '')) return send.call(this, body);
      queueMicrotask(() => {
        this.dispatchEvent(new ProgressEvent('error'));
        this.dispatchEvent(new ProgressEvent('loadend'));
      });
    },
  });
  Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true });
  window.dispatchEvent(new Event('offline'));
  undo = () => {
    undoFetch();
    undoXhr();
    // The browser's own getter is on the prototype.
    Reflect.deleteProperty(navigator, 'onLine');
    window.dispatchEvent(new Event('online'));
  };
};

export const goOnline = (): void => {
  undo?.();
  undo = null;
};

/** Replaces methods of an object. Returns a function that puts back the original ones. */
const patch = <Target extends object>(target: Target, methods: Partial<Target>): (() => void) => {
  const names = Object.keys(methods) as (keyof Target)[];
  const original = Object.fromEntries(names.map((name) => [name, target[name]]));
  Object.assign(target, methods);
  return () => void Object.assign(target, original);
};

// Fills the storage of this tab: every write to IndexedDB, to `localStorage` and `sessionStorage`, and to the private
// file system fails with QuotaExceededError, as on a full disk. Filling the real disk would affect other pages.

const refuse = (): never => {
  throw new DOMException('The QA console simulates a full disk.', 'QuotaExceededError');
};

let putBackAll: readonly (() => void)[] = [];

/** `isFull`: whether writes fail from now on. */
export const setStorageFull = (isFull: boolean): void => {
  if (isFull === putBackAll.length > 0) return;
  for (const putBack of putBackAll) putBack();
  putBackAll = isFull
    ? [
        patch(IDBObjectStore.prototype, { put: refuse, add: refuse }),
        patch(Storage.prototype, { setItem: refuse }),
        patch(FileSystemFileHandle.prototype, {
          createWritable: () => Promise.resolve().then(refuse),
        }),
      ]
    : [];
};
