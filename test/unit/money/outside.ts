/** Everything outside the tabs: the service, the handler, the network, and the cookie. */
import type { Http } from '../../../src/engine.js';
import { BACKEND_PATHS, SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { createPartnerHandler, type PartnerHandler } from '../../../src/server.js';
import type { SeededRandom } from '../../support/seeded-random.js';
import { createSimulatedClock, createWorld, responseOf } from '../../support/simulated-world.js';

const PAGE = 'https://app.example.com';
export const BACKEND = `${PAGE}/api/transcribe`;
const DATA = { text: '', language: 'en', duration: 1, segments: [] };
export const USERS = ['user-anna', 'user-bruno'] as const;

export interface Recording {
  /** Whose token the upload was planned with. Null before that. */
  owner: string | null;
  decisions: number;
}

export const createOutside = (random: SeededRandom) => {
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
  /** By the name of the file. */
  const recordings = new Map<string, Recording>();
  /** The names of the files by their MD5s. */
  const names = new Map<string, string>();
  const payers: [name: string, userId: string][] = [];
  const outside = {
    ...{ world, recordings, names, payers },
    cookie: USERS[0] as string,
    faults: random.pick([0, 0.1, 0.3, 0.5]),
    /** How often a task is not finished when it is queried. */
    pending: random.pick([0, 0.5, 0.9]),
    /** Ms by which the clock of the pages is wrong. */
    clockError: 0,
    repeats: 0,
    /** By `userKey`. */
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
      return random.chance(outside.pending)
        ? Response.json({ transcription_id: id, status: 'STARTED', data: {} })
        : Response.json({ transcription_id: id, status: 'SUCCESS', data: DATA });
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
      onEvent: () => undefined,
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
      const token = (await response.clone().json()) as { userKey: string };
      outside.users.set(token.userKey, user);
    }
    if (url !== undefined && tasks > before)
      payers.push([names.get(url.split('/').pop() ?? '') ?? '', user]);
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
    return responseOf(answer);
  };
  return Object.assign(outside, { http: ((request) => busy(() => http(request))) satisfies Http });
};

export type Outside = ReturnType<typeof createOutside>;
