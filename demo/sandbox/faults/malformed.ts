/** Task responses that violate section 2.4. */

type Json = Readonly<Record<string, unknown>>;

/** A valid result; none of it comes from a recording. */
const SEGMENTS: readonly Json[] = [
  { speaker: 'Speaker 1', start_ms: 0, end_ms: 1_200, text: 'This result was made up.' },
  { speaker: 'Speaker 2', start_ms: 1_500, end_ms: 3_000, text: 'The sandbox was told to.' },
];
const RESULT: Json = {
  text: SEGMENTS.map(({ text }) => text).join(' '),
  language: 'en',
  duration: 3,
  segments: SEGMENTS,
};

const without = (source: Json, name: string): Json =>
  Object.fromEntries(Object.entries(source).filter(([key]) => key !== name));

const withSegments = (change: (segment: Json, index: number) => unknown): Json => ({
  ...RESULT,
  segments: SEGMENTS.map(change),
});

/** The same value in the text and in the first segment. */
const withText = (text: unknown): Json => ({
  ...withSegments((segment, index) => (index === 0 ? { ...segment, text } : segment)),
  text,
});

const LONG = 'All work and no play makes a long transcript. ';

/** The content of `data`, by form; `undefined` if it is omitted. */
const RESULTS = {
  'no-data': () => undefined,
  'null-data': () => null,
  'empty-data': () => ({}),
  'no-text': () => without(RESULT, 'text'),
  'no-segments': () => without(RESULT, 'segments'),
  'segments-no-array': () => ({ ...RESULT, segments: { 0: SEGMENTS[0] } }),
  'segments-no-objects': () => ({ ...RESULT, segments: [null, 7, 'text', [], ...SEGMENTS] }),
  'times-missing': () => withSegments((it) => without(without(it, 'start_ms'), 'end_ms')),
  'times-as-text': () =>
    withSegments((it) => ({
      ...it,
      start_ms: `${Number(it['start_ms'])}`,
      end_ms: '00:00:03,000',
    })),
  'times-not-numbers': () => withSegments((it) => ({ ...it, start_ms: 'NaN', end_ms: null })),
  'times-negative': () => withSegments((it) => ({ ...it, start_ms: -5_000, end_ms: -1 })),
  'times-backwards': () =>
    withSegments((it, index) => ({ ...it, start_ms: 3_000 - index * 1_000, end_ms: 500 })),
  'times-huge': () => withSegments((it) => ({ ...it, start_ms: 1e300, end_ms: 1e308 })),
  'text-no-string': () => withText({ words: ['not', 'a', 'string'] }),
  'text-with-html': () =>
    withText('<img src=x onerror="document.title=\'struck\'"><script>alert(1)</script>&amp;'),
  'text-with-controls': () => withText('\u0000\u202eold\u202c \ud800 \u0007 \u2028 new'),
  'million-characters': () => withText(LONG.repeat(Math.ceil(1_000_000 / LONG.length))),
  'no-duration': () => without(RESULT, 'duration'),
  'negative-duration': () => ({ ...RESULT, duration: -3 }),
  'duration-as-text': () => ({ ...RESULT, duration: 'three' }),
  'language-no-string': () => ({ ...RESULT, language: ['en'] }),
  'speaker-no-string': () => withSegments((it) => ({ ...it, speaker: { name: 'Ada' } })),
  'extra-fields': () => ({
    ...withSegments((it) => ({ ...it, words: [], confidence: 0.5 })),
    chapters: [{ title: 'One' }],
  }),
} as const satisfies Readonly<Record<string, () => unknown>>;

export type MalformedResult = keyof typeof RESULTS;

export const MALFORMED_RESULTS = Object.keys(RESULTS) as readonly MalformedResult[];

/** SUCCESS with a result of this form, whatever the real status is. */
export const withMalformedResult = (task: Json, form: MalformedResult): Json => ({
  ...task,
  status: 'SUCCESS',
  data: RESULTS[form](),
});

const TASKS = {
  'no-id': (task) => without(task, 'transcription_id'),
  'empty-id': (task) => ({ ...task, transcription_id: '' }),
  'number-as-id': (task) => ({ ...task, transcription_id: 42 }),
  'other-id': (task) => ({ ...task, transcription_id: 'task_of-somebody-else' }),
  'no-status': (task) => without(task, 'status'),
  'number-as-status': (task) => ({ ...task, status: 2 }),
  'status-in-small-letters': (task) => ({ ...task, status: String(task['status']).toLowerCase() }),
  'data-too-early': (task) => ({ ...task, status: 'PROGRESS', data: RESULT }),
  'extra-fields': (task) => ({ ...task, queue_position: 3, data_2: null }),
  array: (task) => [task],
  null: () => null,
} as const satisfies Readonly<Record<string, (task: Json) => unknown>>;

type MalformedTask = keyof typeof TASKS;

export const MALFORMED_TASKS = Object.keys(TASKS) as readonly MalformedTask[];

export const malformedTask = (task: Json, form: MalformedTask): unknown => TASKS[form](task);
