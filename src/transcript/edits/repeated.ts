/** Finds what a person has corrected, so that the same correction can be offered for the rest of the transcript. */
import { charactersOf } from '../characters.js';
import { isUnspacedAtEnd, isUnspacedAtStart } from '../plain-text.js';
import { placesIn } from '../segment-ids.js';
import type { Segment } from '../transcript.js';
import { wordsIn } from './align-words.js';
import type { TranscriptEdit } from './edits.js';

/** Words that were replaced by other words. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** In words. A longer change is another sentence, and no name. */
const LONGEST = 4;

const LETTER = /[\p{L}\p{M}\p{N}]/u;
const EDGES = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;

/** The letters at the end of both that begin with a sign, such as `’s`; empty if there are none. */
const commonEnding = (one: string, other: string): string => {
  const [own, others] = [charactersOf(one), charactersOf(other)];
  let length = 0;
  while (length < own.length && own.at(-1 - length) === others.at(-1 - length)) length += 1;
  const common = own.slice(own.length - length).join('');
  return common.slice(common.search(/[^\p{L}\p{M}\p{N}]|$/u));
};

const replacement = (before: readonly string[], after: readonly string[]): Replacement[] => {
  if (before.length > LONGEST || after.length > LONGEST) return [];
  let [from, to] = [before.join(' '), after.join(' ')];
  const ending = commonEnding(from, to);
  from = from.slice(0, from.length - ending.length).replace(EDGES, '');
  to = to.slice(0, to.length - ending.length).replace(EDGES, '');
  return from === '' || to === '' || from === to ? [] : [{ from, to }];
};

/** The words that a new text replaces. Words that were only added or removed replace none. */
export const replacementsIn = (before: string, after: string): readonly Replacement[] => {
  const old = wordsIn(before).map((word) => word.text);
  const now = wordsIn(after).map((word) => word.text);
  const shorter = Math.min(old.length, now.length);
  let first = 0;
  while (first < shorter && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < shorter - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const changed = old.slice(first, old.length - last);
  const put = now.slice(first, now.length - last);
  if (changed.length !== put.length) return replacement(changed, put);
  // As many words as before: each run of changed ones is a replacement of its own.
  const found: Replacement[] = [];
  for (let at = 0; at < changed.length; at += 1) {
    let end = at;
    while (end < changed.length && changed[end] !== put[end]) end += 1;
    if (end > at) found.push(...replacement(changed.slice(at, end), put.slice(at, end)));
    at = end;
  }
  return found;
};

/** True if a letter before or after would make it part of a longer word. Scripts without spaces have no such letters. */
const isWhole = (text: string, start: number, end: number): boolean => {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  const own = text.slice(start, end);
  const begins =
    isUnspacedAtStart(own) ||
    isUnspacedAtEnd(before) ||
    !LETTER.test([...before.slice(-2)].at(-1) ?? '');
  const ends =
    isUnspacedAtEnd(own) ||
    isUnspacedAtStart(after) ||
    !LETTER.test([...after.slice(0, 2)][0] ?? '');
  return begins && ends;
};

/** The edits that make this replacement everywhere, and the number of places. The case of the letters must match. */
export const replaceEverywhere = (
  segments: readonly Segment[],
  { from, to }: Replacement,
): { readonly edits: readonly TranscriptEdit[]; readonly count: number } => {
  const { idAt } = placesIn(segments);
  const edits: TranscriptEdit[] = [];
  let count = 0;
  segments.forEach(({ text: was }, index) => {
    let text = '';
    let reached = 0;
    for (let at = was.indexOf(from); at !== -1; at = was.indexOf(from, at + from.length)) {
      if (!isWhole(was, at, at + from.length)) continue;
      text += was.slice(reached, at) + to;
      reached = at + from.length;
      count += 1;
    }
    if (reached === 0) return;
    edits.push({ kind: 'correct-text', segment: idAt(index), text: text + was.slice(reached) });
  });
  return { edits, count };
};
