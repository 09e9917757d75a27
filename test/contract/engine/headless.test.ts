/** The engine in Node, without a DOM, with the real handler and sandbox. */
import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import test, { type TestContext } from 'node:test';
import type { Fault, Sandbox } from '../../../demo/sandbox/index.js';
import {
  createBackendFetchToken,
  createHttpBackend,
  createSession,
  createTokenProvider,
  createUploadService,
  type Session,
  type SessionState,
} from '../../../src/engine.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { close, listen } from '../../support/fake-service.js';
import { BASE, handlerFor } from '../../support/handler.js';
import {
  createMemoryStore,
  createMemoryTabs,
  type MemoryStore,
} from '../../support/memory-store.js';
import { alone, known, ownScopeFor } from '../../support/own-scope.js';
import { createNodePorts } from '../../support/node-ports.js';
import { sample, sandboxFor } from '../../support/sandbox-client.js';
import { createTestPersistence, type TestPersistence } from '../../support/persistence.js';

interface Place {
  readonly sandbox: Sandbox;
  readonly backendUrl: string;
}

const placeFor = async (t: TestContext, faults: readonly Fault[] = []): Promise<Place> => {
  const sandbox = await sandboxFor(t, { faults, chunkSize: () => 50_000 });
  const handler = handlerFor(sandbox);
  const server = createServer(toNodeHandler(handler));
  t.after(() => close(server));
  return { sandbox, backendUrl: (await listen(server)) + BASE };
};

interface Program {
  readonly session: Session;
  readonly keeper: TestPersistence;
  readonly names: () => readonly string[];
  /** Resolves with the first matching state, including the current one. */
  readonly until: (fits: (state: SessionState) => boolean) => Promise<SessionState>;
}

/** The code that a program writes around the engine. */
const startProgram = ({ sandbox, backendUrl }: Place, store: MemoryStore): Program => {
  const ports = createNodePorts({ 'X-Test-User': 'user-ada' });
  const tokens = createTokenProvider(createBackendFetchToken(backendUrl, ports), ports);
  const session = createSession(ports, () => ({
    service: () => createUploadService(sandbox.serviceUrl, tokens, ports),
    backend: () => createHttpBackend(backendUrl, ports),
    limits: {},
    manualStart: false,
  }));
  const tab = createMemoryTabs().open();
  const keeper = createTestPersistence({
    ...{ session, store, ...tab, ...alone(), clock: ports.clock, newId: randomUUID },
    scope: ownScopeFor(
      known(() => 'user:ada'),
      { jobs: store, locks: tab.locks, clock: ports.clock },
    ),
    onUnavailable: (cause) => assert.fail(String(cause)),
  });
  const names: string[] = [];
  session.subscribe(({ name }) => {
    if (names.at(-1) !== name) names.push(name);
  });
  return {
    session,
    keeper,
    names: () => names,
    until: (fits) =>
      new Promise((resolve) => {
        const look = (state: SessionState): boolean => {
          if (!fits(state)) return false;
          stop();
          resolve(state);
          return true;
        };
        const stop = session.subscribe((state) => void look(state));
        look(session.getState());
      }),
  };
};

const hasEnded = ({ name }: SessionState): boolean => name === 'ready' || name === 'failed';

const selectSample = async ({ session }: Program, name: string): Promise<Buffer> => {
  const bytes = await sample(name);
  const file = new File([new Uint8Array(bytes)], name);
  const options = { diarization: true } as const;
  session.dispatch({ type: 'select', source: { kind: 'file', file }, options });
  return bytes;
};

/** Expects success, and the same bytes at the service. */
const assertDone = async (state: SessionState, bytes: Buffer, { sandbox }: Place) => {
  assert.equal(state.name, 'ready', state.name === 'failed' ? String(state.error.cause) : '');
  assert.ok(state.name === 'ready');
  const { job, data } = state;
  const merged = sandbox.uploadedFile(job.plan?.FileId ?? '');
  assert.deepEqual(await readFile(merged ?? ''), bytes);
  assert.equal(job.md5, createHash('md5').update(bytes).digest('hex'));
  assert.equal(sandbox.taskIds().length, 1);
  assert.deepEqual(
    sandbox.log.flatMap(({ violation }) => violation ?? []),
    [],
  );
  return data;
};

