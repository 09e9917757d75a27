/** How many parts are sent in parallel, and what is reported about their attempts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PartResponse, PartTransport } from '../../../../src/engine.js';
import type { PartTry } from '../../../../src/engine/upload/part.js';
import {
  codeOf,
  CHUNK_SIZE,
  createScriptedSession,
  planOf,
  wavFile,
} from '../../../support/scripted-session.js';
import { silence, SILENCE, type Silence } from '../../../support/simulated-world.js';

const reset = (): TypeError => new TypeError('connection reset');
const stored = { status: 200, etag: '"x-1"', retryAfter: null };

describe('busy host', () => {
  it('gets no request of any part before its Retry-After', async () => {
    let busyAt = 0;
    const tooEarly: number[] = [];
    const scripted = createScriptedSession(
      {},
      {
        size: 60 * CHUNK_SIZE,
        part: (n, tries) => {
          const now = scripted.world.clock.now();
          if (n === 20 && tries === 1) {
            busyAt = now;
            return { status: 429, etag: null, retryAfter: '10' };
          }
          if (busyAt > 0 && now > busyAt && now < busyAt + 10_000) tooEarly.push(n);
          return stored;
        },
      },
    );
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.ok(busyAt > 0);
    assert.deepEqual(tooEarly, []);
  });

  /** Maximum number of parallel parts after each of the three in flight has failed like this once. */
  const atATime = async (failure: PartResponse | Error | Silence): Promise<number> => {
    const struck = new Set<number>();
    const isStruck = (n: number): boolean => n >= 30 && n < 33;
    const underWay = new Set<number>();
    let most = 0;
    const scripted = createScriptedSession(
      {},
      {
        size: 60 * CHUNK_SIZE,
        part: (n) => {
          if (!isStruck(n) || struck.has(n)) return stored;
          struck.add(n);
          return failure;
        },
      },
    );
    const { sendPart } = scripted.world;
    Object.assign(scripted.world, {
      sendPart: async (request: Parameters<typeof sendPart>[0]) => {
        const n = Number(request.url.split('/').pop());
        // A retried part already has its slot, so the other parts show the number of slots.
        if (!struck.has(n)) underWay.add(n);
        if (struck.size === 3) most = Math.max(most, underWay.size);
        try {
          return await sendPart(request);
        } finally {
          underWay.delete(n);
        }
      },
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(struck.size, 3);
    return most;
  };
  const refusal = (status: number): PartResponse => ({ status, etag: null, retryAfter: '2' });

  for (const [what, failure, most] of [
    ['429', refusal(429), 1],
    ['503', refusal(503), 2],
    ['silence', SILENCE, 2],
    // These failures say nothing about the host's capacity.
    ['500', refusal(500), 3],
    ['a reset', reset(), 3],
  ] as const) {
    it(`gets ${most} parts in parallel after ${what}`, async () => {
      assert.equal(await atATime(failure), most);
    });
  }
});

describe('link with limited bandwidth', () => {
  it('gets four parts in parallel, and up to six if that is faster', async () => {
    for (const [isShared, chunkSize, expected] of [
      [true, CHUNK_SIZE, 4],
      [true, 1, 4],
      [false, CHUNK_SIZE, 6],
      [false, 1, 6],
    ] as const) {
      const { selectFile, until, world } = createScriptedSession(
        { plan: () => planOf(60, chunkSize) },
        { size: 60 * chunkSize },
      );
      let underWay = 0;
      let most = 0;
      const sendPart: PartTransport = async ({ body, onProgress, signal }) => {
        underWay++;
        most = Math.max(most, underWay);
        // The last bytes count only with the response, as on a slow link.
        for (let sent = 0; sent < body.size; sent++) {
          await world.clock.sleep(isShared ? 10 * underWay : 10, signal);
          onProgress(sent + 1);
        }
        underWay--;
        return stored;
      };
      Object.assign(world, { sendPart });
      selectFile();
      assert.equal(codeOf(await until('submitting', 'failed')), 'submitting');
      assert.equal(most, expected, `${isShared}, ${chunkSize}`);
    }
  });
});

