/** One visit in the service worker: its backend, its service, its storage host and its link. */
import { type Exchange, withExchanges } from '../hood/model.js';
import { redactedHeaders } from '../sandbox/redacted-headers.js';
import { createFetch } from '../service/serve.js';
import { jsonRefusal, openService } from '../service/service.js';
import { DEFAULT_LIFETIMES, type Secrets } from '../service/settings.js';
import { storageRoutes, xmlRefusal } from '../service/storage-routes.js';
import { recordsIn } from '../service/store.js';
import { WorkFailed, type TaskWork } from '../service/tasks.js';
import { createPartnerHandler } from '../../src/server.js';
import { createLink, Disconnected, type LinkClock } from './link.js';
import { type Command, type News, placesOf, type Asked } from './messages.js';
import {
  CHUNK_SIZE,
  madeUpTranscript,
  stateOf,
  expireAddresses,
  newVisit,
  noteInterruption,
  type Visit,
} from './visit.js';
import { createVisitStore, overLink } from './storage-host.js';

// The log of a visit's requests, without secrets.

type ExchangeStart = Pick<Exchange, 'from' | 'to' | 'part'> & {
  readonly request: Request;
  /** Of the request's body, if known at once. In bytes. */
  readonly bytes: number;
};

/** The exchange while there is no answer yet. */
export const startedExchange = (
  { from, to, part, request, bytes }: ExchangeStart,
  number: number,
  now: number,
): Exchange => ({
  number,
  at: now,
  ms: null,
  from,
  to,
  method: request.method,
  path: new URL(request.url).pathname,
  status: 0,
  bytes,
  ...(part === undefined ? {} : { part }),
  headers: redactedHeaders(request.headers),
});

interface DeskOptions {
  readonly visit: Visit;
  /** The absolute URL of the service worker's scope, with a trailing slash. */
  readonly scope: string;
  readonly clock: LinkClock;
  readonly newId: () => string;
  /** Called after each change. */
  readonly onChange: () => void;
  /** Stores the visit. */
  readonly keep: () => Promise<unknown>;
}

export type Desk = ReturnType<typeof createDesk>;

/** They protect nothing: both sides are in the visitor's own browser. */
const CREDENTIALS = {
  clientId: 'simulated-client',
  clientSecret: 'the-client-secret-of-the-simulation',
  apiKey: 'the-api-key-of-the-simulation',
} as const;

/** Not a signature, but it changes with the text. */
const checksum = (text: string): string =>
  [...text]
    .reduce((sum, character) => (Math.imul(sum, 31) + character.charCodeAt(0)) >>> 0, 7)
    .toString(16);

