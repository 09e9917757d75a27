/** The starting point of the strictness rows: a token of each level, and an uploaded file that is not completed. */
import { randomBytes } from 'node:crypto';
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import {
  bearer,
  clientOf,
  manualClock,
  post,
  put,
  reply,
  sandboxFor,
  type Reply,
} from './sandbox-client.js';

export type Headers = Readonly<Record<string, string>>;
type Json = Readonly<Record<string, unknown>>;

export const CHUNK = 1000;

/** Three chunks, the last of 500 bytes, all stored. */
export const strictWorld = async (test: Parameters<typeof sandboxFor>[0]) => {
  const clock = manualClock();
  const sandbox = await sandboxFor(test, { chunkSize: () => CHUNK, clock });
  const client = clientOf(sandbox);
  const partnerToken = await client.partnerToken();
  const userToken = await client.userToken();
  const file = randomBytes(2 * CHUNK + 500);
  const plan = await client.plan(userToken, file.length, 'mp3');
  const part_list = await client.putParts(plan, file);
  const completion: Json = {
    ...{ file_id: plan.FileId, upload_id: plan.UploadId, part_list, filetype: 'mp3' },
  };
  const planned = plan.Parts.map(({ PresignedUrl }) => PresignedUrl);
  const to =
    (path: string, own: Headers) =>
    (body: unknown, headers: Headers = own): Promise<Reply> =>
      post(client.url(path), headers, body);
  return {
    ...{ sandbox, client, clock, partnerToken, userToken, file, completion, part_list },
    address: (part: number): string => planned[part - 1] ?? '',
    chunk: (part: number): Buffer => file.subarray((part - 1) * CHUNK, part * CHUNK),
    put,
    exchange: to(SERVICE_PATHS.partnerToken, client.ofClient),
    refresh: to(SERVICE_PATHS.partnerRefresh, client.ofClient),
    issue: to(SERVICE_PATHS.userToken, bearer(partnerToken)),
    plan: to(SERVICE_PATHS.uploadPlan, bearer(userToken)),
    complete: (changes: Json, headers?: Headers) =>
      to(SERVICE_PATHS.completeUpload, bearer(userToken))({ ...completion, ...changes }, headers),
    submit: to(SERVICE_PATHS.transcriptions, client.keyPair),
    /** Sends any request to the service, with its body unchanged. */
    send: (method: string, path: string, headers: Headers = {}, body?: string): Promise<Reply> =>
      reply(fetch(client.url(path), { method, headers, ...(body === undefined ? {} : { body }) })),
  };
};

export type StrictWorld = Awaited<ReturnType<typeof strictWorld>>;
