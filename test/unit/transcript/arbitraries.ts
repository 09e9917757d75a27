import fc from '../../support/fast-check.js';
import { parseTranscript } from '../../../src/protocol/responses.js';
import { oneLine } from '../../../src/transcript/plain-text.js';
import {
  normaliseTranscript,
  type Segment,
  type Transcript,
} from '../../../src/transcript/transcript.js';
import { toWritten, unnamedLinesOf, withNames } from '../../../src/transcript/written.js';

/** Any character, without the surrogates. */
const character = fc
  .integer({ min: 0, max: 0x10_f7ff })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));

/** Any text. `fc.string({ unit: 'binary' })` is similar, but takes more than a second to prepare. */
export const anyText = (constraints: fc.ArrayConstraints = {}): fc.Arbitrary<string> =>
  fc.oneof(
    {
      weight: 15,
      arbitrary: fc.array(character, constraints).map((characters) => characters.join('')),
    },
    // Every object has properties with these names.
    fc.constantFrom('__proto__', 'constructor', 'toString', 'valueOf'),
  );

const hostileText = fc.oneof(
  anyText(),
  fc
    .array(
      fc.constantFrom(
        'word',
        '\n',
        '\r\n',
        '\r',
        '\u2028',
        '\n\n',
        ' ',
        '-->',
        '--->',
        '<v Bob>',
        '</v>',
        '&amp;',
        '"',
        ',',
        '=cmd()',
        '\0',
        '\ud800',
        'שלום',
        '你好',
        '1',
        '00:00:01,000 --> 00:00:02,000',
      ),
      { maxLength: 12 },
    )
    .map((pieces) => pieces.join('')),
);

const hostileTime = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
  fc.integer({ min: -5_000, max: 20_000 }),
  fc.double(),
  fc.constantFrom(undefined, null, '12', NaN, Infinity, -Infinity, 1e300),
);

/** Valid and invalid JSON that a service might send. */
export const hostileData = fc.record(
  {
    text: fc.oneof(hostileText, fc.constantFrom(undefined, null, 7)),
    language: fc.oneof(fc.constantFrom('en', 'he', undefined, null, 3), hostileText),
    duration: fc.oneof(fc.integer({ min: 0, max: 20 }), hostileTime),
    segments: fc.oneof(
      {
        weight: 8,
        arbitrary: fc.array(
          fc.oneof(
            {
              weight: 12,
              arbitrary: fc.record(
                {
                  speaker: fc.oneof(
                    fc.constantFrom('Anna', 'Bob', '', ' ', null, 4, '<b>', 'A>B'),
                    hostileText,
                  ),
                  start_ms: hostileTime,
                  end_ms: hostileTime,
                  text: fc.oneof(hostileText, fc.constantFrom(undefined, null, {})),
                  language: fc.constantFrom(undefined, 'en', 'he', 5),
                },
                { requiredKeys: [] },
              ),
            },
            fc.constantFrom(null, 'segment', 3, [], {}),
          ),
          { maxLength: 30 },
        ),
      },
      fc.constantFrom<unknown>(undefined, null, 'none', {}),
    ),
  },
  { requiredKeys: [] },
);

export const transcripts: fc.Arbitrary<Transcript> = hostileData.map((data) =>
  normaliseTranscript(parseTranscript(data)),
);

/** With the names that files have. */
export const namedTranscripts = transcripts.map((one) => {
  const written = toWritten(one);
  return withNames(unnamedLinesOf(written), written.nameOf);
});

/** What SubRip has before the words of a line, because it has no field for the speaker. */
export const leadInSubRip = ({ speaker }: Pick<Segment, 'speaker'>): string =>
  speaker === undefined ? '' : `${oneLine(speaker)}:`;

/** Builds a transcript from segments given as [speaker, start, end, text]. */
export const transcriptOf = (
  ...rows: readonly (readonly [string | undefined, number, number, string])[]
): Transcript =>
  normaliseTranscript({
    language: 'en',
    duration: 60,
    segments: rows.map(([speaker, start_ms, end_ms, text]) => ({
      speaker,
      start_ms,
      end_ms,
      text,
    })),
  });
