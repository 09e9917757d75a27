/* eslint-disable max-lines -- the table of events must be in one file */
/** The table of session events. A new one needs a payload in `Payloads` and a row in `SESSION_EVENTS`, and no other list. */
import type { SeenAnswer, TranscribeError } from '../../protocol/errors.js';
import {
  isKnownStatus,
  type TranscriptionData,
  type TranscriptionOptions,
  type UploadedFile,
  type UploadPlan,
} from '../../protocol/types.js';
import type { Interruption } from '../calls/waiting.js';
import type { PartTry } from '../upload/part.js';
import {
  verifiedJob,
  withoutTask,
  withoutUpload,
  type AudioFile,
  type FileFacts,
  type HashCheckpoint,
  type Job,
  type Owner,
} from './job.js';
import {
  failedState,
  IDLE,
  isWorking,
  preparing,
  preparingStep,
  restoredState,
  resumedState,
  progressOf,
  type SessionState,
  type UploadingState,
  type WorkingState,
} from './state.js';

interface Payloads {
  selected: { readonly job: Job };
  /** Work continues with a copy of the file. */
  copied: { readonly file: AudioFile };
  /** The conversion of the file has begun or ended. */
  converting: { readonly job: Job };
  conversion: { readonly job: Job };
  /** `wait`: true to wait for `start` before the upload. */
  checked: { readonly facts: FileFacts; readonly wait: boolean };
  started: object;
  /** A file that was chosen again is being compared with the stored hash. */
  verifying: object;
  verified: object;
  /** It has become known whose recording it is. */
  owned: { readonly owner: Owner };
  planned: { readonly plan: UploadPlan; readonly totalBytes: number; readonly atMs: number };
  /** The service that the file is uploaded to: `UploadService.url`. */
  'service-known': { readonly url: string };
  /** The URLs of the plan no longer work, or another service is used now. */
  'plan-lost': object;
  sending: {
    readonly sentBytes: number;
    readonly bytesPerSecond: number | null;
    readonly late: boolean;
  };
  'part-started': { readonly partNumber: number; readonly attempt: number };
  'part-tried': { readonly attempt: PartTry };
  'part-stored': { readonly partNumber: number; readonly etag: string };
  /** The stored part differs from the sent one, so it is sent again. */
  'part-refuted': { readonly partNumber: number };
  /** The storage host's ETags are not MD5s, so they cannot be compared with the file. */
  'etags-opaque': object;
  'hash-point': {
    readonly point: HashCheckpoint;
    readonly partMd5s: ReadonlyMap<string, string>;
  };
  hashed: { readonly md5: string };
  completing: object;
  uploaded: { readonly file: UploadedFile; readonly atMs: number };
  /** The DownloadUrl expired before it was submitted, so the file is uploaded again. */
  'upload-outdated': object;
  submitting: object;
  /** The key of the submission that this job leads to. */
  'submission-keyed': { readonly key: string };
  /** The submission is about to be sent. Until the response arrives, it is unknown whether a task exists. */
  'submission-asked': { readonly atMs: number };
  /** No task exists for the key, so the key is not needed any more. */
  'submission-refused': object;
  submitted: { readonly transcriptionId: string; readonly status: string };
  polled: { readonly status: string };
  succeeded: { readonly data: TranscriptionData; readonly raw: unknown };
  /** Work must wait, or continues (null). */
  trouble: { readonly trouble: Interruption | null; readonly seen?: SeenAnswer };
  failed: { readonly error: TranscribeError };
  paused: object;
  /** `options`: the page's current options. */
  resumed: { readonly options?: TranscriptionOptions };
  cleared: object;
}

/** An observed event. Only events change the state. */
export type SessionEvent = {
  readonly [T in keyof Payloads]: { readonly type: T } & Payloads[T];
}[keyof Payloads];

type Details = Readonly<Record<string, string | number | boolean | null>>;

interface EventRow<Payload> {
  /** The next state; the same state if the event does not apply to it, for example because it is late. */
  readonly change: (state: SessionState, event: Payload) => SessionState;
  /** What is written to the job store: the file only once it is known to be the right one. */
  readonly persisted: 'nothing' | 'job' | 'job-and-file';
  /** What `diagnostics()` records. Never an address, a token, a file name or a text. */
  readonly recorded:
    | 'nothing'
    | 'type'
    | ((event: Payload) => Details)
    | { readonly attempt: (event: Payload) => PartTry };
  /** `paced`: the event occurs many times a second, so it waits for the next regular rendering. */
  readonly drawn: 'at-once' | 'paced';
  /** True if the event changes `progress` without changing the name of the state. */
  readonly changesProgress: boolean;
}

