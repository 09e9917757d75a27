/** The hosts of the sandbox benchmark, each in its own process, so that their cost is separate from the client's. */
import { createHash, randomUUID, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { noRecognizer, startSandbox } from '../demo/sandbox/index.js';
import type { HostRole, HostReady, MemoryUse } from './sandbox-hosts.js';

const SAMPLE_MS = 20;

const [role, directory = ''] = process.argv.slice(2);

const etagOf = (hash: Hash): string => `"${hash.digest('hex')}"`;

/**
 * The minimum that a host can do with a body: discard it; compute its MD5, as S3 does for the ETag; also write it to
 * disk.
 */
const BARE: Readonly<Record<Exclude<HostRole, 'sandbox'>, RequestListener>> = {
  discard: (request, response) => {
    request.resume();
    request.on('end', () => response.end());
  },
  md5: (request, response) => {
    const hash = createHash('md5');
    request.on('data', (bytes: Buffer) => hash.update(bytes));
    request.on('end', () => response.setHeader('ETag', etagOf(hash)).end());
  },
  store: (request, response) => {
    const hash = createHash('md5');
    request.on('data', (bytes: Buffer) => hash.update(bytes));
    const file = createWriteStream(join(directory, 'bare', randomUUID()));
    pipeline(request, file, (error) => {
      response.statusCode = error ? 500 : 200;
      response.setHeader('ETag', etagOf(hash)).end();
    });
  },
};

const bare = async (listener: RequestListener): Promise<HostReady> => {
  await mkdir(join(directory, 'bare'), { recursive: true });
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, credentials: null };
};

const sandbox = async (): Promise<HostReady> => {
  const { serviceUrl, credentials } = await startSandbox({
    directory,
    recognizer: noRecognizer(),
  });
  return { url: serviceUrl, credentials };
};

const use = (): MemoryUse => {
  const { rss, heapUsed, external } = process.memoryUsage();
  return { rss, heapUsed, external };
};

let peak = use();

const sample = (): void => {
  const now = use();
  peak = {
    rss: Math.max(peak.rss, now.rss),
    heapUsed: Math.max(peak.heapUsed, now.heapUsed),
    external: Math.max(peak.external, now.external),
  };
};

setInterval(sample, SAMPLE_MS).unref();

// Replies with the current memory, and with the maximum since the last query.
process.on('message', () => {
  sample();
  const { user, system } = process.cpuUsage();
  process.send?.({ now: use(), peak, cpuSeconds: (user + system) / 1e6 });
  peak = use();
});
process.once('disconnect', () => process.exit());
const host = role as HostRole;
process.send?.(await (host === 'sandbox' ? sandbox() : bare(BARE[host])));
