import type { LitElement } from 'lit';
import { whileConnected } from './while-connected.js';

/** With `tabindex`, the element takes the focus without a stop of Tab of its own. */
export const SHADOW_ROOT: ShadowRootInit = { mode: 'open', delegatesFocus: true };

const MOST_ROUNDS = 10;

/** The attributes of an element that the element itself sets. */
export interface OwnAttributes {
  /** Their values by name. Null for one that the element removes. */
  readonly own: Map<string, string | null>;
  /** Gives the element these attributes. Returns false if it has them. */
  readonly put: () => boolean;
}

/**
 * Puts back the attributes that the element sets when something else takes them away: libraries that compare a page with its next HTML
 * remove them. A page that removes them again each time wins.
 *
 * `tabindex` is one of them, unless the page sets it. It lists the element among those that take the focus, for dialogs that keep the
 * focus inside. It is set when somebody first uses the page. With `delegatesFocus`, it adds no stop of Tab.
 */
export const ownAttributes = (host: LitElement): OwnAttributes => {
  const own = new Map<string, string | null>();
  /** How often they were put back since the last timer. */
  let rounds = 0;

  const put = (): boolean => {
    let isPut = false;
    for (const [name, value] of own) {
      const shown = host.getAttribute(name);
      if (shown === value || (name === 'tabindex' && shown !== null)) continue;
      isPut = true;
      if (value === null) host.removeAttribute(name);
      else host.setAttribute(name, value);
    }
    return isPut;
  };

  const list = (): void => {
    own.set('tabindex', '0');
    put();
  };

  whileConnected(host, () => {
    const { ownerDocument: page } = host;
    const observer = new MutationObserver(() => {
      if (rounds === MOST_ROUNDS || !put()) return;
      rounds += 1;
      setTimeout(() => (rounds = 0));
    });
    observer.observe(host, { attributes: true });
    // Before somebody uses the page, a framework may still compare it with its HTML.
    const disconnected = new AbortController();
    const { signal } = disconnected;
    for (const type of ['keydown', 'pointerdown'])
      page.addEventListener(type, list, { capture: true, once: true, signal });
    return () => {
      observer.disconnect();
      disconnected.abort();
    };
  });
  return { own, put };
};
