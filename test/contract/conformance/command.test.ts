/** `npm run conformance` in its own process. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Report } from '../../../conformance/report.js';
import { sandboxFor } from '../../support/sandbox-client.js';

const MAIN = fileURLToPath(new URL('../../../conformance/main.ts', import.meta.url));

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const run = (
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH = '' } = process.env;
    const child = execFile(
      process.execPath,
      ['--import', 'tsx', MAIN, ...args],
      { env: { PATH, ...environment } },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

test('conformance command: without options, explains them and exits with 2', async () => {
  const { code, stdout, stderr } = await run([], {});
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /--service-url[^]*--client-id[^]*CLIENT_SECRET[^]*API_KEY[^]*--help/);
});

test('conformance command: --help exits with 0', async () => {
  const { code, stdout } = await run(['--help'], {});
  assert.equal(code, 0);
  assert.match(stdout, /^Checks a transcription service/);
});

test('conformance command: reports in text and as JSON, and the exit code depends on the findings', async (t) => {
  const sandbox = await sandboxFor(t);
  const { serviceUrl, credentials } = sandbox;
  const { clientId, clientSecret, apiKey } = credentials;
  const environment = { CLIENT_SECRET: clientSecret, API_KEY: apiKey };
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const json = join(folder, 'report.json');
  const given = ['--service-url', serviceUrl, '--client-id', clientId, '--only', '2.3,4.4'];

  const good = await run([...given, '--json', json, '--submissions', '0'], environment);
  assert.equal(good.code, 0, good.stderr);
  assert.match(good.stdout, /\n\d+ passed, 0 failed, 0 not reached, \d+ noted\n$/);
  const report = JSON.parse(await readFile(json, 'utf8')) as Report;
  assert.deepEqual(
    [report.serviceUrl, report.clientId, report.totals.failed],
    [serviceUrl, clientId, 0],
  );
  assert.ok(!(good.stdout + JSON.stringify(report)).includes(clientSecret));

  sandbox.faults.set([{ name: 'bad-chunk-size', at: 'upload-plan', times: 'always' }]);
  const bad = await run(given, environment);
  assert.equal(bad.code, 1);
  assert.match(
    bad.stdout,
    /FAILED A plan has FileId[^]*came: ChunkSize is 0, not a whole number above 0/,
  );

  const refused = await run(given, { ...environment, CLIENT_SECRET: 'another-secret' });
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /check --client-id and CLIENT_SECRET/);
  const noAudio = await run([...given, '--audio', join(folder, 'none.wav')], environment);
  assert.deepEqual([noAudio.code, noAudio.stdout], [2, '']);
  assert.match(noAudio.stderr, /--audio cannot be read/);
});
