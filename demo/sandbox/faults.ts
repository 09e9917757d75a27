/** Everything that the sandbox can do wrong on purpose, as types; what each does is in `faults/catalogue.ts`. */
import type { MalformedResult, MalformedTask } from './faults/malformed.js';

/** The kinds of routes that a fault can strike. */
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

/** Which requests a fault strikes: counted, or by a chance that is the same for the same seed. Never a preflight. */
export interface Strike {
  readonly at: FaultPlace;
  /** At `part` only: the part with this number, from 1. Default: any. */
  readonly part?: number;
  /** The first request that is struck, from 1. Default 1, or `every` where that is given. */
  readonly nth?: number;
  /** From there on only every so many requests. Default 1. */
  readonly every?: number;
  /** How many requests are struck. Default 1, or `always` where `every` or `probability` is given. */
  readonly times?: number | 'always';
  /** With this probability only, above 0 and up to 1. Default 1. */
  readonly probability?: number;
  /** With `probability` only: the same seed strikes the same requests of the same order. Default 1. */
  readonly seed?: number;
}

type Named<Name extends string, Options = unknown> = Strike & { readonly name: Name } & Options;

/** Statuses of a task that has not ended. */
export const EARLIER_STATUSES = ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS'] as const;

/** What each does is in `FAULTS`, and so is the default of each option. Times are in ms, sizes in bytes. */
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
