/** Responses 403, 404 and 410 to a part: an old address is replaced, a fresh one is not. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PartResponse, SessionState } from '../../../../src/engine.js';
import {
  CHUNK_SIZE,
  codeOf,
  createScriptedSession,
  PATHS,
  type ScriptedSession,
} from '../../../support/scripted-session.js';
import { jsonResponse, SILENCE } from '../../../support/simulated-world.js';

const MINUTE = 60_000;

const answer = (status: number): PartResponse => ({
  status,
  etag: status === 200 ? '"x-1"' : null,
  retryAfter: null,
});

const plans = ({ world }: ScriptedSession): number =>
  world.requests.filter((it) => it === PATHS.plan).length;

const causeOf = (state: SessionState): string =>
  state.name === 'failed' ? String(state.error.cause) : '';

/** Five parts whose addresses contain the given lifetime. */
const planNaming = (query: string) => () =>
  jsonResponse(200, {
    FileId: 'file-1',
    UploadId: 'u',
    ChunkSize: CHUNK_SIZE,
    Parts: [1, 2, 3, 4, 5].map((PartNumber) => ({
      PartNumber,
      PresignedUrl: `https://storage.test/a?${query}&part=/${PartNumber}`,
    })),
  });

/** The first attempt for the first part fails, and the address is refused at the retry, this much later. */
const refusedAfter = (ms: number, query: string) => {
  const scripted = createScriptedSession(
    { plan: planNaming(query) },
    {
      part: (n, tries) =>
        n === 1 && tries === 1
          ? { status: 503, etag: null, retryAfter: String(ms / 1000) }
          : answer(n === 1 && tries === 2 ? 403 : 200),
    },
  );
  scripted.selectFile();
  return scripted;
};

describe('storage host that refuses fresh addresses', () => {
  for (const status of [403, 404, 410]) {
    it(`with ${status} fails as storage-rejected after one plan and one part`, async () => {
      const scripted = createScriptedSession({}, { part: () => answer(status) });
      scripted.selectFile();
      const end = await scripted.until('ready', 'failed');
      assert.equal(codeOf(end), 'storage-rejected');
      assert.ok(end.name === 'failed' && end.error.recoverable);
      assert.doesNotMatch(end.error.message, /expired|run out/);
      assert.match(causeOf(end), new RegExp(`status ${status} to an address`));
      assert.doesNotMatch(causeOf(end), /https?:/);
      assert.deepEqual([plans(scripted), scripted.world.sentParts], [1, [1]]);
    });
  }

  it('gets a new plan on retry', async () => {
    let healthy = false;
    const scripted = createScriptedSession({}, { part: () => answer(healthy ? 200 : 403) });
    scripted.selectFile();
    await scripted.until('failed');
    scripted.session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'storage-rejected');
    assert.deepEqual([plans(scripted), scripted.world.sentParts], [2, [1, 1]]);
    healthy = true;
    scripted.session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(plans(scripted), 3);
  });
});

describe('status that a retry cannot change', () => {
  it('gets one new plan if parts were stored, then fails; retry gets another plan', async () => {
    let healthy = false;
    const scripted = createScriptedSession(
      {},
      { part: (n) => answer(n === 3 && !healthy ? 400 : 200) },
    );
    scripted.selectFile();
    const end = await scripted.until('ready', 'failed');
    assert.equal(codeOf(end), 'storage-rejected');
    assert.equal(plans(scripted), 2);
    healthy = true;
    scripted.session.dispatch({ type: 'retry' });
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(plans(scripted), 3);
  });
});

