/** Groups consecutive segments of one speaker into turns. */
import { listSpeakers, type Speaker } from './badges.js';
import { type SpeakerIdentities } from './speakers.js';
import type { Segment, Transcript } from './transcript.js';

/** A range of segments: [first, end). */
export interface SegmentRange {
  readonly first: number;
  readonly end: number;
}

export interface Turn extends SegmentRange {
  readonly speaker: Speaker;
  readonly start_ms: number;
  readonly end_ms: number;
}

type Draft = { -readonly [Key in keyof Turn]: Turn[Key] };

/** Longer turns are split, so that a lecture has headings to move by, and each is drawn within a frame. */
const LONGEST = { ms: 300_000, segments: 96 } as const;
/** If segments have no speaker, this many milliseconds of silence start a new turn. */
const PARAGRAPH_PAUSE = 2_500;

/** Groups segments into turns. One whose words were removed is in the turn before it. See listSpeakers. */
export const toTurns = (
  transcript: Transcript,
  identities?: SpeakerIdentities,
): { readonly turns: readonly Turn[]; readonly speakers: readonly Speaker[] } => {
  const speakers = listSpeakers(transcript, identities);
  const { segments } = transcript;
  const byName = new Map(speakers.map((speaker) => [speaker.name, speaker]));
  const turns: Draft[] = [];
  let turn: Draft | undefined;
  const firstSpoken = segments.find(({ text }) => text !== '');
  segments.forEach(({ speaker: own = null, start_ms, end_ms, text }, index) => {
    const isEmptied = text === '';
    // Emptied segments at the start belong to the first turn with words.
    const name = isEmptied && !turn && firstSpoken ? (firstSpoken.speaker ?? null) : own;
    const speaker = byName.get(name);
    if (!speaker) return;
    const continues =
      turn !== undefined &&
      (isEmptied ||
        (turn.speaker === speaker &&
          index - turn.first < LONGEST.segments &&
          start_ms - turn.start_ms < LONGEST.ms &&
          (name !== null || start_ms - turn.end_ms < PARAGRAPH_PAUSE)));
    if (turn && continues) {
      turn.end = index + 1;
      turn.end_ms = Math.max(turn.end_ms, end_ms);
    } else {
      turn = { speaker, first: index, end: index + 1, start_ms, end_ms };
      turns.push(turn);
    }
  });
  return { turns, speakers };
};

/** About the size of a paragraph. */
const PARAGRAPH = { ms: 60_000, characters: 700, segments: 40 } as const;
/** A turn this much longer than a paragraph stays whole. */
const TOLERANCE = 1.15;
/** A paragraph may get this much longer to end with a sentence. */
const STRETCH = 1.4;
/** A shorter rest stays with the paragraph before it. */
const REST = 0.4;

const ENDS_SENTENCE = /[.?!…。？！؟۔।]["'”’»)\]]*\s*$/u;

export const endsSentence = (text: string): boolean => ENDS_SENTENCE.test(text);

/** Splits a long turn into paragraphs of similar length, at the end of a sentence if possible. */
export const toParagraphs = (
  segments: readonly Segment[],
  { first, end, start_ms, end_ms }: Omit<Turn, 'speaker'>,
): readonly SegmentRange[] => {
  const count = end - first;
  let characters = 0;
  for (let at = first; at < end; at += 1) characters += segments[at]?.text.length ?? 0;
  const length = end_ms - start_ms;
  const sizes = {
    time: length / PARAGRAPH.ms,
    text: characters / PARAGRAPH.characters,
    count: count / PARAGRAPH.segments,
  };
  const total = Math.max(sizes.time, sizes.text, sizes.count);
  if (count === 1 || total <= TOLERANCE) return [{ first, end }];
  /** The share of the turn up to this segment, measured by what makes it long. */
  const shareUpTo = (at: number, spoken: number): number =>
    total === sizes.time
      ? ((segments[at]?.start_ms ?? end_ms) - start_ms) / length
      : total === sizes.text
        ? spoken / characters
        : (at - first) / count;
  const share = 1 / Math.ceil(total);
  const paragraphs: SegmentRange[] = [];
  let from = first;
  let reached = 0;
  let spoken = 0;
  for (let at = first + 1; at < end; at += 1) {
    const { text } = segments[at - 1] ?? { text: '' };
    spoken += text.length;
    const here = shareUpTo(at, spoken);
    if (here - reached < share * (endsSentence(text) ? 1 : STRETCH)) continue;
    if (1 - here < share * REST) break;
    paragraphs.push({ first: from, end: at });
    from = at;
    reached = here;
  }
  return [...paragraphs, { first: from, end }];
};
