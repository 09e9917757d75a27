/** Named presets: lists of faults. */
import type { Fault } from '../sandbox/faults/catalogue.js';

export interface Preset {
  readonly title: string;
  /** A description in one sentence. */
  readonly about: string;
  readonly faults: readonly Fault[];
}

/** In bytes: small, so that the recordings of the demo have enough chunks for every fault of a preset. */
export const PRESET_CHUNK_SIZE = 32 * 1024;

export const PRESETS: readonly Preset[] = [
  {
    title: 'A train in a tunnel',
    about: 'Connections break in the middle of a chunk, and sometimes behind it.',
    faults: [
      { name: 'reset-mid-body', at: 'part', probability: 0.4, seed: 3 },
      { name: 'reset-after-body', at: 'part', probability: 0.15, seed: 9 },
      { name: 'reset-at-once', at: 'complete-upload', times: 3 },
      { name: 'reset-at-once', at: 'query', probability: 0.3, seed: 5 },
    ],
  },
  {
    title: 'Bad hotel Wi-Fi',
    about: 'A sign-in page answers first, then everything drips.',
    faults: [
      { name: 'html-error', at: 'upload-plan', status: 511, times: 2 },
      { name: 'slow-drip', at: 'part', bytes: 8192, ms: 120, probability: 0.6, seed: 2 },
      { name: 'cut-answer', at: 'complete-upload' },
      { name: 'slow-answer', at: 'complete-upload', ms: 2500 },
    ],
  },
  {
    title: 'An overloaded service',
    about: '503 and 429 with Retry-After everywhere, and slow answers between them.',
    faults: [
      { name: 'status', at: 'upload-plan', status: 503, retryAfterSeconds: 2 },
      {
        name: 'status',
        at: 'part',
        status: 503,
        retryAfterSeconds: 1,
        probability: 0.3,
        seed: 9,
      },
      { name: 'slow-answer', at: 'complete-upload', ms: 3000 },
      { name: 'status', at: 'submit', status: 429, retryAfterSeconds: 2, times: 2 },
      { name: 'status', at: 'query', status: 503, every: 2 },
    ],
  },
  {
    title: 'Everything runs out',
    about: 'Tokens and addresses expire while they are in use.',
    faults: [
      { name: 'token-expires', at: 'upload-plan' },
      { name: 'expired', at: 'part', nth: 3 },
      { name: 'token-expires', at: 'complete-upload' },
    ],
  },
  {
    title: 'A line that flips bits',
    about: 'Chunks are stored with a byte changed, and ETags are no MD5.',
    faults: [
      { name: 'corrupted-body', at: 'part', part: 2, byte: 100 },
      { name: 'opaque-etag', at: 'part', probability: 0.5, seed: 4 },
    ],
  },
  {
    title: 'Something in between',
    about:
      'An offline page answers, a framework redirects, a proxy weakens ETags, and the merge takes a while.',
    faults: [
      { name: 'slash-redirect', at: 'upload-plan' },
      { name: 'offline-page', at: 'upload-plan', nth: 2 },
      { name: 'weak-etag', at: 'part', times: 'always' },
      { name: 'slow-merge', at: 'complete-upload', ms: 10_000, times: 'always' },
    ],
  },
  {
    title: 'A confused service',
    about: 'A shuffled plan, states that go back, and a result with nonsense in it.',
    faults: [
      { name: 'plan-shuffled', at: 'upload-plan' },
      { name: 'earlier-status', at: 'query', status: 'PENDING' },
      { name: 'unknown-status', at: 'query' },
      { name: 'malformed-result', at: 'query', form: 'segments-no-objects' },
    ],
  },
];
