import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** `#t=83.5`: a place in a recording as the fragment of an address, after W3C Media Fragments 1.0, 4.2.1. */

interface TimeFragment {
  /** Milliseconds from the start of the audio, whole. */
  readonly ms: number;
  /** Which player on the page is meant; null where the link does not say. */
  readonly player: string | null;
}

/** Seconds, or minutes and seconds, or hours too; after `npt:` or nothing; an end after the comma is left aside. */
const TIME = /^(?:npt:)?(?:(?:(\d+):)?(\d{1,4}):)?(\d+(?:\.\d*)?)(?:,.*)?$/;

/** A page that keeps its route in the fragment has parameters only behind a question mark. */
const isRoute = (fragment: string): boolean => /^[!/]/.test(fragment);

const parametersOf = (fragment: string): URLSearchParams =>
  new URLSearchParams(isRoute(fragment) ? (fragment.split('?')[1] ?? '') : fragment);

const withoutMark = (hash: string): string => hash.replace(/^#/, '');

/** Reads `location.hash`; null where it names no time. */
export const parseTimeFragment = (hash: string): TimeFragment | null => {
  const parameters = parametersOf(withoutMark(hash));
  const [, hours = '0', minutes = '0', seconds = ''] = TIME.exec(parameters.get('t') ?? '') ?? [];
  if (seconds === '') return null;
  const ms = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
  if (!Number.isSafeInteger(ms)) return null;
  const player = parameters.get('player');
  return { ms, player: player === '' ? null : player };
};

/** The fragment that leads to a place; what else the fragment says stays. */
export const withTimeFragment = (hash: string, { ms, player }: TimeFragment): string => {
  const fragment = withoutMark(hash);
  const parameters = parametersOf(fragment);
  // A plain anchor, such as `#contents`, is no parameter: another place replaces it.
  if (!isRoute(fragment) && !fragment.includes('='))
    for (const name of [...parameters.keys()]) parameters.delete(name);
  parameters.set('t', String(Math.max(0, Math.round(ms)) / 1000));
  if (player === null) parameters.delete('player');
  else parameters.set('player', player);
  return isRoute(fragment)
    ? `#${fragment.split('?')[0] ?? ''}?${parameters.toString()}`
    : `#${parameters.toString()}`;
};

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
