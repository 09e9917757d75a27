/** One visit in the service worker: its backend, its service, its storage host and its link. */
import { type Exchange, withExchanges } from '../hood/model.js';
import { redactedHeaders } from '../sandbox/redacted-headers.js';
import { createPartnerHandler } from '../../src/server.js';
import { createLink, Disconnected, type LinkClock } from './link.js';
import { type Command, type News, placesOf, type Asked } from './messages.js';
import { Refused, createService, CREDENTIALS } from './service.js';
import {
  stateOf,
  expireAddresses,
  LINK_BYTES_PER_SECOND,
  noteInterruption,
  type Visit,
} from './visit.js';
import { createKeeper, findPart, receivePart } from './storage-host.js';

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

export interface Desk {
  /** Answers a request of the element. */
  answer(request: Request, asked: Asked): Promise<Response>;
  /** Applies a command of the page. */
  obey(command: Command): Promise<void>;
  /** What has changed since the last call; with `all`, everything. */
  news(all: boolean): News;
}

const errorXml = (message: string, status: number): Response =>
  new Response(`<Error><Code>${message}</Code></Error>`, {
    status,
    headers: { 'Content-Type': 'application/xml' },
  });

export const createDesk = (options: DeskOptions): Desk => {
  const { visit, scope, clock, newId, onChange, keep } = options;
  const places = placesOf(scope, visit.id);
  const link = createLink(() => visit, clock);
  /** Bytes carried of each part that is being sent, by part number. */
  const underWay = new Map<number, number>();
  const changed = new Map<number, Exchange>();
  const keeper = createKeeper();
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

  const service = createService({
    visit,
    serviceUrl: places.service,
    storageUrl: places.storage,
    now: clock.now,
    newId,
  });

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

  const store = async (
    request: Request,
    { path }: Asked,
    onBytes: (bytes: number) => void,
  ): Promise<Response> => {
    const { signal } = page;
    let number = 0;
    try {
      if (request.method === 'GET') return keeper.answer(visit, request, path);
      const place = findPart(visit, request, path);
      ({ number } = place);
      const pieces: Uint8Array<ArrayBuffer>[] = [];
      place.part.etag = await receivePart(place, request, link, (carried, piece) => {
        signal.throwIfAborted();
        underWay.set(number, carried);
        if (keeper.isOn()) pieces.push(piece);
        onBytes(carried);
      });
      keeper.keep(place, pieces);
      return new Response('', { headers: { ETag: place.part.etag } });
    } catch (error) {
      if (error instanceof Refused) return errorXml(error.message, error.status);
      throw error;
    } finally {
      underWay.delete(number);
    }
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

  const answer: Desk['answer'] = async (request, asked) => {
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
            ? await store(request, asked, onBytes)
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
        return keeper.start();
      case 'forget':
        endRequests();
        changed.clear();
        Object.assign(visit, {
          ...{ offline: false, trainSince: null, bytesPerSecond: LINK_BYTES_PER_SECOND },
          ...{ uploads: [], tasks: [], savedBytes: 0, answers: 0, secrets: 0, expiries: 0 },
          exchanges: [],
        });
        return;
      case 'watch':
      case 'finished':
    }
  };

  return {
    answer,
    async obey(command) {
      apply(command);
      if (command.type !== 'watch') await keep();
      onChange();
    },
    news(all) {
      const exchanges = all ? visit.exchanges : [...changed.values()];
      changed.clear();
      return { state: stateOf(visit, underWay), exchanges, all };
    },
  };
};
