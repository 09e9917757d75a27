/**
 * A model of money: random histories of page, handler and service. After each: at most one task per decision of the
 * user, nothing lost that was stored, and nothing that another user sees or pays for. money.test.ts starts this as a
 * process. The arguments are the first and the last seed. Prints how many tasks and repeats there were, as JSON.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import {
  createBackendFetchToken,
  createHttpBackend,
  createJobPersistence,
  createTokenProvider,
  createUploadService,
  storageScope,
  type Http,
  type ScopeSource,
} from '../../../src/engine/index.js';
import { runJob } from '../../../src/engine/session/run-job.js';
import { createSessionOf } from '../../../src/engine/session/session.js';
import { BACKEND_PATHS, SERVICE_PATHS } from '../../../src/protocol/index.js';
import { createPartnerHandler, type PartnerHandler } from '../../../src/server.js';
import { createMemoryStore, createMemoryTabs } from '../../support/memory-store.js';
import { ownScopeFor } from '../../support/own-scope.js';
import { seededRandom, type SeededRandom } from '../../support/seeded-random.js';
import { createSimulatedClock, createWorld, jsonResponse } from '../../support/simulated-world.js';

const PAGE = 'https://app.example.com';
const BACKEND = `${PAGE}/api/transcribe`;
const DATA = { text: '', language: 'en', duration: 1, segments: [] };
const USERS = ['user-anna', 'user-bruno'] as const;

interface Recording {
  /** Whose token the upload was planned with. Null before that. */
  owner: string | null;
  decisions: number;
}

