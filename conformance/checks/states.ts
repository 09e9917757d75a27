/** Section 3: the observed statuses of the tasks. */
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { failed, noted, passed, type Check, type Finding } from '../finding.js';
import {
  ANY_TEXT,
  differences,
  field,
  fieldNames,
  firstOf,
  isEmpty,
  isObject,
  OBJECT,
  TEXT,
  type Kind,
} from '../service/shape.js';
import { isTerminal, statusOf, STATUSES, type Task } from '../steps/task.js';
import type { World } from '../steps/world.js';
import { note, required } from './builders.js';

const dataOf = (answer: Answer): unknown => field(answer.json, 'data');

/** The responses about each submitted task; a task whose submission was refused has none. */
const histories = async ({ allTasks }: World): Promise<readonly (readonly Answer[])[]> => {
  if (allTasks.length === 0)
    throw new NotReached('needs --submissions 1 or more, because each may cost money');
  const found: (readonly Answer[])[] = [];
  let why: NotReached | undefined;
  for (const task of allTasks) {
    try {
      found.push(await task.followed());
    } catch (error) {
      if (!(error instanceof NotReached)) throw error;
      why ??= error;
    }
  }
  if (found.length === 0 && why !== undefined) throw why;
  return found;
};

/** The successful responses to queries. */
const queries = async (world: World): Promise<readonly Answer[]> => {
  const list = (await histories(world)).flatMap(([, ...answers]) => answers.filter(succeeded));
  if (list.length === 0) throw new NotReached('no query was answered');
  return list.filter(({ json }) => json !== undefined);
};

const withStatus = async (
  world: World,
  fits: (status: string) => boolean,
): Promise<readonly Answer[]> =>
  (await queries(world)).filter((answer) => {
    const status = statusOf(answer);
    return status !== null && fits(status);
  });

const shown = (answer: Answer): string => answer.quote(statusOf(answer) ?? 'no status');

const walk = (history: readonly Answer[]): string => {
  const statuses = history.map(shown);
  return statuses.filter((it, index) => it !== statuses[index - 1]).join(' → ');
};

/** Every query's response has this field. */
const taskField = (id: string, rule: string, name: string, kind: Kind): Check =>
  required(id, rule, async (world) => {
    const answers = await queries(world);
    const wrong = answers.filter(({ json }) => !kind.fits(field(json, name)));
    const [first] = wrong;
    return first === undefined
      ? passed(answers)
      : failed(`${name}: ${kind.means}`, firstOf(differences(first.json, { [name]: kind })), wrong);
  });

const succeeds = (id: string, rule: string, of: (world: World) => Task): Check =>
  required(id, rule, async (world) => {
    const answer = await of(world).ended();
    return statusOf(answer) === 'SUCCESS'
      ? passed(answer)
      : failed(
          'SUCCESS',
          shown(answer),
          answer,
          'Ask the operator why this task ended without a result, with its transcription_id.',
        );
  });

const failureOf = async (world: World): Promise<Finding> => {
  const { nowhereTask } = world;
  await world.works.query();
  const submitted = await nowhereTask.submitted();
  if (!succeeded(submitted))
    return noted(
      `the address was refused at submission (${submitted.status}), so no task failed`,
      submitted,
    );
  const last = (await nowhereTask.followed()).at(-1) as Answer;
  const status = statusOf(last);
  if (succeeded(last) && !isTerminal(status))
    throw new NotReached('the task did not end in time: allow more with --wait');
  return succeeded(last) && (status === 'FAILURE' || status === 'REVOKED')
    ? passed(last)
    : failed('FAILURE or REVOKED with 200', `${shown(last)} with ${last.status}`, last);
};

export const stateChecks: readonly Check[] = [
  taskField('2.4.transcription-id', 'A task has transcription_id.', 'transcription_id', TEXT),
  taskField('2.4.status', 'A task has status.', 'status', ANY_TEXT),
  taskField('2.4.data', 'A task has data, an object, whatever its status.', 'data', OBJECT),
  required('2.4.same-id', 'A query answers the task that was asked for.', async (world) => {
    const id = await world.longTask.id();
    const [, ...answers] = await world.longTask.followed();
    const others = answers.filter(({ json }) => {
      const told = field(json, 'transcription_id');
      return TEXT.fits(told) && told !== id;
    });
    return others.length === 0
      ? passed(answers)
      : failed('the transcription_id of the submission', 'another one', others);
  }),
  required('3.known', `A status is one of ${STATUSES.join(', ')}.`, async (world) => {
    const answers = await queries(world);
    const unknown = answers.filter((answer) => {
      const status = statusOf(answer);
      return status !== null && !STATUSES.includes(status);
    });
    return unknown.length === 0
      ? passed(answers)
      : failed(
          'a status of section 3',
          firstOf([...new Set(unknown.map(shown))]),
          unknown,
          'The element keeps polling on a status it does not know. If this one is an end, tell the operator.',
        );
  }),
  required('3.empty-data', 'While a task is in progress, data is empty.', async (world) => {
    const early = await withStatus(world, (status) => !isTerminal(status));
    const filled = early.filter((answer) => isObject(dataOf(answer)) && !isEmpty(dataOf(answer)));
    const [first] = filled;
    return first === undefined
      ? passed(early)
      : failed(
          'an empty object',
          `with ${shown(first)}: ${first.quote(fieldNames(dataOf(first)))}`,
          filled,
        );
  }),
  required('3.filled-data', 'With SUCCESS, data holds the result.', async (world) => {
    const results = await withStatus(world, (status) => status === 'SUCCESS');
    if (results.length === 0) throw new NotReached('no task ended as SUCCESS');
    const empty = results.filter((answer) => isEmpty(dataOf(answer)));
    return empty.length === 0 ? passed(results) : failed('a result', 'an empty object', empty);
  }),
  succeeds(
    '3.success',
    'The recording of several chunks ends as SUCCESS.',
    ({ longTask }) => longTask,
  ),
  succeeds(
    '3.success-defaults',
    'The short recording ends as SUCCESS, without params.',
    ({ shortTask }) => shortTask,
  ),
  succeeds(
    '3.success-opposites',
    'It does so with the opposite of every default, too.',
    ({ oppositeTask }) => oppositeTask,
  ),
  note('3.transitions', 'Which transitions were seen?', async (world) => {
    const all = await histories(world);
    return noted(all.map(walk).join('; '), []);
  }),
  note('2.4.failed-task', 'Which fields does a failed task have beyond status?', async (world) => {
    const failures = await withStatus(
      world,
      (status) => status === 'FAILURE' || status === 'REVOKED',
    );
    const [last] = failures;
    if (last === undefined)
      throw new NotReached('no task failed; --submissions 4 submits an address that leads nowhere');
    return noted(
      last.quote(`${fieldNames(last.json)}; in data: ${fieldNames(dataOf(last))}`),
      last,
    );
  }),
  required(
    '7.task-failure',
    'A task’s failure is reported by its status, on a query that succeeds.',
    failureOf,
  ),
];
