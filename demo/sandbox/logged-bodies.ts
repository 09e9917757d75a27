/** What the log keeps of the bodies of a request and its response: redacted JSON, never audio, and the ids in them. */
import type { IncomingMessage } from 'node:http';
import type { Answer, NoAnswer } from './http/route.js';
import { publicIdsIn } from './log-paths.js';
import { redactedJson } from './redacted-body.js';
import { redactedHeaders, type RedactedHeader } from './redacted-headers.js';

export interface LoggedBodies {
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

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(?:;|$)/i.test(contentType ?? '');

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const lengthOf = ({ body }: Answer): number =>
  body === undefined
    ? 0
    : typeof body === 'string'
      ? Buffer.byteLength(body)
      : body.end - body.start + 1;

/** Walks through the redacted values, in which addresses still name their ids. */
const idsIn = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return publicIdsIn(value.replaceAll(/[\s(),]/g, '/'));
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsIn) : [];
};

export interface BodyLog {
  /** Keeps the bytes of a request if they may be logged. */
  readonly take: (bytes: Uint8Array) => void;
  readonly ended: (path: string, answer: Answer | NoAnswer) => LoggedBodies;
}

export const createBodyLog = (host: 'service' | 'storage', request: IncomingMessage): BodyLog => {
  const isKept = host === 'service' && isJson(request.headers['content-type']);
  const chunks: Uint8Array[] = [];
  let length = 0;
  return {
    take: (bytes) => {
      length += bytes.length;
      if (isKept && length <= LONGEST) chunks.push(bytes);
    },
    ended: (path, answer) => {
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
              bytesSent: lengthOf(answer),
            }
          : {}),
      };
    },
  };
};
