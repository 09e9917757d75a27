/** Built-ins that a page's libraries have changed, before or after the element is loaded: the recording is uploaded and read. */
import { expect } from '@open-wc/testing';
import { EXPORT_FORMATS } from '../../../src/transcript/exports/formats.js';
import { runRow } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs, freshScope } from '../../support/tab.js';
import { useTranscript } from '../../support/use-transcript.js';

type Page = typeof globalThis;
type Any = (...values: unknown[]) => unknown;

/** Gives a prototype a method, as libraries do: enumerable, and in place of one that is there. */
const give = (prototype: object, name: string, method: Any): void => {
  (prototype as Record<string, unknown>)[name] = method;
};

/** Wraps `fetch` and XMLHttpRequest as monitoring does: counts each request, and marks those to the page's own host. */
const monitor = (page: Page, header: string): void => {
  const { fetch } = page;
  page.fetch = async (input, init) => {
    const isOwn = new URL(input as string, page.location.href).origin === page.location.origin;
    const headers = new page.Headers(init?.headers);
    if (isOwn) headers.set(header, '1');
    const response = await fetch.call(page, input, { ...init, headers });
    void response
      .clone()
      .text()
      .catch(() => undefined);
    return response;
  };
  const { open, send } = page.XMLHttpRequest.prototype;
  give(page.XMLHttpRequest.prototype, 'open', function (this: XMLHttpRequest, ...values) {
    this.addEventListener('readystatechange', () => this.readyState);
    return (open as Any).apply(this, values);
  });
  give(page.XMLHttpRequest.prototype, 'send', function (this: XMLHttpRequest, ...values) {
    this.addEventListener('loadend', () => this.getAllResponseHeaders());
    return (send as Any).apply(this, values);
  });
};

const PATCHES: Readonly<Record<string, (page: Page) => void>> = {
  'Prototype.js 1.6: toJSON, Object.keys and reduce are its own': (page) => {
    give(page.Array.prototype, 'toJSON', function (this: unknown) {
      return `[${page.Array.prototype.join.call(this, ', ')}]`;
    });
    give(page.String.prototype, 'toJSON', function (this: string) {
      return `"${String(this)}"`;
    });
    page.Object.keys = (one: object) => {
      const keys: string[] = new page.Array<string>();
      // Inherited properties too.
      for (const property in one) keys.push(property);
      return keys;
    };
    give(page.Array.prototype, 'reduce', function (this: unknown[]) {
      return this.length > 1 ? this : this[0];
    });
    give(page.Array.prototype, 'each', function (this: unknown[], run) {
      this.forEach(run as never);
      return this;
    });
  },
  'two kinds of monitoring wrap each other': (page) => {
    monitor(page, 'x-datadog-origin');
    monitor(page, 'newrelic');
  },
  'a page replaces Date': (page) => {
    const Original = page.Date;
    class OwnDate extends Original {
      override toString(): string {
        return 'a date of this page';
      }
    }
    page.Date = OwnDate as typeof Date;
  },
  'Object.prototype is frozen': (page) => void page.Object.freeze(page.Object.prototype),
};

/** Gives each `addEventListener` one native listener per type, and passes on the options of the first, as zone.js 0.10 does. */
const zones = (page: Page): void => {
  const { addEventListener, removeEventListener } = page.EventTarget.prototype;
  const lists = new WeakMap<EventTarget, Map<string, Set<unknown>>>();
  give(page.EventTarget.prototype, 'addEventListener', function (this: EventTarget, ...given) {
    const [type, listener, options] = given as [string, unknown, unknown];
    const target = (this as EventTarget | undefined) ?? page;
    const isCapture = (options as AddEventListenerOptions | undefined)?.capture ?? options === true;
    const key = `${type} ${isCapture}`;
    const ofTarget = lists.get(target) ?? new Map<string, Set<unknown>>();
    lists.set(target, ofTarget);
    const all = ofTarget.get(key);
    if (all) return void all.add(listener);
    const first = new Set([listener]);
    ofTarget.set(key, first);
    const callAll = function (this: unknown, event: Event): void {
      for (const one of [...first]) {
        if (typeof one === 'function') (one as Any).call(this, event);
        else (one as EventListenerObject | null)?.handleEvent(event);
      }
    };
    addEventListener.call(target, type, callAll, options as AddEventListenerOptions);
  });
  give(page.EventTarget.prototype, 'removeEventListener', function (this: EventTarget, ...given) {
    const [type, listener, options] = given as [string, unknown, unknown];
    const target = (this as EventTarget | undefined) ?? page;
    const isCapture = (options as AddEventListenerOptions | undefined)?.capture ?? options === true;
    lists.get(target)?.get(`${type} ${isCapture}`)?.delete(listener);
    removeEventListener.call(target, type, listener as EventListener, isCapture);
  });
};

