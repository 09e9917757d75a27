/** The speakers of a transcript, and the names that are shown for them. */
import type { NumberedSpeaker } from '../protocol/types.js';
import { closed, isBlank } from './plain-text.js';
import type { Segment, Transcript } from './transcript.js';

/** The speakers of a transcript are in its lines, and in what it says about them. */
export type Spoken = Pick<Transcript, 'segments' | 'speakers'>;

/** A speaker, and what is shown for it. */
export interface NamedSpeaker {
  /** As in the data: the service's label, or the name that a person gave. Null for segments without a speaker. */
  readonly name: string | null;
  /** Shown as "Speaker 1" in place of a label of the service; null if the name is shown. */
  readonly number: number | null;
  /** Order of first appearance in the transcript before edits, from 0. Determines colour and shape. */
  readonly index: number;
}

/** Labels of speakers without names: `S1`, `spk_0`, `SPEAKER_01`, `Guest-1`, `3`, `B`, `Speaker B`, a UUID. */
const SERVICE_LABEL =
  /^(?:(?:(?:speaker|spkr?|sp|s|guest|channel|ch)[_.#:-]?)?\d{1,4}|(?:(?:speaker|spkr?)[\s_.#:-])?[a-z]|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/i;

/** True if a label of the service is not a name for people. */
export const isServiceLabel = (label: string): boolean => SERVICE_LABEL.test(label);

/** A label that says its own number. It keeps the number, so that no other speaker is called the same. */
const NUMBERED_LABEL = /^Speaker ([1-9]\d{0,3})$/;

/** Identifies a speaker. Renaming the speaker does not change it. */
interface SpeakerIdentity {
  /** Order of first appearance in the transcript before edits, from 0. */
  readonly index: number;
  /** The number that is shown in place of the label; null for a name. */
  readonly number: number | null;
  /** As in the transcript without edits; null for none. */
  readonly label: string | null;
}

/** The identity of each speaker by name. */
export type SpeakerIdentities = ReadonlyMap<string | null, SpeakerIdentity>;

/** The identities in a transcript without edits. Labels are numbered in order, unless they or the transcript say a number. */
export const firstIdentities = ({ segments, speakers = [] }: Spoken): SpeakerIdentities => {
  const identities = new Map<string | null, SpeakerIdentity>();
  const given = new Map<string | null, number | null>();
  const labels = new Set(segments.map(({ speaker = null }) => speaker));
  for (const label of labels) {
    const [, digits] = NUMBERED_LABEL.exec(label ?? '') ?? [];
    if (digits !== undefined) given.set(label, Number(digits));
  }
  for (const { speaker, number } of speakers) given.set(speaker, number);
  const taken = new Set(given.values());
  let last = 0;
  for (const label of labels) {
    let number: number | null = null;
    if (label !== null) {
      do last += 1;
      while (taken.has(last));
      number = given.get(label) ?? (given.has(label) || !isServiceLabel(label) ? null : last);
    }
    identities.set(label, { index: identities.size, number, label });
  }
  return identities;
};

/** The speakers in order of appearance. After edits, `identities` keeps their indexes and numbers stable. */
export const speakersIn = (
  spoken: Spoken,
  identities: SpeakerIdentities = firstIdentities(spoken),
): readonly NamedSpeaker[] => {
  let unused = 0;
  for (const { index } of identities.values()) unused = Math.max(unused, index + 1);
  const names = new Set(spoken.segments.map(({ speaker = null }) => speaker));
  return [...names].map((name) => {
    const { index, number, label } = identities.get(name) ?? {
      index: unused++,
      number: null,
      label: null,
    };
    return { name, number: name === label ? number : null, index };
  });
};

/** What lines with words don't say about their speakers. Undefined if they say it all. */
export const speakersBeside = (
  segments: readonly Segment[],
  identities: SpeakerIdentities,
): readonly NumberedSpeaker[] | undefined => {
  const lines = { segments: segments.filter(({ text }) => !isBlank(text)) };
  const read = speakersIn(lines);
  const shown = speakersIn(lines, identities);
  if (shown.every(({ number }, at) => number === read[at]?.number)) return undefined;
  return shown.flatMap(({ name, number }) => (name === null ? [] : [{ speaker: name, number }]));
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
  { name, number }: Pick<NamedSpeaker, 'name' | 'number'>,
  words: SpeakerWords,
): string => (number === null ? (name ?? words.unknownSpeaker) : words.numberedSpeaker(number));

/** Finds the name that is shown for a speaker. It is empty if no line has a speaker. */
export const namesOf = (
  spoken: Spoken,
  identities: SpeakerIdentities | undefined,
  words: SpeakerWords,
): ((speaker: string | null) => string) => {
  const speakers = speakersIn(spoken, identities);
  const isNamed = speakers.some(({ name }) => name !== null);
  return (speaker) => {
    const found = speakers.find(({ name }) => name === speaker);
    return found && isNamed ? closed(shownName(found, words)) : '';
  };
};