const whileWorking =
  <Payload>(change: (state: WorkingState, event: Payload) => SessionState) =>
  (state: SessionState, event: Payload): SessionState =>
    isWorking(state) ? change(state, event) : state;

const whileUploading =
  <Payload>(change: (state: UploadingState, event: Payload) => SessionState) =>
  (state: SessionState, event: Payload): SessionState =>
    state.name === 'uploading' ? change(state, event) : state;

const toConverting = whileWorking((_state, { job }: { readonly job: Job }) =>
  preparing(job, 'converting'),
);

const withoutKey = <T>(entries: ReadonlyMap<number, T>, key: number): ReadonlyMap<number, T> => {
  const rest = new Map(entries);
  rest.delete(key);
  return rest;
};

const submitting = (job: Job): WorkingState => ({ name: 'submitting', job, trouble: null });
const transcribing = (job: Job, status: string): WorkingState => {
  return { name: 'transcribing', job, status, trouble: null };
};

const withJob = <S extends WorkingState>(state: S, known: Partial<Job>): S => ({
  ...state,
  job: { ...state.job, ...known },
});

const isOfAddress = ({ source, uploaded }: Job): boolean =>
  source.kind === 'address' && uploaded === undefined;

const partDetails = (event: { readonly partNumber: number }): Details => ({
  part: event.partNumber,
});
const statusDetails = ({ status }: { readonly status: string }): Details => ({
  status,
  ...(isKnownStatus(status) ? {} : { known: false }),
});

const OFTEN = { drawn: 'paced', changesProgress: true } as const;
const RARELY = { drawn: 'at-once', changesProgress: false } as const;
/** Progress events. */
const FLOW = { persisted: 'nothing', recorded: 'nothing', ...OFTEN } as const;
const STEP = { persisted: 'nothing', recorded: 'type', ...RARELY } as const;
const PERSISTED = { persisted: 'job', recorded: 'type', ...RARELY } as const;

