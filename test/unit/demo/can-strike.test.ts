/** Which faults cannot strike, and why. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { chunkSizeFor, whyNot, type NextRun } from '../../../demo/faults/can-strike.js';
import { PRESETS } from '../../../demo/qa/presets.js';
import { createFaultList, nextFault } from '../../../demo/sandbox/faults/fault-list.js';
import type { Fault, FaultListed } from '../../../demo/sandbox/index.js';

const KIB = 1024;
/** Two chunks: one of 64 KiB, one of 36 KiB. */
const RUN: NextRun = { fileSize: 100 * KIB, chunkSize: 64 * KIB, hasUserToken: false };

const listed = (faults: readonly Fault[], counts: Partial<FaultListed> = {}) =>
  faults.map((fault, id) => ({ id, fault, seen: 0, struck: 0, session: true, ...counts }));

const reasons = (faults: readonly Fault[], run: Partial<NextRun> = {}): readonly unknown[] => {
  const idle = whyNot(listed(faults), { ...RUN, ...run });
  return faults.map((_, id) => idle.get(id));
};

const CASES: readonly (readonly [string, Fault, string | undefined, Partial<NextRun>?])[] = [
  ['a fault at any chunk', { name: 'expired', at: 'part' }, undefined],
  ['at the last chunk', { name: 'expired', at: 'part', part: 2 }, undefined],
  [
    'at a chunk that the recording does not have',
    { name: 'expired', at: 'part', part: 3 },
    'The recording has only 2 chunks.',
  ],
  [
    'at the second of one chunk',
    { name: 'expired', at: 'part', part: 2 },
    'The recording has only 1 chunk.',
    { fileSize: 10 },
  ],
  [
    'from the third chunk on',
    { name: 'expired', at: 'part', nth: 3 },
    'It begins with request 3, and a run makes only 2 such requests.',
  ],
  [
    'every third chunk',
    { name: 'expired', at: 'part', every: 3 },
    'It begins with request 3, and a run makes only 2 such requests.',
  ],
  [
    'by a chance that never comes',
    { name: 'reset-mid-body', at: 'part', probability: 0.01, seed: 3 },
    'By chance with seed 3, it affects none of 2 requests.',
  ],
  ['by a chance that comes', { name: 'expired', at: 'part', probability: 0.99 }, undefined],
  [
    'at a chunk that goes to an S3 store',
    { name: 'expired', at: 'part' },
    'The S3 store answers these requests, not the sandbox.',
    { handlesChunks: false },
  ],
  [
    'at the second completion',
    { name: 'status', at: 'complete-upload', status: 500, nth: 2 },
    'It begins with request 2, and a run makes only 1 such request.',
  ],
  ['at a later query', { name: 'status', at: 'query', status: 500, nth: 4 }, undefined],
  [
    'at the renewal of the partner token',
    { name: 'status', at: 'partner-refresh', status: 500 },
    'The backend renews its token only when it is about to expire, after two hours.',
  ],
  [
    'at the user token, which the element has',
    { name: 'status', at: 'user-token', status: 500 },
    'The element already has a user token. Reload the page, so that it asks for one.',
    { hasUserToken: true },
  ],
  ['at the first user token', { name: 'status', at: 'user-token', status: 500 }, undefined],
  [
    'at a byte beyond the last chunk',
    { name: 'corrupted-body', at: 'part', part: 2, byte: 36 * KIB },
    'The chunk has only 36864 bytes.',
  ],
  [
    'at the last byte of a chunk',
    { name: 'corrupted-body', at: 'part', part: 2, byte: 36 * KIB - 1 },
    undefined,
  ],
  [
    'a shuffled plan of one chunk',
    { name: 'plan-shuffled', at: 'upload-plan' },
    'The recording has one chunk, so there is no order to change.',
    { fileSize: 10 },
  ],
  [
    'chunks of a recording that was not chosen',
    { name: 'expired', at: 'part', part: 9 },
    undefined,
    { fileSize: null, chunkSize: null },
  ],
];
for (const [title, fault, reason, run] of CASES) {
  test(`faults that cannot strike: ${title}: ${reason === undefined ? 'can' : 'cannot'}`, () => {
    assert.deepEqual(reasons([fault], run), [reason]);
  });
}

