/** Section 3: the observed statuses of the tasks. */
import { NotReached, type Answer } from '../call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { differences, fieldNames, firstOf, isObject } from '../shape.js';
import { isTerminal, statusOf, STATUSES, type Task } from '../task.js';
import { dataOf, type World } from '../world.js';
import { check, described } from './check-builders.js';
import { TASK } from './submission.js';

const tasksOf = ({ settings, diarized, plain, unreachable }: World): readonly Task[] => {
  if (settings.submissions === 0)
    throw new NotReached('needs --submissions 1 or more, as each may cost money');
  return [diarized, plain, unreachable].slice(0, settings.submissions);
};

/** The responses about each submitted task; a task whose submission was rejected has none. */
const histories = async (world: World): Promise<readonly (readonly Answer[])[]> => {
  const found: (readonly Answer[])[] = [];
  let why: NotReached | undefined;
  for (const task of tasksOf(world)) {
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

const seen = async (world: World): Promise<readonly Answer[]> => (await histories(world)).flat();

const shown = (status: string | null): string =>
  status === null ? 'no status' : STATUSES.includes(status) ? status : `“${status.slice(0, 30)}”`;

const walk = (history: readonly Answer[]): string => {
  const statuses = history.map((answer) => shown(statusOf(answer)));
  return statuses.filter((it, index) => it !== statuses[index - 1]).join(' → ');
};

const isEmpty = (data: unknown): boolean => isObject(data) && Object.keys(data).length === 0;

const succeeds = (id: string, rule: string, of: (world: World) => Task): Check =>
  check(id, rule, async (world) => {
    const answer = await of(world).ended();
    const status = statusOf(answer);
    return status === 'SUCCESS'
      ? passed
      : failed('SUCCESS', `${shown(status)}: ${described(answer)}`);
  });

export const stateChecks: readonly Check[] = [
  check('4.8.answers', 'A query with the key pair is answered with 200.', async (world) => {
    const wrong = (await world.diarized.followed()).find(({ status }) => status !== 200);
    return wrong === undefined ? passed : failed('status 200', described(wrong));
  }),
  check(
    '2.4.fields',
    'A task has transcription_id, status and data, whatever its status.',
    async (world) => {
      const wrong = (await seen(world)).flatMap(({ json }) => differences(json, TASK));
      return wrong.length === 0
        ? passed
        : failed('transcription_id, status, and data, an object', firstOf([...new Set(wrong)]));
    },
  ),
  check(
    '2.4.same-id',
    'A query answers the transcription_id that was asked for.',
    async (world) => {
      const id = await world.diarized.id();
      const others = (await world.diarized.followed()).filter(
        ({ json }) => isObject(json) && json['transcription_id'] !== id,
      );
      return others.length === 0 ? passed : failed('the id of the submission', 'another id');
    },
  ),
  check('3.known', `A status is one of ${STATUSES.join(', ')}.`, async (world) => {
    const unknown = (await seen(world))
      .map(statusOf)
      .filter((status) => status === null || !STATUSES.includes(status));
    return unknown.length === 0
      ? passed
      : failed(
          'a status of the table',
          firstOf([...new Set(unknown.map(shown))]),
          'The element goes on asking on a status it does not know: if this one is an end, tell the operator.',
        );
  }),
  check('3.empty-data', 'Before SUCCESS, data is an empty object.', async (world) => {
    const early = (await seen(world)).filter(
      (answer) => !['SUCCESS', 'FAILURE', 'REVOKED'].includes(statusOf(answer) ?? ''),
    );
    const filled = early.filter((answer) => !isEmpty(dataOf(answer)));
    return filled.length === 0
      ? passed
      : failed(
          'an empty object',
          `with ${shown(statusOf(filled[0] as Answer))}: ${fieldNames(dataOf(filled[0] as Answer))}`,
        );
  }),
  check('3.filled-data', 'With SUCCESS, data holds the result.', async (world) => {
    const results = (await seen(world)).filter((answer) => statusOf(answer) === 'SUCCESS');
    if (results.length === 0) throw new NotReached('no task ended as SUCCESS');
    const empty = results.filter((answer) => isEmpty(dataOf(answer)));
    return empty.length === 0 ? passed : failed('a result', 'an empty object');
  }),
  succeeds(
    '3.success',
    'A recording in a supported format ends as SUCCESS.',
    ({ diarized }) => diarized,
  ),
  succeeds('3.success-plain', 'It does so with the other parameters, too.', ({ plain }) => plain),
  check('3.transitions', 'The transitions are not shown.', async (world) => {
    return noted((await histories(world)).map(walk).join('; '));
  }),
  check(
    '2.4.failed-task',
    'Fields of a failed task beyond its status are not shown.',
    async (world) => {
      for (const history of await histories(world)) {
        const last = history.at(-1);
        if (last === undefined || !isTerminal(statusOf(last)) || statusOf(last) === 'SUCCESS')
          continue;
        return noted(`${fieldNames(last.json)}; in data: ${fieldNames(dataOf(last))}`);
      }
      throw new NotReached(
        'no task failed; --submissions 3 also submits an address that leads nowhere',
      );
    },
  ),
  check(
    '7.task-failure',
    'A task’s failure is reported by its status, on a query that succeeds.',
    async (world) => {
      const followed = await world.unreachable.followed();
      const last = followed.at(-1) as Answer;
      const status = statusOf(last);
      return last.status === 200 && (status === 'FAILURE' || status === 'REVOKED')
        ? passed
        : failed('FAILURE or REVOKED with 200', `${shown(status)} with ${last.status}`);
    },
  ),
];
