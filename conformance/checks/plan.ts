/** 2.3 and 4.4: the upload plan. */
import { addressExpiry } from '../../src/protocol/index.js';
import { NotReached, type Answer } from '../call.js';
import { failed, noted, passed, type Check, type Finding } from '../finding.js';
import { bearer, otherThan, PATHS, preflight, without } from '../requests.js';
import { COUNT, differences, field, firstOf, WEB_ADDRESS } from '../shape.js';
import { partsOf, PLAN } from '../upload.js';
import type { World } from '../world.js';
import { accepted, asAccepted, check, corsProblem, refused, shaped } from './check-builders.js';

const MEBIBYTE = 1024 * 1024;
const BODY = { filesize: 64 * MEBIBYTE + 1, filetype: 'wav' };
const PLAN_INVALID = 'The element then fails with plan-invalid: tell the operator.';

const ask = async (world: World, body: object): Promise<Answer> =>
  world.post(PATHS.plan, bearer(await world.userToken()), body);

const takes = (id: string, rule: string, body: object): Check =>
  accepted(id, rule, (world) => ask(world, body));

const refuses = (id: string, rule: string, body: object): Check =>
  refused(id, rule, (world) => ask(world, body));

const numbersOf = (answer: Answer): readonly unknown[] =>
  partsOf(answer).map((part) => field(part, 'PartNumber'));

/** Describes an error in the plan for a file of this many bytes; null if the plan is valid. */
const planProblem = (answer: Answer, size: number): string | null => {
  const wrong = differences(answer.json, PLAN);
  if (wrong.length > 0) return firstOf(wrong);
  const chunkSize = Number(field(answer.json, 'ChunkSize'));
  const numbers = numbersOf(answer);
  const needed = Math.ceil(size / chunkSize);
  const missing = Array.from({ length: needed }, (_, index) => index + 1).filter(
    (number) => !numbers.includes(number),
  );
  if (missing.length > 0)
    return `of ${needed} chunks of ${chunkSize} bytes, ${missing.length} have no entry (the first: ${missing[0]})`;
  return new Set(numbers).size === numbers.length ? null : 'a PartNumber is there twice';
};

const covering = (answer: Answer, size: number): Finding => {
  const finding = asAccepted(answer);
  if (finding.kind !== 'passed') return finding;
  const problem = planProblem(answer, size);
  return problem === null ? passed : failed('one entry for each chunk', problem, PLAN_INVALID);
};

const mainPlan = (world: World): Promise<Answer> => world.upload.planAnswer();

