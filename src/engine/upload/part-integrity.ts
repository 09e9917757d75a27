import { TranscribeError } from '../../protocol/index.js';
import { compareEtag, NO_ETAG_CHECK, type EtagCheck } from './etag-check.js';
import type { Part } from './parts.js';

/** A part that arrives damaged so often is not sent again. */
const MOST_REFUTATIONS = 5;
/** How far hashing may be behind sending before parts are no longer hashed on their own, in bytes. */
const MOST_LAG = 16 * 1024 * 1024;

export interface PartIntegrity {
  /** Holds what is stored of a part against what was hashed of it, where both are known by now. */
  check(part: Part): void;
  /** Whether it pays to go on hashing parts on their own. */
  wantsPartMd5(): boolean;
}

export interface PartIntegrityOptions {
  /** The ETag of a part; undefined until it is stored. */
  readonly etagOf: (part: Part) => string | undefined;
  /** The MD5 of a part alone; undefined until it is hashed. */
  readonly md5Of: (part: Part) => string | undefined;
  /** Bytes that are sent but not hashed. */
  readonly lag: () => number;
  /** What is stored is not what was sent. */
  readonly onRefuted: (part: Part) => void;
  /** True where an earlier run has found out that this host's ETags are no MD5s. */
  readonly isOpaque: boolean;
  /** The host's ETags turn out to be no MD5s. */
  readonly onOpaque: () => void;
  /** A part cannot be brought over undamaged. */
  readonly onGivenUp: (error: TranscribeError) => void;
}

const damagedForGood = (): TranscribeError =>
  new TranscribeError(
    'integrity-mismatch',
    'A piece of the recording arrives damaged, time after time: something on the way changes it. Try again over another network.',
  );

/** Watches over the parts of one plan. */
export const createPartIntegrity = (options: PartIntegrityOptions): PartIntegrity => {
  let state: EtagCheck = options.isOpaque ? { ...NO_ETAG_CHECK, kind: 'opaque' } : NO_ETAG_CHECK;
  let behind = false;
  return {
    check(part) {
      const etag = options.etagOf(part);
      const md5 = options.md5Of(part);
      if (etag === undefined || md5 === undefined) return;
      const { number } = part;
      const [next, verdict] = compareEtag(state, { number, etag, md5 });
      const isNews = next.kind === 'opaque' && state.kind !== 'opaque';
      state = next;
      if (isNews) options.onOpaque();
      if (verdict !== 'mismatch') return;
      if ((state.refuted.get(number) ?? 0) < MOST_REFUTATIONS) options.onRefuted(part);
      else options.onGivenUp(damagedForGood());
    },
    wantsPartMd5() {
      behind ||= options.lag() > MOST_LAG;
      return state.kind !== 'opaque' && !behind;
    },
  };
};
