import fc from 'fast-check';
import { edit, startHistory } from '../../../src/transcript/edits/edit-history.js';
import { EditError, type TranscriptEdit } from '../../../src/transcript/edits/edits.js';
import { listSpeakers } from '../../../src/transcript/speakers.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { anyText, transcriptOf, transcripts } from './arbitraries.js';

/** An action of the user that can be applied to any transcript. */
type Wish = (transcript: Transcript) => TranscriptEdit | null;

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length];

const names = fc.oneof(
  fc.constantFrom('Anna', 'Bob', 'Cleo', 'דנה', '4'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }),
);
const words = fc.oneof(
  fc.constantFrom('Yes.', '你好', 'a\nb', ' padded ', '$&'),
  anyText({ minLength: 1, maxLength: 12 }),
);
const number = fc.nat({ max: 10_000 });

const speakerOf = (transcript: Transcript, at: number): string | null =>
  pick(listSpeakers(transcript.segments), at)?.name ?? null;

export const wishes: fc.Arbitrary<Wish> = fc.oneof(
  fc.tuple(number, names).map(([at, to]): Wish => (transcript) => {
    return { kind: 'rename-speaker', from: speakerOf(transcript, at), to };
  }),
  fc.tuple(number, number).map(([at, other]): Wish => (transcript) => {
    const into = speakerOf(transcript, other);
    return into === null ? null : { kind: 'merge-speakers', from: speakerOf(transcript, at), into };
  }),
  fc
    .tuple(fc.array(number, { maxLength: 5 }), fc.option(names))
    .map(([at, to]): Wish => ({ segments }) => {
      const indexes = segments.length === 0 ? [] : at.map((one) => one % segments.length);
      return { kind: 'assign-speaker', segments: indexes, to };
    }),
  fc.tuple(number, words).map(([at, text]): Wish => ({ segments }) => {
    return { kind: 'correct-text', segment: at % (segments.length + 1), text };
  }),
);

/** A transcript with two hundred speakers, and some segments without a speaker. */
const crowd = transcriptOf(
  ...Array.from(
    { length: 600 },
    (_, at) =>
      [at % 7 ? `Speaker ${at % 200}` : undefined, at * 10, at * 10 + 9, `Line ${at}.`] as const,
  ),
);

/** A transcript and edits that each apply to it and change it. */
export const edited: fc.Arbitrary<{
  readonly original: Transcript;
  readonly edits: readonly TranscriptEdit[];
}> = fc
  .tuple(
    fc.oneof({ weight: 5, arbitrary: transcripts }, fc.constant(crowd)),
    fc.array(wishes, { maxLength: 12 }),
  )
  .map(([original, wanted]) => {
    let current = original;
    const edits = wanted.flatMap((wish) => {
      const change = wish(current);
      const next = change && applied(current, change);
      if (!change || !next || next === current) return [];
      current = next;
      return [change];
    });
    return { original, edits };
  });

/** Returns the transcript after one edit. */
export const applyEdit = (transcript: Transcript, change: TranscriptEdit): Transcript =>
  edit(startHistory(transcript), change).current;

/** Returns the transcript after an edit, or null if the edit does not apply. */
export const applied = (transcript: Transcript, change: TranscriptEdit): Transcript | null => {
  try {
    return applyEdit(transcript, change);
  } catch (error) {
    if (error instanceof EditError) return null;
    throw error;
  }
};
