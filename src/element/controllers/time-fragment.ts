/** `#t=83.5`: a place in a recording as the fragment of an address, after W3C Media Fragments 1.0, 4.2.1. */

export interface TimeFragment {
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