/** A Promise of 2014: `then`, `catch`, and four functions. */
const oldPromise = (page: Page): void => {
  const Native = page.Promise;
  class OldPromise {
    readonly #native: Promise<unknown>;
    constructor(run: (resolve: Any, reject: Any) => void) {
      this.#native = new Native(run as never);
    }
    then(...values: [Any, Any]): OldPromise {
      return OldPromise.#of(this.#native.then(...values));
    }
    catch(failed: Any): OldPromise {
      return OldPromise.#of(this.#native.catch(failed));
    }
    static #of(native: Promise<unknown>): OldPromise {
      return new OldPromise((resolve, reject) => void native.then(resolve, reject));
    }
    static resolve(value: unknown): OldPromise {
      return OldPromise.#of(Native.resolve(value));
    }
    static reject(reason: Error): OldPromise {
      return OldPromise.#of(Native.reject(reason));
    }
    static all(list: Iterable<unknown>): OldPromise {
      return OldPromise.#of(Native.all(list));
    }
    static race(list: Iterable<unknown>): OldPromise {
      return OldPromise.#of(Native.race(list));
    }
  }
  page.Promise = OldPromise as never;
};

/** Replaces XMLHttpRequest by a class that passes on what it knows. */
const wrappedXhr = (page: Page, change: (request: XMLHttpRequest) => object): void => {
  const Native = page.XMLHttpRequest;
  page.XMLHttpRequest = function () {
    const request = new Native();
    const own = change(request);
    return new Proxy(request, {
      get: (_target, name) => {
        const from = name in own ? own : request;
        const value = Reflect.get(from, name, from) as unknown;
        return typeof value === 'function' ? (value as Any).bind(from) : value;
      },
      set: (_target, name, value) => Reflect.set(request, name, value),
    });
  } as never;
};

const forbid = (page: Page, name: string, owner: object = page): void => {
  const get = (): never => {
    throw new page.DOMException('It is forbidden here.', 'SecurityError');
  };
  Object.defineProperty(owner, name, { configurable: true, get });
};

