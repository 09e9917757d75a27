/** 4.6: the completion. */
import { NotReached, succeeded, type Answer } from '../service/call.js';
import { noted, type Check, type Level } from '../finding.js';
import { bearer, otherThan, PATHS, without, type Headers } from '../service/requests.js';
import { field } from '../service/shape.js';
import type { Completion } from '../steps/upload.js';
import type { World } from '../steps/world.js';
import { accepted, asAccepted, asRefusal, note, required } from './builders.js';

const complete = async (world: World, body: object, headers?: Headers): Promise<Answer> =>
  world.post(PATHS.complete, headers ?? bearer(await world.userToken()), body);

/** Completes the scratch upload. If the service accepts it, the next check gets a new upload. */
const attempt = async (
  world: World,
  bodyOf: (right: Completion) => object | Promise<object>,
  headers?: Headers,
): Promise<Answer> => {
  await world.works.complete();
  const right = await (await world.scratch.upload()).completion();
  const answer = await complete(world, await bodyOf(right), headers);
  if (succeeded(answer)) world.scratch.renew();
  return answer;
};

/** Completes another upload of the short recording. */
const completeShort = async (world: World, more: object = {}): Promise<Answer> => {
  await world.works.complete();
  const { recording } = await world.short();
  return complete(world, { ...(await world.uploadOf(recording).completion()), ...more });
};

/** What the package takes for parts that do not fit, and for an upload that has ended; see docs/guesses.md. */
const MISMATCH = [400, 409, 412, 422];
const ENDED = [403, 404, 410];

interface Spoilt {
  readonly body?: (right: Completion, world: World) => object | Promise<object>;
  readonly headers?: (world: World) => Promise<Headers>;
  readonly level?: Level;
}

/** A completion with one error, of an upload that is otherwise ready. */
const refusedCompletion = (
  id: string,
  rule: string,
  { body = (right) => right, headers, level = 'required' }: Spoilt,
): Check => ({
  ...required(id, rule, async (world) =>
    asRefusal(await attempt(world, (right) => body(right, world), await headers?.(world))),
  ),
  level,
});

const withFirst = (
  body: Completion,
  change: (part: Completion['part_list'][number]) => object,
): object => ({
  ...body,
  part_list: body.part_list.map((part, index) => (index === 0 ? change(part) : part)),
});

const withoutLast = (body: Completion): object => ({
  ...body,
  part_list: body.part_list.slice(0, -1),
});

/** Two chunks with each other's ETag. */
const swapped = (body: Completion): object => {
  const [first, second, ...rest] = body.part_list;
  if (first === undefined || second === undefined)
    throw new NotReached('the plan has only one chunk');
  if (first.ETag === second.ETag) throw new NotReached('two chunks have the same ETag');
  return {
    ...body,
    part_list: [{ ...first, ETag: second.ETag }, { ...second, ETag: first.ETag }, ...rest],
  };
};

const otherUser = async (world: World): Promise<Headers> => {
  const answer = await world.issue({ user_id: 'conformance-other-user' });
  const token = world.userTokenIn(answer);
  if (token === (await world.userToken()))
    throw new NotReached('two users have the same token (2.2.one-user)');
  return bearer(token);
};

