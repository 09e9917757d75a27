/** Worker processes of the sandbox: their limits, and how they end. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { RecognitionFailed } from '../../../demo/sandbox/recognition/recognizer.js';
import {
  jobsInProcesses,
  secondsToListen,
  secondsToRecognize,
  type ProcessJobsOptions,
} from '../../../demo/sandbox/recognition/work/process-jobs.js';
import { voicemail } from '../../support/recognition-request.js';

const never = new AbortController().signal;
const MEBIBYTE = 1024 ** 2;

/** Jobs whose processes run `code`, which replies with `done(outcome)` and reads its input from `job`. */
const jobsOf = async (t: TestContext, code: string, options: ProcessJobsOptions = {}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'processes-'));
  const entry = path.join(folder, 'entry.mjs');
  const write = (text: string): Promise<void> =>
    writeFile(
      entry,
      `import * as fs from 'node:fs';
      import * as processes from 'node:child_process';
      const folder = ${JSON.stringify(folder)};
      const done = (outcome) => process.send(outcome);
      const note = (name, text) => {
        fs.writeFileSync(folder + '/' + name + '.part', String(text));
        fs.renameSync(folder + '/' + name + '.part', folder + '/' + name);
      };
      process.on('message', (job) => { ${text} });
      process.send({ kind: 'ready' });`,
    );
  await write(code);
  const jobs = jobsInProcesses({ entry: pathToFileURL(entry), ...options });
  t.after(async () => {
    await jobs.close?.();
    await rm(folder, { recursive: true, force: true });
  });
  const listen = (signal = never) =>
    jobs.listen({ audio: voicemail, rawFile: null, voiceModel: null, rank: 0 }, signal);
  const words = (signal = never) =>
    jobs.words({ rawFile: '', speech: [], wordsFolder: '', size: 'tiny', rank: 0 }, signal);
  return { jobs, folder, entry, write, listen, words };
};

/** Waits for the file that a process writes, and reads it. */
const noted = async (folder: string, name: string): Promise<string> => {
  for (;;) {
    const text = await readFile(path.join(folder, name), 'utf8').catch(() => null);
    if (text !== null) return text;
    await nextTurn();
  }
};

const isAlive = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // A zombie has ended; its parent has just not read its status.
  return stat !== '' && !/^\d+ \(.*\) Z/.test(stat);
};

const untilEnded = async (pid: number): Promise<void> => {
  while (await isAlive(pid)) await nextTurn();
};

/** Runs forever, and starts a program that does the same. */
const ENDLESS = `
  const program = processes.spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  note('program', program.pid);
  note('process', process.pid);
  for (;;);`;

const idsOf = async (folder: string): Promise<readonly number[]> => [
  Number(await noted(folder, 'process')),
  Number(await noted(folder, 'program')),
];

test('work process: if it crashes, its job fails with a reason and the next job runs', async (t) => {
  for (const [code, reason] of [
    ['process.exit(3);', /crashed\. It ended with code 3\./],
    [
      'throw new Error("out of luck");',
      /crashed\. It ended with code 1\. It wrote: .*out of luck/s,
    ],
    [
      'process.stderr.write("std::bad_alloc", () => process.abort());',
      /crashed\. It needed more memory than \d+ MiB\.$/,
    ],
    ['process.kill(process.pid, "SIGSEGV");', /crashed\. It ended by SIGSEGV\./],
  ] as const) {
    const { listen } = await jobsOf(t, code);
    await assert.rejects(listen(), (error) => {
      assert.ok(error instanceof RecognitionFailed);
      assert.match(error.message, reason);
      return true;
    });
  }
  const { words, folder } = await jobsOf(
    t,
    `if (fs.existsSync(folder + '/once')) done({ kind: 'done', result: [] });
    else { note('once', ''); process.abort(); }`,
  );
  await assert.rejects(words(), /crashed/);
  await noted(folder, 'once');
  await words();
});

test('work process: an entry that cannot be run fails its job', async (t) => {
  const { listen, entry } = await jobsOf(t, '');
  await rm(entry);
  await assert.rejects(listen(), /crashed\. It ended with code 1\./);
});

const MEMORY = {
  'the heap of V8': `const held = []; for (;;) held.push({ a: [held.length, 1, 2, 3] });`,
  'buffers, which are native memory': `
    const held = [];
    try { for (let i = 0; i < 100; i += 1) held.push(Buffer.alloc(16 * 1024 ** 2, 1)); throw 0; }
    catch { done({ kind: 'failed', message: 'MiB: ' + held.length * 16 }); }`,
  WebAssembly: `
    const memory = new WebAssembly.Memory({ initial: 1, maximum: 65536 });
    const held = () => memory.buffer.byteLength;
    try { for (let i = 0; i < 100; i += 1) { memory.grow(256); new Uint8Array(memory.buffer).fill(1, held() - 256 * 65536); } throw 0; }
    catch { done({ kind: 'failed', message: 'MiB: ' + Math.floor(held() / 1024 ** 2) }); }`,
};

for (const [what, code] of Object.entries(MEMORY))
  test(`work process: cannot use more memory than its limit: ${what}`, async (t) => {
    const { listen } = await jobsOf(t, code, { memory: 400 * MEBIBYTE });
    await assert.rejects(listen(), (error) => {
      assert.ok(error instanceof RecognitionFailed);
      const [, held] = /^MiB: (\d+)$/.exec(error.message) ?? [];
      if (held === undefined) assert.match(error.message, /more memory than 400 MiB/);
      // Allocates some memory first, to prove that the limit is not lower.
      else assert.ok(Number(held) >= 100 && Number(held) < 400, held);
      return true;
    });
  });