/** They change what the reader, the corrections and the exports use, too. */
const OLD: Readonly<Record<string, (page: Page) => void>> = {
  'Prototype.js 1.7: arrays and elements have its methods, and lists become text in JSON': (
    page,
  ) => {
    const arrays = page.Array.prototype;
    const toArray = function (this: unknown[]) {
      return (arrays.slice as Any).call(this);
    };
    for (const name of ['entries', 'toArray', 'clone']) give(arrays, name, toArray);
    give(arrays, 'toJSON', function (this: unknown[]) {
      const list: string[] = new page.Array<string>();
      for (let at = 0; at < this.length; at += 1) list.push(page.JSON.stringify(this[at]));
      return `[${list.join(', ')}]`;
    });
    for (const name of ['first', 'last', 'compact', 'flatten', 'without', 'each', 'select'])
      give(arrays, name, toArray);
    give(page.Function.prototype, 'bind', function (this: Any, ...given) {
      if (given.length < 2 && given[0] === undefined) return this;
      const [context, ...values] = given;
      return (...more: unknown[]) => this.apply(context, [...values, ...more]);
    });
    for (const name of [
      'remove',
      'update',
      'replace',
      'insert',
      'show',
      'hide',
      'scrollTo',
      'select',
    ])
      give(page.HTMLElement.prototype, name, function (this: HTMLElement) {
        if (name === 'remove') this.parentNode?.removeChild(this);
        return this;
      });
  },
  'MooTools 1.4: prototypes have its methods, which are enumerable': (page) => {
    for (const name of ['append', 'contains', 'clean', 'pick', 'getLast', 'erase', 'invoke'])
      give(page.Array.prototype, name, function (this: unknown) {
        return this;
      });
    for (const name of ['get', 'set', 'erase', 'empty', 'clone', 'match', 'scrollTo', 'measure'])
      give(page.HTMLElement.prototype, name, () => null);
    for (const name of ['each', 'extendAll'])
      give(page.Object.prototype, name, function (this: unknown) {
        return this;
      });
  },
  'Sugar 1.2: at goes around the list, normalize is its own, functions have once': (page) => {
    const define = (prototype: object, name: string, value: Any): void =>
      void Object.defineProperty(prototype, name, { value, configurable: true, writable: true });
    define(page.Array.prototype, 'at', function (this: unknown[], at) {
      const { length } = this;
      return this[((Number(at) % length) + length) % length];
    });
    define(page.String.prototype, 'at', function (this: string, at) {
      return this.charAt(((Number(at) % this.length) + this.length) % this.length);
    });
    const { normalize } = page.String.prototype;
    define(page.String.prototype, 'normalize', function (this: string) {
      return normalize.call(this, 'NFD').replace(/\p{M}/gu, '');
    });
    define(page.Array.prototype, 'remove', function (this: unknown[]) {
      return this;
    });
    for (const name of ['once', 'after', 'delay', 'fill', 'cancel'])
      define(page.Function.prototype, name, function (this: unknown) {
        return this;
      });
  },
  'es5-shim of 2012: bind, split and reduce are its own': (page) => {
    give(page.Function.prototype, 'bind', function (this: Any, context, ...values) {
      // eslint-disable-next-line @typescript-eslint/no-this-alias -- the shim's function can be a constructor
      const target = this;
      return function bound(this: object, ...more: unknown[]): unknown {
        return target.apply(context, [...values, ...more]);
      };
    });
    const { split } = page.String.prototype;
    give(page.String.prototype, 'split', function (this: string, separator, limit) {
      if (separator === undefined && limit === 0) return new page.Array<string>();
      return (split as Any).call(this, separator, limit);
    });
    give(page.Array.prototype, 'reduce', function (this: unknown[], ...given) {
      const [run, ...start] = given as [Any, ...unknown[]];
      let at = start.length > 0 ? 0 : 1;
      let result = start.length > 0 ? start[0] : this[0];
      for (; at < this.length; at += 1) result = run(result, this[at], at, this);
      return result;
    });
  },
};
const OLD_LIBRARIES = Object.keys(OLD);

