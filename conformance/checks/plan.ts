/** 2.3 and 4.4: the upload plan. */
import { addressExpiry } from '../../src/protocol/routes.js';
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { failed, noted, passed, type Check, type Level } from '../finding.js';
import { bearer, otherThan, PATHS, preflight, without } from '../service/requests.js';
import {
  ARRAY,
  COUNT,
  differences,
  field,
  firstOf,
  TEXT,
  WEB_ADDRESS,
  type Kind,
} from '../service/shape.js';
import { chunkSizeOf, partsOf } from '../steps/upload.js';
import type { World } from '../steps/world.js';
import { accepted, answered, corsProblem, hasField, note, refused, required } from './builders.js';

const MEBIBYTE = 1024 * 1024;
const BODY = { filesize: 64 * MEBIBYTE + 1, filetype: 'wav' };
const PLAN_INVALID = 'The element then fails with plan-invalid: tell the operator.';

const ask = async (world: World, body: object): Promise<Answer> =>
  world.post(PATHS.plan, bearer(await world.userToken()), body);

const takes = (filetype: string): Check =>
  accepted(`4.4.filetype-${filetype}`, `filetype may be ${filetype}.`, async (world) => {
    await world.works.plan();
    return ask(world, { ...BODY, filetype });
  });

const refuses = (id: string, rule: string, body: object, level?: Level): Check =>
  refused(id, rule, 'plan', (world) => ask(world, body), level);

const first = (world: World): Promise<Answer> => world.firstPlan();

/** The plan of the long recording, which has several chunks. */
const longPlan = async (world: World): Promise<readonly [Answer, number]> => {
  const { planAnswer, recording } = await world.long();
  return [answered(await planAnswer(), '4.4'), recording.bytes.length];
};

/** The parts of a plan; NotReached if there is no list of them. */
const listOf = (answer: Answer): readonly unknown[] => {
  const parts = partsOf(answer);
  if (parts.length === 0) throw new NotReached('the plan has no parts (2.3.parts)');
  return parts;
};

const numbersOf = (answer: Answer): readonly number[] =>
  listOf(answer).map((part) => {
    const number = field(part, 'PartNumber');
    if (typeof number !== 'number') throw new NotReached('a part has no PartNumber');
    return number;
  });

/** Every part has this field. */
const partField = (id: string, rule: string, name: string, kind: Kind): Check =>
  required(id, rule, async (world) => {
    const answer = answered(await first(world), '4.4');
    const parts = listOf(answer);
    const wrong = parts.flatMap((part, index) =>
      differences(part, { [name]: kind }, `Parts[${index}].`),
    );
    return wrong.length === 0
      ? passed(answer)
      : failed(`${name}: ${kind.means}`, firstOf(wrong), answer, PLAN_INVALID);
  });

