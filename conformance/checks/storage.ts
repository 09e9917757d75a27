/** 4.5: the chunks on the storage host. */
import { createHash } from 'node:crypto';
import { NotReached, type Answer } from '../call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { preflight } from '../requests.js';
import type { Plan, SentPart } from '../upload.js';
import type { World } from '../world.js';
import { check, corsProblem, described, refused } from './check-builders.js';

const PAGE = 'https://page.conformance.invalid';
const OPERATOR = 'There is no option for it: ask the operator to change the storage host’s CORS.';

const firstPart = async (world: World): Promise<SentPart> => {
  const [part] = await world.upload.sent();
  if (part === undefined) throw new NotReached('the plan has no chunk');
  return part;
};

const firstAddress = async (world: World): Promise<string> =>
  (await world.upload.plan()).parts[0]?.url ?? '';

const firstChunk = (world: World, { chunkSize }: Plan): Uint8Array =>
  world.recording.bytes.subarray(0, chunkSize);

/** Describes the form of an ETag: an ETag is no secret, but the form says more to a reader. */
const formOf = (etag: string, body: Uint8Array): string => {
  const quoted = etag.startsWith('"') ? 'in quotes' : 'without quotes';
  const md5 = createHash('md5').update(body).digest('hex');
  const value = etag.replace(/^W\/|"/g, '');
  if (value.toLowerCase() === md5) return `the chunk’s MD5, ${quoted}`;
  return /^[\da-f]{32}$/i.test(value)
    ? `32 hexadecimal digits that are not the chunk’s MD5, ${quoted}`
    : `not an MD5, ${quoted}`;
};

/** For an upload that is never completed, because a store may return another ETag on each attempt. */
const sendSpare = async (
  world: World,
  headers: Readonly<Record<string, string>> = {},
  change = (address: string): string => address,
): Promise<Answer> => {
  const plan = await world.spare.plan();
  const url = change(plan.parts[0]?.url ?? '');
  return world.send({ method: 'PUT', url, headers, body: firstChunk(world, plan) });
};

/** Changes the last letter or digit of the query, which usually belongs to the signature. */
const changed = (address: string): string =>
  address.replace(
    /([\da-z])([^\da-z]*)$/i,
    (_, last: string, rest: string) => (last === '0' ? '1' : '0') + rest,
  );

export const storageChecks: readonly Check[] = [
  check('4.5.host', 'The storage host is not under {base_url}.', async (world) => {
    const address = await firstAddress(world);
    return address.startsWith(`${world.settings.serviceUrl}/`)
      ? failed('an address outside {base_url}', 'one below it')
      : passed;
  }),
  check('4.5.put', 'A chunk is taken without any authentication header.', async (world) => {
    const wrong = (await world.upload.sent()).find(({ answer }) => answer.status > 299);
    return wrong === undefined
      ? passed
      : failed('status 200', `chunk ${wrong.number}: ${described(wrong.answer)}`);
  }),
  check('4.5.etag', 'The answer to a chunk carries the header ETag.', async (world) => {
    const sent = await world.upload.sent();
    const without = sent.filter(({ etag, answer }) => etag === null && answer.status <= 299);
    return without.length === 0
      ? passed
      : failed('an ETag for each chunk', `none for ${without.length} of ${sent.length}`);
  }),
  check('4.5.etag-form', 'The form of an ETag is not shown.', async (world) => {
    const { etag } = await firstPart(world);
    if (etag === null) throw new NotReached('there is no ETag');
    const form = formOf(etag, firstChunk(world, await world.upload.plan()));
    return noted(
      form,
      form.startsWith('the chunk’s MD5')
        ? 'The element compares it with what it sent, chunk by chunk.'
        : 'The element finds out by itself and compares the whole file only (FileMd5).',
    );
  }),
  check('4.5.cors', 'Whether pages may PUT to the storage host is not shown.', async (world) => {
    const address = await firstAddress(world);
    const answer = await world.send(preflight(address, 'PUT', 'content-type'));
    const problem = corsProblem(answer, 'PUT', []);
    return problem === null ? noted('they may') : noted(`they may not: ${problem}`, OPERATOR);
  }),
  check('4.5.etag-readable', 'Whether pages may read the ETag is not shown.', async (world) => {
    const { status, headers } = await sendSpare(world, { Origin: PAGE });
    if (status > 299) throw new NotReached(`a chunk is refused (${status})`);
    const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase();
    return /(?:^|[\s,])(?:etag|\*)(?:$|[\s,])/.test(exposed)
      ? noted('they may')
      : noted(
          'they may not: Access-Control-Expose-Headers does not name ETag',
          `The element then fails with etag-unreadable. ${OPERATOR}`,
        );
  }),
  check('4.5.again', 'Whether a chunk may be sent a second time is not shown.', async (world) => {
    const first = await sendSpare(world);
    if (first.status > 299) throw new NotReached(`a chunk is refused (${first.status})`);
    const { status } = await sendSpare(world);
    return noted(
      status > 299 ? `it is refused (${status})` : 'it may',
      status > 299
        ? 'The element sends a chunk again when its answer was lost, and then asks for a new plan.'
        : undefined,
    );
  }),
  refused('4.5.changed-address', 'An address is pre-authorised: changed, it is refused.', (world) =>
    sendSpare(world, {}, changed),
  ),
];
