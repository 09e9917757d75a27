/** 2.3.1 and 4.6: the completion, and the file at its DownloadUrl. */
import { addressExpiry } from '../../src/protocol/index.js';
import { NotReached, type Answer } from '../call.js';
import { failed, noted, passed, type Check } from '../finding.js';
import { bearer, otherThan, PATHS, preflight, without } from '../requests.js';
import { field, MD5, TEXT, textField, WEB_ADDRESS } from '../shape.js';
import type { Completion } from '../upload.js';
import type { World } from '../world.js';
import {
  asAccepted,
  asRefusal,
  check,
  corsProblem,
  described,
  holds,
  shaped,
} from './check-builders.js';

const HOUR_MS = 3_600_000;
const succeeded = ({ status }: Answer): boolean => status >= 200 && status < 300;

const complete = async (world: World, body: object, token?: string): Promise<Answer> =>
  world.post(PATHS.complete, bearer(token ?? (await world.userToken())), body);

const done = async (world: World): Promise<Answer> => {
  const answer = await world.completed();
  if (!succeeded(answer)) throw new NotReached(`4.6 answered ${answer.status}`);
  return answer;
};

/**
 * A completion with one error, of an upload that is otherwise ready. If the service accepts it, the next check gets a
 * new upload.
 */
const refusedBody = (
  id: string,
  rule: string,
  spoil: (body: Completion, world: World) => object,
  headers?: (world: World) => Promise<Readonly<Record<string, string>>>,
): Check =>
  check(id, rule, async (world) => {
    const body = spoil(await world.scratch.upload().completion(), world);
    const authorization = headers ?? (async () => bearer(await world.userToken()));
    const answer = await world.post(PATHS.complete, await authorization(world), body);
    if (succeeded(answer)) world.scratch.renew();
    return asRefusal(answer);
  });

const withEtag = (body: Completion, change: (etag: string) => string): Completion => ({
  ...body,
  part_list: body.part_list.map((part, index) =>
    index === 0 ? { ...part, ETag: change(part.ETag) } : part,
  ),
});

const withNumber = (body: Completion): Completion => ({
  ...body,
  part_list: body.part_list.map((part, index) =>
    index === 0 ? { ...part, PartNumber: 9999 } : part,
  ),
});

/** These run before the correct completion, while there is still an upload to complete. */
export const completionChecks: readonly Check[] = [
  refusedBody('4.6.missing-file-id', 'file_id is required.', (body) => without(body, 'file_id')),
  refusedBody('4.6.missing-upload-id', 'upload_id is required.', (body) =>
    without(body, 'upload_id'),
  ),
  refusedBody('4.6.missing-part-list', 'part_list is required.', (body) =>
    without(body, 'part_list'),
  ),
  refusedBody('4.6.missing-filetype', 'filetype is required.', (body) => without(body, 'filetype')),
  refusedBody('4.6.wrong-file-id', 'file_id is the FileId of the plan.', (body) => ({
    ...body,
    file_id: otherThan(body.file_id),
  })),
  refusedBody('4.6.wrong-upload-id', 'upload_id is the UploadId of the plan.', (body) => ({
    ...body,
    upload_id: otherThan(body.upload_id),
  })),
  refusedBody('4.6.wrong-etag', 'ETag is the one the storage host returned.', (body) =>
    withEtag(body, (etag) => `"${otherThan(etag.replaceAll('"', ''))}"`),
  ),
  refusedBody('4.6.wrong-number', 'PartNumber is the number of a chunk.', withNumber),
  refusedBody('4.6.missing-part', 'part_list has one entry per chunk.', (body) => ({
    ...body,
    part_list: body.part_list.slice(0, -1),
  })),
  refusedBody(
    '4.6.missing-authorization',
    'Authorization is required.',
    (body) => body,
    async () => ({}),
  ),
  refusedBody(
    '4.6.wrong-token',
    'Only a user token that was issued is accepted.',
    (body) => body,
    async (world) => bearer(otherThan(await world.userToken())),
  ),
  refusedBody(
    '5.partner-token-completes',
    'A partner token cannot complete an upload.',
    (body) => body,
    async (world) => bearer(await world.partnerToken()),
  ),
  check(
    '4.6.other-user',
    'Whether another user may complete an upload is not shown.',
    async (world) => {
      const body = await world.scratch.upload().completion();
      const other = await world.post(PATHS.userToken, bearer(await world.partnerToken()), {
        user_id: 'conformance-other-user',
      });
      const token = textField(other.json, 'access_token');
      if (token === null) throw new NotReached('4.3 gave no token for another user');
      world.hide(token);
      const answer = await complete(world, body, token);
      if (succeeded(answer)) world.scratch.renew();
      return noted(succeeded(answer) ? 'another user may' : `it is refused (${answer.status})`);
    },
  ),
  // Runs last of these, because a service may end the upload if the file does not match.
  refusedBody(
    '4.6.wrong-md5',
    'file_md5 is used to check integrity: a wrong one is refused.',
    (body, world) => ({
      ...body,
      file_md5: otherThan(world.recording.md5).replaceAll(/[xy]/g, '0'),
    }),
  ),
  check(
    '4.6.after-refusal',
    'Whether an upload goes on after a refused completion is not shown.',
    async (world) => {
      const answer = await world.scratch.completed();
      return succeeded(answer)
        ? noted('it does: a right completion is taken afterwards')
        : noted(
            `it does not: a right completion is answered ${answer.status} afterwards`,
            'The element then asks for a new plan and sends the recording anew.',
          );
    },
  ),
  check('4.6.without-md5', 'file_md5 may be left out.', async (world) => {
    if (succeeded(await world.scratch.completed())) return passed;
    return asAccepted(await complete(world, await world.newUpload().completion()));
  }),
  check(
    '4.6.upper-case-md5',
    'Whether file_md5 may be in upper case is not shown.',
    async (world) => {
      const body = await world.newUpload().completion();
      const { status } = await complete(world, {
        ...body,
        file_md5: world.recording.md5.toUpperCase(),
      });
      return noted(
        status > 299 ? `it is refused (${status}); the package sends lower case` : 'it may',
      );
    },
  ),
  check(
    '4.6.complete',
    'All chunks with their ETags and the right file_md5 make the file.',
    async (world) => asAccepted(await world.completed()),
  ),
  check('4.6.again', 'Whether a completion may be repeated is not shown.', async (world) => {
    const first = await done(world);
    const again = await complete(world, {
      ...(await world.upload.completion()),
      file_md5: world.recording.md5,
    });
    if (!succeeded(again))
      return noted(
        `it is refused (${again.status})`,
        again.status === 404
          ? 'Where an answer is lost, the element asks for a new plan and sends the recording again.'
          : 'Where an answer is lost, the element repeats the completion, and this refusal ends it: tell the operator.',
      );
    const same = field(first.json, 'FileId') === field(again.json, 'FileId');
    return noted(same ? 'it may, and names the same file' : 'it may, and names another file');
  }),
];

