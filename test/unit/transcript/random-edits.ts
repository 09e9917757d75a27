import fc from '../../support/fast-check.js';
import { edit, startHistory } from '../../../src/transcript/edits/edit-history.js';
import { EditError } from '../../../src/transcript/edits/edit-error.js';
import type { TranscriptEdit } from '../../../src/transcript/edits/edits.js';
import { placesIn } from '../../../src/transcript/segment-ids.js';
import { listSpeakers } from '../../../src/transcript/badges.js';
import type { Transcript } from '../../../src/transcript/transcript.js';
import { anyText, transcriptOf, transcripts } from './arbitraries.js';

/** The name of a segment; of none if the transcript has none. */
const named = ({ segments }: Transcript, at: number) =>
  placesIn(segments).idAt(segments.length === 0 ? 0 : at % segments.length);

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
  pick(listSpeakers(transcript), at)?.name ?? null;

/** Splits, joins, deletions and new times of lines. */
function structural(): fc.Arbitrary<Wish> {
  return fc.oneof(
    {
      weight: 3,
      arbitrary: fc
        .tuple(number, number, fc.option(fc.option(names), { nil: undefined }), fc.option(number))
        .map(([at, share, speaker, time_ms]): Wish => (transcript) => {
          const segment = named(transcript, at);
          const text = transcript.segments[placesIn(transcript.segments).indexOf(segment)]?.text;
          return {
            ...{ kind: 'split-segment', segment, at: share % ((text ?? '').length + 1) },
            ...(speaker === undefined ? {} : { speaker }),
            ...(time_ms === null ? {} : { time_ms }),
          };
        }),
    },
    number.map((at): Wish => (it) => ({ kind: 'join-segments', segment: named(it, at) })),
    number.map((at): Wish => (it) => ({ kind: 'delete-segment', segment: named(it, at) })),
    fc.tuple(number, number).map(([at, time_ms]): Wish => (it) => ({
      kind: 'set-start',
      segment: named(it, at),
      time_ms,
    })),
  );
}

const wishes: fc.Arbitrary<Wish> = fc.oneof(
  fc.tuple(number, names).map(([at, to]): Wish => (transcript) => {
    return { kind: 'rename-speaker', from: speakerOf(transcript, at), to };
  }),
  fc.tuple(number, number).map(([at, other]): Wish => (transcript) => {
    const into = speakerOf(transcript, other);
    return into === null ? null : { kind: 'merge-speakers', from: speakerOf(transcript, at), into };
  }),
  fc
    .tuple(fc.array(number, { maxLength: 5 }), fc.option(names))
    .map(([at, to]): Wish => (transcript) => {
      const segments =
        transcript.segments.length === 0 ? [] : at.map((one) => named(transcript, one));
      return { kind: 'assign-speaker', segments, to };
    }),
  fc.tuple(number, words).map(([at, text]): Wish => ({ segments }) => {
    const { idAt } = placesIn(segments);
    return { kind: 'correct-text', segment: idAt(at % (segments.length + 1)), text };
  }),
  structural(),
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
