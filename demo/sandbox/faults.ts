/** Everything that the sandbox can do wrong on purpose: the faults as types, and a table that says what each does. */
import {
  finite,
  oneOf,
  positiveInteger,
  text,
  wholeNumber,
  type Reader,
} from './faults/readers.js';

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

/** Which requests a fault strikes: counted, never random. A preflight is never struck, nor counted. */
export interface Strike {
  readonly at: FaultPlace;
  /** At `part` only: the part with this number, from 1. Default: any. */
  readonly part?: number;
  /** The first request that is struck, from 1. Default 1, or `every` where that is given. */
  readonly nth?: number;
  /** From there on only every so many requests. Default 1. */
  readonly every?: number;
  /** How many requests are struck. Default 1, or `always` where `every` is given. */
  readonly times?: number | 'always';
}

type Named<Name extends string, Options = unknown> = Strike & { readonly name: Name } & Options;

/** What each does is in `FAULTS`, and so is the default of each option. Times are in ms, sizes in bytes. */
export type Fault =
  | Named<'expired'>
  | Named<'unknown-upload'>
  | Named<
      'status',
      {
        readonly status: number;
        readonly retryAfterSeconds?: number;
        readonly retryAfterAs?: 'seconds' | 'date';
      }
    >
  | Named<'html-error', { readonly status?: number }>
  | Named<'not-json'>
  | Named<'cut-answer', { readonly bytes?: number }>
  | Named<'cors-blocked'>
  | Named<'reset-at-once'>
  | Named<'reset-mid-body', { readonly bytes?: number }>
  | Named<'reset-after-body'>
  | Named<'black-hole'>
  | Named<'no-answer'>
  | Named<'slow-drip', { readonly bytes?: number; readonly ms?: number }>
  | Named<'slow-answer', { readonly ms?: number }>
  | Named<'missing-etag'>
  | Named<'hidden-etag'>
  | Named<'opaque-etag', { readonly form?: 'suffixed' | 'random' }>
  | Named<'foreign-digest-etag'>
  | Named<'corrupted-body', { readonly byte?: number }>
  | Named<'wrong-file-md5'>
  | Named<'plan-too-short'>
  | Named<'plan-extra-parts', { readonly count?: number }>
  | Named<'plan-shuffled'>
  | Named<'plan-duplicate-part'>
  | Named<'bad-chunk-size', { readonly value?: number | string }>
  | Named<'token-expires'>
  | Named<'unknown-status', { readonly status?: string }>
  | Named<'task-failure'>
  | Named<'task-revoked'>;

export type FaultName = Fault['name'];

export interface FaultOption {
  /** What it is for, with its default. */
  readonly means: string;
  readonly required?: true;
  readonly read: Reader<unknown>;
}

export interface FaultDescription {
  /** What happens, in a sentence. */
  readonly does: string;
  readonly where: readonly FaultPlace[];
  readonly options?: Readonly<Record<string, FaultOption>>;
}

const ANYWHERE = FAULT_PLACES;
const WITH_BODY = FAULT_PLACES.filter((place) => place !== 'query' && place !== 'download');
const WITH_JSON = FAULT_PLACES.filter((place) => place !== 'part' && place !== 'download');
const FROM_PAGES: readonly FaultPlace[] = ['upload-plan', 'part', 'complete-upload', 'download'];
const PLAN: readonly FaultPlace[] = ['upload-plan'];
const PART: readonly FaultPlace[] = ['part'];

const errorStatus = wholeNumber(400, 599);
const milliseconds = wholeNumber(1, 3_600_000);
const numberOrText: Reader<number | string> = (value, path) =>
  typeof value === 'string' ? text(value, path) : finite(value, path);

