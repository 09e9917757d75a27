/** The list of scenarios: its queue, its steps and its summary. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { BUILT_IN } from '../../../demo/qa/scenarios/built-in.js';
import type { Verdict } from '../../../demo/qa/scenarios/run.js';
import {
  entryOf,
  withBegin,
  withOwn,
  withStep,
  withVerdict,
  type ListState,
} from '../../../demo/qa/scenarios/state.js';

const [FIRST, SECOND, THIRD] = BUILT_IN;
assert.ok(FIRST && SECOND && THIRD);

const LIST: ListState = {
  entries: [FIRST, SECOND, THIRD].map((scenario) => entryOf(scenario, false)),
  queue: [0, 1, 2],
  opened: null,
  editor: null,
  notice: '',
};

const verdicts = ({ entries }: ListState): readonly (string | undefined)[] =>
  entries.map(({ verdict }) => verdict?.kind);

const PASSED: Verdict = { kind: 'passed', seconds: 1, reasons: [] };

test('scenario list: a verdict belongs to the running scenario, and the next one follows', () => {
  const passed = withVerdict(LIST, PASSED);
  assert.deepEqual(passed.queue, [1, 2]);
  assert.equal(passed.notice, '');
  const failed = withVerdict(passed, { ...PASSED, kind: 'failed', reasons: ['x'] });
  const done = withVerdict(failed, PASSED);
  assert.deepEqual(done.queue, []);
  assert.deepEqual(verdicts(done), ['passed', 'failed', 'passed']);
  assert.equal(done.notice, '2 passed, 1 failed, 0 not run.');
});

test('scenario list: stopping empties the queue', () => {
  const stopped = withVerdict(LIST, { ...PASSED, kind: 'stopped' });
  assert.deepEqual(stopped.queue, []);
  assert.deepEqual(verdicts(stopped), ['stopped', undefined, undefined]);
  assert.equal(stopped.notice, '0 passed, 0 failed, 3 not run.');
});

test('scenario list: a scenario that is added during a run does not get its verdict', () => {
  const added = withOwn(LIST, { ...FIRST, title: 'Mine' }, 'Added.');
  assert.deepEqual(added.queue, [1, 2, 3]);
  const passed = withVerdict(added, PASSED);
  assert.deepEqual(verdicts(passed), [undefined, 'passed', undefined, undefined]);
});

test('scenario list: progress of the upload is one step, and a new run starts with none', () => {
  const steps = [
    ...['Making the file', 'Making the file', 'Element: uploading, 1 of 6 parts stored'],
    ...['Element: uploading, 2 of 6 parts stored', 'Element: submitting'],
  ];
  const shown = steps.reduce((state, step) => withStep(state, 0, step), LIST);
  assert.deepEqual(shown.entries[0]?.steps, [
    ...['Making the file', 'Element: uploading, 2 of 6 parts stored', 'Element: submitting'],
  ]);
  assert.deepEqual(withBegin(shown).entries[0]?.steps, []);
});
