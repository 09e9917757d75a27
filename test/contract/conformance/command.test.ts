/** `npm run conformance` in its own process. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';
import { CHECKS } from '../../../conformance/checks/index.js';
import { bundledProgram } from '../../support/bundled-program.js';
import { sandboxFor } from '../../support/sandbox-client.js';

const MAIN = new URL('../../../conformance/main.ts', import.meta.url);

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

const start = (
  program: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> =>
  new Promise((resolve) => {
    const { PATH = '' } = process.env;
    const child = execFile(
      process.execPath,
      program,
      { env: { PATH, ...environment } },
      (_, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });

const run = async (
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<Ended> => start([await bundledProgram(MAIN), ...args], environment);

test('conformance command: without options, explains them and exits with 2', async () => {
  const { code, stdout, stderr } = await start(['--import', 'tsx', fileURLToPath(MAIN)]);
  assert.equal(code, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /--service-url[^]*CLIENT_SECRET[^]*API_KEY[^]*--help/);
});

test('conformance command: --help and --list need nothing and exit with 0', async () => {
  const [help, list] = await Promise.all([run(['--help']), run(['--list'])]);
  assert.equal(help.code, 0);
  assert.match(help.stdout, /^Checks a transcription service/);
  assert.equal(list.code, 0);
  assert.equal(list.stdout.trim().split('\n').length, CHECKS.length);
  assert.match(list.stdout, /^4\.6\.wrong-md5 +required +file_md5 is used to check integrity/m);
});

test('conformance command: reports on stdout, in files and by its exit code; progress is on stderr', async (t) => {
  const sandbox = await sandboxFor(t);
  const { serviceUrl, credentials } = sandbox;
  const { clientId, clientSecret, apiKey } = credentials;
  const environment = { CLIENT_SECRET: clientSecret, API_KEY: apiKey };
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const [json, junit] = [join(folder, 'report.json'), join(folder, 'report.xml')];
  const given = [
    '--service-url',
    serviceUrl,
    '--client-id',
    clientId,
    '--only',
    '2.3.chunk-size,4.4',
  ];

  const good = await run([...given, '--json', json, '--junit', junit], environment);
  assert.equal(good.code, 0, good.stderr + good.stdout);
  assert.match(good.stdout, /\nConforms: every required check ran and passed\.\n$/);
  assert.match(good.stderr, /^\d+ checks, [^]*Nothing is submitted[^]*\n1\/\d+ /);
  const report = JSON.parse(await readFile(json, 'utf8')) as Record<string, unknown>;
  assert.deepEqual(
    [report['serviceUrl'], report['clientId'], report['verdict']],
    [serviceUrl, clientId, { code: 0, sentence: 'Conforms: every required check ran and passed.' }],
  );
  assert.match(await readFile(junit, 'utf8'), /^<\?xml [^]*<testsuites /);
  assert.ok(!(good.stdout + good.stderr + JSON.stringify(report)).includes(clientSecret));

  sandbox.faults.set([{ name: 'bad-chunk-size', at: 'upload-plan', times: 'always' }]);
  const bad = await run(given, environment);
  assert.equal(bad.code, 1);
  assert.match(bad.stdout, /FAILED {3}ChunkSize is an integer[^]*received {2}ChunkSize is 0\n/);

  const refused = await run(given, { ...environment, CLIENT_SECRET: 'another-secret' });
  assert.deepEqual([refused.code, refused.stdout], [2, '']);
  assert.match(refused.stderr, /check --client-id and CLIENT_SECRET/);
  const noAudio = await run([...given, '--audio', join(folder, 'none.wav')], environment);
  assert.deepEqual([noAudio.code, noAudio.stdout], [2, '']);
  assert.match(noAudio.stderr, /--audio cannot be read/);
});
