/** Builders for the common kinds of checks. */
import type { Answer } from '../call.js';
import { failed, noted, passed, type Check, type Finding } from '../finding.js';
import { differences, fieldNames, firstOf, meaningOf, type Table } from '../shape.js';
import type { World } from '../world.js';

/** Describes a response without quoting its values. */
export const described = ({ status, json, size, headers }: Answer): string => {
  if (json !== undefined) return `${status} with ${fieldNames(json)}`;
  const type = headers.get('content-type')?.split(';')[0] ?? 'no content type';
  return size === 0 ? `${status} without a body` : `${status} with ${size} bytes of ${type}`;
};

export const check = (id: string, rule: string, run: Check['run']): Check => ({ id, rule, run });

const OWN_FAULT =
  'It is refused, but as a fault of the service’s own. The package takes that for trouble that passes, and tries again: tell the operator.';

export const asRefusal = (answer: Answer, advice?: string): Finding => {
  if (answer.status >= 400 && answer.status < 500) return passed;
  if (answer.status >= 500) return noted(`answered ${answer.status}`, OWN_FAULT);
  return failed('a refusal with a status of 4xx', described(answer), advice);
};

/** A request that the service must reject. By section 7, clients read a 200 with an error in its body as success. */
export const refused = (
  id: string,
  rule: string,
  send: (world: World) => Promise<Answer>,
  advice?: string,
): Check => check(id, rule, async (world) => asRefusal(await send(world), advice));

export const asAccepted = (answer: Answer, advice?: string): Finding =>
  answer.status >= 200 && answer.status < 300
    ? passed
    : failed('status 200', described(answer), advice);

export const accepted = (
  id: string,
  rule: string,
  send: (world: World) => Promise<Answer>,
  advice?: string,
): Check => check(id, rule, async (world) => asAccepted(await send(world), advice));

/** A response has the fields of a table. */
export const shaped = (
  id: string,
  rule: string,
  table: Table,
  get: (world: World) => Promise<Answer>,
): Check =>
  check(id, rule, async (world) => {
    const answer = await get(world);
    const accepted = asAccepted(answer);
    if (accepted.kind !== 'passed') return accepted;
    const wrong = differences(answer.json, table);
    return wrong.length === 0 ? passed : failed(meaningOf(table), firstOf(wrong));
  });

/** Fails with `came` unless it is null. */
export const holds = (expected: string, came: string | null, advice?: string): Finding =>
  came === null ? passed : failed(expected, came, advice);

/** Checks a preflight response: null if a page may send the request, else what is missing. */
export const corsProblem = (
  answer: Answer,
  method: string,
  headers: readonly string[],
): string | null => {
  const list = (name: string): readonly string[] =>
    (answer.headers.get(name) ?? '').split(',').map((it) => it.trim().toLowerCase());
  const origin = answer.headers.get('access-control-allow-origin');
  const anyHeader = list('access-control-allow-headers').includes('*');
  const missing = headers.filter(
    (name) =>
      !list('access-control-allow-headers').includes(name) &&
      // The wildcard does not cover Authorization.
      !(anyHeader && name !== 'authorization'),
  );
  if (answer.status > 299) return `the preflight was answered ${answer.status}`;
  if (origin === null) return 'no origin is allowed';
  if (origin !== '*' && !origin.startsWith('https://page.')) return `only ${origin} is allowed`;
  const methods = list('access-control-allow-methods');
  const simple = method === 'GET' || method === 'POST';
  if (!simple && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    return `the method ${method} is not allowed`;
  return missing.length === 0 ? null : `the header ${missing.join(', ')} is not allowed`;
};
