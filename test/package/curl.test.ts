import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';
import { isTerminal } from '../../src/protocol/types.js';
import { sample, sandboxFor } from '../support/sandbox-client.js';
import { repository } from './consumer.js';

const execute = promisify(execFile);
const BLOCK = /```sh\n# (.*)\n([^]*?)```/g;

/** The value that a reader copies: `Parts.0.PresignedUrl` of JSON, or a header. */
const copied = (from: string, answer: string): string => {
  const header = /^the header (\S+),/.exec(from)?.[1];
  if (header !== undefined) {
    return new RegExp(`^${header}: "(.*)"\r?$`, 'im').exec(answer)?.[1] ?? '';
  }
  let value: unknown = JSON.parse(answer);
  for (const name of from.split('.')) value = (value as Record<string, unknown>)[name];
  return String(value);
};

test('docs/curl.md: its commands transcribe a recording and break no rule', async (t) => {
  const sandbox = await sandboxFor(t, { chunkSize: (filesize) => filesize });
  const folder = await mkdtemp(join(tmpdir(), 'curl-'));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'recording.wav'), await sample('voicemail.wav'));
  const { clientId, clientSecret, apiKey } = sandbox.credentials;
  const variables: Record<string, string> = {
    ...{ SERVICE_URL: sandbox.serviceUrl, CLIENT_ID: clientId },
    ...{ CLIENT_SECRET: clientSecret, API_KEY: apiKey },
  };
  const run = async (comment: string, command: string): Promise<void> => {
    const env = { ...process.env, ...variables };
    const { stdout } = await execute('sh', ['-c', command], { cwd: folder, env });
    for (const copy of comment.split('; ')) {
      const [name = '', from = ''] = copy.split(' is ');
      variables[name] = copied(from, stdout);
      assert.ok(variables[name], `${copy}: ${stdout}`);
    }
  };
  const text = await readFile(join(repository, 'docs/curl.md'), 'utf8');
  const blocks = [...text.matchAll(BLOCK)].map(([, comment = '', command = '']) => ({
    comment,
    command,
  }));
  assert.equal(blocks.length, 8);
  for (const { comment, command } of blocks) await run(comment, command);
  const last = blocks.at(-1);
  while (last && !isTerminal(variables['STATUS'] ?? '')) await run(last.comment, last.command);
  assert.equal(variables['STATUS'], 'SUCCESS');
  assert.deepEqual(
    sandbox.log.filter(({ violation }) => violation !== undefined),
    [],
  );
});
