/** Sections 7 and 8, checked on all responses of the run, so these run last. */
import { NotReached, type Answer } from '../call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { fieldNames, firstOf } from '../shape.js';
import { check } from './check-builders.js';

const typeOf = ({ headers }: Answer): string =>
  headers.get('content-type')?.split(';')[0]?.trim() || 'no content type';

const shapeOf = (answer: Answer): string =>
  answer.json === undefined ? typeOf(answer) : `${typeOf(answer)} with ${fieldNames(answer.json)}`;

const unique = (list: readonly string[]): readonly string[] => [...new Set(list)];

const shapes = (answers: readonly Answer[]): string => {
  const refusals = answers.filter(({ status, method }) => status >= 400 && method !== 'OPTIONS');
  if (refusals.length === 0) throw new NotReached('nothing was refused');
  return firstOf(unique(refusals.map(shapeOf)), 4);
};

export const wholeChecks: readonly Check[] = [
  check('7.status-200', 'Successful calls return HTTP 200.', async ({ answers, settings }) => {
    const other = answers.filter(
      ({ status, method, address }) =>
        status > 200 &&
        status < 300 &&
        method !== 'OPTIONS' &&
        address.startsWith(settings.serviceUrl),
    );
    return other.length === 0
      ? passed
      : failed(
          '200',
          firstOf(unique(other.map(({ status, method }) => `${status} to a ${method}`))),
        );
  }),
  check('7.errors', 'The structure of errors is not shown.', async ({ answers, settings }) =>
    noted(
      shapes(answers.filter(({ address }) => address.startsWith(settings.serviceUrl))),
      'The package goes by the status alone.',
    ),
  ),
  check(
    '7.storage-errors',
    'The storage host’s errors are not shown.',
    async ({ answers, settings }) =>
      noted(shapes(answers.filter(({ address }) => !address.startsWith(settings.serviceUrl)))),
  ),
  check('7.own-faults', 'Does the service fail by itself?', async ({ answers }) => {
    const own = answers.filter(({ status }) => status >= 500);
    const which = unique(
      own.map(({ status, method, address }) => `${status} to ${method} ${address}`),
    );
    return noted(own.length === 0 ? 'not in this run' : firstOf(which));
  }),
  check('8.rate-limits', 'Rate limits are not shown.', async ({ answers }) => {
    const limited = answers.filter(({ status }) => status === 429);
    if (limited.length === 0) return noted(`none was met in ${answers.length} requests`);
    const told = limited.filter(({ headers }) => headers.has('retry-after')).length;
    return noted(
      `429 came ${limited.length} times in ${answers.length} requests, ${told} times with Retry-After`,
      'See `limits` of the handler (`submissions`, `queries`, `userTokens`, `uploads`): keep below what the operator allows.',
    );
  }),
];
