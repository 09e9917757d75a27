/** Parts whose bytes were all sent and that get no answer: sent again from memory, but not again and again. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  PartMemory,
  PartRequest,
  PartTransport,
  PartTry,
  Session,
} from '../../../../src/engine.js';
import {
  codeOf,
  createScriptedSession,
  planOf,
  wavFile,
} from '../../../support/scripted-session.js';
import { silence } from '../../../support/simulated-world.js';

const MIB = 1024 * 1024;
const stored = { status: 200, etag: '"x-1"', retryAfter: null };

const createMemory = (needed = false): PartMemory => ({
  isNeeded: () => needed,
  need: () => void (needed = true),
});

const outcomes = (tries: readonly PartTry[]): string =>
  tries
    .map((it) => `${it.part}.${it.attempt} ${it.outcome} ${Math.round(it.tookMs / 1000)} s`)
    .join(', ');

interface Options {
  readonly parts?: number;
  readonly chunkSize?: number;
  readonly memory?: PartMemory;
  readonly watch?: (session: Session) => void;
  readonly onStored?: () => void;
}

type Send = (
  request: PartRequest,
  clock: { now(): number; sleep(ms: number, signal: AbortSignal): Promise<void> },
) => ReturnType<PartTransport>;

const upload = async (
  send: Send,
  { parts = 4, chunkSize = 100, memory = createMemory(), watch, onStored }: Options = {},
) => {
  const scripted = createScriptedSession(
    { plan: () => planOf(parts, chunkSize) },
    { size: parts * chunkSize },
  );
  const { world, session } = scripted;
  const tries: PartTry[] = [];
  session.subscribe((_state, _previous, fact) => {
    if (fact.type === 'part-tried') tries.push(fact.attempt);
    if (fact.type === 'part-stored') onStored?.();
  });
  watch?.(session);
  Object.assign(world, {
    partMemory: memory,
    // The MD5 is not tested here, and the files are large.
    hash: () => Promise.resolve('0'.repeat(32)),
    sendPart: (request: PartRequest) => send(request, world.clock),
  });
  scripted.selectFile(wavFile(parts * chunkSize));
  const end = await scripted.until('submitting', 'failed');
  return { end: codeOf(end), tries, world };
};

/** Safari 26: a request with a file is never answered. One with bytes from memory is. */
const safari: Send = async ({ bytes, body, onProgress, signal }, clock) => {
  await clock.sleep(100, signal);
  onProgress(body.size);
  return bytes === undefined ? silence(signal) : stored;
};

describe('browser that stops what a page reads', () => {
  it('reads a part once more before it calls the file changed', async () => {
    const read = Blob.prototype.arrayBuffer;
    let failures = 0;
    Blob.prototype.arrayBuffer = function arrayBuffer() {
      if (this.size === 100 && failures++ === 0) return Promise.reject(new Error('stopped'));
      return read.call(this);
    };
    try {
      const { end } = await upload(safari, { memory: createMemory(true) });
      assert.equal(end, 'submitting');
      assert.ok(failures > 1);
    } finally {
      Blob.prototype.arrayBuffer = read;
    }
  });
});

describe('browser that never ends a request with a file', () => {
  it('stalls once, within 15 s, and from then on sends from memory', async () => {
    const memory = createMemory();
    const { end, tries } = await upload(safari, { memory });
    assert.equal(end, 'submitting');
    const [first, ...rest] = tries;
    assert.deepEqual([first?.outcome, first?.fromMemory], ['stalled', undefined]);
    assert.ok((first?.tookMs ?? 0) <= 15_200, String(first?.tookMs));
    assert.equal(rest.length, 4);
    for (const { outcome, fromMemory } of rest)
      assert.deepEqual([outcome, fromMemory], ['stored', true]);
    const next = await upload(safari, { memory });
    assert.ok(
      next.tries.every(({ outcome }) => outcome === 'stored'),
      'the page remembers it',
    );
  });

  it('sends from memory at once if the page knows it, one part per connection', async () => {
    let reads = 0;
    let reading = 0;
    let held = 0;
    let most = 0;
    let readWhileSending = 0;
    const { end, tries } = await (async () => {
      const read = Blob.prototype.arrayBuffer;
      Blob.prototype.arrayBuffer = async function arrayBuffer() {
        reads++;
        reading++;
        if (held > 0) readWhileSending++;
        try {
          return await read.call(this);
        } finally {
          reading--;
        }
      };
      try {
        return await upload(
          async ({ bytes, body, onProgress, signal }, clock) => {
            assert.equal(bytes?.byteLength, body.size);
            held++;
            most = Math.max(most, held + reading);
            await clock.sleep(1_000, signal);
            onProgress(body.size);
            held--;
            return stored;
          },
          { parts: 30, memory: createMemory(true) },
        );
      } finally {
        Blob.prototype.arrayBuffer = read;
      }
    })();
    assert.equal(end, 'submitting');
    assert.ok(
      tries.every(({ fromMemory, outcome }) => fromMemory === true && outcome === 'stored'),
    );
    assert.ok(reads >= 30);
    assert.ok(readWhileSending > 10, 'a part is read while others are sent');
    assert.ok(most <= 6, `${most} parts in memory`);
  });

  it('recovers even if the bytes cannot be counted', async () => {
    const memory = createMemory();
    const { end, tries } = await upload(
      ({ bytes, onProgress, signal }) => {
        onProgress(null);
        return bytes === undefined ? silence(signal) : Promise.resolve(stored);
      },
      { memory },
    );
    assert.equal(end, 'submitting');
    assert.deepEqual(
      tries.map(({ outcome }) => outcome),
      ['stalled', 'stored', 'stored', 'stored', 'stored'],
    );
    assert.ok(memory.isNeeded());
  });
});

