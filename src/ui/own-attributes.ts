import type { LitElement, ReactiveController } from 'lit';

/** With `tabindex`, the element takes the focus without a stop of Tab of its own. */
export const SHADOW_ROOT: ShadowRootInit = { mode: 'open', delegatesFocus: true };

const MOST_ROUNDS = 10;

/** The first of these says that somebody uses the page. */
const STARTS = ['keydown', 'pointerdown'];

/** The attributes of an element that the element itself sets. */
export interface OwnAttributes {
  /** Sets the attribute; null removes it. */
  readonly set: (name: string, value: string | null) => void;
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
  let observer: MutationObserver | null = null;
  /** How often they were put back since the last timer. */
  let rounds = 0;

  const put = (): boolean => {
    const before = [...own].filter(([name, value]) => {
      const shown = host.getAttribute(name);
      return shown !== value && (name !== 'tabindex' || shown === null);
    });
    for (const [name, value] of before) {
      if (value === null) host.removeAttribute(name);
      else host.setAttribute(name, value);
    }
    return before.length > 0;
  };

  const set = (name: string, value: string | null): void => {
    own.set(name, value);
    put();
  };

  const list = (): void => {
    if (!own.has('tabindex')) set('tabindex', '0');
  };

  const controller: ReactiveController = {
    hostConnected() {
      observer ??= new MutationObserver(() => {
        if (rounds === MOST_ROUNDS || !put()) return;
        rounds += 1;
        setTimeout(() => (rounds = 0));
      });
      observer.observe(host, { attributes: true });
      // Before somebody uses the page, a framework may still compare it with its HTML.
      for (const type of STARTS) host.ownerDocument.addEventListener(type, list, true);
    },
    hostDisconnected() {
      observer?.disconnect();
      for (const type of STARTS) host.ownerDocument.removeEventListener(type, list, true);
    },
  };
  host.addController(controller);
  return { set };
};
