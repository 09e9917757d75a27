/** Sections 4, 7 and 8, checked on all responses of the run, so these run last. */
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { PATHS } from '../service/requests.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { fieldNames, firstOf } from '../service/shape.js';
import type { World } from '../steps/world.js';
import { note, required } from './builders.js';

const unique = (list: readonly string[]): readonly string[] => [...new Set(list)];

const named = ({ method, address }: Answer): string => `${method} ${new URL(address).pathname}`;

const typeOf = ({ headers }: Answer): string =>
  headers.get('content-type')?.split(';')[0]?.trim() || 'no content type';

const shapeOf = (answer: Answer): string =>
  answer.quote(
    answer.json === undefined
      ? typeOf(answer)
      : `${typeOf(answer)} with ${fieldNames(answer.json)}`,
  );

/** The responses of the service, or of the storage host. */
const ofHost = ({ answers, url }: World, host: 'service' | 'storage'): readonly Answer[] => {
  const endpoints = Object.values(PATHS).map(url);
  return answers.filter(
    ({ address, method }) =>
      method !== 'OPTIONS' &&
      endpoints.some((it) => address.startsWith(it)) === (host === 'service'),
  );
};

const successes = (world: World): readonly Answer[] => {
  const list = ofHost(world, 'service').filter(succeeded);
  if (list.length === 0) throw new NotReached('no call succeeded');
  return list;
};

const shapes = (answers: readonly Answer[]): string => {
  const refusals = answers.filter(({ status }) => status >= 400);
  if (refusals.length === 0) throw new NotReached('nothing was refused');
  return firstOf(unique(refusals.map(shapeOf)), 4);
};

export const wholeChecks: readonly Check[] = [
  required('4.status-200', 'Successful responses use HTTP status 200.', async (world) => {
    const list = successes(world);
    const other = list.filter(({ status }) => status !== 200);
    const which = unique(other.map((answer) => `${answer.status} to ${named(answer)}`));
    return other.length === 0 ? passed(list) : failed('200', firstOf(which), other);
  }),
  required('4.json', 'All bodies are JSON.', async (world) => {
    const list = successes(world);
    const other = list.filter(({ json }) => json === undefined);
    const which = unique(other.map((answer) => `${typeOf(answer)} from ${named(answer)}`));
    return other.length === 0 ? passed(list) : failed('JSON', firstOf(which), other);
  }),
  note('7.errors', 'What is the structure of errors?', async (world) =>
    noted(shapes(ofHost(world, 'service')), [], 'The package uses only the status.'),
  ),
  note('7.storage-errors', 'What are the storage host’s errors?', async (world) =>
    noted(shapes(ofHost(world, 'storage')), []),
  ),
  note('7.own-faults', 'Does the service fail by itself?', async (world) => {
    const own = world.answers.filter(({ status }) => status >= 500);
    const which = unique(own.map((answer) => `${answer.status} to ${named(answer)}`));
    return noted(own.length === 0 ? 'not in this run' : firstOf(which), own);
  }),
  note('8.rate-limits', 'What are the rate limits?', async ({ answers }) => {
    const limited = answers.filter(({ status }) => status === 429);
    if (limited.length === 0) return noted(`none was met in ${answers.length} requests`, []);
    const told = limited.filter(({ headers }) => headers.has('retry-after')).length;
    return noted(
      `429 came ${limited.length} times in ${answers.length} requests, ${told} times with Retry-After`,
      limited,
      'Keep `limits` of the handler (`submissions`, `queries`, `userTokens`, `uploads`) below what the operator allows.',
    );
  }),
];
