/** What a check does with the test files that failed, and what its last lines say. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { flakyLines, lastLines, tableOf } from '../../../scripts/report.mjs';
import { lookAgain, type Failure, type Result } from '../../../scripts/second-look.mjs';

const failure = (file?: string, more: Partial<Failure> = {}): Failure => ({
  title: 'plays',
  message: 'Error: it is silent',
  ...(file === undefined ? {} : { file }),
  ...more,
});

/** A step whose files fail alone in these runs. */
const stepOf = (failures: readonly Failure[], failing: Readonly<Record<string, number[]>> = {}) => {
  const runs: string[] = [];
  const step: Result = {
    ...{ name: 'browser', passed: 5, output: '', failures },
    alone(file) {
      runs.push(file);
      const run = runs.filter((each) => each === file).length;
      return Promise.resolve({ failures: failing[file]?.includes(run) ? [failure(file)] : [] });
    },
  };
  return { step, runs };
};

const look = (step: Result) => lookAgain([step], () => undefined);

test('second look: a file that passes alone, twice, is flaky and fails nothing', async () => {
  const { step, runs } = stepOf([failure('a.test.ts'), failure('a.test.ts', { title: 'stops' })]);
  const kept: Failure[] = [];
  const looked = await lookAgain([step], (each) => kept.push(each));
  assert.deepEqual(runs, ['a.test.ts', 'a.test.ts']);
  assert.deepEqual(
    kept.map(({ title }) => title),
    ['plays', 'stops'],
  );
  assert.deepEqual(lastLines(looked), ['7 passed, 0 failed']);
  assert.match(flakyLines(looked).join('\n'), /browser +a\.test\.ts +stops/);
});

test('second look: a file that fails alone in one of two runs has failed', async () => {
  for (const failing of [1, 2]) {
    const looked = await look(stepOf([failure('a.test.ts')], { 'a.test.ts': [failing] }).step);
    assert.equal(lastLines(looked).at(-1), '5 passed, 1 failed');
    assert.deepEqual(flakyLines(looked), []);
  }
});

test('second look: what failed outside of a file has failed', async () => {
  const { step, runs } = stepOf([failure()]);
  assert.equal(lastLines(await look(step)).at(-1), '5 passed, 1 failed');
  assert.deepEqual(runs, []);
});

test('second look: ten files run again, and eleven do not', async () => {
  for (const [count, expected] of [
    [10, '15 passed, 0 failed'],
    [11, '5 passed, 11 failed'],
  ] as const) {
    const failures = Array.from({ length: count }, (_, index) => failure(`${index}.test.ts`));
    assert.equal(lastLines(await look(stepOf(failures).step)).at(-1), expected);
  }
});

const MESSAGE = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');

test('last lines: name each failed test with its place and the start of its error', () => {
  const failures = [failure('a.test.ts', { line: 12, browser: 'Chrome', message: MESSAGE })];
  const lines = lastLines([{ ...stepOf(failures).step, flaky: [] }]);
  assert.match(lines[1] ?? '', /^browser +Chrome +a\.test\.ts:12 +plays$/);
  assert.deepEqual(
    lines.slice(2, -1).map((line) => line.trim()),
    MESSAGE.split('\n').slice(0, 10),
  );
});

test('last lines: are at most 60, and name as many tests as they can', () => {
  for (const count of [1, 5, 25, 57, 200]) {
    const failures = Array.from({ length: count }, (_, index) =>
      failure(`${index}.test.ts`, { message: MESSAGE }),
    );
    const lines = lastLines([{ ...stepOf(failures).step, flaky: [] }]);
    assert.ok(lines.length <= 60, `${lines.length}`);
    assert.equal(lines.at(-1), `5 passed, ${count} failed`);
    const named = lines.filter((line) => line.startsWith('browser'));
    assert.equal(named.length, Math.min(count, 57));
  }
});

test('last lines: begin with what a linter complains of, not with what another one has not found', () => {
  const message =
    'Found 0 warnings and 0 errors.\nFinished in 9 s on 12 files.\n\na.ts\n  1:2  error';
  const lines = lastLines([{ ...stepOf([failure(undefined, { message })]).step, flaky: [] }]);
  assert.deepEqual(
    lines.slice(2, -1).map((line) => line.trim()),
    ['a.ts', '1:2  error'],
  );
});

test('last lines: say once that a browser did not start', () => {
  const message = 'infrastructure: Chrome did not start: no such file';
  const failures = ['a.test.ts', 'b.test.ts'].map((file) => failure(file, { message }));
  const lines = lastLines([{ ...stepOf(failures).step, flaky: [] }]);
  assert.equal(lines.filter((line) => line.includes('infrastructure')).length, 1);
});

test('table: has a row for each step, and names what failed or was flaky', async () => {
  const { step } = stepOf([failure('a.test.ts'), failure('b.test.ts')], { 'b.test.ts': [2] });
  const [looked] = await look(step);
  assert.ok(looked);
  const table = tableOf([{ ...looked, seconds: 12.4 }]);
  assert.match(table, /^\| browser \| 6 \| 1 \| 1 \| 12 \|$/m);
  assert.match(table, /^- failed: browser +b\.test\.ts +plays – Error: it is silent$/m);
  assert.match(table, /^- flaky: browser +a\.test\.ts/m);
});