/** The refused completions run before the correct one of the same upload. */
export const completionChecks: readonly Check[] = [
  accepted(
    '4.6.complete',
    'All chunks with their ETags and the right file_md5 make the file.',
    async (world) => (await world.long()).completed(),
  ),
  accepted('4.6.complete-single', 'A file of one chunk is completed too.', async (world) => {
    await world.works.complete();
    return (await world.single()).completed();
  }),
  refusedCompletion('4.6.missing-file-id', 'file_id is required.', {
    body: (right) => without(right, 'file_id'),
  }),
  refusedCompletion('4.6.missing-upload-id', 'upload_id is required.', {
    body: (right) => without(right, 'upload_id'),
  }),
  refusedCompletion('4.6.missing-part-list', 'part_list is required.', {
    body: (right) => without(right, 'part_list'),
  }),
  refusedCompletion('4.6.missing-filetype', 'filetype is required.', {
    body: (right) => without(right, 'filetype'),
  }),
  refusedCompletion('4.6.wrong-file-id', 'file_id is the FileId of the upload plan.', {
    body: (right) => ({ ...right, file_id: otherThan(right.file_id) }),
  }),
  refusedCompletion('4.6.wrong-upload-id', 'upload_id is the UploadId of the upload plan.', {
    body: (right) => ({ ...right, upload_id: otherThan(right.upload_id) }),
  }),
  refusedCompletion('4.6.wrong-filetype', 'filetype is an audio file extension: txt is refused.', {
    body: (right) => ({ ...right, filetype: 'txt' }),
    level: 'recommended',
  }),
  refusedCompletion('4.6.wrong-etag', 'ETag is the value that the storage host returned.', {
    body: (right) =>
      withFirst(right, (part) => ({
        ...part,
        ETag: `"${otherThan(part.ETag.replaceAll('"', ''))}"`,
      })),
  }),
  refusedCompletion('4.6.swapped-etags', 'ETag is the one of that chunk, not of another.', {
    body: swapped,
  }),
  refusedCompletion('4.6.part-zero', 'PartNumber starts at 1.', {
    body: (right) => ({
      ...right,
      part_list: right.part_list.map((part) => ({ ...part, PartNumber: part.PartNumber - 1 })),
    }),
  }),
  refusedCompletion('4.6.missing-part', 'part_list has one entry per chunk.', {
    body: withoutLast,
  }),
  refusedCompletion('4.6.missing-authorization', 'Authorization is required.', {
    headers: async () => ({}),
  }),
  refusedCompletion('4.6.wrong-token', 'Only a user token that was issued is accepted.', {
    headers: async (world) => bearer(otherThan(await world.userToken())),
  }),
  refusedCompletion('5.partner-token-completes', 'A partner token cannot complete an upload.', {
    headers: async (world) => bearer(await world.partnerToken()),
  }),
  note('4.6.other-user', 'May another user complete an upload?', async (world) => {
    const answer = await attempt(world, (right) => right, await otherUser(world));
    return noted(succeeded(answer) ? 'yes' : `no (${answer.status})`, answer);
  }),
  note('4.6.list-order', 'May part_list be in another order?', async (world) => {
    const answer = await attempt(world, (right) => ({
      ...right,
      part_list: [...right.part_list].reverse(),
    }));
    return noted(
      succeeded(answer) ? 'yes' : `no (${answer.status}); the package lists the chunks in order`,
      answer,
    );
  }),
  ...(['PartNumber', 'ETag'] as const).map((name) =>
    note(
      `4.6.without-${name.toLowerCase()}`,
      `May an entry of part_list leave out its ${name}?`,
      async (world) => {
        const answer = await attempt(world, (right) =>
          withFirst(right, (part) => without(part, name)),
        );
        return noted(
          succeeded(answer) ? 'yes; the package sends it' : `no (${answer.status})`,
          answer,
        );
      },
    ),
  ),
  note('4.6.mismatch-status', 'Which status refuses parts that do not fit?', async (world) => {
    const answer = await attempt(world, withoutLast);
    if (succeeded(answer)) throw new NotReached('they are accepted (4.6.missing-part)');
    return noted(
      `${answer.status}`,
      answer,
      MISMATCH.includes(answer.status)
        ? undefined
        : 'The element does not take it for integrity-mismatch, and shows another error: tell the operator.',
    );
  }),
  // Runs last of these, because a service may end the upload if the file does not match.
  refusedCompletion(
    '4.6.wrong-md5',
    'file_md5 is used to check integrity: a wrong one is refused.',
    {
      body: async (right, world) => ({
        ...right,
        file_md5: otherThan((await world.long()).recording.md5).replaceAll(/[xy]/g, '0'),
      }),
    },
  ),
  note('4.6.after-refusal', 'Can an upload continue after a refused completion?', async (world) => {
    await world.works.complete();
    const answer = await world.scratch.completed();
    return succeeded(answer)
      ? noted('yes: a correct completion is accepted afterwards', answer)
      : noted(
          `no: a correct completion is answered ${answer.status} afterwards`,
          answer,
          'The element then asks for a new plan and sends the recording again.',
        );
  }),
  required('4.6.without-md5', 'file_md5 may be left out.', async (world) => {
    await world.works.complete();
    const afterRefusal = await world.scratch.completed();
    if (succeeded(afterRefusal)) return asAccepted(afterRefusal);
    return asAccepted(await completeShort(world));
  }),
  note('4.6.upper-case-md5', 'May file_md5 be in upper case?', async (world) => {
    const { md5 } = (await world.short()).recording;
    const answer = await completeShort(world, { file_md5: md5.toUpperCase() });
    return noted(
      succeeded(answer) ? 'yes' : `no (${answer.status}); the package sends lower case`,
      answer,
    );
  }),
  note('4.5.ended-upload', 'What does a PUT answer after the completion?', async (world) => {
    await world.works.complete();
    const { plan, recording } = await world.long();
    const { parts, chunkSize } = await plan();
    const body = recording.bytes.subarray(0, chunkSize);
    const answer = await world.send({ method: 'PUT', url: parts[0]?.url ?? '', body });
    if (succeeded(answer)) return noted(`${answer.status}: the chunk is taken`, answer);
    return noted(
      `${answer.status}`,
      answer,
      ENDED.includes(answer.status)
        ? undefined
        : 'The element takes it for a rejected chunk, and does not ask for a new plan: tell the operator.',
    );
  }),
  note('4.6.again', 'May a completion be repeated?', async (world) => {
    await world.works.complete();
    const { completed, completion, recording } = await world.long();
    const first = await completed();
    const again = await complete(world, { ...(await completion()), file_md5: recording.md5 });
    if (!succeeded(again))
      return noted(
        `no (${again.status})`,
        again,
        again.status === 404
          ? 'If a response is lost, the element asks for a new plan and sends the recording again.'
          : 'If a response is lost, the element repeats the completion, and this refusal ends the upload: tell the operator.',
      );
    const same = field(first.json, 'FileId') === field(again.json, 'FileId');
    return noted(
      same ? 'yes, and it names the same file' : 'yes, and it names another file',
      again,
    );
  }),
];
