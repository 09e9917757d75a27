import type { UploadedPart } from '../src/protocol/types.js';
import { createPlainService } from './upload-service.js';

const LANES = 6;

const put = (url: string, body: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    request.addEventListener('load', () => {
      const etag = request.getResponseHeader('etag');
      if (request.status === 200 && etag !== null) resolve(etag);
      else reject(new Error(`status ${request.status}`));
    });
    request.addEventListener('error', () => reject(new Error('no answer')));
    request.send(body);
  });

/** The browser's maximum: six parallel PUTs, without hashes or retries. */
export const uploadRaw = async (file: File, url: string): Promise<void> => {
  const service = await createPlainService(url);
  const plan = await service.plan(file);
  const queue = [...plan.Parts];
  const parts: UploadedPart[] = [];
  const lane = async (): Promise<void> => {
    for (let next; (next = queue.shift());) {
      const { PartNumber, PresignedUrl } = next;
      const start = (PartNumber - 1) * plan.ChunkSize;
      const body = file.slice(start, Math.min(start + plan.ChunkSize, file.size));
      parts.push({ PartNumber, ETag: await put(PresignedUrl, body) });
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  parts.sort((one, other) => one.PartNumber - other.PartNumber);
  await service.complete(plan, parts);
};