describe('old addresses', () => {
  for (const [what, ms, query, end, asked] of [
    ['are replaced after a minute if they contain no lifetime', MINUTE, '', 'ready', 2],
    ['are refused before a minute if they contain no lifetime', 59_000, '', 'storage-rejected', 1],
    ['are replaced when their lifetime was shorter', 20_000, 'X-Amz-Expires=20', 'ready', 2],
    [
      'are refused if their lifetime is longer',
      ...[10 * MINUTE, 'X-Amz-Expires=3600', 'storage-rejected', 1],
    ],
  ] as const) {
    it(what, async () => {
      const scripted = refusedAfter(ms, query);
      assert.equal(codeOf(await scripted.until('ready', 'failed')), end);
      assert.equal(plans(scripted), asked);
    });
  }

  it('count as fresh if they were when the part was sent, however slow the response', async () => {
    const scripted = createScriptedSession();
    const { clock } = scripted.world;
    Object.assign(scripted.world, {
      sendPart: async ({ signal, onProgress }: Parameters<typeof scripted.world.sendPart>[0]) => {
        for (let sent = 1; sent <= 10; sent++) {
          await clock.sleep(10_000, signal);
          onProgress(sent);
        }
        return answer(403);
      },
    });
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'storage-rejected');
    assert.equal(plans(scripted), 1);
  });

  for (const [what, heals, end] of [
    ['and the new ones are taken', true, 'ready'],
    ['and the new ones are refused too', false, 'storage-rejected'],
  ] as const) {
    it(`while the work was paused are replaced once, ${what}`, async () => {
      const scripted = createScriptedSession(
        {},
        {
          part: (n, tries) => {
            // The pause aborts the first attempt.
            if (n === 1 && tries === 1) return SILENCE;
            return answer(heals && (n > 1 || tries > 2) ? 200 : 403);
          },
        },
      );
      const { session, world, until } = scripted;
      const stop = session.subscribe((state) => {
        if (state.name !== 'uploading' || world.sentParts.length === 0) return;
        stop();
        session.dispatch({ type: 'pause' });
      });
      scripted.selectFile();
      await until('paused');
      await world.clock.sleep(30 * MINUTE, new AbortController().signal);
      session.dispatch({ type: 'resume' });
      assert.equal(codeOf(await until('ready', 'failed')), end);
      assert.equal(plans(scripted), 2);
      assert.deepEqual(world.sentParts.slice(0, 3), [1, 1, 1]);
    });
  }

  it('fail as upload-expired after three plans', async () => {
    const scripted = createScriptedSession(
      { plan: planNaming('X-Amz-Expires=1') },
      {
        part: (_n, tries) =>
          tries % 2 === 1 ? { status: 503, etag: null, retryAfter: '2' } : answer(403),
      },
    );
    scripted.selectFile();
    const end = await scripted.until('ready', 'failed');
    assert.equal(codeOf(end), 'upload-expired');
    assert.match(causeOf(end), /status 403/);
    assert.equal(plans(scripted), 3);
    assert.ok(end.name === 'failed' && end.error.recoverable);
  });

  it('are replaced even if fresh when the host has already stored parts, and goes on refusing', async () => {
    const scripted: ScriptedSession = createScriptedSession(
      {},
      { part: (n) => answer(n === 3 && plans(scripted) === 1 ? 403 : 200) },
    );
    scripted.selectFile();
    assert.equal(codeOf(await scripted.until('ready', 'failed')), 'ready');
    assert.equal(plans(scripted), 2);
  });
});

describe('a new plan, after a host has stored parts of the plan before', () => {
  const expired: PartResponse = {
    ...answer(403),
    errorBody: '<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
  };
  for (const [what, times, given] of [
    ['an empty 204', 2, answer(204)],
    ['a 503', 10, answer(503)],
  ] as const)
    it(`${what} to its first part, ${times} times: the host is still known to work`, async () => {
      let isNew = false;
      let left = times;
      const scripted = createScriptedSession(
        {},
        {
          part: (n) => {
            if (isNew) return left-- > 0 ? given : answer(200);
            isNew = n === 5;
            return isNew ? expired : answer(200);
          },
        },
      );
      scripted.selectFile();
      const end = await scripted.until('ready', 'failed');
      assert.deepEqual([codeOf(end), plans(scripted)], ['ready', 2], causeOf(end));
      assert.ok(left <= 0);
    });
});