describe('lost connection', () => {
  const PARTS = 12;
  const SIZE = 1_000;

  /** Uploads over a link that is lost for `lostMs` while three parts are under way. */
  const upload = async (lostMs: number, isTold: boolean) => {
    const scripted = createScriptedSession(
      { plan: () => planOf(PARTS, SIZE) },
      { size: PARTS * SIZE },
    );
    const { world, session, selectFile, until } = scripted;
    const { clock } = world;
    const lostAt = clock.now() + 1_500;
    const backAt = lostAt + lostMs;
    const isLost = (): boolean => clock.now() >= lostAt && clock.now() < backAt;
    const tries: PartTry[] = [];
    let asked = 0;
    session.subscribe((_state, _previous, fact) => {
      if (fact.type === 'part-tried') tries.push(fact.attempt);
    });
    const sendPart: PartTransport = async ({ body, onProgress, signal }) => {
      for (let sent = SIZE / 10; sent <= body.size; sent += SIZE / 10) {
        if (isLost()) throw reset();
        onProgress(sent);
        await clock.sleep(100, signal);
      }
      // The system had taken all bytes before the connection was lost.
      if (isLost()) throw reset();
      return stored;
    };
    Object.assign(world, {
      // Of three parts one waits a short time, and two as long as they may.
      ...{ sendPart, random: () => (asked++ % 3 === 0 ? 0.2 : 1) },
      ...(isTold && {
        connectivity: {
          isOnline: () => !isLost(),
          whenOnline: (signal: AbortSignal) => clock.sleep(backAt - clock.now(), signal),
          whenBack: silence,
        },
      }),
    });
    selectFile(wavFile(PARTS * SIZE));
    assert.equal(codeOf(await until('submitting', 'failed')), 'submitting');
    return { tries, cutOff: [2, 3, 4], lostAt, backAt };
  };

  it('starts no other part while the browser is offline', async () => {
    const { tries, cutOff, lostAt, backAt } = await upload(10_000, true);
    const during = tries.filter((it) => it.startedAtMs < backAt && it.startedAtMs >= lostAt);
    assert.deepEqual(during, []);
    const first = tries.filter((it) => it.startedAtMs >= backAt).slice(0, 3);
    assert.deepEqual(
      first.map((it) => it.part),
      cutOff,
    );
  });

  it('sends the parts that were cut off from the file again: reading them first is slower', async () => {
    const { tries } = await upload(10_000, true);
    assert.ok(tries.some(({ attempt }) => attempt === 2));
    assert.deepEqual(
      tries.filter(({ fromMemory }) => fromMemory === true),
      [],
    );
  });

  it('sends all parts that wait as soon as one gets further, if the browser reports nothing', async () => {
    const { tries, backAt } = await upload(40_000, false);
    const again = new Map<number, number>();
    for (const { part, startedAtMs } of tries)
      if (startedAtMs >= backAt && !again.has(part)) again.set(part, startedAtMs - backAt);
    const waits = [...again].filter(([part]) => part <= 6).map(([, ms]) => ms);
    const first = Math.min(...waits);
    assert.ok(
      waits.every((ms) => ms <= first + 1_000),
      `the first part was sent after ${first} ms, all after ${waits.join(', ')} ms`,
    );
  });
});

describe('retrying state', () => {
  const KIB = 1024;
  for (const [what, chunkSize, failsAt, endsAfter] of [
    ['a failed part gets further than before', 100, 50, 50],
    ['an attempt has sent 512 KiB', 1_000 * KIB, 900 * KIB, 511 * KIB],
  ] as const)
    it(`ends once ${what}`, async () => {
      const { world, session, selectFile, until } = createScriptedSession(
        { plan: () => planOf(1, chunkSize) },
        { size: chunkSize },
      );
      const step = chunkSize / 100;
      const seen: [sent: number, trouble: string | null][] = [];
      let tries = 0;
      const sendPart: PartTransport = async ({ onProgress, signal }) => {
        const furthest = ++tries === 1 ? failsAt : chunkSize;
        for (let sent = step; sent <= furthest; sent += step) {
          await world.clock.sleep(20, signal);
          onProgress(sent);
          const state = session.getState();
          if (tries === 2 && state.name === 'uploading') seen.push([sent, state.trouble]);
        }
        if (tries === 1) throw reset();
        return stored;
      };
      Object.assign(world, { sendPart });
      selectFile();
      assert.equal(codeOf(await until('submitting', 'failed')), 'submitting');
      assert.equal(seen.length, 100);
      assert.deepEqual(
        seen,
        seen.map(([sent]) => [sent, sent > endsAfter ? null : 'retrying']),
      );
    });
});

describe('record of an attempt', () => {
  it('contains the start, duration, bytes and outcome', async () => {
    const { world, session, selectFile, until } = createScriptedSession({}, { size: CHUNK_SIZE });
    const start = world.clock.now();
    const told: unknown[] = [];
    session.subscribe((_state, _previous, fact) => {
      if (fact.type === 'part-tried') told.push(fact.attempt);
    });
    let tries = 0;
    const sendPart: PartTransport = async ({ onProgress, signal }) => {
      tries++;
      await world.clock.sleep(1_000, signal);
      // Some browsers also count bytes other than the body.
      onProgress(tries === 1 ? 40 : 1_000);
      if (tries === 1) throw reset();
      if (tries === 3) await world.clock.sleep(1e9, signal);
      return { ...stored, status: tries === 2 ? 503 : 200 };
    };
    Object.assign(world, { sendPart });
    selectFile();
    assert.equal(codeOf(await until('submitting', 'failed')), 'submitting');
    const at = (ms: number) => ({ part: 1, startedAtMs: start + ms });
    assert.deepEqual(told, [
      { ...at(0), attempt: 1, tookMs: 1_000, sentBytes: 40, outcome: 'no-answer', status: null },
      {
        ...at(1_400),
        attempt: 2,
        tookMs: 1_000,
        sentBytes: 100,
        outcome: 'refused',
        status: 503,
        fromMemory: true,
      },
      {
        ...at(2_800),
        attempt: 3,
        tookMs: 181_005,
        sentBytes: 100,
        outcome: 'stalled',
        status: null,
        fromMemory: true,
      },
      {
        ...at(184_605),
        attempt: 4,
        tookMs: 1_000,
        sentBytes: 100,
        outcome: 'stored',
        status: 200,
        fromMemory: true,
      },
    ]);
  });
});
