/** The scenarios of the console as plain data. Files and chunks are small, so that each run takes seconds. */
import type { TranscribeErrorCode } from '../../../src/index.js';
import type { Fault } from '../../sandbox/faults/catalogue.js';
import type { Conditions } from '../../sandbox/sessions/conditions.js';
import type { OddFile } from '../files/make-file.js';

/** How a run must end. A violation of the specification, or a second task, always fails it. */
interface Expectation {
  readonly state: 'ready' | 'failed';
  /** Only if the state is `failed`. */
  readonly error?: TranscribeErrorCode;
  /** At most this many times, a part is sent that was sent before. Default: 0. */
  readonly partsSentTwice?: number;
  /** Exact number of requests for an upload plan. Default: any. */
  readonly plans?: number;
}

export interface Scenario {
  readonly title: string;
  /** What it shows, in one or two sentences. */
  readonly about: string;
  readonly file: OddFile;
  readonly faults?: readonly Fault[];
  /** A missing condition has the sandbox's default. */
  readonly conditions?: Partial<Conditions>;
  /** In bytes. Default: no limit. */
  readonly maxSize?: number;
  /** As soon as `afterParts` parts are stored: pause and resume, or reload the page and accept the offer to continue. */
  readonly interruption?: { readonly by: 'pause' | 'reload'; readonly afterParts: number };
  readonly expect: Expectation;
}

/** Six parts of 64 KiB, the last of which is short. */
const SIX_PARTS = { format: 'wav', bytes: 330_000 } as const;
const CHUNKS = { chunkSize: 64 * 1024 } as const;
/** The usual parts of a scenario. */
const WHOLE = { file: SIX_PARTS, expect: { state: 'ready', plans: 1 } } as const;
const IN_PARTS = { ...WHOLE, conditions: CHUNKS } as const;

