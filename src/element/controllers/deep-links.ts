import type { ReactiveController, ReactiveControllerHost } from 'lit';

interface TimeFragment {
  /** Milliseconds from the start of the audio, whole. */
  readonly ms: number;
  /** Id of the element; null if the link names none. */
  readonly player: string | null;
}

/** `[npt:][[hh:]mm:]ss[.fff][,end]` of W3C Media Fragments 1.0, 4.2.1. The end is ignored. */
const TIME = /^(?:npt:)?(?:(?:(\d+):)?(\d{1,4}):)?(\d+(?:\.\d*)?)(?:,.*)?$/;

/** True for pages that keep their route in the fragment. Its parameters follow a question mark. */
const isRoute = (fragment: string): boolean => /^[!/]/.test(fragment);

const parametersOf = (fragment: string): URLSearchParams =>
  new URLSearchParams(isRoute(fragment) ? (fragment.split('?')[1] ?? '') : fragment);

const withoutMark = (hash: string): string => hash.replace(/^#/, '');

/** Reads a time such as `#t=83.5` from `location.hash`; null if it has none. */
export const parseTimeFragment = (hash: string): TimeFragment | null => {
  const parameters = parametersOf(withoutMark(hash));
  const [, hours = '0', minutes = '0', seconds = ''] = TIME.exec(parameters.get('t') ?? '') ?? [];
  if (seconds === '') return null;
  const ms = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
  if (!Number.isSafeInteger(ms)) return null;
  const player = parameters.get('player');
  return { ms, player: player === '' ? null : player };
};

/** Sets the time in a fragment, and keeps its other parameters. */
export const withTimeFragment = (hash: string, { ms, player }: TimeFragment): string => {
  const fragment = withoutMark(hash);
  const parameters = parametersOf(fragment);
  // A plain anchor, such as `#contents`, is replaced.
  if (!isRoute(fragment) && !fragment.includes('='))
    for (const name of [...parameters.keys()]) parameters.delete(name);
  parameters.set('t', String(Math.max(0, Math.round(ms)) / 1000));
  if (player === null) parameters.delete('player');
  else parameters.set('player', player);
  return isRoute(fragment)
    ? `#${fragment.split('?')[0] ?? ''}?${parameters.toString()}`
    : `#${parameters.toString()}`;
};

/**
 * Seeks to the time in the page's URL, such as `#t=83.5`, when the recording is shown and when the fragment
 * changes. If a page has several elements, this applies to the first one, or to the one whose id is given by
 * `player=`.
 */
export class DeepLinkController implements ReactiveController {
  constructor(
    private readonly host: ReactiveControllerHost & HTMLElement,
    private readonly seek: (ms: number) => void,
  ) {
    host.addController(this);
  }

  /** Seeks to the time in the page's URL, if there is one. */
  follow(): void {
    const fragment = parseTimeFragment(location.hash);
    if (fragment !== null && this.#isMeant(fragment.player)) this.seek(fragment.ms);
  }

  /** Returns the URL of this page with this time in milliseconds. */
  linkTo(ms: number): string {
    const address = new URL(location.href);
    const player = this.#isFirst() ? null : this.host.id;
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
    const root = this.host.getRootNode() as Document | ShadowRoot;
    return root.querySelector(this.host.localName) === this.host;
  }

  #isMeant(player: string | null): boolean {
    return player === null ? this.#isFirst() : this.host.id === player;
  }
}
