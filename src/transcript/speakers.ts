/** The speakers of a transcript, with badges that distinguish them without relying on colour. */
import type { Segment } from './transcript.js';

export interface Speaker {
  /** Null for segments without a speaker. */
  readonly name: string | null;
  /** Order of first appearance in the transcript before edits, from 0. Determines colour and shape. */
  readonly index: number;
  /** One to three characters, unique per speaker. Empty for null. */
  readonly badge: string;
  /** Total talking time in milliseconds. */
  readonly talk_ms: number;
}

const firstGraphemes = (text: string, count: number): string => {
  const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let taken = '';
  let left = count;
  for (const { segment } of graphemes.segment(text)) {
    if (left-- === 0) break;
    taken += segment;
  }
  return taken.toLocaleUpperCase();
};

/** Possible badges for a name, best first. Labels such as `SPEAKER_01` differ only in their number. */
const candidates = (name: string): string[] => {
  const words = name.split(/[\s_.,;:/-]+/u).filter((word) => word !== '');
  const first = words[0] ?? name;
  const last = words.at(-1) ?? name;
  const number = /(\d{1,3})$/.exec(name)?.[1];
  return [
    ...(number === undefined ? [] : [String(Number(number))]),
    ...(words.length > 1
      ? [firstGraphemes(first, 1) + firstGraphemes(last, 1)]
      : [firstGraphemes(first, 1)]),
    firstGraphemes(first, 2),
  ];
};

const badgeOf = (name: string, index: number, taken: ReadonlySet<string>): string => {
  const free = candidates(name).find((badge) => badge !== '' && !taken.has(badge));
  if (free !== undefined) return free;
  let number = index + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
};

/** The `index` of each speaker by name. */
export type SpeakerIndexes = ReadonlyMap<string | null, number>;

/**
 * The speakers in order of appearance. For an edited transcript, pass the result of speakerIndexes as
 * `indexes` to keep indexes stable. A speaker that is not in it gets the next free index.
 */
export const listSpeakers = (
  segments: readonly Segment[],
  indexes: SpeakerIndexes = new Map(),
): readonly Speaker[] => {
  let unused = 0;
  for (const index of indexes.values()) unused = Math.max(unused, index + 1);
  const speakers = [...talkTimes(segments)].map(([name, talk_ms]) => ({
    name,
    index: indexes.get(name) ?? unused++,
    talk_ms,
  }));
  // In order of index, so that a new speaker does not take the badge of an old one.
  const badges = new Map<string | null, string>();
  const taken = new Set<string>();
  for (const { name, index } of [...speakers].sort((one, other) => one.index - other.index)) {
    const badge = name === null ? '' : badgeOf(name, index, taken);
    badges.set(name, badge);
    taken.add(badge);
  }
  return speakers.map((speaker) => ({ ...speaker, badge: badges.get(speaker.name) ?? '' }));
};

/** Milliseconds covered by the segments, which must be sorted by start. Overlaps count once. */
export const coveredTime = (segments: Iterable<Segment>): number => {
  let covered = 0;
  let reached = 0;
  for (const { start_ms, end_ms } of segments) {
    covered += Math.max(0, end_ms - Math.max(start_ms, reached));
    reached = Math.max(reached, end_ms);
  }
  return covered;
};

/**
 * Talking time per speaker in milliseconds. Segments without a speaker count under null. Segments must be
 * sorted by start.
 */
export const talkTimes = (segments: readonly Segment[]): ReadonlyMap<string | null, number> => {
  const bySpeaker = new Map<string | null, { covered: number; reached: number }>();
  for (const { speaker: name = null, start_ms, end_ms } of segments) {
    let own = bySpeaker.get(name);
    if (own === undefined) bySpeaker.set(name, (own = { covered: 0, reached: 0 }));
    own.covered += Math.max(0, end_ms - Math.max(start_ms, own.reached));
    own.reached = Math.max(own.reached, end_ms);
  }
  return new Map([...bySpeaker].map(([name, { covered }]) => [name, covered]));
};