export const planChecks: readonly Check[] = [
  accepted('4.4.plan', 'A user token, filesize and filetype give an upload plan.', first),
  hasField('2.3.file-id', 'FileId is a string.', 'FileId', TEXT, first),
  hasField('2.3.upload-id', 'UploadId is a string.', 'UploadId', TEXT, first),
  hasField('2.3.chunk-size', 'ChunkSize is an integer, in bytes.', 'ChunkSize', COUNT, first),
  hasField('2.3.parts', 'Parts is an array.', 'Parts', ARRAY, first),
  partField('2.3.part-number', 'PartNumber is an integer.', 'PartNumber', {
    means: 'an integer',
    fits: Number.isSafeInteger,
  }),
  partField('2.3.presigned-url', 'PresignedUrl is an address.', 'PresignedUrl', WEB_ADDRESS),
  required('2.3.from-one', 'PartNumber starts at 1.', async (world) => {
    const answer = answered(await first(world), '4.4');
    const numbers = numbersOf(answer);
    const least = Math.min(...numbers);
    return least === 1
      ? passed(answer)
      : failed('the first PartNumber 1', String(least), answer, PLAN_INVALID);
  }),
  required('2.3.one-entry-per-chunk', 'Parts has one entry per chunk.', async (world) => {
    const [answer, size] = await longPlan(world);
    const needed = Math.ceil(size / chunkSizeOf(answer));
    const numbers = numbersOf(answer);
    const least = Math.min(...numbers);
    const missing = Array.from({ length: needed }, (_, index) => index + least).filter(
      (number) => !numbers.includes(number),
    );
    const expected = `${needed} chunks for ${size} bytes, each once`;
    if (missing.length > 0)
      return failed(
        expected,
        `${numbers.length} parts, without number ${missing[0]}`,
        answer,
        PLAN_INVALID,
      );
    return new Set(numbers).size === numbers.length
      ? passed(answer)
      : failed(expected, 'a PartNumber is there twice', answer, PLAN_INVALID);
  }),
  required('4.4.filesize-counts', 'filesize determines the number of chunks.', async (world) => {
    const answer = answered(await ask(world, BODY), '4.4');
    const needed = Math.ceil(BODY.filesize / chunkSizeOf(answer));
    const { length } = listOf(answer);
    return length >= needed
      ? passed(answer)
      : failed(`${needed} parts for ${BODY.filesize} bytes`, `${length}`, answer, PLAN_INVALID);
  }),
  note('4.4.part-rule', 'How do filesize and ChunkSize give the part count?', async (world) => {
    const [answer, size] = await longPlan(world);
    const usual = Math.ceil(size / chunkSizeOf(answer));
    const { length } = partsOf(answer);
    if (length < usual) throw new NotReached('the plan does not cover its file');
    return noted(
      length === usual
        ? 'filesize / ChunkSize, rounded up'
        : `${length} parts, of which ${usual} are needed: the package ignores the others`,
      answer,
    );
  }),
  note('4.4.part-order', 'In which order are Parts?', async (world) => {
    const [answer] = await longPlan(world);
    const numbers = numbersOf(answer);
    const ascending = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0));
    return noted(ascending ? 'ascending' : 'not ascending: the package sorts them', answer);
  }),
  note('4.4.address-lifetime', 'How long does an upload address live?', async (world) => {
    const [answer] = await longPlan(world);
    const url = field(partsOf(answer)[0], 'PresignedUrl');
    const expiry = addressExpiry(typeof url === 'string' ? url : '', world.ports.now(), 0);
    return expiry === null
      ? noted(
          'the address does not tell',
          answer,
          'The element cannot warn early that an upload will be late. It asks for a new plan once an address is refused.',
        )
      : noted(
          `${Math.round((expiry - world.ports.now()) / 60_000)} minutes, by the address`,
          answer,
        );
  }),
  ...['mp3', 'm4a', 'wav'].map(takes),
  refuses('4.4.filetype-other', 'filetype is one of mp3, m4a, wav: flac is refused.', {
    ...BODY,
    filetype: 'flac',
  }),
  refuses('4.4.missing-filesize', 'filesize is required.', without(BODY, 'filesize')),
  refuses('4.4.missing-filetype', 'filetype is required.', without(BODY, 'filetype')),
  refuses(
    '4.4.filesize-text',
    'filesize is an integer: a text is refused.',
    { ...BODY, filesize: 'large' },
    'recommended',
  ),
  refuses(
    '4.4.filesize-negative',
    'filesize is a size: -1 is refused.',
    { ...BODY, filesize: -1 },
    'recommended',
  ),
  note('4.4.filesize-0', 'Is an empty file refused?', async (world) => {
    await world.works.plan();
    const answer = await ask(world, { ...BODY, filesize: 0 });
    return noted(
      succeeded(answer) ? 'no; the element sends none' : `yes (${answer.status})`,
      answer,
    );
  }),
  note('8.largest-file', 'Is a file of 5 GiB planned?', async (world) => {
    await world.works.plan();
    const answer = await ask(world, { ...BODY, filesize: 5 * 1024 * MEBIBYTE });
    return succeeded(answer)
      ? noted(`yes, in ${partsOf(answer).length} parts`, answer)
      : noted(
          `no (${answer.status})`,
          answer,
          'Set `max-size` of the element to what your users may send.',
        );
  }),
  refused('4.4.missing-authorization', 'Authorization is required.', 'plan', (world) =>
    world.post(PATHS.plan, {}, BODY),
  ),
  refused(
    '4.4.wrong-token',
    'Only a user token that was issued is accepted.',
    'plan',
    async (world) => world.post(PATHS.plan, bearer(otherThan(await world.userToken())), BODY),
  ),
  refused(
    '5.partner-token-plans',
    'A partner token cannot ask for an upload plan.',
    'plan',
    async (world) => world.post(PATHS.plan, bearer(await world.partnerToken()), BODY),
  ),
  note('4.4.cors', 'May pages of other origins call 4.4 and 4.6?', async (world) => {
    const headers = ['authorization', 'content-type'];
    for (const path of [PATHS.plan, PATHS.complete]) {
      const answer = await world.send(preflight(world.url(path), 'POST', headers.join(', ')));
      const problem = corsProblem(answer, 'POST', headers);
      if (problem !== null)
        return noted(
          `no: ${problem}`,
          answer,
          'Set `proxyUploads` of the handler, and `service-url` of the element to the handler.',
        );
    }
    return noted('yes', []);
  }),
];
