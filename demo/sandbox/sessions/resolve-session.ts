/** Finds the session that a request belongs to. */
import { isObject } from '../../../src/protocol/read.js';
import type { Exchange } from '../../service/route.js';
import type { Service } from '../../service/service.js';
import { SESSION_HEADER, sessionName } from './sessions.js';

const named = (userId: string | undefined): string | null =>
  userId === undefined || userId === '' ? null : sessionName(userId);

const inHeader = (headers: Headers): string | null =>
  named(headers.get(SESSION_HEADER) ?? undefined);

/** Longer bodies are not read before the route reads them. In bytes. */
const MOST_PEEKED = 64 * 1024;

/**
 * Reads a small JSON body in advance, and puts it back: to the route and its faults, nothing has been read. Returns
 * `{}` for anything but a JSON object.
 */
const peek = async (exchange: Exchange): Promise<Readonly<Record<string, unknown>>> => {
  const source = exchange.body[Symbol.asyncIterator]();
  const read: Uint8Array[] = [];
  let isDone = false;
  while (!isDone && exchange.received <= MOST_PEEKED) {
    const next = await source.next();
    isDone = next.done === true;
    if (next.done !== true) read.push(next.value);
  }
  exchange.received = 0;
  exchange.body = {
    async *[Symbol.asyncIterator]() {
      for (const bytes of read) {
        exchange.received += bytes.length;
        yield bytes;
      }
      for (; !isDone;) {
        const next = await source.next();
        if (next.done === true) return;
        yield next.value;
      }
    },
  };
  if (!isDone) return {};
  try {
    const value: unknown = JSON.parse(Buffer.concat(read).toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};

/** The id of a file in the path of its DownloadUrl. */
const fileIdIn = (url: unknown): string =>
  /\/(file_[\w-]{24})\.\w+$/.exec(URL.parse(String(url))?.pathname ?? '')?.[1] ?? '';

/** The name of the session that a request belongs to; null if it belongs to nobody. */
export type ResolveSession = (
  kind: string | undefined,
  exchange: Exchange,
) => Promise<string | null>;

export const createResolveSession =
  ({ tokens, uploads, tasks }: Pick<Service, 'tokens' | 'uploads' | 'tasks'>): ResolveSession =>
  async (kind, exchange) => {
    const { headers, parameters } = exchange;
    const byContract = async (): Promise<string | null> => {
      switch (kind) {
        case 'user-token': {
          const { user_id: userId } = await peek(exchange);
          return named(typeof userId === 'string' ? userId : undefined);
        }
        case 'upload-plan':
        case 'complete-upload':
          return named(tokens.userOf(headers));
        case 'part':
          return named(uploads.byUploadId(parameters['upload'] ?? '')?.userId);
        case 'download':
          return named(uploads.byFileId((parameters['name'] ?? '').replace(/\.\w+$/, ''))?.userId);
        case 'submit':
          return named(uploads.byFileId(fileIdIn((await peek(exchange))['file_url']))?.userId);
        case 'query':
          return tasks.sessionOf(parameters['id'] ?? '');
        default:
          return null;
      }
    };
    return (await byContract()) ?? inHeader(headers);
  };
