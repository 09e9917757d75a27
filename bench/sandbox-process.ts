/** The hosts of the sandbox's bench, each a process of its own: what it costs is not paid by whoever sends. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { noRecognizer, startSandbox } from '../demo/sandbox/index.js';
import type { HostRole, HostReady, MemoryUse } from './sandbox-hosts.js';

const SAMPLE_MS = 20;

const [role, directory = ''] = process.argv.slice(2);

/** The least that a host can do with a body; with `hashed`, the least that must be done for an ETag as S3 has it. */
const discard = async (hashed: boolean): Promise<HostReady> => {
  const server = createServer((request, response) => {
    const hash = hashed ? createHash('md5') : null;
    request.on('data', (bytes: Buffer) => void hash?.update(bytes));
    request.on('end', () => {
      if (hash !== null) response.setHeader('ETag', `"${hash.digest('hex')}"`);
      response.end();
    });
  });
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

// Asked for memory: what it takes now, and the most since it was last asked.
process.on('message', () => {
  sample();
  const { user, system } = process.cpuUsage();
  process.send?.({ now: use(), peak, cpuSeconds: (user + system) / 1e6 });
  peak = use();
});
process.once('disconnect', () => process.exit());

const START: Readonly<Record<HostRole, () => Promise<HostReady>>> = {
  sandbox,
  discard: () => discard(false),
  md5: () => discard(true),
};
process.send?.(await START[role as HostRole]());
