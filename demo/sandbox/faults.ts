/** The types of all faults. `faults/catalogue.ts` describes what each does. */
import type { MalformedResult, MalformedTask } from './faults/malformed.js';

/** The kinds of routes that a fault can affect. */
export const FAULT_PLACES = [
  'partner-token',
  'partner-refresh',
  'user-token',
  'upload-plan',
  'part',
  'complete-upload',
  'submit',
  'query',
  'download',
] as const;

export type FaultPlace = (typeof FAULT_PLACES)[number];

/** Selects the affected requests by number, or by chance with a seed. Preflights are never affected. */
export interface Strike {
  readonly at: FaultPlace;
  /** Only for `part`: the number of the affected part, from 1. Default: any. */
  readonly part?: number;
  /** The first affected request, from 1. Default: 1, or `every` if that is set. */
  readonly nth?: number;
  /** From there, affects only every n-th request. Default: 1. */
  readonly every?: number;
  /** Number of affected requests. Default: 1, or `always` if `every` or `probability` is set. */
  readonly times?: number | 'always';
  /** Probability with which a request is affected, above 0 and up to 1. Default: 1. */
  readonly probability?: number;
  /** Only with `probability`: the same seed affects the same requests. Default: 1. */
  readonly seed?: number;
}

type Named<Name extends string, Options = unknown> = Strike & { readonly name: Name } & Options;

/** Statuses of a task that has not ended. */
export const EARLIER_STATUSES = ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS'] as const;

/** `FAULTS` describes each fault and the defaults of its options. Times are in ms, sizes in bytes. */
export type Fault =
  | Named<'expired'>
  | Named<'unknown-upload'>
  | Named<
      'status',
      {
        readonly status: number;
        readonly body?: string;
        readonly mediaType?: string;
        readonly retryAfterSeconds?: number;
        readonly retryAfterAs?: 'seconds' | 'date';
      }
    >
  | Named<'storage-error', { readonly code: string }>
  | Named<'html-error', { readonly status?: number }>
  | Named<'not-json'>
  | Named<
      'changed-field',
      { readonly field: string; readonly value?: string | number | boolean | null }
    >
  | Named<'cut-answer', { readonly bytes?: number }>
  | Named<'cors-blocked'>
  | Named<'no-cors-headers'>
  | Named<'reset-at-once'>
  | Named<'reset-mid-body', { readonly bytes?: number }>
  | Named<'reset-after-body'>
  | Named<'black-hole'>
  | Named<'no-answer'>
  | Named<'slow-drip', { readonly bytes?: number; readonly ms?: number }>
  | Named<'slow-answer', { readonly ms?: number }>
  | Named<'dripping-answer', { readonly bytes?: number; readonly ms?: number }>
  | Named<'missing-etag'>
  | Named<'hidden-etag'>
  | Named<'opaque-etag', { readonly form?: 'suffixed' | 'random' }>
  | Named<'foreign-digest-etag'>
  | Named<'corrupted-body', { readonly byte?: number }>
  | Named<'corrupted-download', { readonly byte?: number }>
  | Named<'wrong-file-md5'>
  | Named<'plan-too-short'>
  | Named<'plan-extra-parts', { readonly count?: number }>
  | Named<'plan-shuffled'>
  | Named<'plan-duplicate-part'>
  | Named<'bad-chunk-size', { readonly value?: number | string }>
  | Named<'token-expires'>
  | Named<'unknown-status', { readonly status?: string }>
  | Named<'earlier-status', { readonly status?: (typeof EARLIER_STATUSES)[number] }>
  | Named<'task-failure'>
  | Named<'task-revoked'>
  | Named<'malformed-task', { readonly form?: MalformedTask }>
  | Named<'malformed-result', { readonly form?: MalformedResult }>;

export type FaultName = Fault['name'];
