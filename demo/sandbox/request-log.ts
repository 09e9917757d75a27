/** The requests that reached the sandbox, without secrets: no query, no audio, redacted headers and bodies. */
import type { IncomingMessage } from 'node:http';
import { publicPath, publicParameters } from './log-paths.js';
import type { LoggedBodies } from './logged-bodies.js';
import type { Clock } from './options.js';
import { redactedHeaders, type RedactedHeader } from './redacted-headers.js';
import { SESSION_HEADER } from './sessions/session-name.js';

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

export interface RequestLog {
  /** In the order of the responses. */
  readonly entries: readonly LogEntry[];
  /** Records a request; the returned function records its outcome. */
  readonly arrived: (
    host: HostName,
    request: IncomingMessage,
    path: string,
  ) => (ending: Ending) => void;
  /** Deletes the entries that this session can see; the numbering continues. */
  readonly clear: (session: string | null) => void;
}

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

export const createRequestLog = (clock: Clock): RequestLog => {
  const entries: LogEntry[] = [];
  let number = 0;
  return {
    entries,
    arrived: (host, request, path) => {
      const headers = Object.entries(request.headers).filter(([name]) => name !== SESSION_HEADER);
      const beginning = {
        at: clock.now(),
        host,
        method: request.method ?? '',
        path: publicPath(path),
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
    clear: (session) => {
      const others = entries.filter((entry) => !isVisibleTo(session, entry.session));
      entries.splice(0, entries.length, ...others);
    },
  };
};
