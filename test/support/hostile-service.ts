/** An in-memory service that stores real bytes and fails at random, with a seed: for thousands of test runs. */
import { createHash } from 'node:crypto';
import type { HttpRequest, HttpResponse, PartResponse, Ports } from '../../src/engine/ports.js';
import { BACKEND_PATHS, SERVICE_PATHS } from '../../src/protocol/routes.js';
import type { SeededRandom } from './seeded-random.js';
import { createSimulatedClock, jsonResponse, silence } from './simulated-world.js';

export const BACKEND = 'https://partner.test/api';
export const SERVICE = 'https://service.test';

const md5 = (bytes: Uint8Array): string => createHash('md5').update(bytes).digest('hex');

interface StoredUpload {
  readonly size: number;
  readonly chunkSize: number;
  readonly parts: Map<number, { readonly bytes: Uint8Array; readonly etag: string }>;
  readonly expiresAtMs: number;
  merged: Uint8Array | null;
}

export interface Weather {
  /** Probability of a fault for each request, 0 to 1. */
  readonly faults: number;
  readonly etags: 'md5' | 'opaque' | 'foreign';
  /** In ms. Short lifetimes expire during an upload. */
  readonly addressLifetimeMs: number;
  /** In seconds. */
  readonly tokenLifetimeSeconds: number;
  readonly chunkSize: number;
}

export interface HostileService {
  readonly ports: Ports;
  /** Merged files, by DownloadUrl. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Accepted submissions. */
  readonly submissions: readonly string[];
  /** True once a client sent a forbidden request: a wrong part, or a query of a task that had ended. */
  readonly violations: readonly string[];
  /** Stops all further faults. */
  heal(): void;
  /** Ticks of the clock so far. */
  ticks(): number;
}

type Fault = 'network' | 'silence' | 'busy' | 'broken' | 'lost-answer';

