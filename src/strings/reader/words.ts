/** What the English words of the reader share. */
import { timeParts } from '../../transcript/index.js';

export const counted = (count: number, noun: string): string =>
  `${count} ${noun}${count === 1 ? '' : 's'}`;

/** Milliseconds, as they are said. */
export const spokenTime = (ms: number): string => {
  const { hours, minutes, seconds } = timeParts(ms);
  return [
    ...(hours > 0 ? [counted(hours, 'hour')] : []),
    ...(minutes > 0 ? [counted(minutes, 'minute')] : []),
    ...(seconds > 0 || (hours === 0 && minutes === 0) ? [counted(seconds, 'second')] : []),
  ].join(' ');
};

/** Tags that name no language: undetermined, several, none (ISO 639-2). */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['und', 'mul', 'zxx', 'mis']);

/** Null where the tag names none. */
export const languageName = (tag: string): string | null => {
  if (NO_LANGUAGE.has(tag)) return null;
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
};