describe('error after the last byte', () => {
  it('sends that part from memory next, and no other part', async () => {
    const memory = createMemory();
    const { end, tries } = await upload(
      async ({ url, bytes, body, onProgress, signal }, clock) => {
        await clock.sleep(10, signal);
        onProgress(body.size);
        if (url.endsWith('/2') && bytes === undefined) throw new TypeError('the browser aborted');
        return stored;
      },
      { memory },
    );
    assert.equal(end, 'submitting');
    assert.deepEqual(
      tries.filter(({ fromMemory }) => fromMemory === true).map(({ part }) => part),
      [2],
    );
    assert.equal(memory.isNeeded(), false);
  });

  it('a host that ends the request itself, because no byte of the file arrived: the next attempt is from memory', async () => {
    const { end, tries } = await upload(async ({ bytes, body, onProgress, signal }, clock) => {
      await clock.sleep(10, signal);
      if (bytes === undefined)
        return {
          status: 400,
          etag: null,
          retryAfter: null,
          errorBody: '<Error><Code>RequestTimeout</Code></Error>',
        };
      onProgress(body.size);
      return stored;
    });
    assert.equal(end, 'submitting');
    assert.ok(
      tries.every(({ attempt, outcome }) => outcome === (attempt > 1 ? 'stored' : 'refused')),
    );
  });

  it('is repeated from memory if bytes were missing too: a restored file may never send them', async () => {
    let failures = 0;
    const { end, tries } = await upload(async ({ body, onProgress, signal }, clock) => {
      await clock.sleep(10, signal);
      if (failures++ < 3) {
        onProgress(body.size - 1);
        throw new TypeError('connection reset');
      }
      onProgress(body.size);
      return stored;
    });
    assert.equal(end, 'submitting');
    assert.ok(tries.every(({ attempt, fromMemory }) => fromMemory === (attempt > 1 || undefined)));
  });
});

/**
 * A link of 0.5 Mbit/s for all parts. The system takes `buffer` bytes of a part at once, and what it took is sent even if
 * the request is aborted.
 */
const slowLink = (buffer: number): { readonly send: Send; readonly sentBytes: () => number } => {
  const SPEED = 62.5;
  let freeAtMs = -Infinity;
  let total = 0;
  const send: Send = async ({ body: { size }, onProgress, signal }, clock) => {
    const start = Math.max(clock.now(), freeAtMs);
    const taken = Math.min(buffer, size);
    freeAtMs = start + Math.ceil(taken / SPEED);
    total += taken;
    onProgress(taken);
    for (let sent = taken; sent < size;) {
      // The buffer is full, so it takes bytes only as fast as the link does.
      await clock.sleep(500, signal);
      const more = Math.min(500 * SPEED, size - sent);
      freeAtMs = Math.max(freeAtMs, clock.now()) + Math.ceil(more / SPEED);
      sent += more;
      total += more;
      onProgress(sent);
    }
    await clock.sleep(Math.max(0, freeAtMs - clock.now()), signal);
    return stored;
  };
  return { send, sentBytes: () => total };
};

describe('link of 0.5 Mbit/s', () => {
  for (const [what, buffer] of [
    ['every part', 64 * MIB],
    ['4 MiB', 4 * MIB],
    ['1 MiB', MIB],
  ] as const)
    for (const needed of [false, true])
      it(`whose buffers take ${what}: at most one part is sent twice${needed ? ', none from memory' : ''}`, async () => {
        const link = slowLink(buffer);
        const options = { parts: 7, chunkSize: 5 * MIB, memory: createMemory(needed) };
        const { end, tries } = await upload(link.send, options);
        assert.equal(end, 'submitting');
        const twice = tries.length - 7;
        assert.ok(twice <= (needed ? 0 : 1), outcomes(tries));
        assert.ok(link.sentBytes() <= (7 + twice) * 5 * MIB);
      });

  it('sends at most three parts twice if three start at once with nothing measured', async () => {
    const link = slowLink(64 * MIB);
    let pause: (() => void) | null = () => undefined;
    const { end, tries } = await upload(
      (request, clock) => {
        if (pause === null) return link.send(request, clock);
        request.onProgress(request.body.size);
        return Promise.resolve(stored);
      },
      {
        parts: 9,
        chunkSize: 5 * MIB,
        // After a pause, the host is known but its speed is not.
        watch: (session) => {
          pause = () => {
            pause = null;
            session.dispatch({ type: 'pause' });
            session.dispatch({ type: 'resume' });
          };
        },
        onStored: () => pause?.(),
      },
    );
    assert.equal(end, 'submitting');
    assert.ok(Math.max(...tries.map(({ attempt }) => attempt)) <= 2, outcomes(tries));
    assert.ok(tries.filter(({ outcome }) => outcome === 'stalled').length <= 3, outcomes(tries));
  });
});
