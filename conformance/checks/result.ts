/** 2.4: the data of a succeeded task. */
import { NotReached, type Answer } from '../call.js';
import { failed, noted, passed, type Check, type Finding } from '../finding.js';
import {
  ANY_TEXT,
  ARRAY,
  differences,
  field,
  fieldNames,
  firstOf,
  isObject,
  meaningOf,
  TEXT,
  WHOLE,
} from '../shape.js';
import type { Task } from '../task.js';
import { dataOf, type World } from '../world.js';
import { check } from './check-builders.js';

const DATA = { text: ANY_TEXT, language: TEXT, duration: WHOLE, segments: ARRAY };
const SEGMENT = { start_ms: WHOLE, end_ms: WHOLE, text: ANY_TEXT };

/** Tolerance for `duration`: whole seconds, with unspecified rounding. */
const ROUNDING_MS = 1_000;

type Segment = Readonly<Record<string, unknown>>;

const segmentsOf = (answer: Answer): readonly Segment[] => {
  const segments = field(dataOf(answer), 'segments');
  if (!Array.isArray(segments)) throw new NotReached('the result has no segments');
  return (segments as readonly unknown[]).filter(isObject);
};

/** Each available result, or the reason why there is none. */
const results = async (world: World): Promise<readonly Answer[]> => {
  const answers = [await world.diarized.succeeded()];
  if (world.settings.submissions > 1) answers.push(await world.plain.succeeded());
  return answers;
};

const ofSegments = (
  id: string,
  rule: string,
  expected: string,
  problem: (segment: Segment, result: Answer) => string | null,
): Check =>
  check(id, rule, async (world) => {
    const wrong = (await results(world)).flatMap((result) =>
      segmentsOf(result).flatMap((segment, index) => {
        const found = problem(segment, result);
        return found === null ? [] : [`segments[${index}]: ${found}`];
      }),
    );
    return wrong.length === 0 ? passed : failed(expected, firstOf(wrong));
  });

const speakers = async (task: Task, enabled: boolean): Promise<Finding> => {
  const segments = segmentsOf(await task.succeeded());
  if (segments.length === 0) throw new NotReached('there is no segment: send speech with --audio');
  const labelled = segments.filter(({ speaker }) => typeof speaker === 'string' && speaker !== '');
  const present = segments.filter(({ speaker }) => speaker !== undefined);
  const right = enabled ? labelled.length === segments.length : present.length === 0;
  if (right) return passed;
  return enabled
    ? failed('a speaker in every segment', `in ${labelled.length} of ${segments.length}`)
    : failed('no speaker', `one in ${present.length} of ${segments.length} segments`);
};

const JOINTS: readonly (readonly [string, string])[] = [
  [' ', 'the segments, joined by spaces'],
  ['', 'the segments, joined by nothing'],
  ['\n', 'the segments, joined by line breaks'],
];

/** Paths of number arrays, e.g. `data.speaker_embeddings.S1`, because a voiceprint is one. */
const vectorsIn = (value: unknown, path: string): readonly string[] => {
  if (Array.isArray(value)) {
    const items = value as readonly unknown[];
    if (items.length >= 8 && items.every((it) => typeof it === 'number'))
      return [`${path}, of ${items.length}`];
    return items.slice(0, 1).flatMap((it) => vectorsIn(it, `${path}[]`));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, it]) => vectorsIn(it, `${path}.${name}`));
};

const beyond = (value: unknown, known: readonly string[]): string =>
  isObject(value)
    ? Object.keys(value)
        .filter((name) => !known.includes(name))
        .join(', ')
    : '';

