import { isTranscribeError } from '../../protocol/index.js';
import { rangeKey, type ByteRange, type Job } from '../session/job.js';
import { networkError, RetryableError, withRetries, type RetryOptions } from '../calls/call.js';
import type { HashedPart, HashRequest, Ports } from '../ports.js';
import { PATIENT_RETRY } from '../calls/retry.js';
import type { SessionEvent } from '../session/state.js';

/** Points are reported no more often than this, in ms: each is written to the store. */
const POINT_MS = 1_000;

type HashPorts = RetryOptions['ports'] & Pick<Ports, 'hash'>;

export interface FileHashing {
  /** Of the whole file. */
  readonly md5: Promise<string>;
  /** Bytes hashed so far. */
  hashedBytes(): number;
  /** The MD5 of a part alone; undefined where it is not known yet, or not wanted any more. */
  md5Of(range: ByteRange): string | undefined;
}

export interface FileHashingOptions {
  readonly file: Blob;
  /** What an earlier run found out. */
  readonly job: Pick<Job, 'md5' | 'hashPoint' | 'partMd5s'>;
  readonly ports: HashPorts;
  readonly signal: AbortSignal;
  readonly report: (fact: SessionEvent) => void;
  /** Bytes of a part. */
  readonly partSize: number;
  readonly wantsPartMd5: () => boolean;
  /** The MD5 of one more part is known. */
  readonly onPart: (range: ByteRange) => void;
}

/** Hashes, though what computes may have to be loaded first, and the network be gone just then. */
export const hashPatiently = (
  file: Blob,
  ports: HashPorts,
  request: () => HashRequest,
): Promise<string> => {
  const { signal } = request();
  const attempt = async (): Promise<string> => {
    try {
      return await ports.hash(file, request());
    } catch (error) {
      signal.throwIfAborted();
      throw isTranscribeError(error) ? error : new RetryableError(networkError(error), null);
    }
  };
  return withRetries(attempt, { ports, signal, policy: PATIENT_RETRY });
};

/** Hashes a file beside its upload, and remembers what each part must be. */
export const startHashing = (options: FileHashingOptions): FileHashing => {
  const { file, job, ports, signal, report, partSize } = options;
  const md5s = new Map(job.partMd5s);
  let from = job.hashPoint;
  let hashedBytes = from?.bytes ?? 0;
  let reportedAtMs = -Infinity;

  const onPart = (part: HashedPart): void => {
    hashedBytes = part.end;
    from = part.point;
    if (part.md5 !== null) md5s.set(rangeKey(part), part.md5);
    const now = ports.clock.now();
    if (now - reportedAtMs >= POINT_MS || part.end === file.size) {
      reportedAtMs = now;
      report({ type: 'hash-point', point: part.point, partMd5s: new Map(md5s) });
    }
    options.onPart(part);
  };

  const hash = async (): Promise<string> => {
    const md5 = await hashPatiently(file, ports, () => ({
      signal,
      partSize,
      ...(from === undefined ? {} : { from }),
      wantsPartMd5: options.wantsPartMd5,
      onProgress: (bytes) => (hashedBytes = bytes),
      onPart,
    }));
    report({ type: 'hashed', md5 });
    return md5;
  };

  return {
    md5: job.md5 === undefined ? hash() : Promise.resolve(job.md5),
    hashedBytes: () => hashedBytes,
    md5Of: (range) => md5s.get(rangeKey(range)),
  };
};
