/** Each incident of docs/operating.md, on real servers: the metrics of the recipe must tell it from all others. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTcpServer, type AddressInfo } from 'node:net';
import test, { type TestContext } from 'node:test';
import { Redis } from 'ioredis';
import { createMetrics } from '../../../demo/recipes/metrics.js';
import { rateStoreIn } from '../../../demo/recipes/rate-limiter.js';
import type { Fault, Sandbox } from '../../../demo/sandbox/index.js';
import {
  createTaskWatcher,
  type HandlerEvent,
  type PartnerHandlerOptions,
  type TaskWatcherOptions,
  type WatcherStorage,
} from '../../../src/server.js';
import { createBullTaskWatcher } from '../../../src/server/bullmq.js';
import { toNodeHandler } from '../../../src/server/node.js';
import { createMemoryStorage } from '../../../src/server/storage.js';
import { close, listen } from '../../support/fake-service.js';
import { BASE, handlerFor } from '../../support/handler.js';
import { post, reply, sandboxFor } from '../../support/sandbox-client.js';
import { deadUrl, manualTimers } from '../../unit/server/harness.js';

type Labels = Readonly<Record<string, string>>;

interface Sample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

/** Reads the text format of Prometheus. */
const samplesIn = (text: string): readonly Sample[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('transcribe_'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]);
      return { name, labels: Object.fromEntries(pairs) as Labels, value: Number(value) };
    });

/** Which incidents the text of the metrics shows. */
const signsIn = (text: string): Readonly<Record<string, boolean>> => {
  const samples = samplesIn(text);
  const sum = (name: string, wanted: Labels = {}): number =>
    samples
      .filter((sample) => sample.name === `transcribe_${name}`)
      .filter(({ labels }) => Object.entries(wanted).every(([key, value]) => labels[key] === value))
      .reduce((total, { value }) => total + value, 0);
  const requests = (labels?: Labels) => sum('request_seconds_count', labels);
  const calls = (labels?: Labels) => sum('service_seconds_count', labels);
  const fails = (option: string, reason: string) =>
    sum('configuration_total', { option, reason }) > 0;
  const mean = (name: string, labels: Labels) =>
    sum(`${name}_sum`, labels) / Math.max(1, sum(`${name}_count`, labels));
  const refused = (outcome: string) => requests({ outcome }) > requests() / 2;
  const isUnreached = calls({ answer: 'none', outcome: 'service-unavailable' }) > 0;
  const limited = 'too-many-requests';
  return {
    'The secret is refused': fails('clientId, clientSecret', 'refused'),
    'The API key is refused': fails('clientId, apiKey', 'refused'),
    'The address of the service is wrong': fails('serviceUrl', 'refused'),
    'The service is down': isUnreached && !fails('serviceUrl', 'refused'),
    'The service fails': calls({ answer: '5xx' }) > 0,
    'The service does not answer in time': calls({ outcome: 'service-timeout' }) > 0,
    'The service is slow': mean('service_seconds', { outcome: 'ok' }) > 5,
    'The service answers garbage': calls({ outcome: 'service-answer-invalid' }) > 0,
    'The service limits you': calls({ outcome: limited }) > 0,
    'The service asks for payment': calls({ outcome: 'payment-required' }) > 0,
    'The clock is wrong': Math.abs(sum('clock_ahead_seconds')) > 60,
    'Redis of the rate limits is down': fails('rateStore', 'failed'),
    'Redis of the rate limits is slow': fails('rateStore', 'slow'),
    'Redis of the queue is down': fails('connection', 'failed'),
    'Redis of the queue is slow': fails('connection', 'slow'),
    'The token cache fails': fails('tokenCache', 'failed'),
    'The submission store fails': fails('submissionStore', 'failed'),
    'The storage of the watcher fails': fails('storage', 'failed'),
    'The storage of the watcher is slow':
      mean('request_seconds', { route: 'submit' }) -
        mean('service_seconds', { route: 'submit-transcription' }) >
      1,
    'The watcher is not started': fails('watcher', 'refused'),
    'A hook fails': sum('hook_seconds_count', { outcome: 'failed' }) > 0,
    '`authorize` throws': fails('authorize', 'failed'),
    'Nobody is signed in': refused('no-session'),
    'An origin is refused': refused('origin-not-allowed'),
    'The path is wrong': refused('not-found'),
    'A file host is refused': fails('allowedFileHosts', 'refused'),
    'A user reaches a limit': requests({ outcome: limited }) > calls({ outcome: limited }),
  };
};
const incidentsIn = (text: string): readonly string[] =>
  Object.entries(signsIn(text)).flatMap(([name, isShown]) => (isShown ? [name] : []));

