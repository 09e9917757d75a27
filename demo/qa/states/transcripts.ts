/** Transcripts for the states: what the service could send, from the usual to the hostile. */

/** Speaker, start and end (both in ms), and text. */
export type Line = readonly [speaker: string | null, start: number, end: number, text: string];

/** `data` of 2.4. Times may be missing. */
export interface StagedTranscript {
  readonly text: string;
  readonly language: string;
  /** In seconds. */
  readonly duration: number;
  readonly segments: readonly {
    readonly speaker?: string;
    readonly start_ms?: number;
    readonly end_ms?: number;
    readonly text: string;
  }[];
}

export const transcriptOf = (
  lines: readonly Line[],
  { language = 'en', duration = 45 } = {},
): StagedTranscript => ({
  text: '',
  language,
  duration,
  segments: lines.map(([speaker, start_ms, end_ms, text]) => ({
    ...(speaker === null ? {} : { speaker }),
    start_ms,
    end_ms,
    text,
  })),
});

export const PARCEL: readonly Line[] = [
  ['S1', 200, 3_000, 'Good morning, parcel service, how can I help you?'],
  ['S2', 3_400, 7_900, 'Hello. My parcel was promised for Monday, and today is Thursday.'],
  ['S1', 8_300, 10_400, 'I am sorry to hear that.'],
  ['S1', 10_400, 12_700, 'What is the order number, please?'],
  ['S2', 13_000, 15_700, 'It is four seven one nine two six.'],
  ['S3', 24_700, 27_700, 'هنا المستودع. عن أي طرد تبحث؟'],
  ['S1', 28_000, 31_600, 'Order four seven one nine two six.'],
];

export const OVERLAP: readonly Line[] = [
  ['Anna', 0, 6_000, 'We should go on with the second point of the agenda.'],
  ['Bo', 4_000, 9_000, 'May I say something before that?'],
];

export const FOURTEEN_SPEAKERS: readonly Line[] = Array.from({ length: 40 }, (_, at) => [
  `SPEAKER_${at % 14}`,
  at * 1_000,
  at * 1_000 + 900,
  `Point ${at + 1}.`,
]);

export const RIGHT_TO_LEFT: readonly Line[] = [
  ['דנה', 200, 3_000, 'בוקר טוב, שירות החבילות, איך אפשר לעזור?'],
  ['יוסי', 3_400, 7_900, 'שלום. החבילה שלי מ-IKEA הייתה אמורה להגיע ב-12 במאי.'],
  ['דנה', 8_300, 12_700, 'אני מצטערת לשמוע. What is the order number?'],
];

/** As many lines as a long day of hearings has. */
const manyLines = (count: number): readonly Line[] =>
  Array.from({ length: count }, (_, at) => [
    `S${(Math.floor(at / 3) % 4) + 1}`,
    at * 3_000,
    at * 3_000 + 2_700,
    `This is sentence ${at + 1} of a long hearing, and it goes on for a while.`,
  ]);

/** Markup, control and bidirectional characters, and words that do not fit on any line. */
const HOSTILE: readonly Line[] = [
  [
    '<b>S1</b>',
    0,
    2_000,
    '<img src=x onerror="document.title=\'broken\'"><script>alert(1)</script>',
  ],
  ['S2', 2_000, 4_000, 'Donaudampfschifffahrtsgesellschaft'.repeat(12)],
  [
    '\u202ES3\u202C reversed',
    4_000,
    6_000,
    'An override: \u202Etxt.exe\u202C and an isolate: \u2067abc\u2069.',
  ],
  [
    'S4',
    6_000,
    8_000,
    'Control characters: \u0000\u0007\u001B[31m\u007F, and a lone surrogate: \uD800.',
  ],
  ['S5', 8_000, 10_000, `Z${'\u0301\u0316\u0338'.repeat(40)}algo, and ${'👩‍👩‍👧‍👦'.repeat(30)}`],
  [
    'a name of a speaker that is much longer than any name has a right to be '.repeat(4),
    10_000,
    12_000,
    '',
  ],
  [
    '=HYPERLINK("https://example.org")',
    12_000,
    14_000,
    '&lt;already&gt; &amp; escaped {{ mustache }} ${template}',
  ],
];

const withoutTimes: StagedTranscript = {
  ...transcriptOf([]),
  segments: [
    { speaker: 'S1', start_ms: 0, end_ms: 2_000, text: 'This line has both times.' },
    { speaker: 'S2', text: 'This line has no time.' },
    { speaker: 'S1', start_ms: 6_000, text: 'This line has no end.' },
    { speaker: 'S2', end_ms: 9_000, text: 'This line has no start.' },
    {
      start_ms: 12_000,
      end_ms: 10_000,
      text: 'This line ends before it starts, and has no speaker.',
    },
  ],
};

interface DataSet {
  readonly title: string;
  readonly data: () => StagedTranscript;
}

/** By the name in the URL. */
export const DATA_SETS: Readonly<Record<string, DataSet>> = {
  ready: { title: 'Three speakers', data: () => transcriptOf(PARCEL) },
  'no-speech': { title: 'No speech', data: () => transcriptOf([]) },
  speakers: { title: '14 speakers', data: () => transcriptOf(FOURTEEN_SPEAKERS) },
  overlap: { title: 'Overlapping speech', data: () => transcriptOf(OVERLAP) },
  long: {
    title: '10,000 lines',
    data: () => transcriptOf(manyLines(10_000), { duration: 30_000 }),
  },
  hostile: { title: 'Hostile text', data: () => transcriptOf(HOSTILE) },
  rtl: { title: 'Right to left', data: () => transcriptOf(RIGHT_TO_LEFT, { language: 'he' }) },
  'no-times': { title: 'Missing times', data: () => withoutTimes },
};
