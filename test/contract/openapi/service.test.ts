import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { SERVICE_PATHS, transcriptionPath } from '../../../src/protocol/routes.js';
import { isTerminal } from '../../../src/protocol/types.js';
import { createAnswerBook } from '../../support/openapi.js';
import {
  bearer,
  clientOf,
  post,
  put,
  reply,
  sample,
  sandboxFor,
  type Reply,
} from '../../support/sandbox-client.js';

/** A sandbox whose every response is checked against the document. */
const watchedSandbox = async (t: TestContext) => {
  const sandbox = await sandboxFor(t, { chunkSize: () => 300_000 });
  const client = clientOf(sandbox);
  const book = await createAnswerBook('service');
  const checked = (method: string, path: string, answer: Reply): Reply => {
    book.check({ method, path, ...answer });
    return answer;
  };
  const ask = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    body: unknown,
  ): Promise<Reply> => checked('POST', path, await post(client.url(path), headers, body));
  const send = async (address: string, bytes: Uint8Array): Promise<Reply> =>
    // The storage host chooses its own paths.
    checked('PUT', '/presigned', await put(address, bytes));
  const query = async (id: string, headers = client.keyPair): Promise<Reply> => {
    const path = transcriptionPath(id);
    return checked('GET', path, await reply(fetch(client.url(path), { headers })));
  };
  return { client, book, ask, send, query };
};

const text = ({ json }: Reply, name: string): string => String(json[name]);

test('OpenAPI: the document allows every response of the sandbox', async (t) => {
  const { client, book, ask, send, query } = await watchedSandbox(t);
  const { partnerToken, partnerRefresh, userToken, uploadPlan, completeUpload, transcriptions } =
    SERVICE_PATHS;
  const file = await sample('conversation.mp3');

  const issued = await ask(partnerToken, client.ofClient, {});
  const renewed = await ask(partnerRefresh, client.ofClient, {
    refresh_token: text(issued, 'refresh_token'),
  });
  const token = await ask(userToken, bearer(text(renewed, 'access_token')), {
    user_id: 'user-0001',
  });
  const user = bearer(text(token, 'access_token'));
  const planned = await ask(uploadPlan, user, { filesize: file.length, filetype: 'mp3' });
  const { FileId, UploadId, ChunkSize, Parts } = planned.json as unknown as {
    readonly FileId: string;
    readonly UploadId: string;
    readonly ChunkSize: number;
    readonly Parts: readonly { readonly PartNumber: number; readonly PresignedUrl: string }[];
  };
  const part_list: unknown[] = [];
  for (const { PartNumber, PresignedUrl } of Parts) {
    const start = (PartNumber - 1) * ChunkSize;
    const stored = await send(PresignedUrl, file.subarray(start, start + ChunkSize));
    part_list.push({ PartNumber, ETag: stored.headers.get('etag') });
  }
  assert.ok(part_list.length > 1);
  const uploaded = await ask(completeUpload, user, {
    ...{ file_id: FileId, upload_id: UploadId, part_list, filetype: 'mp3' },
  });
  const submitted = await ask(transcriptions, client.keyPair, {
    file_url: text(uploaded, 'DownloadUrl'),
    params: { diarization: { enabled: true, return_embedding: true } },
  });
  const id = text(submitted, 'transcription_id');
  let task = await query(id);
  while (!isTerminal(text(task, 'status'))) task = await query(id);
  assert.equal(text(task, 'status'), 'SUCCESS');

  const garbage = new TextEncoder().encode('not audio');
  const other = await client.upload(await client.userToken(), garbage, 'wav');
  const failing = await ask(transcriptions, client.keyPair, {
    file_url: String(other.done.json['DownloadUrl']),
  });
  let failed = await query(text(failing, 'transcription_id'));
  while (!isTerminal(text(failed, 'status')))
    failed = await query(text(failing, 'transcription_id'));
  assert.equal(text(failed, 'status'), 'FAILURE');

  for (const path of Object.values(SERVICE_PATHS)) {
    assert.equal((await ask(path, {}, {})).status, 401);
  }
  assert.equal((await query('unknown')).status, 404);
  assert.equal((await send(Parts[0]?.PresignedUrl ?? '', file)).status, 404);
  assert.deepEqual(book.unseen(), []);
});
