/** The conformance tool against the sandbox, over HTTP. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { CHECKS } from '../../../conformance/checks/index.js';
import { verdictOf, type Report } from '../../../conformance/report.js';
import { noRecognizer, type Recognizer, type SandboxOptions } from '../../../demo/sandbox/index.js';
import {
  failedIn,
  realSpeech,
  reportOf,
  resultOf,
  run,
  runReference,
  smallMaterial,
} from '../../support/conformance.js';
import { sandboxFor } from '../../support/sandbox-client.js';

/** Finds the phrases by their samples, wherever they are in the file; durations are measured by the sandbox. */
const phraseFinder = (): Recognizer => {
  const { recognize } = noRecognizer();
  return {
    name: 'phrases',
    recognize: async (audio, request, watch) => {
      const recognition = await recognize(audio, request, watch);
      const bytes = await readFile(audio.path);
      const data = bytes.indexOf('data') + 8;
      const msOf = (at: number): number =>
        Math.round((at - data) / 2 / (realSpeech.sampleRate / 1000));
      const segments = realSpeech.phrases.flatMap(({ text, samples }, index) => {
        const at = bytes.indexOf(samples);
        const speaker = request.diarization ? { speaker: `S${index % 2}` } : {};
        return at < 0
          ? []
          : [{ startMs: msOf(at), endMs: msOf(at + samples.length), text, ...speaker }];
      });
      return { ...recognition, language: 'en', segments };
    },
  };
};

/** Waits end at once, but the sandbox works in real time. */
const judge = async (
  t: Parameters<typeof sandboxFor>[0],
  options: Partial<SandboxOptions>,
  only: readonly string[] = [],
) => {
  const sandbox = await sandboxFor(t, options);
  const { serviceUrl, credentials } = sandbox;
  const judged = await run({
    ...{ settings: { serviceUrl, only }, credentials },
    material: { ...smallMaterial, speech: realSpeech },
    clock: { now: Date.now() },
    wait: () => new Promise((resolve) => setTimeout(resolve, 20)),
  });
  return { sandbox, judged };
};

test('conformance: the sandbox fulfils the whole specification, as the reference service does', async (t) => {
  const { sandbox, judged } = await judge(t, { recognizer: phraseFinder() });
  const report = reportOf(judged);
  assert.deepEqual(
    report.results.filter(({ outcome }) => !['passed', 'noted'].includes(outcome)),
    [],
  );
  assert.equal(verdictOf(report).code, 0);
  const outcomes = ({ results }: Report) => results.map(({ id, outcome }) => `${id} ${outcome}`);
  assert.deepEqual(outcomes(report), outcomes(reportOf(await runReference(null))));
  // One for each submission of the budget; refused ones are free.
  assert.equal(sandbox.taskIds().length, 4);
  // Deliberate violations are refused; no accepted request breaks a rule.
  assert.deepEqual(
    sandbox.log.filter(({ violation, status }) => violation !== undefined && status < 400),
    [],
  );
  // Two waits are not for a task: until a token of a minute is 51 s old, and until all are two minutes old.
  const others = judged.waits.filter((ms) => ms > 0 && (ms < 2000 || ms > 5000));
  assert.equal(others[0], 51_000);
  assert.ok(others.slice(1).reduce((sum, ms) => sum + ms, 0) <= 120_000 - 51_000, String(others));
});

for (const chunkSize of [64 * 1024, 101_063]) {
  test(`conformance: every check runs with chunks of ${chunkSize} bytes, smaller than the short recording`, async (t) => {
    const { judged } = await judge(t, {
      recognizer: phraseFinder(),
      chunkSize: () => chunkSize,
    });
    assert.deepEqual(
      reportOf(judged).results.filter(({ outcome }) => !['passed', 'noted'].includes(outcome)),
      [],
    );
    assert.equal(verdictOf(reportOf(judged)).code, 0);
  });
}

test('conformance: large chunks are filled with what players skip', async (t) => {
  const { judged } = await judge(
    t,
    { recognizer: phraseFinder(), chunkSize: () => 2 * 1024 * 1024 },
    ['upload', '2.4'],
  );
  assert.deepEqual(failedIn(judged), []);
  assert.equal(verdictOf(reportOf(judged)).code, 0);
  assert.match(judged.said.join('\n'), /^ChunkSize is 2097152: the long recording has 4\.5 MB\.$/m);
});

test('conformance: ChunkSize may depend on the size of the file', async (t) => {
  const chunkSize = (filesize: number): number => (filesize > 1_000_000 ? 500_000 : 600_000);
  const { judged } = await judge(t, { recognizer: phraseFinder(), chunkSize }, ['upload']);
  assert.equal(verdictOf(reportOf(judged)).code, 0);
});

test('conformance: without a recogniser, the words are missing, and nothing else is blamed', async (t) => {
  const { judged } = await judge(t, { recognizer: noRecognizer() });
  assert.deepEqual(failedIn(judged), ['2.4.words', '2.4.segment-words', '2.4.speaker']);
  assert.equal(resultOf(judged, '2.4.words').received, '10 % of them');
  assert.equal(verdictOf(reportOf(judged)).code, 1);
});

test('conformance: the names of checks begin with their section', () => {
  for (const { id } of CHECKS) assert.match(id, /^[2-8](?:\.\d+)*\.[a-z][a-z\d-]*$/);
});