test('work process: programs that it starts have the same memory limit', async (t) => {
  const code = `
    const { stdout } = processes.spawnSync('/bin/sh', ['-c', 'ulimit -d'], { encoding: 'utf8' });
    done({ kind: 'failed', message: stdout.trim() });`;
  const { listen } = await jobsOf(t, code, { memory: 400 * MEBIBYTE });
  await assert.rejects(listen(), new RecognitionFailed('409600'));
});

test('work process: a job that takes too long is stopped with its programs, and frees its slot', async (t) => {
  const stops: (() => void)[] = [];
  let asked = 0;
  const { listen, folder } = await jobsOf(t, ENDLESS, {
    places: 1,
    after: (seconds, stop) => {
      asked = seconds;
      stops.push(stop);
      return () => void stops.splice(stops.indexOf(stop), 1);
    },
  });
  for (let times = 0; times < 2; times += 1) {
    const listening = listen();
    listening.catch(() => undefined);
    const ids = await idsOf(folder);
    assert.equal(asked, secondsToListen(353_112));
    assert.equal(stops.length, 1);
    stops[0]?.();
    await assert.rejects(listening, (error) => {
      assert.ok(error instanceof RecognitionFailed);
      assert.match(error.message, /^It took more than 71 seconds, and was stopped\.$/);
      return true;
    });
    for (const id of ids) await untilEnded(id);
    assert.equal(stops.length, 0);
    for (const name of ['process', 'program']) await rm(path.join(folder, name));
  }
});

test('work process: a revoked job rejects once its process and programs have ended', async (t) => {
  const { listen, folder } = await jobsOf(t, ENDLESS);
  const stop = new AbortController();
  const listening = listen(stop.signal);
  listening.catch(() => undefined);
  const [process = 0, program = 0] = await idsOf(folder);
  stop.abort(new Error('revoked'));
  await assert.rejects(listening, /revoked/);
  assert.equal(await isAlive(process), false);
  await untilEnded(program);
});

test('work process: if the sandbox is killed, a busy process and its programs end too', async (t) => {
  const { folder, entry, write } = await jobsOf(t, '');
  // Like the real entry, this one exits with its parent.
  const lifeline = new URL('../../../demo/sandbox/recognition/work/lifeline.mjs', import.meta.url)
    .href;
  await write(`
    import('node:worker_threads').then(({ Worker }) => {
      new Worker(new URL(${JSON.stringify(lifeline)}), { execArgv: [] })
        .on('online', () => { ${ENDLESS} });
    });`);
  const host = fileURLToPath(new URL('../../support/job-host.ts', import.meta.url));
  const sandbox = spawn(process.execPath, ['--import', 'tsx', host, entry, folder], {
    stdio: 'ignore',
  });
  const ids = await idsOf(folder);
  for (const id of ids) assert.equal(await isAlive(id), true);
  sandbox.kill('SIGKILL');
  for (const id of ids) await untilEnded(id);
});

test('work process: is not reused after it decoded a recording, and is reused for the same network', async (t) => {
  const { listen, words, jobs } = await jobsOf(
    t,
    `if (job.kind === 'listen')
      done({ kind: 'done', result: { durationSeconds: process.pid, speech: [] } });
    else if (job.kind === 'voiceprints')
      done({ kind: 'done', result: [Float64Array.of(process.pid)] });
    else done({ kind: 'done', result: [{ startMs: 0, endMs: 1, text: String(process.pid) }] });`,
    { places: 1 },
  );
  const first = (await listen()).durationSeconds;
  const second = (await listen()).durationSeconds;
  assert.notEqual(first, second);
  assert.equal(await isAlive(first), false);
  const voices = async (): Promise<number> => {
    const request = { rawFile: '', speech: [], speakerFolder: '', rank: 0 };
    return (await jobs.voiceprints(request, never))[0]?.[0] ?? 0;
  };
  const spoken = async (): Promise<number> => Number((await words())[0]?.text);
  const [third, fourth] = [await voices(), await spoken()];
  assert.equal(new Set([first, second, third, fourth]).size, 4);
  assert.deepEqual([await voices(), await spoken()], [third, fourth]);
  await jobs.close?.();
  assert.deepEqual([await isAlive(third), await isAlive(fourth)], [false, false]);
  // Closed for now, but not permanently.
  await words();
});

test('work process: does not inherit secrets from the environment', async (t) => {
  process.env['SECRET_OF_THIS_TEST'] = 'x';
  t.after(() => delete process.env['SECRET_OF_THIS_TEST']);
  const { listen } = await jobsOf(
    t,
    `done({ kind: 'failed', message: Object.keys(process.env).sort().join(' ') });`,
  );
  await assert.rejects(listen(), (error) => {
    assert.ok(error instanceof Error);
    assert.match(error.message, /\bPATH\b/);
    assert.doesNotMatch(error.message, /SECRET_OF_THIS_TEST/);
    return true;
  });
});

test('work process: time limits grow with the recording, up to a maximum', () => {
  assert.equal(secondsToListen(0), 60);
  assert.equal(secondsToListen(32 * 1024 * 100), 160);
  assert.equal(secondsToListen(4 * 1024 ** 3), 3_600);
  assert.equal(secondsToRecognize([]), 60);
  const speech = [
    { startMs: 0, endMs: 1_000 },
    { startMs: 5_000, endMs: 9_000 },
  ];
  assert.equal(secondsToRecognize(speech), 70);
});
