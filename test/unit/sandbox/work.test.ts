/** Jobs in this process and in worker processes, slots, and programs. For failures see `work-processes.test.ts`. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  RecognitionFailed,
  UndecodableAudio,
  type AudioFile,
} from '../../../demo/sandbox/recognition/recognizer.js';
import { runProgram } from '../../../demo/sandbox/recognition/run-program.js';
import { jobsHere } from '../../../demo/sandbox/recognition/work/jobs.js';
import { createPlaces } from '../../../demo/sandbox/recognition/work/places.js';
import { jobsInProcesses } from '../../../demo/sandbox/recognition/work/process-jobs.js';

const folderFor = async (t: TestContext): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'work-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

const sample = (file: string): string =>
  fileURLToPath(new URL(`../../../demo/samples/${file}`, import.meta.url));
const voicemail: AudioFile = { path: sample('voicemail.wav'), fileType: 'wav' };
const never = new AbortController().signal;

const inProcesses = jobsInProcesses();
after(() => inProcesses.close?.());

for (const [name, jobs] of [
  ['on this thread', jobsHere],
  ['in a process of its own', inProcesses],
] as const) {
  test(`${name}: decoding finds speech and writes 16 kHz audio`, async (t) => {
    const rawFile = join(await folderFor(t), 'audio.raw');
    const request = { audio: voicemail, rawFile, voiceModel: null };
    const { durationSeconds, speech } = await jobs.listen(request, never);
    assert.ok(Math.abs(durationSeconds - 11.03) < 0.05);
    assert.equal(speech.length, 3);
    const raw = await readFile(rawFile);
    assert.equal(raw.length, 2 * Math.round(durationSeconds * 16_000));
    // The recording was 16-bit at 16 kHz already, so the samples are nearly the same.
    const wav = await readFile(voicemail.path);
    const original = wav.subarray(wav.indexOf('data') + 8);
    for (let at = 32_000; at < 64_000; at += 2)
      assert.ok(Math.abs(raw.readInt16LE(at) - original.readInt16LE(at)) < 800, String(at));
  });

  test(`${name}: distinguishes undecodable audio from a failing recogniser`, async (t) => {
    const folder = await folderFor(t);
    const rawFile = join(folder, 'audio.raw');
    const audio: AudioFile = { path: join(folder, 'audio.mp3'), fileType: 'mp3' };
    await writeFile(audio.path, `ID3${'x'.repeat(900)}`);
    await assert.rejects(
      jobs.listen({ audio, rawFile, voiceModel: null }, never),
      UndecodableAudio,
    );
    const speech = [{ startMs: 0, endMs: 1_000 }];
    await assert.rejects(
      jobs.tellApart({ rawFile, speech, speakerFolder: folder }, never),
      (error) => {
        assert.ok(!(error instanceof UndecodableAudio));
        return error instanceof Error && /speaker model cannot be read/.test(error.message);
      },
    );
  });

  test(`${name}: an aborted job rejects with the reason`, async (t) => {
    const rawFile = join(await folderFor(t), 'audio.raw');
    const request = { audio: voicemail, rawFile, voiceModel: null };
    const stop = new AbortController();
    const listening = jobs.listen(request, stop.signal);
    stop.abort(new Error('enough'));
    await assert.rejects(listening, /enough/);
    await assert.rejects(jobs.listen(request, stop.signal), /enough/);
  });
}

test('slots: are assigned in order, and an aborted wait leaves the queue', async () => {
  const inTurn = createPlaces(2);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string, signal = never): Promise<string> =>
    inTurn(async () => {
      running.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
      return name;
    }, signal);
  const stop = new AbortController();
  const [a, b, c, d] = [work('a'), work('b'), work('c', stop.signal), work('d')];
  const settled = async (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  await settled();
  assert.deepEqual(running, ['a', 'b']);
  stop.abort(new Error('no patience'));
  await assert.rejects(c, /no patience/);
  ends.get('b')?.();
  assert.equal(await b, 'b');
  await settled();
  assert.deepEqual(running, ['a', 'b', 'd']);
  ends.get('a')?.();
  ends.get('d')?.();
  assert.deepEqual(await Promise.all([a, d]), ['a', 'd']);
  await assert.rejects(
    inTurn(() => Promise.reject(new Error('broken')), never),
    /broken/,
  );
  assert.equal(await inTurn(() => Promise.resolve('free'), never), 'free');
});

test('programs: run without a shell, and a failure contains their output', async (t) => {
  const folder = await folderFor(t);
  const run = (code: string, signal = never): Promise<void> =>
    runProgram(
      { program: process.execPath, args: ['-e', code, '$(exit 1); *'], folder, speech: [] },
      signal,
    );
  await run(`require('fs').writeFileSync('here', process.argv[1])`);
  assert.equal(await readFile(join(folder, 'here'), 'utf8'), '$(exit 1); *');
  await assert.rejects(run('console.error("no model"); process.exit(7)'), (error) => {
    assert.ok(error instanceof RecognitionFailed);
    assert.match(error.message, /ended with code 7\. no model$/);
    return true;
  });
  await assert.rejects(run('process.kill(process.pid, "SIGTERM")'), /ended by SIGTERM/);
  await assert.rejects(
    runProgram({ program: join(folder, 'nothing'), args: [], folder, speech: [] }, never),
    /could not be started/,
  );
});

test('programs: an aborted program has exited when its promise rejects', async (t) => {
  const folder = await folderFor(t);
  const stop = new AbortController();
  const file = join(folder, 'process');
  const code = `require('fs').writeFileSync('process', String(process.pid)); setInterval(() => {}, 1000)`;
  const running = runProgram(
    { program: process.execPath, args: ['-e', code], folder, speech: [] },
    stop.signal,
  );
  const processId = async (): Promise<number> => {
    for (;;) {
      const text = await readFile(file, 'utf8').catch(() => '');
      if (text !== '') return Number(text);
    }
  };
  const child = await processId();
  stop.abort(new Error('revoked'));
  await assert.rejects(running, /revoked/);
  assert.throws(() => process.kill(child, 0), { code: 'ESRCH' });
});