/** Before the element is loaded. */
const EARLY: Readonly<Record<string, (page: Page) => void>> = {
  ...OLD,
  'Prototype.js 1.7: Array.from, Object.values and Element.prototype.scrollTo are its own': (
    page,
  ) => {
    page.Array.from = ((list: ArrayLike<unknown> | null) => {
      const results: unknown[] = new page.Array(list?.length ?? 0);
      for (let at = results.length; at-- > 0;) results[at] = list?.[at];
      return results;
    }) as never;
    page.Object.values = ((one: Record<string, unknown>) => {
      const results: unknown[] = new page.Array();
      // Inherited properties too.
      for (const name in one) results.push(one[name]);
      return results;
    }) as never;
    give(page.Element.prototype, 'scrollTo', function (this: Element) {
      return this;
    });
    give(page.Element.prototype, 'remove', function (this: Element) {
      this.parentNode?.removeChild(this);
      return this;
    });
  },
  'MooTools 1.4: Array.from returns a list of what it gets': (page) => {
    page.Array.from = ((one: unknown) =>
      page.Array.isArray(one) ? (one as unknown[]) : [one]) as never;
    give(page.Object.prototype, 'extendAll', function (this: unknown) {
      return this;
    });
  },
  'zone.js 0.10 wraps addEventListener': zones,
  'a Promise polyfill without allSettled and finally': oldPromise,
  'a wrapped XMLHttpRequest lacks upload': (page) =>
    wrappedXhr(page, () => ({ upload: undefined })),
  'a wrapped XMLHttpRequest cannot listen': (page) =>
    wrappedXhr(page, () => ({ addEventListener: undefined })),
  'a wrapped XMLHttpRequest throws on responseText': (page) =>
    wrappedXhr(page, () => ({
      get responseText(): string {
        throw new page.DOMException('wrong type', 'InvalidStateError');
      },
    })),
  'a script makes every XMLHttpRequest send cookies': (page) => {
    const { open } = page.XMLHttpRequest.prototype;
    give(page.XMLHttpRequest.prototype, 'open', function (this: XMLHttpRequest, ...values) {
      (open as Any).apply(this, values);
      this.withCredentials = true;
    });
  },
  'fetch resolves with an object that has only status, headers and json': (page) => {
    const { fetch } = page;
    page.fetch = (async (...values: Parameters<typeof fetch>) => {
      const response = await fetch.apply(page, values);
      const { status, ok, headers } = response;
      return { status, ok, headers, json: () => response.json() as unknown };
    }) as never;
  },
  'fetch ignores its signal, and throws at once when it is first called': (page) => {
    const { fetch } = page;
    let calls = 0;
    page.fetch = ((url: string, init: RequestInit = {}) => {
      if (++calls === 1) throw new page.TypeError('not ready');
      return fetch.call(page, url, { ...init, signal: null });
    }) as never;
  },
  'Date stands still': (page) => {
    const at = page.Date.now();
    page.Date.now = () => at;
  },
  'JSON.parse rejects with an error of its own': (page) => {
    const { parse } = page.JSON;
    page.JSON.parse = ((...values: Parameters<typeof parse>) => {
      try {
        return parse(...values) as unknown;
      } catch {
        throw new page.Error('no JSON');
      }
    }) as never;
  },
  'attachShadow closes every root': (page) => {
    const { attachShadow } = page.Element.prototype;
    give(page.Element.prototype, 'attachShadow', function (this: Element, init) {
      return attachShadow.call(this, { ...(init as ShadowRootInit), mode: 'closed' });
    });
  },
  'a registry of its own wraps customElements.define': (page) => {
    const { define } = page.CustomElementRegistry.prototype;
    give(page.CustomElementRegistry.prototype, 'define', function (this: unknown, name, element) {
      if ((this as CustomElementRegistry).get(name as string) === undefined)
        (define as Any).call(this, name, element);
    });
  },
  'MutationObserver observes nothing': (page) => {
    page.MutationObserver = class {
      observe = (): void => undefined;
      disconnect = (): void => undefined;
      takeRecords = (): [] => [];
    };
  },
  'a page without https: no crypto.subtle, no locks, no structuredClone': (page) => {
    for (const name of ['subtle', 'randomUUID'])
      Object.defineProperty(page.crypto, name, { value: undefined });
    Object.defineProperty(page.navigator, 'locks', { value: undefined });
    Object.defineProperty(page, 'structuredClone', { value: undefined });
  },
  'a frame without an origin: storage, locks, channels and cookies are forbidden': (page) => {
    for (const name of ['indexedDB', 'localStorage', 'sessionStorage', 'caches'])
      forbid(page, name);
    forbid(page, 'cookie', page.document);
    forbid(page, 'BroadcastChannel');
    Object.defineProperty(page.navigator, 'storage', { value: undefined });
    const denied = (): Promise<never> =>
      page.Promise.reject(new page.DOMException('It is forbidden here.', 'SecurityError'));
    Object.defineProperty(page.navigator, 'locks', { value: { request: denied, query: denied } });
  },
};

describe('a page whose libraries have changed built-ins', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const [title, patch] of Object.entries(PATCHES))
    it(`${title}: uploads, and shows the transcript`, async () => {
      await runRow({
        title,
        endsAs: 'ready',
        before: ({ tab }) => patch(tab.window as unknown as Page),
        after: async ({ tab: { element } }) => {
          await element.updateComplete;
          expect(element.renderRoot.querySelector('[part~="reader"]')).to.not.equal(null);
        },
      });
    });

  for (const [title, prepare] of Object.entries(EARLY))
    it(`before the element is loaded: ${title}: uploads, and shows the transcript`, async () => {
      let root: ParentNode | null = null;
      await runRow({
        title,
        endsAs: 'ready',
        stores: true,
        tab: {
          prepare: (window) => prepare(window as unknown as Page),
          // So that what stores, locks and tells other tabs runs too.
          attributes: { 'user-key': freshScope() },
        },
        faults: [{ name: 'status', at: 'part', status: 503, nth: 2, retryAfterSeconds: 1 }],
        sentTwice: 1,
        after: async ({ tab: { element } }) => {
          await element.updateComplete;
          root = element.renderRoot;
          expect(root.querySelector('[part~="reader"]')).to.not.equal(null);
          if (OLD_LIBRARIES.includes(title)) await useTranscript(element, EXPORT_FORMATS);
        },
      });
      expect(root).to.not.equal(null);
    });
});