export const SCENARIOS: readonly Scenario[] = [
  {
    title: 'Everything works',
    about: 'Six parts, and no fault. Every part is sent once.',
    ...IN_PARTS,
  },
  {
    title: 'A picture named .wav',
    about: 'The element looks at the bytes, and sends nothing.',
    file: { format: 'wav', bytes: 100_000, damage: 'picture' },
    expect: { state: 'failed', error: 'unsupported-format', plans: 0 },
  },
  {
    title: 'Empty file',
    about: 'The element sends nothing.',
    file: { format: 'mp3', damage: 'empty' },
    expect: { state: 'failed', error: 'file-empty', plans: 0 },
  },
  {
    title: '8 GiB, limit 100 MB',
    about: 'The file takes no memory. The element refuses it for its size.',
    file: { format: 'wav', bytes: 8 * 1024 ** 3 },
    maxSize: 100_000_000,
    expect: { state: 'failed', error: 'file-too-large', plans: 0 },
  },
  {
    title: 'Hidden ETags',
    about: 'The storage does not expose its ETag header. The upload stops after the first part.',
    ...IN_PARTS,
    faults: [{ name: 'hidden-etag', at: 'part', times: 'always' }],
    expect: { state: 'failed', error: 'etag-unreadable', plans: 1 },
  },
  {
    title: '500 at submission',
    about: 'It is unknown whether a task exists, so the element does not submit again by itself.',
    file: SIX_PARTS,
    faults: [{ name: 'status', at: 'submit', status: 500 }],
    expect: { state: 'failed', error: 'network', plans: 1 },
  },
  {
    title: 'Lost answer of the submission',
    about: 'A task exists, but its id is lost. There is no second task.',
    file: SIX_PARTS,
    faults: [{ name: 'reset-after-body', at: 'submit' }],
    expect: { state: 'failed', error: 'network', plans: 1 },
  },
  {
    title: 'Quota used up',
    about: 'The service requires payment before it accepts the recording.',
    file: SIX_PARTS,
    faults: [{ name: 'status', at: 'submit', status: 402 }],
    expect: { state: 'failed', error: 'backend-rejected', plans: 1 },
  },
  {
    title: 'Reload in the middle',
    about: 'The page is reloaded after two parts. Only parts that were under way are sent again.',
    file: SIX_PARTS,
    conditions: { ...CHUNKS, bytesPerSecond: 100_000 },
    interruption: { by: 'reload', afterParts: 2 },
    expect: { state: 'ready', partsSentTwice: 4, plans: 1 },
  },
  {
    title: 'Break in the middle',
    about: 'The upload is paused after two parts, and then resumed.',
    file: SIX_PARTS,
    conditions: { ...CHUNKS, bytesPerSecond: 200_000 },
    interruption: { by: 'pause', afterParts: 2 },
    expect: { state: 'ready', partsSentTwice: 4, plans: 1 },
  },
  {
    title: 'Train in a tunnel',
    about: 'Connections break in the middle of a part, and sometimes after it.',
    ...IN_PARTS,
    faults: [
      { name: 'reset-mid-body', at: 'part', probability: 0.4, seed: 3 },
      { name: 'reset-after-body', at: 'part', part: 5 },
    ],
    expect: { state: 'ready', partsSentTwice: 12, plans: 1 },
  },
  {
    title: 'A slow link',
    about: '150 kB/s with a latency of 200 ms. Nothing is sent twice.',
    ...WHOLE,
    conditions: { ...CHUNKS, bytesPerSecond: 150_000, latencyMs: 200 },
  },
  {
    title: 'Expired addresses',
    about: 'An upload address expires. The element requests a new plan once.',
    ...IN_PARTS,
    faults: [{ name: 'expired', at: 'part', part: 3 }],
    expect: { state: 'ready', partsSentTwice: 6, plans: 2 },
  },
  {
    title: 'Overloaded storage',
    about: '503 with Retry-After for every third part.',
    ...IN_PARTS,
    faults: [{ name: 'status', at: 'part', status: 503, retryAfterSeconds: 1, every: 3, times: 2 }],
    expect: { state: 'ready', partsSentTwice: 2, plans: 1 },
  },
  {
    title: 'Damaged in transit',
    about: 'One byte of a part changes. Only this part is sent again.',
    ...IN_PARTS,
    faults: [{ name: 'corrupted-body', at: 'part', part: 3, byte: 100 }],
    expect: { state: 'ready', partsSentTwice: 1, plans: 1 },
  },
  {
    title: 'Token expires',
    about: 'The token expires before the plan and before the completion. A new one is requested.',
    file: SIX_PARTS,
    faults: [
      { name: 'token-expires', at: 'upload-plan' },
      { name: 'token-expires', at: 'complete-upload' },
    ],
    expect: { state: 'ready', plans: 2 },
  },
  {
    title: 'Lost answer of the completion',
    about: 'The service merges the file, but its answer is lost twice.',
    ...IN_PARTS,
    faults: [{ name: 'reset-after-body', at: 'complete-upload', times: 2 }],
  },
  {
    title: 'Busy at submission',
    about: '429 with Retry-After. The submission is repeated, and creates one task.',
    ...WHOLE,
    faults: [{ name: 'status', at: 'submit', status: 429, retryAfterSeconds: 1, times: 2 }],
  },
  {
    title: 'Confused service',
    about: 'A plan in another order, and states that go back or do not exist.',
    ...IN_PARTS,
    faults: [
      { name: 'plan-shuffled', at: 'upload-plan' },
      { name: 'earlier-status', at: 'query', status: 'PENDING' },
      { name: 'unknown-status', at: 'query' },
    ],
  },
  {
    title: 'Half of a recording',
    about: 'The element accepts the file, and the service cannot transcribe it.',
    file: { format: 'wav', bytes: 100_000, damage: 'truncated' },
    expect: { state: 'failed', error: 'task-failed', plans: 1 },
  },
  {
    title: 'A name of 255 characters',
    about: 'With emoji, Arabic and markup. It must not break the layout.',
    file: {
      ...SIX_PARTS,
      name: `<b>🎙️ مكالمة ${'Recording'.repeat(26)}Long.wav`,
    },
    expect: { state: 'ready', plans: 1 },
  },
];