test('Node: there is no DOM', () => {
  assert.deepEqual(
    ['document', 'window', 'XMLHttpRequest', 'indexedDB'].filter((name) => name in globalThis),
    [],
  );
});

for (const [name, seconds, spoken] of [
  ['conversation.mp3', 45, 12],
  ['interview.m4a', 23, 6],
  ['voicemail.wav', 11, 3],
] as const) {
  test(`Node: transcribes ${name} and uploads it byte for byte`, async (t) => {
    const place = await placeFor(t);
    const store = createMemoryStore();
    const program = startProgram(place, store);
    const bytes = await selectSample(program, name);
    const data = await assertDone(await program.until(hasEnded), bytes, place);
    assert.equal(data.duration, seconds);
    assert.equal(data.segments.length, spoken);
    assert.deepEqual(program.names(), [
      ...['preparing', 'uploading', 'submitting', 'transcribing', 'ready'],
    ]);
    await program.keeper.flushed();
    assert.ok(store.written.length > 3);
    assert.equal(store.size(), 0, 'nothing is kept of what is done');
  });
}

const FAULTS: Readonly<Record<string, readonly Fault[]>> = {
  'a storage host that resets, is busy and damages a byte': [
    { name: 'reset-mid-body', at: 'part', nth: 2 },
    { name: 'status', at: 'part', status: 503, retryAfterSeconds: 1, nth: 4 },
    { name: 'corrupted-body', at: 'part', part: 3 },
  ],
  'a service that loses answers and sends HTML': [
    { name: 'html-error', at: 'upload-plan' },
    { name: 'reset-after-body', at: 'complete-upload' },
    { name: 'html-error', at: 'query', times: 2 },
  ],
  'a user token that ends early': [{ name: 'token-expires', at: 'complete-upload' }],
  'addresses that have expired': [{ name: 'expired', at: 'part', nth: 3 }],
};

for (const [what, faults] of Object.entries(FAULTS)) {
  test(`Node gets through ${what}`, async (t) => {
    const place = await placeFor(t, faults);
    const program = startProgram(place, createMemoryStore());
    const bytes = await selectSample(program, 'voicemail.wav');
    await assertDone(await program.until(hasEnded), bytes, place);
    const struck = place.sandbox.faults.list().map((it) => it.struck);
    assert.ok(
      struck.every((times) => times > 0),
      `each fault struck: ${struck.join(', ')}`,
    );
  });
}

test('Node: a failed task ends as an error with a code', async (t) => {
  const place = await placeFor(t, [{ name: 'task-failure', at: 'submit' }]);
  const program = startProgram(place, createMemoryStore());
  await selectSample(program, 'voicemail.wav');
  const state = await program.until(hasEnded);
  assert.ok(state.name === 'failed');
  assert.equal(state.error.code, 'task-failed');
});

test('Node: another program resumes what the first one stored', async (t) => {
  const place = await placeFor(t, [{ name: 'black-hole', at: 'part', part: 5, times: 'always' }]);
  const store = createMemoryStore();
  const first = startProgram(place, store);
  const bytes = await selectSample(first, 'voicemail.wav');
  await first.until((state) => state.name === 'uploading' && state.job.etags.size >= 4);
  first.session.dispatch({ type: 'suspend' });
  await first.keeper.flushed();
  place.sandbox.faults.clear();
  const before = place.sandbox.log.filter(({ kind }) => kind === 'upload-plan').length;

  const second = startProgram(place, store);
  const offer = await second.keeper.findOffer();
  assert.equal(offer?.needs, 'nothing');
  assert.equal(await second.keeper.accept(offer), 'resumed');
  await assertDone(await second.until(hasEnded), bytes, place);
  const plans = place.sandbox.log.filter(({ kind }) => kind === 'upload-plan').length;
  assert.equal(plans, before, 'the upload goes on, it does not begin again');
});
