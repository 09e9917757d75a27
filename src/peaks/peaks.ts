/** Peaks: how loud a recording is over time, in few bytes however long it is. */

/** The loudest sample of each bucket. */
export interface Peaks {
  /** From 0, silence, to 255, the loudest possible sample. At most `MAX_BUCKETS`. */
  readonly levels: Uint8Array;
  /** Length of each bucket in milliseconds. The first one starts at 0. */
  readonly bucketMs: number;
  /** The loudest sample: 1 is full scale. Missing in peaks of earlier versions. */
  readonly loudest?: number;
}

export const MAX_BUCKETS = 3_600;

/** Length of a bucket in a short recording, in milliseconds. */
const SHORTEST_BUCKET_MS = 10;

/** In milliseconds: about a year. Audio after this time has a wrong timestamp and is ignored. */
const LONGEST_MS = 3e10;

/** True if these are peaks. They may come from a worker or a database. */
export const isPeaks = (value: unknown): value is Peaks => {
  if (typeof value !== 'object' || value === null) return false;
  const { levels, bucketMs } = value as Readonly<Record<string, unknown>>;
  return (
    levels instanceof Uint8Array &&
    levels.length <= MAX_BUCKETS &&
    typeof bucketMs === 'number' &&
    Number.isFinite(bucketMs) &&
    bucketMs > 0
  );
};

/** The largest absolute sample in a range of frames of all channels: 1 is full scale. */
export type Loudest = (from: number, end: number) => number;

/** The loudest sample of decoded channels, from a frame on. */
export const loudestOf =
  (channels: readonly Float32Array[], start = 0): Loudest =>
  (from, end) => {
    let loudest = 0;
    for (const samples of channels) {
      for (let at = start + from; at < start + end; at += 1) {
        const level = Math.abs(samples[at] ?? 0);
        if (level > loudest) loudest = level;
      }
    }
    return loudest;
  };

/** Some frames of a recording. */
export interface AudioPiece {
  /** Number of frames before this piece. */
  readonly start: number;
  readonly frames: number;
  /** Frames per second. */
  readonly sampleRate: number;
  /** `from` and `end` count from the first frame of this piece. */
  readonly loudest: Loudest;
}

export type PeakCollector = ReturnType<typeof createPeakCollector>;

/**
 * Collects peaks without knowing the length of the recording. When all buckets are full, it merges them in pairs, so the
 * memory stays the same.
 */
export const createPeakCollector = () => {
  const levels = new Uint8Array(MAX_BUCKETS);
  let bucketMs = SHORTEST_BUCKET_MS;
  let endMs = 0;
  let loudestSample = 0;

  const mergePairs = (): void => {
    for (let at = 0; at < MAX_BUCKETS / 2; at += 1) {
      levels[at] = Math.max(levels[2 * at] ?? 0, levels[2 * at + 1] ?? 0);
    }
    levels.fill(0, MAX_BUCKETS / 2);
    bucketMs *= 2;
  };

  return {
    add({ start, frames, sampleRate, loudest }: AudioPiece): void {
      const end = start + frames;
      const pieceEndMs = (end / sampleRate) * 1000;
      if (!(start >= 0 && frames > 0 && pieceEndMs <= LONGEST_MS)) return;
      while (pieceEndMs > MAX_BUCKETS * bucketMs) mergePairs();
      endMs = Math.max(endMs, pieceEndMs);
      /** The first frame of a bucket. */
      const firstOf = (bucket: number): number =>
        Math.ceil((bucket * bucketMs * sampleRate) / 1000);
      let bucket = Math.floor((start * 1000) / (sampleRate * bucketMs));
      // The division may be rounded to the next integer.
      if (firstOf(bucket) > start) bucket -= 1;
      for (let at = start; at < end; bucket += 1) {
        const until = Math.min(end, firstOf(bucket + 1));
        if (until <= at) continue;
        const sample = loudest(at - start, until - start);
        if (sample > loudestSample) loudestSample = sample;
        const level = Math.min(255, Math.round(255 * sample));
        const index = Math.min(bucket, MAX_BUCKETS - 1);
        if (level > (levels[index] ?? 0)) levels[index] = level;
        at = until;
      }
    },
    /** The peaks so far, as a copy. */
    peaks: (): Peaks => ({
      levels: levels.slice(0, Math.min(MAX_BUCKETS, Math.ceil(endMs / bucketMs))),
      bucketMs,
      loudest: loudestSample,
    }),
  };
};
