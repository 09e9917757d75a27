/** What reached the sandbox, without a single secret: no query, no header value, no body. */
import type { IncomingMessage } from 'node:http';
import type { Clock } from './options.js';

export type HostName = 'service' | 'storage';

export interface LogEntry {
  /** When the request arrived, in milliseconds of the sandbox's clock. */
  readonly at: number;
  readonly host: HostName;
  readonly method: string;
  /** Without its query, where signatures are; cut at 200 characters. */
  readonly path: string;
  /** 0 where the connection was lost before there was an answer. */
  readonly status: number;
  /** Lower case, sorted. */
  readonly headerNames: readonly string[];
  /** Bytes of the body that were read. */
  readonly bytesReceived: number;
  /** Which rule of the specification the request breaks. */
  readonly violation?: string;
}

type Ending = Pick<LogEntry, 'status' | 'bytesReceived' | 'violation'>;

export interface RequestLog {
  /** In the order of the answers. */
  readonly entries: readonly LogEntry[];
  /** Notes a request that arrived; the function it returns notes how it ended. */
  readonly arrived: (
    host: HostName,
    request: IncomingMessage,
    path: string,
  ) => (ending: Ending) => void;
}

/** The oldest entries give way to new ones beyond this number. */
const CAPACITY = 10_000;
const LONGEST_PATH = 200;

export const createRequestLog = (clock: Clock): RequestLog => {
  const entries: LogEntry[] = [];
  return {
    entries,
    arrived: (host, request, path) => {
      const beginning = {
        at: clock.now(),
        host,
        method: request.method ?? '',
        path: path.slice(0, LONGEST_PATH),
        headerNames: Object.keys(request.headers).sort(),
      };
      return (ending) => {
        entries.push({ ...beginning, ...ending });
        if (entries.length > CAPACITY) entries.shift();
      };
    },
  };
};
