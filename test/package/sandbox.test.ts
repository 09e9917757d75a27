/** `npx audio-transcribe sandbox` of the packed package, in a folder without any other package. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { Sandbox } from '../../demo/sandbox/index.js';
import { SERVICE_PATHS } from '../../src/protocol/routes.js';
import { isTerminal } from '../../src/protocol/types.js';
import { close, listen } from '../support/fake-service.js';
import { basic, clientOf, post, reply, sample } from '../support/sandbox-client.js';
import { execute, packInto } from './consumer.js';
import { exported, startBackend, startCommand } from './packed-commands.js';

const samples = { wav: 'voicemail.wav', mp3: 'restaurant.mp3', m4a: 'interview.m4a' };

describe('npx audio-transcribe sandbox', () => {
  let folder: string;
  let cli: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sandbox-command-'));
    const tarball = await packInto(folder);
    await execute('tar', ['-xzf', tarball, '-C', folder]);
    cli = join(folder, 'package/dist/sandbox/cli.js');
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const start = async (test: TestContext, ...args: readonly string[]) => {
    const temporary = await mkdtemp(join(folder, 'temporary-'));
    const command = await startCommand(test, cli, ['sandbox', ...args], 'Stop with Ctrl+C', {
      TMPDIR: temporary,
    });
    const printed = command.printed();
    const sandbox: Pick<Sandbox, 'serviceUrl' | 'credentials'> = {
      serviceUrl: exported(printed, 'SERVICE_URL'),
      credentials: {
        clientId: exported(printed, 'CLIENT_ID'),
        clientSecret: exported(printed, 'CLIENT_SECRET'),
        apiKey: exported(printed, 'API_KEY'),
      },
    };
    const { credentials } = sandbox;
    return { ...command, temporary, credentials, client: clientOf(sandbox) };
  };

  const transcribe = async (
    client: ReturnType<typeof clientOf>,
    recording: keyof typeof samples = 'wav',
  ) => {
    const token = await client.userToken();
    const { done } = await client.upload(token, await sample(samples[recording]), recording);
    const submitted = await client.submit({ file_url: done.json['DownloadUrl'] });
    const ended = await client.untilEnded(String(submitted.json['transcription_id']));
    assert.equal(ended.json['status'], 'SUCCESS', JSON.stringify(ended.json));
    return ended.json['data'] as {
      text: string;
      duration: number;
      segments: { start_ms: number; end_ms: number; text: string }[];
    };
  };

  it('answers with the speech intervals of a WAV file, and leaves nothing behind', async (test) => {
    const { client, printed, program, temporary } = await start(test);
    assert.match(exported(printed(), 'ALLOWED_FILE_HOSTS'), /^127\.0\.0\.1:\d+$/);
    const { segments } = await transcribe(client);
    assert.ok(segments.length > 1, `${segments.length} segments`);
    program.kill('SIGINT');
    await once(program, 'exit');
    assert.deepEqual(await readdir(temporary), []);
  });

  it('answers MP3 and M4A files with one segment, without a decoder', async (test) => {
    const { client } = await start(test);
    for (const recording of ['mp3', 'm4a'] as const) {
      const { segments, duration } = await transcribe(client, recording);
      const [segment] = segments;
      assert.deepEqual([segments.length, segment?.start_ms], [1, 0], recording);
      assert.ok(Math.abs((segment?.end_ms ?? 0) / 1000 - duration) < 1, `${segment?.end_ms} ms`);
      assert.ok(duration > 10, `${duration} s`);
    }
  });

  it('answers with the transcript of --transcript', async (test) => {
    const file = join(folder, 'transcript.json');
    const segments = [{ start_ms: 0, end_ms: 900, text: 'Hello there.', speaker: 'A' }];
    const data = { text: 'Hello there.', language: 'en', duration: 12, segments };
    await writeFile(file, JSON.stringify(data));
    const { client } = await start(test, '--transcript', file);
    assert.equal((await transcribe(client)).text, 'Hello there.');
  });

  it('applies faults', async (test) => {
    const { client, credentials } = await start(test);
    const faults = [{ name: 'status', at: 'partner-token', status: 503 }];
    const response = await fetch(client.url('/__sandbox/faults'), {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ faults }),
    });
    assert.equal(response.status, 200, await response.text());
    const { clientId, clientSecret } = credentials;
    const url = client.url(SERVICE_PATHS.partnerToken);
    assert.equal((await post(url, basic(clientId, clientSecret), {})).status, 503);
  });

  it('runs the backend beside an application in any language', async (test) => {
    const sandbox = await start(test);
    const { credentials, client } = sandbox;
    const application = createServer((req, res) => {
      const isAda = req.headers.cookie === 'session=of-ada';
      res.writeHead(isAda ? 200 : 401, { 'Content-Type': 'application/json' });
      res.end(isAda ? '{"userId":"user-ada"}' : '');
    });
    test.after(() => close(application));
    const backend = await startBackend(test, cli, sandbox, {
      AUTHORIZE_URL: await listen(application),
    });
    const { program, url } = backend;
    const ada = { Cookie: 'session=of-ada' };
    const ask = (path: string, body?: unknown) => post(`${url}${path}`, ada, body ?? {});
    assert.equal((await post(`${url}/user-token`, {}, {})).status, 401);
    const { json: token } = await ask('/user-token');
    const { done } = await client.upload(
      String(token['access_token']),
      await sample(samples.wav),
      'wav',
    );
    const submitted = await ask('/transcriptions', { file_url: done.json['DownloadUrl'] });
    assert.equal(submitted.status, 200, submitted.text);
    const address = `${url}/transcriptions/${String(submitted.json['transcription_id'])}`;
    let task = await reply(fetch(address, { headers: ada }));
    while (!isTerminal(String(task.json['status']))) {
      task = await reply(fetch(address, { headers: ada }));
    }
    assert.equal(task.json['status'], 'SUCCESS');
    program.kill('SIGTERM');
    assert.deepEqual(await once(program, 'exit'), [0, null]);
    for (const secret of [credentials.clientSecret, credentials.apiKey, 'of-ada']) {
      assert.ok(!backend.printed().includes(secret), 'the log has a secret');
    }
  });

  it('says which settings of the backend are missing', async () => {
    const missing = await execute(process.execPath, [cli, 'backend'], { env: {} }).catch(
      (error: unknown) => error as { code: number; stderr: string },
    );
    for (const name of ['SERVICE_URL', 'CLIENT_ID', 'CLIENT_SECRET', 'API_KEY', 'AUTHORIZE_URL']) {
      assert.match(missing.stderr, new RegExp(`^${name} is missing`, 'm'));
    }
    assert.equal('code' in missing && missing.code, 1);
  });

  it('says how it is used', async () => {
    const wrong = await execute(process.execPath, [cli, 'sandbocks']).catch(
      (error: unknown) => error as { code: number; stderr: string },
    );
    assert.match(wrong.stderr, /^Usage: npx audio-transcribe sandbox/);
    assert.match(wrong.stderr, /^Usage: npx audio-transcribe backend/m);
    assert.equal('code' in wrong && wrong.code, 2);
  });
});
