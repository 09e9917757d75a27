import type { LitElement } from 'lit';
import { whileConnected } from '../ui/while-connected.js';

interface TimeFragment {
  /** Milliseconds from the start of the audio, whole. */
  readonly ms: number;
  /** Where a passage ends, in milliseconds; null for a link to a time. */
  readonly end: number | null;
  /** Id of the element; null if the link names none. */
  readonly player: string | null;
}

/** `[[hh:]mm:]ss[.fff]` of W3C Media Fragments 1.0, 4.2.1. */
const TIME = /^(?:(?:(\d+):)?(\d{1,4}):)?(\d+(?:\.\d*)?)$/;

/** In milliseconds; null if it is no time. */
const parseTime = (text = ''): number | null => {
  const [, hours = '0', minutes = '0', seconds] = TIME.exec(text) ?? [];
  if (seconds === undefined) return null;
  const ms = Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000);
  return Number.isSafeInteger(ms) ? ms : null;
};

/** True for pages that keep their route in the fragment. Its parameters follow a question mark. */
const isRoute = (fragment: string): boolean => /^[!/]/.test(fragment);

const parametersOf = (fragment: string): URLSearchParams =>
  new URLSearchParams(isRoute(fragment) ? (fragment.split('?')[1] ?? '') : fragment);

const withoutMark = (hash: string): string => hash.replace(/^#/, '');

/** Reads a time such as `#t=83.5`, or a passage such as `#t=10,20`, from `location.hash`; null if it has none. */
export const parseTimeFragment = (hash: string): TimeFragment | null => {
  const parameters = parametersOf(withoutMark(hash));
  const [from, to] = (parameters.get('t') ?? '').replace(/^npt:/, '').split(',');
  const until = parseTime(to);
  // `t=,20` starts at 0.
  const ms = from === '' && until !== null ? 0 : parseTime(from);
  if (ms === null) return null;
  const end = until !== null && until > ms ? until : null;
  return { ms, end, player: parameters.get('player') || null };
};

/** Sets the time in a fragment, or a passage such as `t=10,20`, and keeps its other parameters. */
export const withTimeFragment = (hash: string, { ms, end, player }: TimeFragment): string => {
  const fragment = withoutMark(hash);
  const parameters = parametersOf(fragment);
  // A plain anchor, such as `#contents`, is replaced.
  if (!isRoute(fragment) && !fragment.includes('='))
    for (const name of [...parameters.keys()]) parameters.delete(name);
  const seconds = (time: number): string => String(Math.max(0, Math.round(time)) / 1000);
  parameters.set('t', [ms, ...(end === null ? [] : [end])].map(seconds).join(','));
  if (player === null) parameters.delete('player');
  else parameters.set('player', player);
  // A comma needs no escape in a fragment.
  const written = parameters.toString().replace(/(^|&)(t=[\d.]+)%2C/, '$1$2,');
  return isRoute(fragment) ? `#${fragment.split('?')[0] ?? ''}?${written}` : `#${written}`;
};

/**
 * Seeks to the time in the page's URL, such as `#t=83.5`, when the recording is shown and when the fragment
 * changes. Playback stops once at the end of a passage. If a page has several elements, this applies to the first one, or to the one whose id is given by
 * `player=`.
 */
export class DeepLinkController {
  constructor(
    private readonly host: LitElement,
    private readonly seek: (ms: number, end: number | null) => void,
  ) {
    whileConnected(host, () => {
      const listener = (): void => this.follow();
      window.addEventListener('hashchange', listener);
      return () => window.removeEventListener('hashchange', listener);
    });
  }

  /** Seeks to the time in the page's URL, if there is one. */
  follow(): void {
    const fragment = parseTimeFragment(location.hash);
    if (fragment !== null && this.#isMeant(fragment.player)) this.seek(fragment.ms, fragment.end);
  }

  /** Returns the URL of this page with this time, or with the passage until `end`, in milliseconds. */
  linkTo(ms: number, end: number | null = null): string {
    const address = new URL(location.href);
    const player = this.#isFirst() ? null : this.host.id;
    const fragment = { ms, end, player: player === '' ? null : player };
    address.hash = withTimeFragment(location.hash, fragment);
    return address.href;
  }

  #isFirst(): boolean {
    const root = this.host.getRootNode() as Document | ShadowRoot;
    const players = `audio-transcribe, audio-transcript, ${this.host.localName}`;
    return root.querySelector(players) === this.host;
  }

  #isMeant(player: string | null): boolean {
    return player === null ? this.#isFirst() : this.host.id === player;
  }
}