const PAGE = await readFile(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
/** The sign that the page describes for an incident. */
const describedSign = (incident: string): string => {
  const row = PAGE.split('\n').find((line) => line.startsWith(`| ${incident} `));
  assert.ok(row !== undefined, `docs/operating.md has no row for: ${incident}`);
  return row.split(' | ')[1] ?? '';
};

interface World {
  readonly t: TestContext;
  readonly sandbox: Sandbox;
  readonly onEvent: (event: HandlerEvent) => void;
  /** Advances the handler's clock by `ms`. It stands still otherwise. */
  readonly advance: (ms: number) => void;
  /** Resolves after an event of this kind. */
  readonly after: (kind: HandlerEvent['kind']) => Promise<void>;
}

interface Setup {
  readonly options?: Partial<PartnerHandlerOptions>;
  /** Path of the handler that the page uses. */
  readonly path?: string;
  /** Headers of the page's requests. */
  readonly headers?: Record<string, string>;
  readonly fileUrl?: string;
  /** Called between the submission and the query, after a first token was issued. */
  readonly midway?: () => Promise<unknown>;
  /** Called after all requests. */
  readonly end?: () => Promise<unknown>;
}

/** A fault without the place that it affects. */
interface FaultAnywhere extends Pick<Fault, 'name'> {
  readonly status?: number;
  readonly retryAfterSeconds?: number;
}

/** Affects every call of the handler. */
const everywhere = (fault: FaultAnywhere): readonly Fault[] =>
  (['partner-token', 'user-token', 'submit', 'query'] as const).map(
    (at) => ({ ...fault, at, times: 'always' }) as Fault,
  );

const faulty =
  (fault: FaultAnywhere) =>
  ({ sandbox }: World): Setup => {
    sandbox.faults.set(everywhere(fault));
    return {};
  };

const watched = (
  { t, sandbox, onEvent }: World,
  more: Partial<TaskWatcherOptions> = {},
  isStarted = true,
): Setup => {
  const { clientId, apiKey } = sandbox.credentials;
  const watcher = createTaskWatcher({
    ...{ serviceUrl: sandbox.serviceUrl, clientId, apiKey, onEvent },
    onFinished: () => undefined,
    ...more,
  });
  if (isStarted) watcher.start();
  t.after(() => watcher.stop());
  return { options: { watcher } };
};

/** A BullMQ watcher whose Redis is at this port. */
const queued = ({ t, sandbox, onEvent }: World, port: number, fire: () => void): Setup => {
  const { clientId, apiKey } = sandbox.credentials;
  const watcher = createBullTaskWatcher({
    ...{ serviceUrl: sandbox.serviceUrl, clientId, apiKey, onEvent },
    connection: { host: '127.0.0.1', port, maxRetriesPerRequest: null },
    onFinished: () => undefined,
  });
  const { submitted, stop } = watcher;
  /** The time limits of the watcher are over at once. */
  const hurried = <T>(work: Promise<T>): Promise<T> => {
    fire();
    return work;
  };
  t.after(() => hurried(stop()));
  return {
    options: {
      watcher: {
        submitted: (task, response) => hurried(submitted(task, response)),
        // The submission alone must show it.
        query: async (_task, ask) => {
          const { status, raw } = await ask();
          return { status, data: raw };
        },
      },
    },
  };
};

const failing = (): Promise<never> => Promise.reject(new Error('the store is down'));
const FAILING = { ...createMemoryStorage(), getItem: failing, setItem: failing };
const CLOSE_MS = 45_000;
const STORE_MS = 2_000;
const CALL_MS = 1_100;

/** How each incident is brought about. */
const INCIDENTS: Readonly<Record<string, (world: World) => Setup | Promise<Setup>>> = {
  'The secret is refused': () => ({ options: { clientSecret: 'an-expired-secret' } }),
  'The API key is refused': () => ({ options: { apiKey: 'another-key' } }),
  'The address of the service is wrong': async () => ({ options: { serviceUrl: await deadUrl() } }),
  'The service is down': ({ sandbox }) => ({ midway: () => sandbox.close() }),
  'The service fails': faulty({ name: 'status', status: 503 }),
  'The service does not answer in time': ({ t, sandbox }) => {
    const fire = manualTimers(t, CALL_MS);
    sandbox.faults.set(everywhere({ name: 'black-hole' }));
    const struck = (): string =>
      sandbox.faults
        .list()
        .map((fault) => fault.struck)
        .join();
    return {
      options: {
        limits: { timeoutMs: CALL_MS },
        async fetch(...request) {
          const before = struck();
          const answered = fetch(...request);
          while (struck() === before) await new Promise(setImmediate);
          fire();
          return answered;
        },
      },
    };
  },
  'The service is slow': ({ advance }) => ({
    options: {
      async fetch(...request) {
        const response = await fetch(...request);
        advance(8_000);
        return response;
      },
    },
  }),
  'The service answers garbage': faulty({ name: 'not-json' }),
  'The service limits you': faulty({ name: 'status', status: 429, retryAfterSeconds: 5 }),
  'The service asks for payment': faulty({ name: 'status', status: 402 }),
  'The clock is wrong': ({ advance }) => {
    advance(-3 * 3_600_000);
    return {};
  },
  'Redis of the rate limits is down': async ({ t }) => {
    const port = Number(new URL(await deadUrl()).port);
    const redis = new Redis({ port, host: '127.0.0.1', enableOfflineQueue: false });
    redis.on('error', () => undefined);
    t.after(() => redis.disconnect());
    return { options: { rateStore: rateStoreIn(redis) } };
  },
  'Redis of the rate limits is slow': ({ t }) => {
    const fire = manualTimers(t, STORE_MS);
    return {
      options: {
        rateStore: {
          take() {
            fire();
            return new Promise(() => undefined);
          },
        },
      },
    };
  },
  'Redis of the queue is down': async (world) => {
    const fire = manualTimers(world.t, STORE_MS, CLOSE_MS);
    const failed = world.after('configuration');
    const setup = queued(world, Number(new URL(await deadUrl()).port), fire);
    await failed;
    return setup;
  },
  'Redis of the queue is slow': async (world) => {
    const fire = manualTimers(world.t, STORE_MS, CLOSE_MS);
    const silent = createTcpServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    world.t.after(() => silent.close());
    return queued(world, (silent.address() as AddressInfo).port, fire);
  },
  'The token cache fails': () => ({
    options: { tokenCache: { get: failing, set: failing, delete: failing } },
  }),
  'The submission store fails': () => ({
    options: { submissionStore: FAILING },
    headers: { 'Idempotency-Key': 'a-key-of-one-decision' },
  }),
  'The storage of the watcher fails': (world) => watched(world, { storage: FAILING }),
  'The storage of the watcher is slow': (world) => {
    const memory = createMemoryStorage();
    const storage: WatcherStorage = {
      ...memory,
      setItem(...entry) {
        world.advance(1_500);
        return memory.setItem(...entry);
      },
    };
    return watched(world, { storage });
  },
  'The watcher is not started': (world) => watched(world, {}, false),
  'A hook fails': (world) => {
    const called = world.after('hook');
    return { ...watched(world, { onSubmitted: failing }), end: () => called };
  },
  '`authorize` throws': () => ({ options: { authorize: failing } }),
  'Nobody is signed in': () => ({ headers: { 'X-Test-User': '' } }),
  'An origin is refused': () => ({ headers: { Origin: 'https://other.example' } }),
  'The path is wrong': () => ({ path: '/transcribe' }),
  'A file host is refused': () => ({ fileUrl: 'https://other.example/a.mp3' }),
  'A user reaches a limit': () => ({
    options: { limits: { userTokens: { requests: 1, seconds: 60 } } },
  }),
};

/** A page issues two user tokens, submits a recording and queries it. Returns the text of the metrics. */
const textOf = async (
  t: TestContext,
  incident: (world: World) => Setup | Promise<Setup>,
): Promise<string> => {
  const sandbox = await sandboxFor(t);
  const metrics = createMetrics();
  const waiting = new Map<HandlerEvent['kind'], () => void>();
  let now = Date.now();
  const world: World = {
    ...{ t, sandbox },
    advance: (ms) => void (now += ms),
    after: (kind) => new Promise((resolve) => waiting.set(kind, resolve)),
    onEvent(event) {
      metrics.onEvent(event);
      waiting.get(event.kind)?.();
    },
  };
  const setup = await incident(world);
  const { options, path = BASE, headers = {}, midway, end } = setup;
  const { fileUrl = `${sandbox.storageUrl}/files/secret-name.mp3` } = setup;
  const handler = handlerFor(sandbox, {
    ...{ onEvent: world.onEvent, clock: { now: () => now } },
    authorize: (request) => {
      const userId = request.headers.get('x-test-user');
      return userId ? { userId } : null;
    },
    ...options,
  });
  const server = createServer(toNodeHandler(handler));
  const exporter = createServer(metrics.serve);
  t.after(() => Promise.all([close(server), close(exporter)]));
  const url = (await listen(server)) + path;
  const page = { 'X-Test-User': 'user-ada', ...headers };

  await post(`${url}/user-token`, page, {});
  const submitted = await post(`${url}/transcriptions`, page, { file_url: fileUrl });
  await midway?.();
  await post(`${url}/user-token`, page, {});
  // Without a submitted task, a page queries none.
  const id = submitted.json['transcription_id'];
  if (typeof id === 'string') await reply(fetch(`${url}/transcriptions/${id}`, { headers: page }));
  await end?.();
  const text = await (await fetch(await listen(exporter))).text();
  for (const word of ['user-ada', 'secret-name', String(id), ...sandbox.taskIds()])
    assert.ok(!text.includes(word), `the metrics contain ${word}`);
  for (const secret of Object.values<string>({ ...sandbox.credentials }))
    assert.ok(!text.includes(secret));
  return text;
};

test('metrics: show no incident while everything works', async (t) => {
  const text = await textOf(t, (world) => {
    const called = world.after('hook');
    return { ...watched(world, { onSubmitted: () => undefined }), end: () => called };
  });
  assert.deepEqual(incidentsIn(text), []);
  for (const name of ['request', 'service', 'hook'])
    assert.ok(samplesIn(text).some((sample) => sample.name === `transcribe_${name}_seconds_count`));
});

for (const [name, incident] of Object.entries(INCIDENTS)) {
  test(`metrics: show only “${name}” when that is what happens`, async (t) => {
    const text = await textOf(t, incident);
    assert.deepEqual(incidentsIn(text), [name]);
    const described = samplesIn(
      [...describedSign(name).matchAll(/transcribe_\w+(?:\{.*?\})?/g)].join(' 1\n') + ' 1',
    );
    assert.ok(described.length > 0);
    for (const { name: metric, labels } of described) {
      const found = samplesIn(text).filter(
        (sample) =>
          sample.name === metric &&
          Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
      );
      assert.ok(found.length > 0, `docs/operating.md names a metric that is not there: ${metric}`);
    }
  });
}

test('metrics: every incident that they can show is brought about here', () => {
  assert.deepEqual(Object.keys(signsIn('')).sort(), Object.keys(INCIDENTS).sort());
});
