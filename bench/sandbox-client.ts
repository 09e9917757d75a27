/** Sends recordings to a storage host with plain Node, as fast as one process can. */
import { randomBytes } from 'node:crypto';
import type { Agent } from 'node:http';
import { request } from 'node:http';
import {
  parsePartnerToken,
  parseUploadedFile,
  parseUploadPlan,
  parseUserToken,
} from '../src/protocol/responses.js';
import { SERVICE_PATHS } from '../src/protocol/routes.js';
import type { UploadedPart, UploadPlan } from '../src/protocol/types.js';
import type { BenchHost } from './sandbox-hosts.js';

/** Number of chunks in flight, the same as the element's. */
export const AT_ONCE = 6;

export interface Upload {
  readonly plan: UploadPlan;
  /** In bytes. */
  readonly size: number;
  readonly token: string;
}

/** Source of the bytes: each chunk starts at another offset, so that no two are the same. */
const SOURCE = randomBytes(8 * 1024 * 1024);

/** The bytes of a chunk, created once and shared by all senders. */
const chunkBytes = (number: number, size: number): Buffer => {
  const start = (number * 4096) % (SOURCE.length - size);
  return SOURCE.subarray(start, start + size);
};

const put = (url: string, body: Buffer, agent: Agent): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method: 'PUT', agent, headers: { 'Content-Length': body.length } },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200
            ? resolve(response.headers.etag ?? '')
            : reject(new Error(`A chunk was answered ${response.statusCode}.`)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });

const post = async (url: string, authorization: string, body: unknown): Promise<unknown> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: authorization },
    body: JSON.stringify(body),
  });
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return answer.json();
};

export const planUpload = async (
  { url, credentials }: BenchHost,
  size: number,
): Promise<Upload> => {
  if (credentials === null) throw new Error('Only the sandbox plans.');
  const pair = `${credentials.clientId}:${credentials.clientSecret}`;
  const basic = `Basic ${Buffer.from(pair).toString('base64')}`;
  const partner = parsePartnerToken(await post(url + SERVICE_PATHS.partnerToken, basic, {}));
  const user = parseUserToken(
    await post(url + SERVICE_PATHS.userToken, `Bearer ${partner.access_token}`, {
      user_id: 'bench-user',
    }),
  );
  const token = user.access_token;
  const body = { filesize: size, filetype: 'wav' };
  const plan = parseUploadPlan(await post(url + SERVICE_PATHS.uploadPlan, `Bearer ${token}`, body));
  return { plan, size, token };
};

/** Sends every chunk to its own address, or to `elsewhere` if given. */
export const sendChunks = async (
  { plan, size }: Upload,
  agent: Agent,
  elsewhere?: string,
): Promise<readonly UploadedPart[]> => {
  const left = [...plan.Parts];
  const sent: UploadedPart[] = [];
  const lane = async (): Promise<void> => {
    for (let part = left.shift(); part !== undefined; part = left.shift()) {
      const { PartNumber, PresignedUrl } = part;
      const start = (PartNumber - 1) * plan.ChunkSize;
      const bytes = chunkBytes(PartNumber, Math.min(plan.ChunkSize, size - start));
      sent.push({ PartNumber, ETag: await put(elsewhere ?? PresignedUrl, bytes, agent) });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return sent.sort((a, b) => a.PartNumber - b.PartNumber);
};

export const completeUpload = async (
  { url }: BenchHost,
  { plan, token }: Upload,
  parts: readonly UploadedPart[],
): Promise<void> => {
  const body = {
    file_id: plan.FileId,
    upload_id: plan.UploadId,
    part_list: parts,
    filetype: 'wav',
  };
  parseUploadedFile(await post(url + SERVICE_PATHS.completeUpload, `Bearer ${token}`, body));
};