export const createDesk = (options: DeskOptions) => {
  const { visit, scope, clock, newId, onChange, keep } = options;
  const places = placesOf(scope, visit.id);
  const link = createLink(() => visit, clock);
  /** Bytes carried of each part that is being sent, by part number. */
  const underWay = new Map<number, number>();
  const changed = new Map<number, Exchange>();
  let keepsBytes = false;
  /** Aborted when the page ends its requests. Chromium does not tell its service workers, and delivers whole bodies. */
  let page = new AbortController();
  // Requests that were under way when the browser stopped the worker.
  visit.exchanges = visit.exchanges.map((it) =>
    it.ms === null ? { ...it, note: 'interrupted' } : it,
  );
  let lastNumber = visit.exchanges.at(-1)?.number ?? 0;

  const log = (exchange: Exchange): void => {
    visit.exchanges = [...withExchanges(visit.exchanges, [exchange])];
    changed.set(exchange.number, exchange);
    onChange();
  };

  /** Logs a request while `work` answers it. */
  const logged = async (
    start: ExchangeStart,
    work: (onBytes: (bytes: number) => void) => Promise<Response>,
  ): Promise<Response> => {
    const number = ++lastNumber;
    const started = startedExchange(start, number, clock.now());
    let { bytes } = started;
    log(started);
    const end = (status: number, note?: string): void => {
      // The log may have been cleared in the meantime.
      if (visit.exchanges.includes(started))
        log({
          ...started,
          ms: clock.now() - started.at,
          status,
          bytes,
          ...(note === undefined ? {} : { note }),
        });
    };
    try {
      const response = await work((carried) => {
        bytes = carried;
        onChange();
      });
      end(response.status);
      return response;
    } catch (error) {
      end(0, error instanceof Disconnected ? `no connection: ${error.message}` : 'interrupted');
      throw error;
    }
  };

  const secrets: Secrets = {
    random: (prefix) => `${prefix}-${newId()}`,
    digest: (secret) => secret,
    sign: checksum,
  };

  const work: TaskWork = async (_id, { file_url, params }, { onStarted, onDecoded }) => {
    await onStarted();
    onDecoded();
    const upload = visit.uploads.find(({ fileId }) => file_url.includes(`/files/${fileId}.`));
    if (upload === undefined) throw new WorkFailed('The recording cannot be read at file_url.');
    return madeUpTranscript(params?.diarization?.enabled ?? false, upload, visit);
  };

  const open = async () => {
    const store = createVisitStore({
      ...{ visit, url: places.storage, clock, secrets },
      keepsBytes: () => keepsBytes,
    });
    const { tokens, uploads, tasks } = visit.records;
    const opened = await openService({
      ...{ clock, lifetimes: DEFAULT_LIFETIMES, credentials: CREDENTIALS, secrets, store, work },
      records: {
        tokens: recordsIn(tokens),
        uploads: recordsIn(uploads),
        tasks: recordsIn(tasks),
      },
      chunkSize: () => CHUNK_SIZE,
      ...{ queueLength: 100, workers: 1 },
    });
    opened.tasks.start();
    const { routes } = opened;
    return {
      service: createFetch({ routes, refuse: jsonRefusal }, places.service),
      storage: storageRoutes({ store, uploads: opened.uploads }),
    };
  };
  let opened = open();

  const service = async (request: Request): Promise<Response> => (await opened).service(request);

  const backend = createPartnerHandler({
    ...CREDENTIALS,
    serviceUrl: places.service,
    basePath: new URL(places.backend).pathname,
    allowedFileHosts: [new URL(scope).host],
    authorize: () => ({ userId: `visitor-${visit.id}` }),
    // The backend is a server: the visitor's link does not affect its calls.
    fetch: (input, init) => {
      const request = new Request(input, init);
      const bytes = typeof init?.body === 'string' ? init.body.length : 0;
      return logged({ from: 'backend', to: 'service', request, bytes }, () => service(request));
    },
  });

  /** Looks for the service's secrets in an answer to the page. */
  const countSecrets = async (response: Response): Promise<void> => {
    const answer = `${JSON.stringify([...response.headers])}${await response.clone().text()}`;
    const { clientSecret, apiKey } = CREDENTIALS;
    visit.answers += 1;
    visit.secrets += [clientSecret, apiKey].filter((secret) => answer.includes(secret)).length;
  };

  const storage = async (request: Request, onBytes: (bytes: number) => void): Promise<Response> => {
    const { signal } = page;
    const onCarried = (number: number, bytes: number | null): void => {
      if (bytes === null) return void underWay.delete(number);
      underWay.set(number, bytes);
      onBytes(bytes);
    };
    const routes = overLink((await opened).storage, { visit, link, signal, onCarried });
    return createFetch({ routes, refuse: xmlRefusal }, places.storage)(request);
  };

  const answerSmall = async (
    request: Request,
    to: 'backend' | 'service',
    onBytes: (bytes: number) => void,
  ): Promise<Response> => {
    const bytes = await request.arrayBuffer();
    onBytes(bytes.byteLength);
    const { url, method, headers } = request;
    const copy = new Request(url, { method, headers, body: bytes.byteLength > 0 ? bytes : null });
    // The handler reads the body as a stream. Firefox has none for requests, only for responses.
    if (!('body' in copy)) Object.defineProperty(copy, 'body', { value: new Response(bytes).body });
    return to === 'backend' ? backend(copy) : service(copy);
  };

  /** Answers a request of the element. */
  const answer = async (request: Request, asked: Asked): Promise<Response> => {
    const { to, path } = asked;
    const number = to === 'storage' ? Number(/\d+$/.exec(path)?.[0]) : Number.NaN;
    const start: ExchangeStart = {
      from: 'browser',
      to,
      request,
      bytes: 0,
      ...(Number.isNaN(number) ? {} : { part: number }),
    };
    try {
      return await logged(start, async (onBytes) => {
        link.requireConnection();
        const response =
          to === 'storage'
            ? await storage(request, onBytes)
            : await answerSmall(request, to, onBytes);
        // The answer needs the connection too.
        link.requireConnection();
        await countSecrets(response);
        return response;
      });
    } catch {
      noteInterruption(visit);
      return Response.error();
    } finally {
      await keep();
      onChange();
    }
  };

  const endRequests = (): void => {
    page.abort(new Disconnected('the page has stopped'));
    page = new AbortController();
  };

  const apply = (command: Command): void => {
    switch (command.type) {
      case 'opened':
      case 'stopped':
        endRequests();
        return noteInterruption(visit);
      case 'offline':
        visit.offline = command.on;
        return;
      case 'train':
        visit.trainSince = command.on ? clock.now() : null;
        return;
      case 'expire':
        return expireAddresses(visit);
      case 'rate':
        visit.bytesPerSecond = command.bytesPerSecond;
        return;
      case 'keep':
        keepsBytes = true;
        return;
      case 'forget': {
        const { records, stored, ...fresh } = newVisit(visit.id, clock.now());
        endRequests();
        changed.clear();
        Object.assign(visit, fresh);
        for (const kept of [visit.records.uploads, visit.records.tasks, visit.stored]) kept.clear();
        opened = open();
        return;
      }
      case 'watch':
      case 'finished':
    }
  };

  return {
    answer,
    /** Applies a command of the page. */
    async obey(command: Command): Promise<void> {
      apply(command);
      if (command.type !== 'watch') await keep();
      onChange();
    },
    /** What has changed since the last call; with `all`, everything. */
    news(all: boolean): News {
      const exchanges = all ? visit.exchanges : [...changed.values()];
      changed.clear();
      return { state: stateOf(visit, underWay), exchanges, all };
    },
  };
};
