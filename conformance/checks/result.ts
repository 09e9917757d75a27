/** 2.4: the data of a succeeded task: its fields, and whether it is plausible for what was said. */
import { NotReached } from '../service/call.js';
import { failed, passed, type Check } from '../finding.js';
import { shareHeard } from '../recordings/compare-words.js';
import { ANY_TEXT, ARRAY, kindOf, TEXT, WHOLE, type Kind } from '../service/shape.js';
import { results, segmentsOf, times, type Result, type Segment } from '../steps/result.js';
import { required } from './builders.js';

/** The least share of the known words that a plausible transcript has. */
const LEAST_HEARD = 0.5;
/** Tolerance of a duration in s: whole seconds, with unspecified rounding, and padding by encoders. */
const DURATION_TOLERANCE = 2;
/** Tolerance of a segment's times, in ms. */
const TIME_TOLERANCE = 1_500;

const wordsOf = async ({ task }: Result): Promise<string> => {
  const { words } = await task.audio();
  if (words === null)
    throw new NotReached('what the recording says is not known: give a text with --words');
  return words;
};

const secondsOf = async ({ task }: Result): Promise<number> => {
  const { seconds } = await task.audio();
  if (seconds === null)
    throw new NotReached('the duration of the recording is not known: give it with --seconds');
  return seconds;
};

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A check of every result; the first problem is reported. */
const ofResults = (
  id: string,
  rule: string,
  expected: string,
  problem: (result: Result) => string | null | Promise<string | null>,
): Check =>
  required(id, rule, async (world) => {
    const all = await results(world);
    for (const result of all) {
      const found = await problem(result);
      if (found !== null) return failed(expected, found, result.answer);
    }
    return passed(all.map(({ answer }) => answer));
  });

const dataField = (id: string, rule: string, name: string, kind: Kind): Check =>
  ofResults(id, rule, `${name}: ${kind.means}`, ({ data }) =>
    kind.fits(data[name]) ? null : `data.${name} is ${kindOf(data[name])}`,
  );

const segmentField = (id: string, rule: string, name: string, kind: Kind): Check =>
  ofResults(id, rule, `${name}: ${kind.means}`, (result) => {
    const at = segmentsOf(result).findIndex((segment) => !kind.fits(segment[name]));
    return at < 0 ? null : `segments[${at}].${name} is ${kindOf(segmentsOf(result)[at]?.[name])}`;
  });

/** The share of the words in the segments, as they are listed or by their times: the order is not shown. */
const shareIn = (segments: readonly Segment[], said: string): number => {
  if (!segments.every(({ text }) => typeof text === 'string'))
    throw new NotReached('a segment has no text (2.4.segment-text)');
  const share = (list: readonly Segment[]): number =>
    shareHeard(said, list.map(({ text }) => String(text)).join(' '));
  const byTime = [...segments].sort(
    (one, other) => Number(one['start_ms']) - Number(other['start_ms']),
  );
  return Math.max(share(segments), share(byTime));
};

/** The segments that overlap an interval in ms. */
const between = (segments: readonly Segment[], from: number, to: number): readonly Segment[] =>
  segments.filter((segment) => {
    const [start, end] = times(segment);
    return start < to + TIME_TOLERANCE && end > from - TIME_TOLERANCE;
  });

/** The phrases that the segments place somewhere else; null if most are where they were said. */
const misplaced = async (result: Result): Promise<string | null> => {
  const { spoken } = await result.task.audio();
  const segments = segmentsOf(result);
  if (shareIn(segments, await wordsOf(result)) < LEAST_HEARD)
    throw new NotReached('the segments do not have the words (2.4.segment-words)');
  const late = spoken.filter(
    ({ text, startMs, endMs }) => shareIn(between(segments, startMs, endMs), text) < LEAST_HEARD,
  );
  const [first] = late;
  // A recogniser may miss a phrase.
  if (first === undefined || late.length <= spoken.length / 4) return null;
  return `${late.length} of ${spoken.length} phrases elsewhere; “${first.text}” is not near ${first.startMs} ms`;
};

export const resultChecks: readonly Check[] = [
  dataField('2.4.text', 'data.text is a string.', 'text', ANY_TEXT),
  dataField('2.4.language', 'data.language is a string.', 'language', TEXT),
  dataField('2.4.duration', 'data.duration is an integer.', 'duration', WHOLE),
  dataField('2.4.segments', 'data.segments is an array.', 'segments', ARRAY),
  segmentField('2.4.start-ms', 'start_ms is an integer.', 'start_ms', WHOLE),
  segmentField('2.4.end-ms', 'end_ms is an integer.', 'end_ms', WHOLE),
  segmentField('2.4.segment-text', 'A segment has text.', 'text', ANY_TEXT),
  ofResults(
    '2.4.seconds',
    'data.duration is the duration of the audio in seconds.',
    'the duration of the recording',
    async (result) => {
      const seconds = await secondsOf(result);
      const { duration } = result.data;
      if (!WHOLE.fits(duration)) throw new NotReached('duration is no number (2.4.duration)');
      return Math.abs(Number(duration) - seconds) <= DURATION_TOLERANCE
        ? null
        : `${String(duration)} for a recording of ${seconds.toFixed(1)} s`;
    },
  ),
  ofResults(
    '2.4.words',
    'data.text is the full transcript: it has the words that were said.',
    `at least ${percent(LEAST_HEARD)} of the words that were said`,
    async (result) => {
      const words = await wordsOf(result);
      const { text } = result.data;
      if (typeof text !== 'string') throw new NotReached('text is no string (2.4.text)');
      const share = shareHeard(words, text);
      if (text.trim() === '') return 'an empty text';
      return share >= LEAST_HEARD ? null : `${percent(share)} of them`;
    },
  ),
  ofResults('2.4.some-segments', 'Speech gives segments.', 'at least one segment', ({ data }) => {
    if (!Array.isArray(data['segments'])) throw new NotReached('no list (2.4.segments)');
    return data['segments'].length === 0 ? 'an empty list' : null;
  }),
  ofResults(
    '2.4.segment-words',
    'The segments have the words that were said.',
    `at least ${percent(LEAST_HEARD)} of the words that were said`,
    async (result) => {
      const share = shareIn(segmentsOf(result), await wordsOf(result));
      return share >= LEAST_HEARD ? null : `${percent(share)} of them`;
    },
  ),
  ofResults(
    '2.4.start-before-end',
    'A segment starts before it ends.',
    'start_ms < end_ms',
    (result) => {
      const wrong = segmentsOf(result)
        .map(times)
        .find(([start, end]) => start >= end);
      return wrong === undefined ? null : `${wrong[0]} to ${wrong[1]}`;
    },
  ),
  ofResults(
    '2.4.within',
    'Segments lie within the recording.',
    'end_ms up to the duration of the recording',
    async (result) => {
      const most = (await secondsOf(result)) * 1000 + TIME_TOLERANCE;
      const last = Math.max(...segmentsOf(result).map((segment) => times(segment)[1]));
      return last <= most ? null : `${last} ms`;
    },
  ),
  ofResults(
    '2.4.milliseconds',
    'Segment times are milliseconds: words are where they were said.',
    'the phrases at their times in ms',
    async (result) => {
      const seconds = await secondsOf(result);
      const last = Math.max(...segmentsOf(result).map((segment) => times(segment)[1]));
      if (last > seconds * 1000 + TIME_TOLERANCE)
        throw new NotReached('segments end after the recording (2.4.within)');
      if (last <= seconds + 1) return `the last segment ends at ${last}: these look like seconds`;
      return misplaced(result);
    },
  ),
];
