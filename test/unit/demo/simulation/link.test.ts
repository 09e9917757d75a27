/** The link of “Pull the plug”, with a clock that the test sets. */
import assert from 'node:assert/strict';
import test from 'node:test';
import {
  createLink,
  Disconnected,
  trainAt,
  type LinkConditions,
} from '../../../../demo/simulation/link.js';

const START = 1_000_000;

/** A link whose sleeps end at once, and move the clock. */
const linkWith = (conditions: Partial<LinkConditions> = {}) => {
  let now = START;
  const state = { offline: false, trainSince: null, bytesPerSecond: 3_000_000, ...conditions };
  const link = createLink(() => state, {
    now: () => now,
    sleep: (ms) => {
      now += ms;
      return Promise.resolve();
    },
  });
  return { link, state, elapsed: () => now - START, advance: (ms: number) => (now += ms) };
};

test('link: carries no more than its bytes per second', async () => {
  const { link, elapsed } = linkWith();
  for (let piece = 0; piece < 30; piece++) await link.carry(100_000);
  assert.equal(Math.round(elapsed()), 1_000);
});

test('link: two transfers share it', async () => {
  let now = 0;
  const wakeUps: { at: number; wake: () => void }[] = [];
  const link = createLink(() => ({ offline: false, trainSince: null, bytesPerSecond: 1_000 }), {
    now: () => now,
    sleep: (ms) => new Promise((wake) => wakeUps.push({ at: now + ms, wake })),
  });
  const ends: number[] = [];
  const transfer = async (): Promise<void> => {
    for (let piece = 0; piece < 2; piece++) await link.carry(1_000);
    ends.push(now);
  };
  const both = Promise.all([transfer(), transfer()]);
  while (ends.length < 2) {
    await new Promise((resolve) => setImmediate(resolve));
    const next = wakeUps.sort((a, b) => a.at - b.at).shift();
    if (next === undefined) continue;
    now = Math.max(now, next.at);
    next.wake();
  }
  await both;
  assert.deepEqual(ends, [3_000, 4_000]);
});

test('link: offline, a transfer ends at its next piece, and no other begins', async () => {
  const { link, state } = linkWith();
  await link.carry(1_000);
  const piece = link.carry(1_000);
  state.offline = true;
  await assert.rejects(piece, Disconnected);
  await assert.rejects(link.carry(1), Disconnected);
  assert.throws(() => link.requireConnection(), Disconnected);
  state.offline = false;
  await link.carry(1_000);
});

test('slow train: a tunnel of 4 s after 4 s, and then every 20 s', () => {
  const inTunnel = (second: number): boolean => trainAt(second * 1_000).inTunnel;
  const seconds = Array.from({ length: 40 }, (_, second) => second).filter(inTunnel);
  assert.deepEqual(seconds, [4, 5, 6, 7, 24, 25, 26, 27]);
  assert.equal(trainAt(0).changesInMs, 4_000);
  assert.equal(trainAt(5_000).changesInMs, 3_000);
  assert.equal(trainAt(10_000).changesInMs, 14_000);
});

test('slow train: the link is slower, and fails in a tunnel', async () => {
  const { link, elapsed, advance } = linkWith({ trainSince: START });
  await link.carry(2_000_000);
  assert.equal(Math.round(elapsed()), 1_000);
  advance(4_000);
  await assert.rejects(link.carry(1), Disconnected);
  advance(4_000);
  await link.carry(1);
});

test('slow train: four parts of 5 MiB fit between two tunnels', async () => {
  const { link, elapsed, advance } = linkWith({ trainSince: START });
  advance(8_000);
  await link.carry(4 * 5 * 1024 * 1024);
  assert.ok(elapsed() < 24_000, `${elapsed()} ms`);
});
