/** The engine's ports with a clock that advances only when everything waits, and a scripted service. */
import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse, PartResponse, Ports } from '../../src/engine/ports.js';

interface Sleeper {
  readonly due: number;
  readonly wake: () => void;
}

/** Time passes only during sleeps, while nothing else runs: a test of minutes takes milliseconds. */
export const createSimulatedClock = (isBusy = (): boolean => false): Ports['clock'] => {
  let now = 1_700_000_000_000;
  let sleepers: Sleeper[] = [];
  let scheduled = false;
  const tick = (): void => {
    scheduled = false;
    if (isBusy()) {
      schedule();
      return;
    }
    const next = sleepers.reduce<Sleeper | null>(
      (first, one) => (first === null || one.due < first.due ? one : first),
      null,
    );
    if (next === null) return;
    sleepers = sleepers.filter((one) => one !== next);
    now = Math.max(now, next.due);
    next.wake();
    schedule();
  };
  const schedule = (): void => {
    if (scheduled || sleepers.length === 0) return;
    scheduled = true;
    setImmediate(tick);
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal.aborted) {
          reject(signal.reason as Error);
          return;
        }
        const abort = (): void => {
          sleepers = sleepers.filter((one) => one !== sleeper);
          reject(signal.reason as Error);
        };
        const wake = (): void => {
          signal.removeEventListener('abort', abort);
          resolve();
        };
        // Timers count whole milliseconds.
        const sleeper = { due: now + Math.ceil(ms), wake };
        signal.addEventListener('abort', abort, { once: true });
        sleepers.push(sleeper);
        schedule();
      }),
  };
};

export const jsonResponse = (
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse => ({
  status,
  header: (name) => headers[name] ?? null,
  json: () =>
    body === undefined ? Promise.reject(new SyntaxError('no JSON')) : Promise.resolve(body),
});

const titleCase = (name: string): string => name.replace(/(^|-)[a-z]/g, (it) => it.toUpperCase());

/** The response of a real handler. */
export const responseOf = async (answer: Response): Promise<HttpResponse> => {
  const text = await answer.text();
  return jsonResponse(
    answer.status,
    text === '' ? undefined : (JSON.parse(text) as unknown),
    Object.fromEntries([...answer.headers].map(([name, value]) => [titleCase(name), value])),
  );
};

export interface World extends Ports {
  /** All requests in order, as `POST /path`. */
  readonly requests: string[];
  /** Part numbers in the order they were sent. */
  readonly sentParts: number[];
  online: boolean;
  visible: boolean;
  /** Reports to all waiting code that the network is back. */
  readonly comeBack: () => void;
  /** Shows the page and notifies all waiting code. */
  readonly show: () => void;
}

/** Never responds. */
export const SILENCE = 'silence';
export type Silence = typeof SILENCE;

export interface WorldScript {
  readonly http?: (
    request: HttpRequest,
    count: number,
  ) => HttpResponse | Promise<HttpResponse> | Error | Silence;
  /** `count` is the number of the attempt for this part, from 1. */
  readonly part?: (partNumber: number, count: number) => PartResponse | Error | Silence;
  readonly durationSeconds?: number | null;
}

const stored = (partNumber: number): PartResponse => ({
  status: 200,
  etag: `"etag-${partNumber}"`,
  retryAfter: null,
});

const md5Of = async (blob: Blob): Promise<string> =>
  createHash('md5')
    .update(new Uint8Array(await blob.arrayBuffer()))
    .digest('hex');

export const silence = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

/** An event that several callers can wait for. */
const createBell = (): { ring: () => void; wait: (signal: AbortSignal) => Promise<void> } => {
  const waiting = new Set<() => void>();
  return {
    ring: () => {
      for (const resolve of waiting) resolve();
      waiting.clear();
    },
    wait: (signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
        waiting.add(resolve);
      }),
  };
};

/** Ports that respond as scripted. Presigned addresses end with the part's number. */
export const createWorld = (script: WorldScript = {}): World => {
  const requests: string[] = [];
  const sentParts: number[] = [];
  const counts = new Map<string, number>();
  const count = (key: string): number => {
    const next = (counts.get(key) ?? 0) + 1;
    counts.set(key, next);
    return next;
  };
  let underWay = 0;
  const clock = createSimulatedClock(() => underWay > 0);
  const settle = async <T>(pending: T | Error | Promise<T>, signal: AbortSignal): Promise<T> => {
    underWay++;
    try {
      await new Promise((resolve) => setImmediate(resolve));
      const answer = await pending;
      signal.throwIfAborted();
      if (answer instanceof Error) throw answer;
      return answer;
    } finally {
      underWay--;
    }
  };
  const back = createBell();
  const shown = createBell();
  const world: World = {
    comeBack: back.ring,
    show: () => {
      world.visible = true;
      shown.ring();
    },
    requests,
    sentParts,
    online: true,
    visible: true,
    clock,
    visibility: { isVisible: () => world.visible, whenShown: shown.wait },
    random: () => 0.5,
    connectivity: {
      isOnline: () => world.online,
      whenOnline: async (signal) => {
        // The network comes back some time after code starts to wait for it.
        if (!world.online) await clock.sleep(5_000, signal);
        world.online = true;
      },
      whenBack: back.wait,
    },
    http: (request) => {
      const key = `${request.method} ${new URL(request.url).pathname}`;
      requests.push(key);
      const answer = script.http?.(request, count(key)) ?? new TypeError('nothing is scripted');
      return answer === SILENCE ? silence(request.signal) : settle(answer, request.signal);
    },
    sendPart: ({ url, body, onProgress, signal }) => {
      const partNumber = Number(url.split('/').pop());
      sentParts.push(partNumber);
      onProgress(body.size);
      const tries = count(`part ${partNumber}`);
      const answer = script.part?.(partNumber, tries) ?? stored(partNumber);
      return answer === SILENCE ? silence(signal) : settle(answer, signal);
    },
    hash: async (blob, request) => {
      const { partSize = blob.size, onPart, signal } = request;
      for (let start = request.from?.bytes ?? 0; start < blob.size; start += partSize) {
        const end = Math.min(start + partSize, blob.size);
        const [part, prefix] = await settle(
          Promise.all([md5Of(blob.slice(start, end)), md5Of(blob.slice(0, end))]),
          signal,
        );
        const wanted = request.wantsPartMd5?.() ?? false;
        const state = { engine: 'simulated', bytes: new Uint8Array() };
        onPart?.({
          start,
          end,
          md5: wanted ? part : null,
          point: { bytes: end, md5: prefix, state },
        });
      }
      return settle(md5Of(blob), signal);
    },
    probeDuration: () => Promise.resolve(script.durationSeconds ?? 60),
  };
  return world;
};