/** Ports for a service that fails at random. */
export const createHostileService = (weather: Weather, random: SeededRandom): HostileService => {
  let healthy = false;
  let underWay = 0;
  let ticks = 0;
  const counted = createSimulatedClock(() => underWay > 0);
  const clock: Ports['clock'] = {
    now: () => counted.now(),
    sleep: async (ms, signal) => {
      ticks++;
      // The machine sometimes sleeps during a wait.
      const slept = !healthy && random.chance(weather.faults / 50) ? 3_600_000 : 0;
      await counted.sleep(ms + slept, signal);
    },
  };
  const uploads = new Map<string, StoredUpload>();
  const files = new Map<string, Uint8Array>();
  const submissions: string[] = [];
  const taskOfKey = new Map<string, string>();
  const violations: string[] = [];
  const ended = new Set<string>();
  const tokens = new Map<string, number>();
  let offlineUntilMs = 0;

  const isOnline = (): boolean => healthy || counted.now() >= offlineUntilMs;
  const strikes = (): boolean => !healthy && random.chance(weather.faults);
  const fault = (): Fault | null => {
    if (!isOnline()) return 'network';
    if (!strikes()) return null;
    if (random.chance(0.1)) offlineUntilMs = counted.now() + random.between(1_000, 900_000);
    return random.pick(['network', 'silence', 'busy', 'broken', 'lost-answer']);
  };
  const retryAfter = (): string | null =>
    random.pick([
      null,
      String(random.between(0, 40)),
      new Date(counted.now() + 20_000).toUTCString(),
    ]);
  const busyHeaders = (): Record<string, string> => {
    const value = retryAfter();
    return value === null ? {} : { 'Retry-After': value };
  };

  const plan = (request: HttpRequest): HttpResponse => {
    const { filesize } = JSON.parse(request.body ?? '') as { filesize: number };
    const { chunkSize } = weather;
    const uploadId = `u${uploads.size + 1}`;
    uploads.set(uploadId, {
      size: filesize,
      chunkSize,
      parts: new Map(),
      expiresAtMs: counted.now() + weather.addressLifetimeMs,
      merged: null,
    });
    const count = Math.ceil(filesize / chunkSize) + (strikes() ? random.between(-1, 2) : 0);
    const Parts = Array.from({ length: count }, (_, index) => ({
      PartNumber: index + 1,
      PresignedUrl: `https://storage.test/${uploadId}/${index + 1}`,
    }));
    if (strikes()) Parts.reverse();
    return jsonResponse(200, { FileId: 'f', UploadId: uploadId, ChunkSize: chunkSize, Parts });
  };

  const complete = (request: HttpRequest): HttpResponse => {
    const body = JSON.parse(request.body ?? '') as {
      upload_id: string;
      part_list: { PartNumber: number; ETag: string }[];
      file_md5?: string;
    };
    const upload = uploads.get(body.upload_id);
    if (upload === undefined) return jsonResponse(404, undefined);
    const count = Math.ceil(upload.size / upload.chunkSize);
    const stored = body.part_list.map(({ PartNumber, ETag }) => {
      const part = upload.parts.get(PartNumber);
      return part?.etag === ETag ? part.bytes : null;
    });
    if (stored.length !== count || stored.includes(null)) {
      violations.push('a part list that does not fit');
      return jsonResponse(400, undefined);
    }
    const merged = Buffer.concat(stored.filter((bytes) => bytes !== null));
    // A service may check file_md5 or ignore it.
    if (!strikes() && body.file_md5 !== md5(merged)) return jsonResponse(400, undefined);
    upload.merged = merged;
    const url = `https://storage.test/${body.upload_id}`;
    files.set(url, merged);
    return jsonResponse(200, {
      FileId: 'f',
      FileType: 'wav',
      DownloadUrl: url,
      FileMd5: md5(merged),
    });
  };

  const task = (id: string, status: string): HttpResponse =>
    jsonResponse(200, {
      transcription_id: id,
      status,
      data: status === 'SUCCESS' ? { text: '', language: 'en', duration: 1, segments: [] } : {},
    });

  const query = (id: string): HttpResponse => {
    if (ended.has(id)) violations.push('a task that had ended was asked for again');
    const status = random.pick(['PENDING', 'PROGRESS', 'REINDEXING', 'SUCCESS', 'SUCCESS']);
    const bad = strikes() && random.chance(0.2) ? random.pick(['FAILURE', 'REVOKED']) : status;
    return task(id, bad);
  };

  const answer = (request: HttpRequest): HttpResponse => {
    const path = new URL(request.url).pathname.replace(/^\/api/, '');
    if (path === BACKEND_PATHS.userToken) {
      const token = `t${tokens.size + 1}`;
      tokens.set(token, counted.now() + weather.tokenLifetimeSeconds * 1000);
      // It claims a longer lifetime than it has.
      return jsonResponse(200, { access_token: token, token_type: 'bearer', expires_in: 86_400 });
    }
    if (path === BACKEND_PATHS.transcriptions) {
      const key = request.headers['Idempotency-Key'] ?? '';
      const known = taskOfKey.get(key);
      if (known !== undefined) return task(known, 'PENDING');
      submissions.push((JSON.parse(request.body ?? '') as { file_url: string }).file_url);
      taskOfKey.set(key, `task-${submissions.length}`);
      return task(`task-${submissions.length}`, 'PENDING');
    }
    if (path.startsWith(BACKEND_PATHS.transcriptions)) return query(path.split('/').pop() ?? '');
    const token = request.headers['Authorization']?.replace('Bearer ', '') ?? '';
    if ((tokens.get(token) ?? 0) <= counted.now()) return jsonResponse(401, undefined);
    if (path === SERVICE_PATHS.uploadPlan) return plan(request);
    if (path === SERVICE_PATHS.completeUpload) return complete(request);
    return jsonResponse(404, undefined);
  };

  const etagOf = (bytes: Uint8Array): string => {
    if (weather.etags === 'md5') return `"${md5(bytes)}"`;
    return weather.etags === 'opaque' ? `"${md5(bytes)}-1"` : `"${md5(Buffer.from(md5(bytes)))}"`;
  };

  const put = (url: string, bytes: Uint8Array): PartResponse => {
    const [, uploadId = '', number = ''] = new URL(url).pathname.split('/');
    const upload = uploads.get(uploadId);
    const refuse = (status: number): PartResponse => ({ status, etag: null, retryAfter: null });
    if (upload === undefined || upload.merged !== null) return refuse(404);
    if (upload.expiresAtMs <= counted.now() && !healthy) return refuse(403);
    const start = (Number(number) - 1) * upload.chunkSize;
    if (bytes.length !== Math.min(upload.chunkSize, upload.size - start)) {
      violations.push(`part ${number} has ${bytes.length} bytes`);
    }
    const kept = Uint8Array.from(bytes);
    if (strikes() && random.chance(0.3)) kept[0] = (kept[0] ?? 0) ^ 1;
    const etag = etagOf(kept);
    upload.parts.set(Number(number), { bytes: kept, etag });
    return { status: 200, etag: strikes() && random.chance(0.02) ? null : etag, retryAfter: null };
  };

  const meet = async <T>(
    signal: AbortSignal,
    serve: () => T | Promise<T>,
    refuse: (status: number, busy: boolean) => T,
  ): Promise<T> => {
    const met = fault();
    if (met === 'silence') return silence(signal);
    underWay++;
    try {
      await new Promise((resolve) => setImmediate(resolve));
      signal.throwIfAborted();
      if (met === 'network') throw new TypeError('no network');
      if (met === 'busy') return refuse(random.pick([429, 503]), true);
      if (met === 'broken') return refuse(random.pick([408, 425, 500, 502, 504]), false);
      const served = await serve();
      if (met === 'lost-answer') throw new TypeError('connection reset');
      signal.throwIfAborted();
      return served;
    } finally {
      underWay--;
    }
  };

  const never = (signal: AbortSignal): Promise<never> => silence(signal);
  const ports: Ports = {
    clock,
    random: () => random.next(),
    connectivity: {
      isOnline,
      whenOnline: async (signal) => {
        while (!isOnline()) await counted.sleep(offlineUntilMs - counted.now(), signal);
      },
      whenBack: never,
    },
    visibility: { isVisible: () => random.chance(0.9), whenShown: never },
    probeDuration: () => Promise.resolve(null),
    http: (request) =>
      meet(
        request.signal,
        () => {
          const response = answer(request);
          const id = /task-\d+$/.exec(request.url)?.[0];
          if (id !== undefined) void noteEnd(id, response);
          return response;
        },
        (status, busy) => jsonResponse(status, undefined, busy ? busyHeaders() : {}),
      ),
    sendPart: async ({ url, body, signal, onProgress }) => {
      onProgress(random.between(0, body.size));
      const bytes = new Uint8Array(await body.arrayBuffer());
      return meet(
        signal,
        () => {
          onProgress(body.size);
          return put(url, bytes);
        },
        (status, busy) => ({ status, etag: null, retryAfter: busy ? retryAfter() : null }),
      );
    },
    hash: async (blob, request) => {
      underWay++;
      try {
        const bytes = new Uint8Array(await blob.arrayBuffer());
        const { partSize = bytes.length, signal, onPart, wantsPartMd5 } = request;
        for (let start = request.from?.bytes ?? 0; start < bytes.length; start += partSize) {
          await new Promise((resolve) => setImmediate(resolve));
          signal.throwIfAborted();
          const end = Math.min(start + partSize, bytes.length);
          const own = wantsPartMd5?.() ? md5(bytes.subarray(start, end)) : null;
          const state = { engine: 'simulated', bytes: new Uint8Array() };
          onPart?.({
            start,
            end,
            md5: own,
            point: { bytes: end, md5: md5(bytes.subarray(0, end)), state },
          });
        }
        return md5(bytes);
      } finally {
        underWay--;
      }
    },
  };

  /** A response that arrived and reports that the task has ended. */
  const noteEnd = async (id: string, response: HttpResponse): Promise<void> => {
    const { status } = (await response.json()) as { status: string };
    if (healthy && ['SUCCESS', 'FAILURE', 'REVOKED'].includes(status)) ended.add(id);
  };

  return {
    ports,
    files,
    submissions,
    violations,
    heal: () => {
      healthy = true;
    },
    ticks: () => ticks,
  };
};
