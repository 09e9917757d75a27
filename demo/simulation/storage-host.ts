/** The storage host (4.5) at the end of the visitor's link. */
import { createMd5 } from '../../src/hashing/md5.js';
import { createMemoryStore } from '../service/memory-store.js';
import { around, Refusal, type Exchange, type Route } from '../service/route.js';
import { createSigner } from '../service/secrets.js';
import type { Clock, Secrets } from '../service/settings.js';
import type { OwnStore } from '../service/store.js';
import type { Link } from './link.js';
import { addUpload, type Upload, type Visit } from './visit.js';

/** The link carries this many bytes at a time, so that parts share it. */
const PIECE_BYTES = 64 * 1024;

/** Bytes of one second of sound, from the header of a WAV file; null for anything else. */
export const audioRateOf = (beginning: Uint8Array): number | null => {
  if (beginning.length < 44) return null;
  const view = new DataView(beginning.buffer, beginning.byteOffset);
  const isWave = view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57415645;
  return isWave ? view.getUint32(28, true) || null : null;
};

const requireValid = (upload: Upload | undefined): void => {
  if (upload?.expired) throw new Refusal(403, 'AccessDenied', 'Request has expired.');
};

interface VisitStoreOptions {
  readonly visit: Visit;
  readonly url: string;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly keepsBytes: () => boolean;
}

/** The store of a visit. The visit knows what is planned and what is stored. */
export const createVisitStore = ({
  visit,
  clock,
  secrets,
  ...options
}: VisitStoreOptions): OwnStore => {
  const signer = createSigner(clock, secrets);
  const { random } = secrets;
  const store = createMemoryStore({ ...options, signer, random, createMd5, parts: visit.stored });
  return {
    ...store,
    begin: async (file) => {
      const uploadId = await store.begin(file);
      addUpload(visit, { fileId: file.fileId, uploadId, size: file.filesize });
      return uploadId;
    },
    verify: (method, path, query) => {
      store.verify(method, path, query);
      requireValid(visit.uploads.find(({ uploadId }) => path.includes(`/${uploadId}/`)));
    },
  };
};

interface Sending {
  readonly visit: Visit;
  readonly link: Link;
  readonly signal: AbortSignal;
  /** Called with how many bytes of a part have passed; null at its end. */
  readonly onCarried: (number: number, bytes: number | null) => void;
}

/** The body of a part, as fast as the link carries it. */
async function* carried(
  { body, parameters }: Exchange,
  number: number,
  { visit, link, signal, onCarried }: Sending,
): AsyncGenerator<Uint8Array> {
  const upload = visit.uploads.find(({ uploadId }) => uploadId === parameters['upload']);
  const part = upload?.parts[number - 1];
  let done = 0;
  for await (const bytes of body)
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
      const piece = bytes.slice(at, at + PIECE_BYTES);
      await link.carry(piece.length);
      requireValid(upload);
      signal.throwIfAborted();
      if (upload !== undefined && part !== undefined) {
        if (done === 0) part.sends += 1;
        if (done === 0 && number === 1) upload.audioRate = audioRateOf(piece);
        part.carried += piece.length;
      }
      done += piece.length;
      onCarried(number, done);
      yield piece;
    }
}

/** The same routes, with the link in front of the parts. */
export const overLink = (routes: readonly Route[], sending: Sending): readonly Route[] =>
  around(routes, async (exchange, route) => {
    if (route.kind !== 'part') return route.handle(exchange);
    const number = Number(exchange.parameters['part']);
    exchange.body = carried({ ...exchange }, number, sending);
    try {
      return await route.handle(exchange);
    } finally {
      sending.onCarried(number, null);
    }
  });