export const resultChecks: readonly Check[] = [
  check('2.4.data', 'A result has text, language, duration and segments.', async (world) => {
    const wrong = (await results(world)).flatMap((it) => differences(dataOf(it), DATA, 'data.'));
    return wrong.length === 0 ? passed : failed(meaningOf(DATA), firstOf(wrong));
  }),
  ofSegments(
    '2.4.segments',
    'A segment has start_ms, end_ms and text.',
    meaningOf(SEGMENT),
    (segment) => firstOf(differences(segment, SEGMENT)) || null,
  ),
  ofSegments(
    '2.4.times',
    'A segment starts before it ends.',
    'start_ms < end_ms',
    ({ start_ms, end_ms }) =>
      Number(start_ms) < Number(end_ms) ? null : `${String(start_ms)} to ${String(end_ms)}`,
  ),
  ofSegments(
    '2.4.within',
    'A segment lies within the duration of the audio.',
    'end_ms up to the duration',
    ({ end_ms }, result) => {
      const seconds = Number(field(dataOf(result), 'duration'));
      const over = Number(end_ms) - seconds * 1000 > ROUNDING_MS;
      return over ? `ends at ${String(end_ms)} ms of ${seconds} s` : null;
    },
  ),
  check('2.4.segment-order', 'The order of the segments is not shown.', async (world) => {
    const starts = (await results(world)).map((it) =>
      segmentsOf(it).map((one) => Number(one['start_ms'])),
    );
    const ascending = starts.every((list) =>
      list.every((ms, at) => at === 0 || ms >= (list[at - 1] ?? 0)),
    );
    return noted(ascending ? 'ascending by start_ms' : 'not ascending: the package sorts them');
  }),
  check('2.4.speakers', 'With diarization, every segment has a speaker.', (world) =>
    speakers(world.diarized, true),
  ),
  check('2.4.no-speakers', 'Without diarization, no segment has a speaker.', (world) =>
    speakers(world.plain, false),
  ),
  check('2.4.text', 'data.text is the full transcript.', async (world) => {
    for (const result of await results(world)) {
      const text = field(dataOf(result), 'text');
      const texts = segmentsOf(result).map((segment) => String(segment['text']));
      if (typeof text !== 'string') throw new NotReached('there is no text');
      if (text.trim() === '' && texts.some((one) => one.trim() !== ''))
        return failed('the words of the segments', 'an empty text');
    }
    return passed;
  }),
  check('2.4.text-joint', 'How text comes of the segments is not shown.', async (world) => {
    const result = await world.diarized.succeeded();
    const text = field(dataOf(result), 'text');
    const texts = segmentsOf(result).map((segment) => String(segment['text']));
    const joint = JOINTS.find(([between]) => texts.join(between) === text);
    return noted(joint?.[1] ?? 'not simply the segments joined; the package shows the segments');
  }),
  check(
    '2.4.language',
    'Whether a language that was given is reported as given is not shown.',
    async (world) => {
      const language = field(dataOf(await world.plain.succeeded()), 'language');
      const shown = typeof language === 'string' ? language.slice(0, 20) : 'nothing';
      return noted(language === 'en' ? 'it is' : `en was given, “${shown}” is reported`);
    },
  ),
  check(
    '2.4.segment-language',
    'Where a language per segment stands is not shown.',
    async (world) => {
      const [segment] = segmentsOf(await world.diarized.succeeded());
      const more = beyond(segment, ['speaker', 'start_ms', 'end_ms', 'text']);
      return typeof segment?.['language'] === 'string'
        ? noted('in language, as the package reads it')
        : noted(
            more === '' ? 'a segment has no other field' : `other fields of a segment: ${more}`,
          );
    },
  ),
  check('2.4.embedding', 'Where return_embedding puts the vectors is not shown.', async (world) => {
    const found = vectorsIn(dataOf(await world.diarized.succeeded()), 'data');
    return noted(
      found.length === 0 ? 'there are none' : firstOf(found),
      'The package does not read them: take them from the answer on your server.',
    );
  }),
  check('2.4.more', 'Does the result have fields that the table does not name?', async (world) => {
    const data = dataOf(await world.diarized.succeeded());
    return noted(beyond(data, Object.keys(DATA)) || `no: ${fieldNames(data)}`);
  }),
];