export const fileChecks: readonly Check[] = [
  shaped(
    '2.3.1.fields',
    'An uploaded file has FileId, FileType, DownloadUrl and FileMd5.',
    { FileId: TEXT, FileType: TEXT, DownloadUrl: WEB_ADDRESS, FileMd5: MD5 },
    (world) => world.completed(),
  ),
  check('2.3.1.file-id', 'FileId is that of the upload plan.', async (world) => {
    const { json } = await done(world);
    const same = field(json, 'FileId') === (await world.upload.plan()).fileId;
    return holds('the FileId of the plan', same ? null : 'another one');
  }),
  check('2.3.1.file-type', 'FileType is the audio file extension.', async (world) => {
    const type = textField((await done(world)).json, 'FileType') ?? 'nothing';
    const same = type.replace(/^\./, '').toLowerCase() === world.recording.filetype;
    return holds(world.recording.filetype, same ? null : `“${type.slice(0, 20)}”`);
  }),
  check('2.3.1.file-md5', 'FileMd5 is the MD5 of the merged file.', async (world) => {
    const md5 = textField((await done(world)).json, 'FileMd5') ?? '';
    return holds(
      'the MD5 of what was sent',
      md5.toLowerCase() === world.recording.md5 ? null : 'another value',
      'The element then fails with integrity-mismatch.',
    );
  }),
  check('2.3.1.download', 'DownloadUrl gives the file, with no header needed.', async (world) => {
    const answer = await world.send({ url: await world.downloadUrl() });
    if (!succeeded(answer)) return failed('status 200', described(answer));
    const { bytes, md5 } = world.recording;
    return holds(
      `the ${bytes.length} bytes that were sent`,
      answer.md5 === md5 ? null : `${answer.size} bytes, not the same`,
    );
  }),
  check('2.3.1.lifetime', 'A DownloadUrl is valid for about 24 hours.', async (world) => {
    const expiry = addressExpiry(await world.downloadUrl(), world.now());
    if (expiry === null) return noted('the address does not tell how long it lives');
    const hours = (expiry - world.now()) / HOUR_MS;
    return Math.abs(hours - 24) <= 2.4 ? passed : failed('about 24 h', `${hours.toFixed(1)} h`);
  }),
  check(
    '2.3.1.range',
    'Whether parts of the file can be read (Range) is not shown.',
    async (world) => {
      const answer = await world.send({
        url: await world.downloadUrl(),
        headers: { Range: 'bytes=0-99' },
      });
      const works = answer.status === 206 && answer.size === 100;
      return works
        ? noted('they can')
        : noted(`they cannot (${answer.status})`, 'Players cannot seek before all is loaded.');
    },
  ),
  check(
    '2.3.1.cors',
    'Whether pages may read DownloadUrl with scripts is not shown.',
    async (world) => {
      const answer = await world.send(preflight(await world.downloadUrl(), 'GET', 'range'));
      const problem = corsProblem(answer, 'GET', ['range']);
      return problem === null
        ? noted('they may')
        : noted(`they may not: ${problem}`, 'It still plays as `audio-src`.');
    },
  ),
];
