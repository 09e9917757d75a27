/** The requests that reached the sandbox, without secrets: no query, no audio, redacted headers and bodies. */
import { publicPath, publicParameters, publicIdsIn, redactedJson } from './redacted-body.js';
import type { Answer, Exchange, NoAnswer } from '../service/route.js';
import type { Clock } from '../service/settings.js';
import { redactedHeaders, type RedactedHeader } from './redacted-headers.js';
import { SESSION_HEADER } from './sessions/sessions.js';

export type HostName = 'service' | 'storage';

export interface LogEntry extends LoggedBodies {
  /** From 1, in the order of the responses; never reused. */
  readonly number: number;
  /** When the request arrived, in ms of the sandbox's clock. */
  readonly at: number;
  /** In ms, until the response began; null if there was none. */
  readonly ms: number | null;
  readonly host: HostName;
  readonly method: string;
  /** Without the query, which may contain a signature. Unknown segments are replaced with `…`. */
  readonly path: string;
  /** The route, e.g. `upload-plan` or `part`; missing for an unknown path. */
  readonly kind?: string;
  /** For a part: its upload, and its number from 1. */
  readonly uploadId?: string;
  readonly partNumber?: number;
  /** The name of the session that the request belongs to; missing if it belongs to nobody. */
  readonly session?: string;
  /** 0 if there was no response, or the connection ended before it. */
  readonly status: number;
  /** Lower case, sorted. */
  readonly headerNames: readonly string[];
  /** Sorted by name. A value that may be a secret is `•••`. */
  readonly headers: readonly RedactedHeader[];
  /** Bytes of the body that were read. */
  readonly bytesReceived: number;
  /** The error code, e.g. `etag-mismatch`. */
  readonly refusal?: string;
  /** The name of the fault that was applied. */
  readonly fault?: string;
  /** The broken rule of the specification, with its section. A fault breaks none. */
  readonly violation?: string;
}

type AboutRoute = Pick<LogEntry, 'kind' | 'uploadId' | 'partNumber'>;
type Ending = AboutRoute &
  LoggedBodies &
  Pick<LogEntry, 'session' | 'status' | 'bytesReceived' | 'refusal' | 'fault' | 'violation'>;

/** The matched route, and the parameters of its path, for the log. */
export const aboutRoute = (
  kind: string | undefined,
  parameters: Readonly<Record<string, string>>,
): AboutRoute => ({ ...(kind === undefined ? {} : { kind }), ...publicParameters(parameters) });

/** A session sees what belongs to it and to nobody. Without a session, all is visible. */
export const isVisibleTo = (session: string | null, owner: string | undefined | null): boolean =>
  session === null || owner === undefined || owner === null || owner === session;

/** Maximum number of entries; the oldest are dropped. */
const CAPACITY = 10_000;

export const createRequestLog = (clock: Clock) => {
  const entries: LogEntry[] = [];
  let number = 0;
  return {
    /** In the order of the responses. */
    entries: entries as readonly LogEntry[],
    /** Records a request; the returned function records its outcome. */
    arrived: (host: HostName, exchange: Exchange): ((ending: Ending) => void) => {
      const headers = [...exchange.headers].filter(([name]) => name !== SESSION_HEADER);
      const beginning = {
        at: clock.now(),
        host,
        method: exchange.method,
        path: publicPath(exchange.path),
        headerNames: headers.map(([name]) => name).sort(),
        headers: redactedHeaders(headers),
      };
      return (ending) => {
        number += 1;
        const ms = ending.status === 0 ? null : clock.now() - beginning.at;
        entries.push({ number, ...beginning, ms, ...ending });
        if (entries.length > CAPACITY) entries.shift();
      };
    },
    /** Deletes the entries that this session can see; the numbering continues. */
    clear: (session: string | null): void => {
      const others = entries.filter((entry) => !isVisibleTo(session, entry.session));
      entries.splice(0, entries.length, ...others);
    },
  };
};

export type RequestLog = ReturnType<typeof createRequestLog>;

// What the log keeps of the bodies of a request and its response: redacted JSON, never audio, and
// the ids in them.

interface LoggedBodies {
  /**
   * Ids of uploads, files and tasks that the request and its response name. Requests that share an id belong to the
   * same recording.
   */
  readonly ids?: readonly string[];
  /** Redacted JSON. Missing if there was none, or if it is longer than 64 KiB. */
  readonly requestBody?: unknown;
  readonly responseBody?: unknown;
  /** Sorted by name. A value that may be a secret is `•••`. Missing without a response. */
  readonly responseHeaders?: readonly RedactedHeader[];
  /** Bytes of the response's body. A fault may have sent fewer. */
  readonly bytesSent?: number;
}

/** In bytes. */
const LONGEST = 64 * 1024;

const isJson = (contentType: string | null | undefined): boolean =>
  /^application\/json\s*(?:;|$)/i.test(contentType ?? '');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** In bytes. */
export const lengthOf = (body: Answer['body']): number =>
  typeof body === 'string' ? Buffer.byteLength(body) : (body?.length ?? 0);

/** Walks through the redacted values, in which addresses still name their ids. */
const idsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return publicIdsIn(value.replaceAll(/[\s(),]/g, '/'));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
};

export const createBodyLog = (host: HostName, headersSent: Headers) => {
  const isKept = host === 'service' && isJson(headersSent.get('content-type'));
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    /** Keeps the bytes of a request if they may be logged. */
    take: (bytes: Uint8Array): void => {
      length += bytes.length;
      if (isKept && length <= LONGEST) chunks.push(bytes);
    },
    ended: (path: string, answer: Answer | NoAnswer): LoggedBodies => {
      const sent =
        chunks.length === 0 || length > LONGEST
          ? undefined
          : parsed(Buffer.concat(chunks).toString('utf8'));
      const requestBody = sent === undefined ? undefined : redactedJson(sent);
      const { headers = {}, body } = 'status' in answer ? answer : {};
      const received =
        typeof body === 'string' && isJson(headers['Content-Type']) ? parsed(body) : undefined;
      const responseBody = received === undefined ? undefined : redactedJson(received);
      const ids = [
        ...new Set([...publicIdsIn(path), ...idsIn(requestBody), ...idsIn(responseBody)]),
      ];
      return {
        ...(ids.length === 0 ? {} : { ids }),
        ...(requestBody === undefined ? {} : { requestBody }),
        ...(responseBody === undefined ? {} : { responseBody }),
        ...('status' in answer
          ? {
              responseHeaders: redactedHeaders(Object.entries(headers)),
              bytesSent: lengthOf(answer.body),
            }
          : {}),
      };
    },
  };
};
export type BodyLog = ReturnType<typeof createBodyLog>;
