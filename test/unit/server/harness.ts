import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import {
  createPartnerHandler,
  type HandlerEvent,
  type PartnerHandler,
  type PartnerHandlerOptions,
} from '../../../src/server.js';
import { startFakeService, type FakeService } from '../../support/fake-service.js';

export const CLIENT_ID = 'client-7f3a';
export const CLIENT_SECRET = 'secret-ü-0b5e9d';
export const API_KEY = 'api-key-c41f88';
export const OWN_ORIGIN = 'https://app.partner.example';
export const BASE = '/api/transcribe';
export const FILE_URL = 'https://files.example.com/recording.mp3?signature=abc';

/** Every secret that the fake service issues to this backend starts with one of these. */
const SECRETS = [
  CLIENT_SECRET,
  API_KEY,
  'partner-token-',
  'refresh-token-',
  'raw-service-text',
  Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64'),
];

export const ROUTES = {
  exchange: 'POST /oauth/partner/access-token',
  refresh: 'POST /oauth/partner/refresh-token',
  userToken: 'POST /open/partner/users/access-token',
  plan: 'POST /open/partner/files/upload/generate-presigned-urls',
  complete: 'POST /open/partner/files/upload/complete-upload',
  submit: 'POST /open/partner/ai/transcriptions/',
  query: 'GET /open/partner/ai/transcriptions/task-1',
} as const;

/** Fails if a response or log of the backend contains a secret. */
export const assertNoSecrets = (text: string): void => {
  for (const secret of SECRETS) {
    assert.ok(!text.includes(secret), `a secret (${secret.slice(0, 6)}…) got out`);
  }
};

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly json: unknown;
  /** `code` of a problem response. */
  readonly code: string | undefined;
}

export interface Asked {
  /** The signed-in user; null if nobody is signed in. */
  readonly user?: string | null;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  readonly base?: string;
}

export interface Harness {
  readonly service: FakeService;
  readonly handler: PartnerHandler;
  readonly events: readonly HandlerEvent[];
  readonly options: PartnerHandlerOptions;
  /** Advances the injected clock by `ms` milliseconds. */
  advance(ms: number): void;
  now(): number;
  /** Sends e.g. `POST /user-token` (relative to the base path) and checks every response and event for secrets. */
  ask(what: string, asked?: Asked): Promise<Answer>;
  /** Creates another handler that shares the service and the clock. */
  another(changes: Partial<PartnerHandlerOptions>): PartnerHandler;
}

const scriptHappyPath = (service: FakeService): void => {
  service.on(ROUTES.exchange, (_, count) => ({
    json: {
      access_token: `partner-token-${count}`,
      refresh_token: `refresh-token-${count}`,
      expires_in: 7200,
    },
  }));
  service.on(ROUTES.refresh, (_, count) => ({
    json: { access_token: `partner-token-refreshed-${count}`, expires_in: 7200 },
  }));
  service.on(ROUTES.userToken, () => ({
    json: { access_token: 'user-token-1', token_type: 'bearer', expires_in: 86400 },
  }));
  service.on(ROUTES.submit, () => ({
    json: { transcription_id: 'task-1', status: 'PENDING', data: {} },
  }));
  service.on(ROUTES.query, () => ({
    json: { transcription_id: 'task-1', status: 'STARTED', data: {} },
  }));
};

export const readAnswer = async (response: Response): Promise<Answer> => {
  const text = await response.text();
  const json: unknown = text === '' ? undefined : JSON.parse(text);
  const code = (json as { code?: string } | undefined)?.code;
  assert.equal(response.headers.get('audio-transcribe'), '1', 'an answer without the mark');
  return { status: response.status, headers: response.headers, text, json, code };
};

export const requestOf = (what: string, asked: Asked = {}): Request => {
  const [method = '', path = ''] = what.split(' ');
  const { user = 'user-ada', json, text, headers, signal, base = OWN_ORIGIN + BASE } = asked;
  const body = text ?? (json === undefined ? null : JSON.stringify(json));
  return new Request(base + path, {
    method,
    headers: {
      ...(user === null ? {} : { 'X-Test-User': user }),
      ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body,
    ...(signal ? { signal } : {}),
  });
};

/** Creates a handler in front of an HTTP service on loopback, with a manual clock. */
export const startHarness = async (
  context: TestContext,
  changes: Partial<PartnerHandlerOptions> = {},
): Promise<Harness> => {
  const service = await startFakeService();
  context.after(() => service.close());
  scriptHappyPath(service);
  const events: HandlerEvent[] = [];
  let checked = 0;
  let now = Date.UTC(2026, 0, 1);
  const options: PartnerHandlerOptions = {
    serviceUrl: service.url,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    apiKey: API_KEY,
    basePath: BASE,
    authorize: (request) => {
      const userId = request.headers.get('x-test-user');
      return userId === null ? null : { userId };
    },
    onEvent: (event) => void events.push(event),
    clock: { now: () => now },
    ...changes,
  };
  const handler = createPartnerHandler(options);
  return {
    service,
    handler,
    events,
    options,
    advance: (ms) => (now += ms),
    now: () => now,
    async ask(what, asked) {
      const answer = await readAnswer(await handler(requestOf(what, asked)));
      assertNoSecrets(JSON.stringify([...answer.headers]) + answer.text);
      assertNoSecrets(JSON.stringify(events.slice(checked)));
      checked = events.length;
      return answer;
    },
    another: (more) => createPartnerHandler({ ...options, ...more }),
  };
};

/** In ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Returns a function that lets all timers of these lengths in ms fire, once the code does nothing but wait. They do not
 * fire by themselves. Other timers, such as those of `fetch`, are left alone.
 */
export const manualTimers = (context: TestContext, ...lengths: readonly number[]): (() => void) => {
  const { setTimeout } = globalThis;
  const timers: (() => void)[] = [];
  context.mock.method(
    globalThis,
    'setTimeout',
    (run: (...all: unknown[]) => void, ms: number, ...rest: unknown[]) => {
      // Node's `fetch` passes more arguments.
      if (!lengths.includes(ms)) return setTimeout(run, ms, ...rest);
      timers.push(run);
      return setTimeout(run, LONGEST_TIMER).unref();
    },
  );
  return () =>
    void setImmediate(() => {
      for (const run of timers.splice(0)) run();
    });
};

export const submit = async (harness: Harness, asked: Asked = {}): Promise<string> => {
  const answer = await harness.ask('POST /transcriptions', {
    json: { file_url: FILE_URL },
    ...asked,
  });
  assert.equal(answer.status, 200);
  return (answer.json as { transcription_id: string }).transcription_id;
};

/** The configuration events of a handler. */
export const advice = ({ events }: Harness) =>
  events.flatMap((event) => (event.kind === 'configuration' ? [event] : []));

/** A port of this machine on which nothing listens. */
export const deadUrl = async (): Promise<string> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
};