test('faults that cannot strike: a request that another fault makes fail is repeated', () => {
  const later: Fault = { name: 'expired', at: 'part', nth: 3 };
  assert.deepEqual(reasons([{ name: 'reset-mid-body', at: 'part' }, later]), [
    undefined,
    undefined,
  ]);
  const [, slow] = reasons([{ name: 'slow-drip', at: 'part' }, later]);
  assert.match(String(slow), /^It begins with request 3/);
  const renewed: Fault = { name: 'status', at: 'user-token', status: 500 };
  const expiring: Fault = { name: 'token-expires', at: 'upload-plan' };
  assert.deepEqual(reasons([expiring, renewed], { hasUserToken: true }), [undefined, undefined]);
});

test('faults that cannot strike: those after a place that always fails', () => {
  const always: Fault = { name: 'status', at: 'upload-plan', status: 500, times: 'always' };
  const [first, later, hidden] = reasons([
    always,
    { name: 'expired', at: 'part' },
    { name: 'html-error', at: 'upload-plan' },
  ]);
  assert.equal(first, undefined);
  assert.equal(later, 'The run ends earlier: Upload plan (4.4) always fails.');
  assert.equal(hidden, 'Another fault affects these requests first.');
});

test('faults that cannot strike: counts and chance continue from earlier runs', () => {
  const fault: Fault = { name: 'expired', at: 'part', probability: 0.4, seed: 3, times: 'always' };
  const list = createFaultList(() => 0, [fault]);
  const struck = Array.from({ length: 40 }, () => nextFault([list], 'part', 1) !== undefined);
  let earlier = 0;
  for (const [seen] of struck.slice(0, 30).entries()) {
    const [record] = listed([fault], { seen, struck: earlier });
    const idle = whyNot(record === undefined ? [] : [record], { ...RUN, fileSize: 10 });
    assert.equal(idle.size === 0, struck[seen], `after ${seen} requests`);
    if (struck[seen]) earlier += 1;
  }
  const usedUp = listed([{ name: 'expired', at: 'part' }], { seen: 1, struck: 1 });
  assert.equal(whyNot(usedUp, RUN).size, 0);
});

for (const { title, faults } of PRESETS) {
  test(`QA presets: each fault of “${title}” can strike each sample, and a large recording`, () => {
    for (const fileSize of [180_000, 182_317, 353_112, 360_299, 60_000_000]) {
      const defaultChunkSize = fileSize > 16 * KIB ** 2 ? 5 * KIB ** 2 : 256 * KIB;
      const chunkSize = chunkSizeFor(faults, fileSize, defaultChunkSize);
      const run = { fileSize, chunkSize: chunkSize ?? defaultChunkSize, hasUserToken: false };
      assert.deepEqual([...whyNot(listed(faults), run)], [], `${fileSize} bytes`);
    }
  });
}

test('faults that cannot strike: any number of chunks can be judged', () => {
  const faults: readonly Fault[] = [{ name: 'expired', at: 'part', nth: 9_000 }];
  assert.deepEqual(reasons(faults, { fileSize: 8 * KIB ** 3, chunkSize: 1 }), [undefined]);
});

test('chunk size: the default stays if every fault can strike, and is not too small', () => {
  assert.equal(chunkSizeFor([{ name: 'expired', at: 'part' }], 10_000, 64 * KIB), null);
  assert.equal(chunkSizeFor([{ name: 'expired', at: 'part', nth: 3 }], 10_000, 64 * KIB), 4 * KIB);
  const impossible: Fault = { name: 'status', at: 'partner-refresh', status: 500 };
  assert.equal(chunkSizeFor([impossible], 1_000_000, 64 * KIB), null);
});
