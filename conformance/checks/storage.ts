/** 4.5: the chunks on the storage host. */
import { md5Of } from '../recordings/recording.js';
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { preflight } from '../service/requests.js';
import type { SentPart } from '../steps/upload.js';
import type { World } from '../steps/world.js';
import { corsProblem, described, note, presigned, required } from './builders.js';

const PAGE = 'https://page.conformance.invalid';
const OPERATOR = 'There is no option for it: ask the operator to change the storage host’s CORS.';

const sentParts = async (world: World): Promise<readonly SentPart[]> => (await world.long()).sent();

const firstAddress = async (world: World): Promise<string> =>
  (await (await world.long()).plan()).parts[0]?.url ?? '';

/** Describes the form of an ETag; the form says more to a reader than the value. */
const formOf = (etag: string, chunk: Uint8Array): string => {
  const quoted = etag.startsWith('"') ? 'in quotes' : 'without quotes';
  const value = etag.replace(/^W\/|"/g, '');
  if (value.toLowerCase() === md5Of(chunk)) return `the chunk’s MD5, ${quoted}`;
  return /^[\da-f]{32}$/i.test(value)
    ? `32 hexadecimal digits that are not the chunk’s MD5, ${quoted}`
    : `not an MD5, ${quoted}`;
};

interface Differently {
  /** Which chunk, from 0; -1 is the last one. Each check has its own, as it may be taken only once. */
  readonly chunk?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly address?: string;
  readonly body?: (bytes: Uint8Array) => Uint8Array;
}

/** For an upload that is never completed, because a store may return another ETag on each attempt. */
const sendSpare = async (world: World, differently: Differently = {}): Promise<Answer> => {
  const { chunk = 0, headers = {}, address, body = (bytes) => bytes } = differently;
  const { plan, recording } = await world.spare();
  const { parts, chunkSize } = await plan();
  const { url, number } = parts.at(chunk) ?? { url: '', number: 1 };
  const bytes = recording.bytes.subarray((number - 1) * chunkSize, number * chunkSize);
  return world.send({ method: 'PUT', url: address ?? url, headers, body: body(bytes) });
};

const refusedParts = (parts: readonly SentPart[]): readonly SentPart[] =>
  parts.filter(({ answer }) => !succeeded(answer));

export const storageChecks: readonly Check[] = [
  required('4.5.host', 'The storage host is not under {base_url}.', async (world) => {
    const answer = await (await world.long()).planAnswer();
    return (await firstAddress(world)).startsWith(`${world.settings.serviceUrl}/`)
      ? failed('an address outside {base_url}', 'one below it', answer)
      : passed(answer);
  }),
  required('4.5.put', 'A full chunk is taken without an authentication header.', async (world) => {
    const parts = (await sentParts(world)).slice(0, -1);
    const [wrong] = refusedParts(parts);
    return wrong === undefined
      ? passed(parts.map(({ answer }) => answer))
      : failed('status 200', `chunk ${wrong.number}: ${described(wrong.answer)}`, wrong.answer);
  }),
  required('4.5.last-chunk', 'The last chunk, which is shorter, is taken too.', async (world) => {
    const parts = await sentParts(world);
    const last = parts.at(-1);
    if (last === undefined || refusedParts(parts.slice(0, -1)).length > 0)
      throw new NotReached('an earlier chunk was refused (4.5.put)');
    return succeeded(last.answer)
      ? passed(last.answer)
      : failed(
          'status 200',
          `chunk ${last.number} of ${last.size} bytes: ${described(last.answer)}`,
          last.answer,
        );
  }),
  required('4.5.single-chunk', 'A file that fits into one chunk is taken.', async (world) => {
    await world.works.put();
    const [part] = await (await world.single()).sent();
    if (part === undefined) throw new NotReached('the plan of 4.4 has no chunk');
    return succeeded(part.answer)
      ? passed(part.answer)
      : failed('status 200', described(part.answer), part.answer);
  }),
  required('4.5.status-200', 'A chunk that is taken is answered 200.', async (world) => {
    const taken = (await sentParts(world)).map(({ answer }) => answer).filter(succeeded);
    const [other] = taken.filter(({ status }) => status !== 200);
    return other === undefined ? passed(taken) : failed('200', `${other.status}`, other);
  }),
  required('4.5.etag', 'The response to a chunk has the header ETag.', async (world) => {
    const taken = (await sentParts(world)).filter(({ answer }) => succeeded(answer));
    if (taken.length === 0) throw new NotReached('no chunk was taken');
    const without = taken.filter(({ etag }) => etag === null);
    return without.length === 0
      ? passed(taken.map(({ answer }) => answer))
      : failed(
          'an ETag for each chunk',
          `none for ${without.length} of ${taken.length}`,
          without.map(({ answer }) => answer),
        );
  }),
  note('4.5.etag-form', 'What is an ETag?', async (world) => {
    const [part] = await sentParts(world);
    if (!part?.etag) throw new NotReached('there is no ETag');
    const { bytes } = (await world.long()).recording;
    const form = formOf(part.etag, bytes.subarray(0, part.size));
    return noted(
      form,
      part.answer,
      form.startsWith('the chunk’s MD5')
        ? 'The element compares it with each chunk that it sent.'
        : 'The element detects this, and compares only the whole file (FileMd5).',
    );
  }),
  // Runs before other checks send this chunk: a service may take each chunk only once.
  presigned(
    '4.5.changed-address',
    'An upload address is pre-authorised: with another signature or without it, it is refused.',
    'put',
    async (world) => (await (await world.spare()).plan()).parts[0]?.url ?? '',
    (world, address) => sendSpare(world, { address }),
  ),
  note('4.5.cors', 'May pages PUT to the storage host?', async (world) => {
    const answer = await world.send(preflight(await firstAddress(world), 'PUT', 'content-type'));
    const problem = corsProblem(answer, 'PUT', []);
    return problem === null ? noted('yes', answer) : noted(`no: ${problem}`, answer, OPERATOR);
  }),
  note('4.5.etag-readable', 'May pages read the ETag?', async (world) => {
    await world.works.put();
    const answer = await sendSpare(world, { headers: { Origin: PAGE } });
    if (!succeeded(answer)) throw new NotReached(`a chunk was refused (${answer.status})`);
    const exposed = (answer.headers.get('access-control-expose-headers') ?? '').toLowerCase();
    return /(?:^|[\s,])(?:etag|\*)(?:$|[\s,])/.test(exposed)
      ? noted('yes', answer)
      : noted(
          'no: Access-Control-Expose-Headers does not name ETag',
          answer,
          `The element then fails with etag-unreadable. ${OPERATOR}`,
        );
  }),
  note('4.5.again', 'May a chunk be sent a second time?', async (world) => {
    await world.works.put();
    const first = await sendSpare(world, { chunk: 1 });
    if (!succeeded(first)) throw new NotReached(`a chunk was refused (${first.status})`);
    const answer = await sendSpare(world, { chunk: 1 });
    return succeeded(answer)
      ? noted('yes', answer)
      : noted(
          `no (${answer.status})`,
          answer,
          'If a response is lost, the element sends the chunk again, and then asks for a new plan.',
        );
  }),
  note('4.5.other-size', 'Is a chunk of another size refused at once?', async (world) => {
    await world.works.put();
    const answer = await sendSpare(world, { chunk: -1, body: (bytes) => bytes.subarray(0, -1) });
    return noted(succeeded(answer) ? 'no' : `yes (${answer.status})`, answer);
  }),
];
