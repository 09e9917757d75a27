/** Computes the bars of the waveform: who speaks when, and how loud. */
import type { Speaker } from '../../transcript/badges.js';
import type { Segment } from '../../transcript/transcript.js';

/** How loud the recording is: 255 is the loudest possible sample. */
export interface WaveformPeaks {
  readonly levels: Uint8Array;
  readonly bucketMs: number;
}

/** Reads how loud the audio is, and reports it several times a second while it reads. Never rejects. */
export type ReadPeaks = (
  source: Blob | string,
  request: { readonly signal: AbortSignal; readonly onPeaks: (peaks: WaveformPeaks) => void },
) => Promise<void>;

export interface Bar {
  readonly speaker: Speaker | null;
  /** Who speaks at the same time; null for nobody. */
  readonly beside: Speaker | null;
  /** From 0 to 1; null if the audio is not known here. */
  readonly level: number | null;
}

/** Lifts quiet speech, which is louder to the ear than in samples. */
const LOUDNESS_EXPONENT = 0.8;

/** Of 255. A recording that is quieter than this is not drawn as if it were loud. */
const QUIETEST = 12;

/** How loud each bar is, from 0 to 1; null if unknown. Means show more than maxima, which are nearly all equal. */
const toLevels = (
  { levels, bucketMs }: WaveformPeaks,
  count: number,
  barMs: number,
): readonly (number | null)[] => {
  const means = [...new Array(count).keys()].map((bar) => {
    const from = Math.floor((bar * barMs) / bucketMs);
    const end = Math.max(from + 1, Math.floor(((bar + 1) * barMs) / bucketMs));
    const own = levels.subarray(from, end);
    return own.length === 0 ? null : own.reduce((sum, level) => sum + level, 0) / own.length;
  });
  const loudest = means.reduce<number>((most, mean) => Math.max(most, mean ?? 0), QUIETEST);
  return means.map((mean) => (mean === null ? null : (mean / loudest) ** LOUDNESS_EXPONENT));
};

/** The index of the speaker who talks most within each bar; -1 for nobody. Among equals, the later one counts. */
const toTalkers = (
  segments: readonly Segment[],
  indexes: ReadonlyMap<string | null, number>,
  count: number,
  barMs: number,
): Int32Array => {
  const talk = new Float64Array(count * indexes.size);
  const talkers = new Int32Array(count).fill(-1);
  for (const { speaker: name = null, start_ms, end_ms } of segments) {
    const speaker = indexes.get(name);
    if (speaker === undefined) continue;
    const first = Math.min(count - 1, Math.floor(start_ms / barMs));
    const last = Math.min(count - 1, Math.max(first, Math.ceil(end_ms / barMs) - 1));
    for (let bar = first; bar <= last; bar += 1) {
      const at = bar * indexes.size;
      // A segment without length is visible too.
      const shared = Math.min(end_ms, (bar + 1) * barMs) - Math.max(start_ms, bar * barMs);
      talk[at + speaker] = (talk[at + speaker] ?? 0) + Math.max(shared, 1e-6);
      const leader = talkers[bar] ?? -1;
      if (leader < 0 || (talk[at + speaker] ?? 0) >= (talk[at + leader] ?? 0)) {
        talkers[bar] = speaker;
      }
    }
  }
  return talkers;
};

/** The index of another speaker who talks at the same time, for half of the bar or longer; -1 for nobody. */
const toCrosstalk = (
  segments: readonly Segment[],
  indexes: ReadonlyMap<string | null, number>,
  talkers: Int32Array,
  barMs: number,
): Int32Array => {
  const beside = new Int32Array(talkers.length).fill(-1);
  /** Until when each speaker talks, of those who have begun. */
  const ends = new Map<string | null, number>();
  for (const { speaker: name = null, start_ms, end_ms } of segments) {
    for (const [other, otherEnd] of ends) {
      const end = Math.min(end_ms, otherEnd);
      if (other === name || end <= start_ms) continue;
      const first = Math.ceil(start_ms / barMs - 0.5);
      const last = Math.min(talkers.length, Math.floor(end / barMs + 0.5));
      for (let bar = first; bar < last; bar += 1) {
        beside[bar] = indexes.get(talkers[bar] === indexes.get(name) ? other : name) ?? -1;
      }
    }
    ends.set(name, Math.max(end_ms, ends.get(name) ?? 0));
  }
  return beside;
};

/** Divides the recording into `count` bars of the same length. `length` is in milliseconds. */
export const toBars = (options: {
  readonly segments: readonly Segment[];
  readonly speakers: readonly Speaker[];
  readonly peaks: WaveformPeaks | null;
  readonly length: number;
  readonly count: number;
}): readonly Bar[] => {
  const { segments, speakers, peaks, length, count } = options;
  if (length <= 0 || count <= 0) return [];
  const barMs = length / count;
  const indexes = new Map(speakers.map(({ name }, index) => [name, index]));
  const talkers = toTalkers(segments, indexes, count, barMs);
  const crosstalk = toCrosstalk(segments, indexes, talkers, barMs);
  const levels = peaks === null ? [] : toLevels(peaks, count, barMs);
  return [...new Array(count).keys()].map((bar) => ({
    speaker: speakers[talkers[bar] ?? -1] ?? null,
    beside: speakers[crosstalk[bar] ?? -1] ?? null,
    level: levels[bar] ?? null,
  }));
};
