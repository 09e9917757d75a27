/** The result of a succeeded task (2.4), and its segments. */
import { NotReached, type Answer } from '../service/call.js';
import { isEmpty, isObject, WHOLE } from '../service/shape.js';
import type { Task } from './task.js';
import type { World } from './world.js';

export type Segment = Readonly<Record<string, unknown>>;

/** A result, and what is known of its audio. */
export interface Result {
  readonly task: Task;
  readonly answer: Answer;
  readonly data: Readonly<Record<string, unknown>>;
}

export const resultOf = async (task: Task): Promise<Result> => {
  const answer = await task.succeeded();
  const data = await task.data();
  if (!isObject(data) || isEmpty(data))
    throw new NotReached('SUCCESS came without a result (3.filled-data)');
  return { task, answer, data };
};

/** The results of the three tasks with speech, within the budget of submissions. */
export const results = async (world: World): Promise<readonly Result[]> => {
  const speaking = [world.longTask, world.shortTask, world.oppositeTask];
  const wanted = speaking.slice(0, Math.max(1, world.settings.submissions));
  const list: Result[] = [];
  for (const task of wanted) list.push(await resultOf(task));
  return list;
};

/** The segments of a result; NotReached if there is no list of objects. */
export const segmentsOf = ({ data }: Result): readonly Segment[] => {
  const { segments } = data;
  if (!Array.isArray(segments) || !segments.every(isObject))
    throw new NotReached('the result has no list of segments (2.4.segments)');
  if (segments.length === 0) throw new NotReached('the result is empty (2.4.some-segments)');
  return segments;
};

export const times = ({ start_ms, end_ms }: Segment): readonly [number, number] => {
  if (!WHOLE.fits(start_ms) || !WHOLE.fits(end_ms))
    throw new NotReached('a segment has no times (2.4.start-ms, 2.4.end-ms)');
  return [Number(start_ms), Number(end_ms)];
};
