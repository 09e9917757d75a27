import type { Md5 } from './md5.js';
import type { HashedPart } from './hash-checkpoint.js';

/** Bytes that both hashes take one after the other, while they are in the processor's cache. */
const SHARED_BYTES = 64 * 1024;

/** Hashes a whole and, beside it, the part of it that is under way. */
export interface PartedMd5 {
  /** Takes bytes of the part under way. */
  update(bytes: Uint8Array): void;
  /** Ends the part under way. */
  endPart(): HashedPart;
  /** Hashes the whole alone from here on. */
  dropParts(): void;
}

/** What hashes the part under way: the whole, as long as it has nothing else, or an MD5 of its own. */
type PartSource = 'whole' | 'own' | 'none';

/** Goes on with a whole that has taken `hashedBytes`; `own` is null where parts are not hashed on their own. */
export const createPartedMd5 = (whole: Md5, own: Md5 | null, hashedBytes: number): PartedMd5 => {
  let start = hashedBytes;
  let end = hashedBytes;
  let source: PartSource = own === null ? 'none' : start === 0 ? 'whole' : 'own';

  const updateBoth = (bytes: Uint8Array, part: Md5): void => {
    for (let at = 0; at < bytes.byteLength; at += SHARED_BYTES) {
      const shared = bytes.subarray(at, at + SHARED_BYTES);
      whole.update(shared);
      part.update(shared);
    }
  };

  return {
    update: (bytes) => {
      end += bytes.byteLength;
      if (own !== null && source === 'own') updateBoth(bytes, own);
      else whole.update(bytes);
    },
    endPart: () => {
      const md5 = whole.digest();
      const ofPart = { whole: md5, own: source === 'own' && own ? own.digest() : null, none: null };
      const state = { engine: whole.engine, bytes: whole.save() };
      const part = { start, end, md5: ofPart[source], point: { bytes: end, md5, state } };
      start = end;
      own?.reset();
      if (source === 'whole') source = 'own';
      return part;
    },
    dropParts: () => {
      source = 'none';
    },
  };
};