export const SESSION_EVENTS: { readonly [T in keyof Payloads]: EventRow<Payloads[T]> } = {
  selected: {
    change: (_state, { job }) => restoredState(job),
    ...STEP,
    recorded: ({ job }) => ({ source: job.source.kind }),
  },
  copied: {
    change: whileWorking((state, { file }) => {
      const { source } = state.job;
      return source.kind === 'file' ? withJob(state, { source: { ...source, file } }) : state;
    }),
    ...STEP,
  },
  converting: { change: toConverting, ...STEP, persisted: 'job-and-file' },
  conversion: { change: toConverting, ...FLOW },
  checked: {
    change: whileWorking(({ job }, { facts, wait }) =>
      preparing({ ...job, file: facts }, wait ? 'waiting-for-start' : 'planning'),
    ),
    persisted: 'job-and-file',
    recorded: ({ facts: { size, fileType, durationSeconds } }) => {
      return { size, fileType, durationSeconds };
    },
    ...RARELY,
  },
  started: { change: whileWorking(({ job }) => preparing(job, 'planning')), ...STEP },
  verifying: { change: whileWorking(({ job }) => preparing(job, 'verifying')), ...STEP },
  verified: {
    change: whileWorking(({ job }) => restoredState(verifiedJob(job))),
    ...STEP,
    persisted: 'job-and-file',
  },
  owned: {
    change: whileWorking((state, { owner }) => withJob(state, { owner })),
    ...STEP,
  },
  planned: {
    change: whileWorking(({ job }, { plan, totalBytes, atMs }) => ({
      name: 'uploading',
      job: { ...job, plan, plannedAtMs: atMs },
      step: 'sending',
      progress: { sentBytes: 0, totalBytes, bytesPerSecond: null, late: false },
      retrying: new Map(),
      trouble: null,
    })),
    ...PERSISTED,
    recorded: ({ plan }) => ({ chunkSize: plan.ChunkSize, parts: plan.Parts.length }),
  },
  'service-known': {
    change: whileWorking((state, { url }) => withJob(state, { service: url })),
    ...STEP,
  },
  'plan-lost': {
    change: whileWorking(({ job }) => preparing(withoutUpload(job), 'planning')),
    ...PERSISTED,
  },
  sending: {
    change: whileUploading((state, { sentBytes, bytesPerSecond, late }) => ({
      ...state,
      progress: {
        ...state.progress,
        // When a part is sent again its bytes no longer count, but the displayed number never decreases.
        sentBytes: Math.max(state.progress.sentBytes, sentBytes),
        bytesPerSecond,
        late,
      },
    })),
    ...FLOW,
  },
  'part-started': {
    change: whileUploading((state, { partNumber, attempt }) =>
      attempt === 1
        ? state
        : { ...state, retrying: new Map(state.retrying).set(partNumber, attempt) },
    ),
    ...FLOW,
  },
  'part-tried': {
    // A new object although nothing in it changes, because listeners are called only after a change.
    change: whileUploading((state) => ({ ...state })),
    persisted: 'nothing',
    recorded: { attempt: ({ attempt }) => attempt },
    drawn: 'paced',
    changesProgress: false,
  },
  'part-stored': {
    change: whileUploading((state, { partNumber, etag }) => ({
      ...state,
      retrying: state.retrying.has(partNumber)
        ? withoutKey(state.retrying, partNumber)
        : state.retrying,
      job: { ...state.job, etags: new Map(state.job.etags).set(partNumber, etag) },
    })),
    persisted: 'job',
    recorded: partDetails,
    ...OFTEN,
  },
  'part-refuted': {
    change: whileUploading((state, { partNumber }) => ({
      ...state,
      step: 'sending',
      job: { ...state.job, etags: withoutKey(state.job.etags, partNumber) },
    })),
    ...PERSISTED,
    recorded: partDetails,
  },
  'etags-opaque': {
    change: whileWorking((state) => withJob(state, { opaqueEtags: true })),
    ...PERSISTED,
  },
  'hash-point': {
    change: whileWorking((state, { point, partMd5s }) =>
      withJob(state, { hashPoint: point, partMd5s }),
    ),
    persisted: 'job',
    recorded: 'nothing',
    drawn: 'paced',
    changesProgress: false,
  },
  hashed: { change: whileWorking((state, { md5 }) => withJob(state, { md5 })), ...PERSISTED },
  completing: {
    change: whileUploading((state) => ({ ...state, step: 'completing', trouble: null })),
    ...STEP,
  },
  uploaded: {
    change: whileWorking(({ job: { uploadsAgain: _done, ...job } }, { file, atMs }) =>
      submitting({ ...job, uploaded: file, uploadedAtMs: atMs }),
    ),
    ...PERSISTED,
  },
  'upload-outdated': {
    change: whileWorking((state) => {
      const job: Job = { ...withoutUpload(state.job), uploadsAgain: true };
      return preparing(job, preparingStep(job));
    }),
    ...PERSISTED,
  },
  submitting: { change: whileWorking(({ job }) => submitting(job)), ...STEP },
  'submission-keyed': {
    change: whileWorking((state, { key }) => withJob(state, { submissionKey: key })),
    ...STEP,
  },
  'submission-asked': {
    change: whileWorking((state, { atMs }) => withJob(state, { submissionAskedAtMs: atMs })),
    ...PERSISTED,
  },
  'submission-refused': {
    change: whileWorking((state) => ({ ...state, job: withoutTask(state.job) })),
    ...PERSISTED,
  },
  submitted: {
    change: whileWorking(({ job }, { transcriptionId, status }) =>
      transcribing({ ...withoutTask(job), transcriptionId }, status),
    ),
    ...PERSISTED,
    recorded: statusDetails,
  },
  polled: {
    change: whileWorking(({ job }, { status }) => transcribing(job, status)),
    ...STEP,
    recorded: statusDetails,
  },
  succeeded: {
    change: whileWorking(({ job }, { data, raw }) => ({
      name: 'ready',
      job: isOfAddress(job) ? { ...job, finished: true } : job,
      data,
      raw,
    })),
    ...STEP,
    recorded: ({ data }) => ({ segments: data.segments.length }),
  },
  trouble: {
    change: whileWorking((state, { trouble }) => ({ ...state, trouble })),
    persisted: 'nothing',
    recorded: ({ trouble, seen }) => ({ trouble, ...seen }),
    drawn: 'at-once',
    changesProgress: true,
  },
  failed: {
    change: (state, { error }) => failedState(state, error),
    ...PERSISTED,
    recorded: ({ error }) => {
      const { code, recoverable, failure, seen } = error;
      return { code, reason: failure?.reason ?? null, recoverable, ...seen };
    },
  },
  paused: {
    change: whileWorking((state) => ({
      name: 'paused',
      job: state.job,
      progress: progressOf(state),
    })),
    ...STEP,
  },
  resumed: { change: (state, { options }) => resumedState(state, options), ...PERSISTED },
  cleared: { change: () => IDLE, ...STEP },
};

export const rowOf = <E extends SessionEvent>(event: E): EventRow<E> =>
  SESSION_EVENTS[event.type] as EventRow<E>;

/** Whether a session change is rendered at once or paced. */
export const drawnWhen = (
  state: SessionState,
  previous: SessionState,
  event: SessionEvent,
): 'at-once' | 'paced' => (state.name === previous.name ? rowOf(event).drawn : 'at-once');

/** The next state; the same state if the event does not apply to it, for example because it is late. */
export const transition = (state: SessionState, event: SessionEvent): SessionState =>
  rowOf(event).change(state, event);