/** Everything outside the tabs: the service, the handler, the network, and the cookie. */
const createOutside = (random: SeededRandom) => {
  let underWay = 0;
  /** Time stands still while something is done. */
  const busy = async <T>(work: () => Promise<T>): Promise<T> => {
    underWay += 1;
    try {
      return await work();
    } finally {
      underWay -= 1;
    }
  };
  const plain = createWorld();
  const world = {
    ...plain,
    clock: createSimulatedClock(() => underWay > 0),
    hash: (...request: Parameters<typeof plain.hash>) => busy(() => plain.hash(...request)),
    sendPart: (request: Parameters<typeof plain.sendPart>[0]) =>
      busy(() => plain.sendPart(request)),
  };
  const recordings = new Map<string, Recording>();
  const payers: [name: string, userId: string][] = [];
  const outside = {
    ...{ world, recordings, payers },
    cookie: USERS[0] as string,
    faults: random.pick([0, 0.1, 0.3, 0.5]),
    /** Ms by which the clock of the pages is wrong. */
    clockError: 0,
    repeats: 0,
    /** By `storage_scope`. */
    users: new Map<string, string>(),
    restart: () => void (handler = createHandler()),
  };
  const strikes = (): boolean => random.chance(outside.faults);
  let tasks = 0;
  const service: typeof fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    await Promise.resolve();
    if (pathname === SERVICE_PATHS.partnerToken) {
      return Response.json({ access_token: 'p', expires_in: 7_200 });
    }
    if (pathname === SERVICE_PATHS.userToken) {
      return Response.json({ access_token: 'u', token_type: 'bearer', expires_in: 86_400 });
    }
    if (init?.method !== 'POST') {
      const id = decodeURIComponent(pathname.split('/').pop() ?? '');
      return Response.json({ transcription_id: id, status: 'SUCCESS', data: DATA });
    }
    const met = strikes() ? random.pick(['429', '503', '503 later', '500', 'lost']) : 'none';
    if (met === '429') return new Response(null, { status: 429 });
    if (met === '503 later') {
      return new Response(null, { status: 503, headers: { 'Retry-After': '2' } });
    }
    // A gateway may answer 503 or 500 after it has forwarded the request.
    tasks += 1;
    if (met === 'lost') throw new TypeError('fetch failed');
    if (met !== 'none') return new Response(null, { status: Number(met) });
    return Response.json({ transcription_id: `task-${tasks}`, status: 'PENDING', data: {} });
  };
  const createHandler = (): PartnerHandler =>
    createPartnerHandler({
      serviceUrl: 'https://service.example',
      ...{ clientId: 'client-1', clientSecret: 'secret-1', apiKey: 'api-key-1' },
      authorize: (request) => ({ userId: request.headers.get('x-user') ?? '' }),
      limits: { submissions: null, queries: null, userTokens: null },
      clock: { now: world.clock.now },
      fetch: service,
    });
  let handler = createHandler();

  const atHandler = async (user: string, request: Parameters<Http>[0]): Promise<Response> => {
    const before = tasks;
    const response = await handler(
      new Request(request.url, {
        method: request.method,
        headers: { ...request.headers, 'X-User': user, Origin: PAGE, Host: 'app.example.com' },
        ...(request.body === undefined ? {} : { body: request.body }),
      }),
    );
    const { file_url: url } = JSON.parse(request.body ?? '{}') as { file_url?: string };
    if (request.url.endsWith(BACKEND_PATHS.userToken) && response.ok) {
      const token = (await response.clone().json()) as { storage_scope: string };
      outside.users.set(token.storage_scope, user);
    }
    if (url !== undefined && tasks > before) payers.push([url.split('/').pop() ?? '', user]);
    return response;
  };

  let turn = Promise.resolve();
  /** One request at a time at the handler, so that each task belongs to one request. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = turn.then(work);
    turn = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  };

  const http: Http = async (request) => {
    const user = outside.cookie;
    if (strikes() && random.chance(0.3)) throw new TypeError('the request was lost');
    let answer = await inTurn(() => atHandler(user, request));
    if (request.method === 'POST' && strikes()) {
      outside.repeats += 1;
      answer = await inTurn(() => atHandler(user, request));
    }
    request.signal.throwIfAborted();
    if (strikes()) throw new TypeError('the answer was lost');
    const text = await answer.text();
    return jsonResponse(
      answer.status,
      text === '' ? undefined : (JSON.parse(text) as unknown),
      Object.fromEntries([...answer.headers].map(([name, value]) => [titleCase(name), value])),
    );
  };
  return { outside, http: ((request) => busy(() => http(request))) satisfies Http };
};

const titleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (it) => it.toUpperCase());

const history = async (
  seed: number,
): Promise<{ readonly tasks: number; readonly repeats: number }> => {
  const random = seededRandom(seed);
  const { outside, http } = createOutside(random);
  const { world, recordings } = outside;
  const never = new AbortController().signal;
  const clock = { ...world.clock, now: () => world.clock.now() + outside.clockError };
  const memory = createMemoryStore();
  let isFull = false;
  const store = {
    ...memory,
    save: (...job: Parameters<typeof memory.save>) =>
      isFull ? Promise.reject(new Error('QuotaExceededError')) : memory.save(...job),
  };
  const tabs = createMemoryTabs();
  let ids = 0;
  let names = 0;

  const open = () => {
    const { die, ...shared } = tabs.open();
    const ports = {
      ...world,
      ...{ clock, random: () => random.next() },
      http: (async (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === SERVICE_PATHS.uploadPlan) {
          const Parts = [{ PartNumber: 1, PresignedUrl: 'https://storage.test/1' }];
          return jsonResponse(200, { FileId: 'f', UploadId: 'u', ChunkSize: 1_000, Parts });
        }
        if (pathname !== SERVICE_PATHS.completeUpload) return http(request);
        const md5 = (JSON.parse(request.body ?? '{}') as { file_md5: string }).file_md5;
        const DownloadUrl = `https://storage.example.com/${md5}`;
        return jsonResponse(200, { FileId: 'f', FileType: 'wav', DownloadUrl, FileMd5: md5 });
      }) satisfies Http,
    };
    const tokens = createTokenProvider(createBackendFetchToken(BACKEND, ports), ports);
    const now = (): string | null | undefined => {
      const scope = tokens.scope();
      return typeof scope === 'string' ? storageScope('user', scope) : scope;
    };
    const source: ScopeSource = {
      now,
      learn: async (signal) => {
        await tokens.get(signal);
        return now() ?? null;
      },
      session: () => null,
    };
    const session = createSessionOf(
      ports,
      () => ({
        service: () => createUploadService('https://service.example', tokens, ports),
        backend: () => createHttpBackend(BACKEND, ports),
        tokenScope: () => tokens.scope(),
        ...{ limits: {}, manualStart: false },
        kept: () => keeper.kept(),
        discard: () => keeper.discard(),
      }),
      () => Promise.resolve(runJob),
    );
    const opened = { session, tokens, die, name: '' };
    session.subscribe((_state, _previous, event) => {
      const recording = recordings.get(opened.name);
      if (event.type !== 'planned' || recording === undefined) return;
      recording.owner = outside.users.get(event.uploadedBy ?? '') ?? null;
    });
    const keeper = createJobPersistence({
      ...{ ...shared, session, store, clock, newId: () => `job-${++ids}` },
      scope: ownScopeFor(source, { jobs: store, locks: shared.locks, clock }),
      onUnavailable: () => undefined,
    });
    return Object.assign(opened, { keeper });
  };

  let tab = open();
  const settle = (ms: number): Promise<void> => world.clock.sleep(ms, never);

  const choose = (): void => {
    const bytes = new Uint8Array(100);
    bytes.set(new TextEncoder().encode(`RIFF????WAVE${++names}`));
    const file = new File([bytes], `${names}.wav`, { lastModified: 1 });
    tab.name = createHash('md5').update(bytes).digest('hex');
    recordings.set(tab.name, { owner: null, decisions: 1 });
    tab.session.dispatch({ type: 'select', source: { kind: 'file', file }, options: {} });
  };

  const reload = async (): Promise<void> => {
    const { name } = tab;
    const state = tab.session.getState();
    tab.session.dispatch({ type: 'suspend' });
    await tab.keeper.settled();
    const isPromised = tab.keeper.isKeeping() && !isFull && outside.clockError === 0;
    const isOpen =
      isPromised &&
      (state.name === 'submitting' || state.name === 'transcribing') &&
      state.trouble === null;
    tab.die();
    const kept = await memory.list();
    if (isOpen) assert.ok(kept.length > 0, `${name} was lost in ${state.name}`);
    tab = open();
    const offer = await tab.keeper.findOffer();
    if (offer === null) return;
    const stored = kept.find(({ id }) => id === offer.id);
    const own = tab.tokens.scope();
    assert.equal(stored?.scope, storageScope('user', String(own)), 'offered to another user');
    if ((await tab.keeper.accept(offer)) === 'resumed') tab.name = stored.job.md5 ?? '';
  };

  const retry = (): void => {
    const state = tab.session.getState();
    if (state.name !== 'failed' || !state.error.recoverable) return;
    // The person was told that a retry may cost again.
    const recording = recordings.get(tab.name);
    if (recording && state.error.failure?.reason === 'submission-unknown') recording.decisions += 1;
    tab.session.dispatch({ type: 'retry' });
  };

  choose();
  await settle(random.pick([1, 50, 1_000]));
  for (let step = random.between(3, 10); step > 0; step--) {
    switch (
      random.pick([
        'choose',
        'wait',
        'wait',
        'reload',
        'retry',
        'retry',
        'restart',
        'sign',
        'full',
        'jump',
      ])
    ) {
      case 'choose':
        choose();
        break;
      case 'reload':
        await reload();
        break;
      case 'retry':
        retry();
        break;
      case 'restart':
        outside.restart();
        break;
      case 'sign':
        outside.cookie = random.pick(USERS);
        break;
      case 'full':
        isFull = random.chance(0.5);
        break;
      case 'jump':
        outside.clockError = random.pick([0, 3_600_000, -864_000_000]);
        break;
    }
    await settle(random.pick([1, 50, 1_000, 5_000, 60_000]));
  }
  outside.faults = 0;
  await settle(600_000);
  for (const [name, { decisions }] of recordings) {
    const paid = outside.payers.filter(([one]) => one === name).length;
    assert.ok(paid <= decisions, `${paid} tasks for ${decisions} decisions`);
  }
  for (const [name, user] of outside.payers) {
    assert.equal(user, recordings.get(name)?.owner, 'another user has paid');
  }
  tab.session.dispatch({ type: 'cancel' });
  return { tasks: outside.payers.length, repeats: outside.repeats };
};

const [first = 1, last = first] = process.argv.slice(2).map(Number);
const sum = { tasks: 0, repeats: 0 };
for (let seed = first; seed <= last; seed++) {
  const { tasks, repeats } = await history(seed).catch((error: unknown) => {
    throw new Error(`in the history of SEED=${seed}`, { cause: error });
  });
  sum.tasks += tasks;
  sum.repeats += repeats;
}
console.log(JSON.stringify(sum));
