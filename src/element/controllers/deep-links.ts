import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { parseTimeFragment, withTimeFragment } from './time-fragment.js';

type Host = ReactiveControllerHost & HTMLElement;

/**
 * `#t=83.5` in the page's address leads to a place in the recording, when it is shown and whenever the fragment
 * changes. Of several elements on a page the first is meant, unless the link says `player=` and an element's id.
 */
export class DeepLinkController implements ReactiveController {
  readonly #host: Host;
  readonly #seek: (ms: number) => void;

  constructor(host: Host, seek: (ms: number) => void) {
    this.#host = host;
    this.#seek = seek;
    host.addController(this);
  }

  /** The recording is shown now: goes where the address says. */
  follow(): void {
    const fragment = parseTimeFragment(location.hash);
    if (fragment !== null && this.#isMeant(fragment.player)) this.#seek(fragment.ms);
  }

  /** An address of this page that leads to a place in milliseconds. */
  linkTo(ms: number): string {
    const address = new URL(location.href);
    const player = this.#isFirst() ? null : this.#host.id;
    address.hash = withTimeFragment(location.hash, { ms, player: player === '' ? null : player });
    return address.href;
  }

  hostConnected(): void {
    window.addEventListener('hashchange', this.#onHashChange);
  }

  hostDisconnected(): void {
    window.removeEventListener('hashchange', this.#onHashChange);
  }

  readonly #onHashChange = (): void => this.follow();

  #isFirst(): boolean {
    const root = this.#host.getRootNode() as Document | ShadowRoot;
    return root.querySelector(this.#host.localName) === this.#host;
  }

  #isMeant(player: string | null): boolean {
    return player === null ? this.#isFirst() : this.#host.id === player;
  }
}
