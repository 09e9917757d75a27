/** What reached the sandbox, without a single secret: no query, no header value, no body. */
import type { IncomingMessage } from 'node:http';
import { publicPath, publicParameters } from './log-paths.js';
import type { Clock } from './options.js';

export type HostName = 'service' | 'storage';

export interface LogEntry {
  /** From 1, in the order of the answers; never given twice. */
  readonly number: number;
  /** When the request arrived, in milliseconds of the sandbox's clock. */
  readonly at: number;
  readonly host: HostName;
  readonly method: string;
  /** Without its query, where signatures are; what is neither a name of a route nor an id is `…`. */
  readonly path: string;
  /** What the route is for, as `upload-plan` or `part`; absent where the path leads nowhere. */
  readonly kind?: string;
  /** Of a part: where it belongs, and its number from 1. */
  readonly uploadId?: string;
  readonly partNumber?: number;
  /** 0 where the connection was lost or cut before there was an answer, or none was given. */
  readonly status: number;
  /** Lower case, sorted. */
  readonly headerNames: readonly string[];
  /** Bytes of the body that were read. */
  readonly bytesReceived: number;
  /** The code that it was refused with, as `etag-mismatch`. */
  readonly refusal?: string;
  /** The name of the fault that struck. */
  readonly fault?: string;
  /** Which rule of the specification the request breaks, with its section; a fault breaks none. */
  readonly violation?: string;
}

type AboutRoute = Pick<LogEntry, 'kind' | 'uploadId' | 'partNumber'>;
type Ending = AboutRoute &
  Pick<LogEntry, 'status' | 'bytesReceived' | 'refusal' | 'fault' | 'violation'>;

export interface RequestLog {
  /** In the order of the answers. */
  readonly entries: readonly LogEntry[];
  /** Notes a request that arrived; the function it returns notes how it ended. */
  readonly arrived: (
    host: HostName,
    request: IncomingMessage,
    path: string,
  ) => (ending: Ending) => void;
  /** Forgets all; numbers go on. */
  readonly clear: () => void;
}

/** What the log tells of the route that was found, and of its path's parameters. */
export const aboutRoute = (
  kind: string | undefined,
  parameters: Readonly<Record<string, string>>,
): AboutRoute => ({ ...(kind === undefined ? {} : { kind }), ...publicParameters(parameters) });

/** The oldest entries give way to new ones beyond this number. */
const CAPACITY = 10_000;

export const createRequestLog = (clock: Clock): RequestLog => {
  const entries: LogEntry[] = [];
  let number = 0;
  return {
    entries,
    arrived: (host, request, path) => {
      const beginning = {
        at: clock.now(),
        host,
        method: request.method ?? '',
        path: publicPath(path),
        headerNames: Object.keys(request.headers).sort(),
      };
      return (ending) => {
        number += 1;
        entries.push({ number, ...beginning, ...ending });
        if (entries.length > CAPACITY) entries.shift();
      };
    },
    clear: () => {
      entries.length = 0;
    },
  };
};
