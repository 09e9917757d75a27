/** 2.4: what depends on the params of a submission, and what the specification leaves open. */
import { NotReached } from '../service/call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { fieldNames, firstOf, isObject, TEXT } from '../service/shape.js';
import { resultOf, segmentsOf, times, type Result, type Segment } from '../steps/result.js';
import type { Task } from '../steps/task.js';
import type { World } from '../steps/world.js';
import { note, recommended, required } from './builders.js';

const speakersOf = async (task: Task): Promise<readonly [Result, readonly Segment[]]> => {
  const result = await resultOf(task);
  return [result, segmentsOf(result)];
};

const hasSpeaker = ({ speaker }: Segment): boolean => speaker !== undefined && speaker !== null;

const unlabelled = (id: string, rule: string, of: (world: World) => Task): Check =>
  required(id, rule, async (world) => {
    const [{ answer }, segments] = await speakersOf(of(world));
    const labelled = segments.filter(hasSpeaker);
    return labelled.length === 0
      ? passed(answer)
      : failed('no speaker', `one in ${labelled.length} of ${segments.length} segments`, answer);
  });

const JOINTS: readonly (readonly [string, string])[] = [
  [' ', 'the segments, joined by spaces'],
  ['', 'the segments, joined by nothing'],
  ['\n', 'the segments, joined by line breaks'],
];

/** Paths of number arrays, such as `data.speaker_embeddings.S1`, because a voiceprint is one. */
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

export const speakerChecks: readonly Check[] = [
  required('2.4.speaker', 'With speaker separation, a segment has a speaker.', async (world) => {
    const [{ answer }, segments] = await speakersOf(world.longTask);
    const labelled = segments.filter(({ speaker }) => TEXT.fits(speaker));
    return labelled.length === segments.length
      ? passed(answer)
      : failed('a speaker in every segment', `in ${labelled.length} of ${segments.length}`, answer);
  }),
  recommended('2.4.two-speakers', 'Two voices get different labels.', async (world) => {
    const { spoken } = await world.longTask.audio();
    if (spoken.length === 0) throw new NotReached('the voices of the recording are not known');
    const [{ answer }, segments] = await speakersOf(world.longTask);
    const labels = new Set(segments.filter(hasSpeaker).map(({ speaker }) => speaker));
    if (labels.size === 0) throw new NotReached('there is no speaker (2.4.speaker)');
    return labels.size >= 2 ? passed(answer) : failed('two labels', `${labels.size}`, answer);
  }),
  unlabelled(
    '2.4.no-speaker-by-default',
    'Speakers are labelled only if that is requested; the default is false.',
    (world) => world.shortTask,
  ),
  unlabelled(
    '2.4.no-speaker',
    'With diarization.enabled false, no segment has a speaker.',
    (world) => world.oppositeTask,
  ),
];

export const resultNotes: readonly Check[] = [
  note('2.4.segment-order', 'In which order are the segments?', async (world) => {
    const result = await resultOf(world.longTask);
    const starts = segmentsOf(result).map((segment) => times(segment)[0]);
    const ascending = starts.every((ms, at) => at === 0 || ms >= (starts[at - 1] ?? 0));
    return noted(
      ascending ? 'ascending by start_ms' : 'not ascending: the package sorts them',
      result.answer,
    );
  }),
  note('2.4.text-joint', 'How is text made of the segments?', async (world) => {
    const result = await resultOf(world.longTask);
    const texts = segmentsOf(result).map(({ text }) => String(text));
    const joint = JOINTS.find(([between]) => texts.join(between) === result.data['text']);
    return noted(
      joint?.[1] ?? 'not simply the segments joined; the package shows the segments',
      result.answer,
    );
  }),
  note('2.4.language-given', 'Is a language that was given reported as given?', async (world) => {
    const { data, answer } = await resultOf(world.oppositeTask);
    const { language } = data;
    const shown = typeof language === 'string' ? answer.quote(language) : 'nothing';
    return noted(language === 'en' ? 'yes' : `en was given, “${shown}” is reported`, answer);
  }),
  note('2.4.segment-language', 'Where is the language of a segment?', async (world) => {
    const result = await resultOf(world.longTask);
    const [segment] = segmentsOf(result);
    const more = beyond(segment, ['speaker', 'start_ms', 'end_ms', 'text']);
    if (typeof segment?.['language'] === 'string')
      return noted('in language, as the package reads it', result.answer);
    return noted(
      more === '' ? 'a segment has no other field' : `other fields: ${result.answer.quote(more)}`,
      result.answer,
    );
  }),
  note('2.4.embedding', 'Where does return_embedding put the vectors?', async (world) => {
    const { data, answer } = await resultOf(world.longTask);
    const found = vectorsIn(data, 'data');
    return noted(
      found.length === 0 ? 'there are none' : answer.quote(firstOf(found)),
      answer,
      'The package does not read them: take them from the response on your server.',
    );
  }),
  note('2.4.more', 'Does data have fields that the table does not name?', async (world) => {
    const { data, answer } = await resultOf(world.longTask);
    const more = beyond(data, ['text', 'language', 'duration', 'segments']);
    return noted(answer.quote(more || `no: ${fieldNames(data)}`), answer);
  }),
];
