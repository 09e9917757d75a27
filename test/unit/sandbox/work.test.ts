/** Jobs in this process and in worker processes, slots, and programs. For failures see `work-processes.test.ts`. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test, { after, type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { UndecodableAudio, type AudioFile } from '../../../demo/sandbox/recognition/recognizer.js';
import { allOrNone } from '../../../demo/sandbox/recognition/work/all-or-none.js';
import { jobsHere } from '../../../demo/sandbox/recognition/work/jobs.js';
import {
  createPlaces,
  type Turn,
  jobsInProcesses,
} from '../../../demo/sandbox/recognition/work/process-jobs.js';

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
    const request = { audio: voicemail, rawFile, voiceModel: null, rank: 0 };
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
      jobs.listen({ audio, rawFile, voiceModel: null, rank: 0 }, never),
      UndecodableAudio,
    );
    const speech = [{ startMs: 0, endMs: 1_000 }];
    await assert.rejects(
      jobs.voiceprints({ rawFile, speech, speakerFolder: folder, rank: 0 }, never),
      (error) => {
        assert.ok(!(error instanceof UndecodableAudio));
        return error instanceof Error && /speaker model cannot be read/.test(error.message);
      },
    );
  });

  test(`${name}: an aborted job rejects with the reason`, async (t) => {
    const rawFile = join(await folderFor(t), 'audio.raw');
    const request = { audio: voicemail, rawFile, voiceModel: null, rank: 0 };
    const stop = new AbortController();
    const listening = jobs.listen(request, stop.signal);
    stop.abort(new Error('enough'));
    await assert.rejects(listening, /enough/);
    await assert.rejects(jobs.listen(request, stop.signal), /enough/);
  });
}

/** Works that run until they are ended, in the order in which they began. */
const works = (count: number) => {
  const inTurn = createPlaces(count);
  const running: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    running,
    start: (name: string, turn: Partial<Turn> = {}, signal = never): Promise<string> =>
      inTurn(
        async () => {
          running.push(name);
          await new Promise<void>((resolve) => ends.set(name, resolve));
          return name;
        },
        { rank: 0, ...turn },
        signal,
      ),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      await nextTurn();
    },
  };
};

test('places: equal jobs run in the order they came, and an aborted wait leaves the queue', async () => {
  const { running, start, end } = works(2);
  const stop = new AbortController();
  const [, b, c] = [start('a'), start('b'), start('c', {}, stop.signal), start('d')];
  await nextTurn();
  assert.deepEqual(running, ['a', 'b']);
  stop.abort(new Error('no patience'));
  await assert.rejects(c, /no patience/);
  await end('b');
  assert.equal(await b, 'b');
  assert.deepEqual(running, ['a', 'b', 'd']);
});

test('places: a failed job frees its place', async () => {
  const inTurn = createPlaces(1);
  const broken = (): Promise<never> => Promise.reject(new Error('broken'));
  await assert.rejects(inTurn(broken, { rank: 0 }, never), /broken/);
  assert.equal(await inTurn(() => Promise.resolve('free'), { rank: 0 }, never), 'free');
});

test('places: a short recording is next, before the sections of a long one', async () => {
  const { running, start, end } = works(2);
  for (const section of ['1', '2', '3', '4']) void start(`hour ${section}`, { rank: 3_600_000 });
  void start('visitor', { rank: 7_000 });
  await nextTurn();
  await end('hour 1');
  assert.deepEqual(running, ['hour 1', 'hour 2', 'visitor']);
});

test('places: long jobs leave one place free, and take the only place if there is no other', async () => {
  const two = works(2);
  for (const name of ['a', 'b']) void two.start(name, { long: true });
  void two.start('short', { rank: 1 });
  await nextTurn();
  assert.deepEqual(two.running, ['a', 'short']);
  await two.end('a');
  assert.deepEqual(two.running, ['a', 'short', 'b']);
  const one = works(1);
  void one.start('a', { long: true });
  await nextTurn();
  assert.deepEqual(one.running, ['a']);
});

test('places: of the jobs that need the same model, one runs at a time', async () => {
  const { running, start, end } = works(2);
  for (const name of ['a', 'b']) void start(name, { only: 'base' });
  void start('c', { only: 'tiny', rank: 1 });
  await nextTurn();
  assert.deepEqual(running, ['a', 'c']);
  await end('a');
  assert.deepEqual(running, ['a', 'c', 'b']);
});

test('all or none: many works can wait on one signal without a warning', async () => {
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  try {
    const work = (signal: AbortSignal): Promise<void> =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => undefined);
        resolve();
      });
    await allOrNone(
      new AbortController().signal,
      Array.from({ length: 20 }, () => work),
    );
    // Node reports a warning in a later turn.
    await nextTurn();
    assert.deepEqual(warnings, []);
  } finally {
    process.off('warning', note);
  }
});
