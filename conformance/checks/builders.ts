/** Builders for the common kinds of checks. */
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { failed, noted, passed, type Check, type Finding, type Level } from '../finding.js';
import { field, fieldNames, kindOf, type Kind } from '../service/shape.js';
import { otherSignature } from '../service/requests.js';
import type { Controls, World } from '../steps/world.js';

/** Describes a response without quoting its values. */
export const described = ({ status, json, size, headers, quote }: Answer): string => {
  if (json !== undefined) return `${status} with ${quote(fieldNames(json))}`;
  const type = headers.get('content-type')?.split(';')[0] ?? 'no content type';
  return size === 0 ? `${status} without a body` : `${status} with ${size} bytes of ${quote(type)}`;
};

const make =
  (level: Level) =>
  (id: string, rule: string, run: Check['run']): Check => ({ id, rule, level, run });

export const required = make('required');
export const recommended = make('recommended');
export const note = make('noted');

/** A check that waits for hours, or costs further submissions. */
export const thorough = (check: Check): Check => ({ ...check, thorough: true });

const OWN_FAULT =
  'The request is refused, but with a status that means a fault of the service. The package takes it for trouble that passes, and tries again: tell the operator.';

export const asRefusal = (answer: Answer, then?: string): Finding => {
  if (answer.status >= 400 && answer.status < 500) return passed(answer);
  if (answer.status >= 500) return noted(`refused with ${answer.status}`, answer, OWN_FAULT);
  return failed('a refusal with a status of 4xx', described(answer), answer, then);
};

/**
 * A request that the service must refuse. By section 7, clients read a 200 with an error in its body as success.
 * `control` proves first that a correct request is accepted.
 */
export const refused = (
  id: string,
  rule: string,
  control: keyof Controls,
  send: (world: World) => Promise<Answer>,
  level: Level = 'required',
): Check =>
  make(level)(id, rule, async (world) => {
    await world.works[control]();
    return asRefusal(await send(world));
  });

/** An address that needs its signature: with another one, and without its query, it must be refused. */
export const presigned = (
  id: string,
  rule: string,
  control: keyof Controls,
  addressOf: (world: World) => Promise<string>,
  use: (world: World, address: string) => Promise<Answer>,
): Check =>
  required(id, rule, async (world) => {
    await world.works[control]();
    const address = await addressOf(world);
    if (!address.includes('?'))
      return failed('an address with a signature in its query', 'one without a query', []);
    const changed = asRefusal(await use(world, otherSignature(address)));
    return changed.kind === 'passed'
      ? asRefusal(await use(world, address.replace(/\?.*$/s, '')))
      : changed;
  });

export const asAccepted = (answer: Answer, then?: string): Finding =>
  succeeded(answer) ? passed(answer) : failed('status 200', described(answer), answer, then);

export const accepted = (
  id: string,
  rule: string,
  send: (world: World) => Promise<Answer>,
  then?: string,
): Check => required(id, rule, async (world) => asAccepted(await send(world), then));

/** The response, or NotReached if the request was refused or the body is no JSON object. */
export const answered = (answer: Answer, section: string): Answer => {
  if (!succeeded(answer)) throw new NotReached(`${section} answered ${answer.status}`);
  if (answer.json === undefined)
    throw new NotReached(`${section} answered with a body that is not JSON`);
  return answer;
};

/** A response has a field of this kind. */
export const hasField = (
  id: string,
  rule: string,
  name: string,
  kind: Kind,
  get: (world: World) => Promise<Answer>,
): Check =>
  required(id, rule, async (world) => {
    const answer = answered(await get(world), 'the call');
    const value = field(answer.json, name);
    return kind.fits(value)
      ? passed(answer)
      : failed(`${name}: ${kind.means}`, `${name} is ${kindOf(value)}`, answer);
  });

/** Fails with `received` unless it is null. */
export const holds = (
  expected: string,
  received: string | null,
  by: Answer | readonly Answer[],
  then?: string,
): Finding => (received === null ? passed(by) : failed(expected, received, by, then));

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
  if (origin !== '*' && !origin.startsWith('https://page.'))
    return `only ${answer.quote(origin)} is allowed`;
  const methods = list('access-control-allow-methods');
  const simple = method === 'GET' || method === 'POST';
  if (!simple && !methods.includes(method.toLowerCase()) && !methods.includes('*'))
    return `the method ${method} is not allowed`;
  return missing.length === 0 ? null : `the header ${missing.join(', ')} is not allowed`;
};