/** Every fault by its name. */
export const FAULTS: Readonly<Record<FaultName, FaultDescription>> = {
  expired: {
    does: 'Answers 403 AccessDenied as S3 does once an address has expired; nothing is stored.',
    where: ['part', 'download'],
  },
  'unknown-upload': {
    does: 'Answers 404 as if the upload had been dropped; nothing is stored or merged.',
    where: ['part', 'complete-upload'],
  },
  status: {
    does: 'Reads the request and answers with this status; nothing is done.',
    where: ANYWHERE,
    options: {
      status: { means: '400 to 599.', required: true, read: errorStatus },
      retryAfterSeconds: {
        means: 'Retry-After, in seconds from now. Default: none is sent.',
        read: wholeNumber(0, 86_400),
      },
      retryAfterAs: {
        means: 'Whether Retry-After is sent as “seconds” (the default) or as an HTTP “date”.',
        read: oneOf(['seconds', 'date']),
      },
    },
  },
  'html-error': {
    does: 'Answers with an HTML page, as a proxy before the service does; nothing is done.',
    where: ANYWHERE,
    options: { status: { means: '400 to 599. Default 502.', read: errorStatus } },
  },
  'not-json': {
    does: 'Does the work and answers 200 with a body that is no JSON.',
    where: WITH_JSON,
  },
  'cut-answer': {
    does: 'Does the work, sends the first bytes of the answer’s body and cuts the connection.',
    where: WITH_JSON,
    options: { bytes: { means: 'How many. Default 10.', read: wholeNumber(0, 1_000_000) } },
  },
  'cors-blocked': {
    does: 'Does the work, but allows the answer to another origin: a page may not read it.',
    where: FROM_PAGES,
  },
  'reset-at-once': {
    does: 'Resets the connection before the body is read.',
    where: ANYWHERE,
  },
  'reset-mid-body': {
    does: 'Resets the connection once some of the body was read; nothing is stored.',
    where: WITH_BODY,
    options: {
      bytes: { means: 'After at least so many bytes. Default 1.', read: positiveInteger },
    },
  },
  'reset-after-body': {
    does: 'Does the work (stores the part, merges the file, takes the task) and resets the connection in place of an answer.',
    where: ANYWHERE,
  },
  'black-hole': {
    does: 'Keeps the connection open, reads nothing and never answers.',
    where: ANYWHERE,
  },
  'no-answer': {
    does: 'Does the work, keeps the connection open and never answers.',
    where: ANYWHERE,
  },
  'slow-drip': {
    does: 'Takes the body slowly, then goes on as usual.',
    where: WITH_BODY,
    options: {
      bytes: { means: 'Bytes at a time. Default 4096.', read: positiveInteger },
      ms: { means: 'Milliseconds between them. Default 50.', read: milliseconds },
    },
  },
  'slow-answer': {
    does: 'Does the work and answers late.',
    where: ANYWHERE,
    options: { ms: { means: 'Milliseconds later. Default 1000.', read: milliseconds } },
  },
  'missing-etag': {
    does: 'Stores the part and answers without an ETag.',
    where: PART,
  },
  'hidden-etag': {
    does: 'Stores the part and sends its ETag, but CORS does not let a page read it.',
    where: PART,
  },
  'opaque-etag': {
    does: 'Stores the part under an ETag that is no MD5; the completion must name that one.',
    where: PART,
    options: {
      form: {
        means: '“suffixed” (the default), the MD5 with -1 behind it, or “random” letters.',
        read: oneOf(['suffixed', 'random']),
      },
    },
  },
  'foreign-digest-etag': {
    does: 'Stores the part under an ETag of 32 hexadecimal digits that are not its MD5, as with encryption (SSE-KMS); the completion must name that one.',
    where: PART,
  },
  'corrupted-body': {
    does: 'Stores the part with one byte changed; its ETag is the MD5 of what is stored.',
    where: PART,
    options: { byte: { means: 'Which one, from 0. Default 0.', read: wholeNumber(0, 2 ** 40) } },
  },
  'wrong-file-md5': {
    does: 'Merges the file and answers with an MD5 that is not its own.',
    where: ['complete-upload'],
  },
  'plan-too-short': {
    does: 'Leaves the last part out of the plan.',
    where: PLAN,
  },
  'plan-extra-parts': {
    does: 'Adds parts behind the last one, whose addresses are refused when they are used.',
    where: PLAN,
    options: { count: { means: 'How many. Default 1.', read: wholeNumber(1, 1000) } },
  },
  'plan-shuffled': {
    does: 'Lists the parts out of order: the even ones first, backwards.',
    where: PLAN,
  },
  'plan-duplicate-part': {
    does: 'Lists the first part twice; none is missing.',
    where: PLAN,
  },
  'bad-chunk-size': {
    does: 'Gives a ChunkSize that no file can be cut to.',
    where: PLAN,
    options: { value: { means: 'A number or a text. Default 0.', read: numberOrText } },
  },
  'token-expires': {
    does: 'Refuses the token of the request with 401 from now on, however long it claimed to live.',
    where: ['user-token', 'upload-plan', 'complete-upload'],
  },
  'unknown-status': {
    does: 'Answers a status that the specification does not name; the task goes on.',
    where: ['query'],
    options: { status: { means: 'Default ARCHIVING.', read: text } },
  },
  'task-failure': {
    does: 'Takes the task, which ends as FAILURE at once.',
    where: ['submit'],
  },
  'task-revoked': {
    does: 'Takes the task, which ends as REVOKED at once.',
    where: ['submit'],
  },
};
