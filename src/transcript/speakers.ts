/** The speakers of a transcript, with badges that distinguish them without relying on colour. */
import { charactersOf } from './characters.js';
import { closed } from './plain-text.js';
import type { Segment } from './transcript.js';

export interface Speaker {
  /** As in the data: the service's label, or the name that a person gave. Null for segments without a speaker. */
  readonly name: string | null;
  /** Shown as "Speaker 1" in place of a label of the service; null if the name is shown. */
  readonly number: number | null;
  /** Order of first appearance in the transcript before edits, from 0. Determines colour and shape. */
  readonly index: number;
  /** One to three characters, unique per speaker. Empty for null. */
  readonly badge: string;
}

const firstGraphemes = (text: string, count: number): string =>
  charactersOf(text).slice(0, count).join('').toLocaleUpperCase();

/** Possible badges for a name, best first. Names such as `Speaker 1` differ only in their number. */
function* candidates(name: string): Generator<string> {
  const words = name.split(/[\s_.,;:/-]+/u).filter((word) => word !== '');
  const first = words[0] ?? name;
  const last = words.at(-1) ?? name;
  const number = /(\d{1,3})$/.exec(name)?.[1];
  if (number !== undefined) yield String(Number(number));
  yield words.length > 1
    ? firstGraphemes(first, 1) + firstGraphemes(last, 1)
    : firstGraphemes(first, 1);
  yield firstGraphemes(first, 2);
}

const badgeOf = (name: string, index: number, taken: ReadonlySet<string>): string => {
  for (const badge of candidates(name)) if (badge !== '' && !taken.has(badge)) return badge;
  let number = index + 1;
  while (taken.has(String(number))) number += 1;
  return String(number);
};

/** Labels of speakers without names: `S1`, `spk_0`, `SPEAKER_01`, `Guest-1`, `3`, `B`, `Speaker B`, a UUID. */
const SERVICE_LABEL =
  /^(?:(?:(?:speaker|spkr?|sp|s|guest|channel|ch)[_.#:-]?)?\d{1,4}|(?:(?:speaker|spkr?)[\s_.#:-])?[a-z]|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** True if a label of the service is not a name for people. "Speaker 1" with a space already is one. */
export const isServiceLabel = (label: string): boolean => SERVICE_LABEL.test(label);

/** Identifies a speaker. Renaming the speaker does not change it. */
interface SpeakerIdentity {
  /** Order of first appearance in the transcript before edits, from 0. */
  readonly index: number;
  /** Order of first appearance among the speakers with a label, from 1; null for a new speaker. */
  readonly number: number | null;
  /** The service's label; null for none. */
  readonly label: string | null;
}

/** The identity of each speaker by name. */
export type SpeakerIdentities = ReadonlyMap<string | null, SpeakerIdentity>;

/** The identities in a transcript without edits. */
export const firstIdentities = (segments: readonly Segment[]): SpeakerIdentities => {
  const identities = new Map<string | null, SpeakerIdentity>();
  let labels = 0;
  for (const { speaker: label = null } of segments) {
    if (identities.has(label)) continue;
    const number = label === null ? null : (labels += 1);
    identities.set(label, { index: identities.size, number, label });
  }
  return identities;
};

/** The speakers in order of appearance. After edits, `identities` keeps their indexes and numbers stable. */
export const listSpeakers = (
  segments: readonly Segment[],
  identities: SpeakerIdentities = firstIdentities(segments),
): readonly Speaker[] => {
  let unused = 0;
  for (const { index } of identities.values()) unused = Math.max(unused, index + 1);
  const names = new Set(segments.map(({ speaker = null }) => speaker));
  const speakers = [...names].map((name) => {
    const { index, number, label } = identities.get(name) ?? {
      index: unused++,
      number: null,
      label: null,
    };
    const isNamed = name === null || name !== label || !isServiceLabel(name);
    return { name, number: isNamed ? null : number, index };
  });
  const badges = new Map<string | null, string>([[null, '']]);
  const taken = new Set<string>();
  const take = (name: string | null, badge: string): void => {
    badges.set(name, badge);
    taken.add(badge);
  };
  for (const { name, number } of speakers) if (number !== null) take(name, String(number));
  // In order of index, so that a new speaker does not take the badge of an old one.
  for (const { name, index } of [...speakers].sort((one, other) => one.index - other.index))
    if (name !== null && !badges.has(name)) take(name, badgeOf(name, index, taken));
  return speakers.map((speaker) => ({ ...speaker, badge: badges.get(speaker.name) ?? '' }));
};

/** The words for speakers without a name. */
export interface SpeakerWords {
  readonly numberedSpeaker: (number: number) => string;
  readonly unknownSpeaker: string;
}

/** The words of a page whose language has none. */
export const ENGLISH_SPEAKERS: SpeakerWords = {
  numberedSpeaker: (number) => `Speaker ${number}`,
  unknownSpeaker: 'Unknown speaker',
};

/** The name to show: "Speaker 1" until a person has named the speaker. */
export const shownName = (
  { name, number }: Pick<Speaker, 'name' | 'number'>,
  words: SpeakerWords,
): string => (number === null ? (name ?? words.unknownSpeaker) : words.numberedSpeaker(number));

/** Finds the name that is shown for a speaker. It is empty if no line has a speaker. */
export const namesOf = (
  segments: readonly Segment[],
  identities: SpeakerIdentities | undefined,
  words: SpeakerWords,
): ((speaker: string | null) => string) => {
  const speakers = listSpeakers(segments, identities);
  const isNamed = speakers.some(({ name }) => name !== null);
  return (speaker) => {
    const found = speakers.find(({ name }) => name === speaker);
    return found && isNamed ? closed(shownName(found, words)) : '';
  };
};