export const planChecks: readonly Check[] = [
  shaped('2.3.fields', 'A plan has FileId, UploadId, ChunkSize and Parts.', PLAN, mainPlan),
  check('2.3.parts', 'Each part has a PartNumber, from 1, and a PresignedUrl.', async (world) => {
    const answer = await mainPlan(world);
    const table = { PartNumber: COUNT, PresignedUrl: WEB_ADDRESS };
    const wrong = partsOf(answer).flatMap((part, index) =>
      differences(part, table, `Parts[${index}].`),
    );
    if (partsOf(answer).length === 0) return failed('at least one part', 'none');
    return wrong.length === 0
      ? passed
      : failed('PartNumber, a whole number from 1, and PresignedUrl, an address', firstOf(wrong));
  }),
  check('2.3.covers', 'Parts has one entry per chunk: each chunk once.', async (world) =>
    covering(await mainPlan(world), world.recording.bytes.length),
  ),
  check('2.3.covers-large', 'Parts covers a larger file too (64 MiB and a byte).', async (world) =>
    covering(await ask(world, BODY), BODY.filesize),
  ),
  check(
    '4.4.part-rule',
    'How filesize and ChunkSize make the number of parts is not shown.',
    async (world) => {
      const answer = await ask(world, BODY);
      if (planProblem(answer, BODY.filesize) !== null)
        throw new NotReached('there is no plan that covers its file');
      const chunkSize = Number(field(answer.json, 'ChunkSize'));
      const { length } = partsOf(answer);
      const usual = Math.ceil(BODY.filesize / chunkSize);
      return noted(
        length === usual
          ? `filesize / ChunkSize, rounded up: ${length} of ${chunkSize} bytes for ${BODY.filesize}`
          : `${length} parts where ${usual} of ${chunkSize} bytes would do: the package leaves the others out`,
      );
    },
  ),
  check('4.4.part-order', 'The order of Parts is not shown.', async (world) => {
    const numbers = numbersOf(await ask(world, BODY)).map(Number);
    const ascending = numbers.every(
      (number, index) => index === 0 || number > (numbers[index - 1] ?? 0),
    );
    return noted(ascending ? 'ascending' : 'not ascending: the package orders them by PartNumber');
  }),
  check('4.4.address-lifetime', 'How long an upload address lives is not shown.', async (world) => {
    const [part] = (await world.upload.plan()).parts;
    const expiry = addressExpiry(part?.url ?? '', world.now());
    return noted(
      expiry === null
        ? 'the address does not tell'
        : `${Math.round((expiry - world.now()) / 60_000)} minutes, by the address`,
      expiry === null
        ? 'The element cannot say early that an upload will be late; it asks for a new plan once an address is refused.'
        : undefined,
    );
  }),
  takes('4.4.filetype-mp3', 'filetype may be mp3.', { ...BODY, filetype: 'mp3' }),
  takes('4.4.filetype-m4a', 'filetype may be m4a.', { ...BODY, filetype: 'm4a' }),
  takes('4.4.filetype-wav', 'filetype may be wav.', { ...BODY, filetype: 'wav' }),
  refuses('4.4.filetype-other', 'filetype is one of mp3, m4a, wav: flac is refused.', {
    ...BODY,
    filetype: 'flac',
  }),
  refuses('4.4.filesize-negative', 'filesize is a number of bytes: -1 is refused.', {
    ...BODY,
    filesize: -1,
  }),
  refuses('4.4.filesize-text', 'filesize is an integer: the text “large” is refused.', {
    ...BODY,
    filesize: 'large',
  }),
  refuses('4.4.missing-filesize', 'filesize is required.', without(BODY, 'filesize')),
  refuses('4.4.missing-filetype', 'filetype is required.', without(BODY, 'filetype')),
  check('4.4.filesize-0', 'Whether an empty file is refused is not shown.', async (world) => {
    const { status } = await ask(world, { ...BODY, filesize: 0 });
    return noted(status > 299 ? `it is (${status})` : 'it is planned; the element sends none');
  }),
  check(
    '8.largest-file',
    'The largest file is not shown: is one of 5 GiB planned?',
    async (world) => {
      const answer = await ask(world, { ...BODY, filesize: 5 * 1024 * MEBIBYTE });
      return answer.status > 299
        ? noted(
            `it is refused (${answer.status})`,
            'Set `max-size` of the element to what your users may send.',
          )
        : noted(`it is, in ${partsOf(answer).length} parts`);
    },
  ),
  refused('4.4.missing-authorization', 'Authorization is required.', (world) =>
    world.post(PATHS.plan, {}, BODY),
  ),
  refused('4.4.wrong-token', 'Only a user token that was issued is accepted.', async (world) =>
    world.post(PATHS.plan, bearer(otherThan(await world.userToken())), BODY),
  ),
  refused(
    '5.partner-token-plans',
    'A partner token cannot ask for an upload plan.',
    async (world) => world.post(PATHS.plan, bearer(await world.partnerToken()), BODY),
  ),
  check('4.4.cors', 'Whether pages of other origins may call 4.4 is not shown.', async (world) => {
    const headers = ['authorization', 'content-type'];
    const answer = await world.send(preflight(world.url(PATHS.plan), 'POST', headers.join(', ')));
    const problem = corsProblem(answer, 'POST', headers);
    return problem === null
      ? noted('they may')
      : noted(
          `they may not: ${problem}`,
          'Set `proxyUploads` of the handler, and `service-url` of the element to the handler.',
        );
  }),
];
