/** The table of faults: their descriptions, the requests they apply to, and their options. Their types follow from it. */
import { MALFORMED_RESULTS, MALFORMED_TASKS } from './malformed.js';
import { listOf, type OptionKind, type ValueOf } from './option-kinds.js';
import { STORAGE_ERRORS } from './storage-errors.js';

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

/** Statuses of a task that has not ended. */
const EARLIER_STATUSES = ['PENDING', 'RECEIVED', 'STARTED', 'PROGRESS'] as const;

export interface FaultOption {
  /** Description and default, for the documentation. */
  readonly means: string;
  readonly required?: true;
  readonly takes: OptionKind;
}

export interface FaultDescription {
  /** Description in one sentence, for the documentation. */
  readonly does: string;
  readonly where: readonly FaultPlace[];
  readonly options?: Readonly<Record<string, FaultOption>>;
}

const ANYWHERE = FAULT_PLACES;
const WITH_BODY = FAULT_PLACES.filter((place) => place !== 'query' && place !== 'download');
const WITH_ANSWER = FAULT_PLACES.filter((place) => place !== 'part');
const WITH_JSON = WITH_ANSWER.filter((place) => place !== 'download');
const FROM_PAGES: readonly FaultPlace[] = ['upload-plan', 'part', 'complete-upload', 'download'];
const PLAN: readonly FaultPlace[] = ['upload-plan'];
const PART: readonly FaultPlace[] = ['part'];
const TASK: readonly FaultPlace[] = ['submit', 'query'];
const QUERY: readonly FaultPlace[] = ['query'];

const whole = (least: number, most: number) => ({ kind: 'whole', least, most }) as const;
const positive = { kind: 'whole', least: 1 } as const;
const errorStatus = whole(400, 599);
const position = whole(0, 2 ** 40);
const choice = <const One extends string>(of: readonly One[]) => ({ kind: 'choice', of }) as const;

const option = <const Kind extends OptionKind>(takes: Kind, means: string) => ({ takes, means });
const required = <const Kind extends OptionKind>(takes: Kind, means: string) =>
  ({ takes, means, required: true }) as const;
const fault = <Options extends Readonly<Record<string, FaultOption>> = Record<never, FaultOption>>(
  where: readonly FaultPlace[],
  does: string,
  options?: Options,
): Omit<FaultDescription, 'options'> & { readonly options?: Options } => ({
  ...{ does, where },
  ...(options && { options }),
});

/** Options for request and response bodies. */
const DRIP = {
  bytes: option(positive, 'Bytes per chunk. Default 4096.'),
  ms: option(whole(1, 3_600_000), 'Milliseconds between chunks. Default 50.'),
};

const STRIKES = {
  part: option(
    positive,
    'At “part”: applies only to the part with this number. Default: any part.',
  ),
  nth: option(
    positive,
    'The first request that the fault applies to, from 1. Default 1, or the value of “every”.',
  ),
  every: option(positive, 'After that, applies to every n-th request. Default 1.'),
  times: option(
    { kind: 'count' },
    'How many requests the fault applies to. Default 1, or “always” with “every” or “probability”.',
  ),
  probability: option(
    { kind: 'probability' },
    'Probability that the fault applies, above 0 and up to 1. Default 1.',
  ),
  seed: option(
    whole(0, 2 ** 32 - 1),
    'With “probability”: the seed of the random numbers. The same seed selects the same requests. Default 1.',
  ),
};

const TABLE = {
  expired: fault(
    ['part', 'download'],
    'Answers 403 AccessDenied, as S3 does for an expired URL. Nothing is stored.',
  ),
  'unknown-upload': fault(
    ['part', 'complete-upload'],
    'Answers 404, as if the upload had been deleted. Nothing is stored or merged.',
  ),
  status: fault(ANYWHERE, 'Reads the request and answers with this status. Nothing is done.', {
    status: required(errorStatus, '400 to 599.'),
    body: option({ kind: 'text' }, 'The response body. Default: the error format of the host.'),
    mediaType: option(
      { kind: 'media-type' },
      'Content-Type of “body”. Default text/plain; charset=utf-8.',
    ),
    retryAfterSeconds: option(
      whole(0, 86_400),
      'Value of Retry-After, in seconds from now. Default: no header.',
    ),
    retryAfterAs: option(
      choice(['seconds', 'date']),
      'Format of Retry-After: “seconds” (the default) or an HTTP “date”.',
    ),
  }),
  'storage-error': fault(
    PART,
    'Answers as a storage host does, with this code in XML and the status that belongs to it. Nothing is stored.',
    {
      code: required(
        choice([...STORAGE_ERRORS.keys()]),
        'The code, such as SlowDown, ExpiredToken or QuotaExceeded.',
      ),
    },
  ),
  'html-error': fault(
    ANYWHERE,
    'Answers with an HTML page, as a proxy in front of the service does. Nothing is done.',
    { status: option(errorStatus, '400 to 599. Default 502.') },
  ),
  'sign-in-page': fault(
    ANYWHERE,
    'Redirects to a sign-in page of another origin, as a single sign-on proxy does when the session has ended. Nothing is done.',
  ),
  'offline-page': fault(
    ANYWHERE,
    'Answers 200 with an HTML page, as the service worker of an offline page does. Nothing is done.',
  ),
  'slash-redirect': fault(
    WITH_JSON,
    'Redirects (308) to the same address with a slash at its end, or without it if it has one, as frameworks do. Nothing is done.',
  ),
  'slow-merge': fault(
    ['complete-upload'],
    'Merges the file, but answers 504, and then 423 until the merge is over. Set “times” to “always”.',
    { ms: option(whole(1, 3_600_000), 'Duration of the merge in milliseconds. Default 180000.') },
  ),
  'not-json': fault(
    WITH_JSON,
    'Processes the request and answers 200 with a body that is not JSON.',
  ),
  'changed-field': fault(
    WITH_JSON,
    'Processes the request. In the response, one field is missing or has another value.',
    {
      field: required({ kind: 'text' }, 'Path of the field, such as Parts.0.PresignedUrl.'),
      value: option({ kind: 'scalar' }, 'New value of the field. Default: the field is removed.'),
    },
  ),
  'cut-answer': fault(
    WITH_JSON,
    'Processes the request, sends the first bytes of the response body and closes the connection.',
    { bytes: option(whole(0, 1_000_000), 'Number of bytes sent. Default 10.') },
  ),
  'cors-blocked': fault(
    FROM_PAGES,
    'Processes the request, but the CORS headers allow another origin, so a page cannot read the response.',
  ),
  'no-cors-headers': fault(
    FROM_PAGES,
    'Processes the request, but sends no CORS headers, so a page cannot read the response.',
  ),
  'reset-at-once': fault(ANYWHERE, 'Resets the connection before the body is read.'),
  'reset-mid-body': fault(
    WITH_BODY,
    'Resets the connection after a part of the body was read. Nothing is stored.',
    { bytes: option(positive, 'Minimum number of bytes read. Default 1.') },
  ),
  'reset-after-body': fault(
    ANYWHERE,
    'Processes the request, then resets the connection instead of answering.',
  ),
  'black-hole': fault(ANYWHERE, 'Keeps the connection open, reads nothing and never answers.'),
  'no-answer': fault(
    ANYWHERE,
    'Processes the request, keeps the connection open and never answers.',
  ),
  'slow-drip': fault(
    WITH_BODY,
    'Reads the body slowly, then processes the request normally.',
    DRIP,
  ),
  'slow-answer': fault(ANYWHERE, 'Processes the request and delays the response.', {
    ms: option(whole(1, 3_600_000), 'Delay in milliseconds. Default 1000.'),
  }),
  'dripping-answer': fault(
    WITH_ANSWER,
    'Processes the request and sends the response body slowly.',
    DRIP,
  ),
  'missing-etag': fault(PART, 'Stores the part and answers without an ETag.'),
  'hidden-etag': fault(
    PART,
    'Stores the part and sends its ETag, but does not expose it, so a page cannot read it.',
  ),
  'opaque-etag': fault(
    PART,
    'Stores the part with an ETag that is not an MD5. The completion must use this ETag.',
    {
      form: option(
        choice(['suffixed', 'random']),
        '“suffixed” (the default) for the MD5 followed by -1, or “random” for random letters.',
      ),
    },
  ),
  'weak-etag': fault(
    PART,
    'Stores the part and marks its ETag as weak (W/), as a proxy does that compresses. The completion must use the ETag without the mark.',
  ),
  'foreign-digest-etag': fault(
    PART,
    'Stores the part with an ETag of 32 hexadecimal digits that is not its MD5, as with encryption (SSE-KMS). The completion must use this ETag.',
  ),
  'corrupted-body': fault(
    PART,
    'Stores the part with one byte changed. The ETag is the MD5 of the stored bytes.',
    { byte: option(position, 'Index of the byte, from 0. Default 0.') },
  ),
  'corrupted-download': fault(
    ['download'],
    'Sends the file with one byte changed, but the same length and ETag.',
    {
      byte: option(position, 'Index of the byte in the response, from 0. Default 0.'),
    },
  ),
  'wrong-file-md5': fault(['complete-upload'], 'Merges the file and answers with a wrong MD5.'),
  'plan-too-short': fault(PLAN, 'Leaves the last part out of the plan.'),
  'plan-extra-parts': fault(
    PLAN,
    'Adds parts after the last one. Their URLs are rejected when they are used.',
    { count: option(whole(1, 1000), 'Number of added parts. Default 1.') },
  ),
  'plan-shuffled': fault(
    PLAN,
    'Lists the parts out of order: the even ones first, in descending order.',
  ),
  'plan-duplicate-part': fault(PLAN, 'Lists the first part twice. No part is missing.'),
  'bad-chunk-size': fault(PLAN, 'Sends an unusable ChunkSize.', {
    value: option({ kind: 'number-or-text' }, 'A number or a string. Default 0.'),
  }),
  'token-expires': fault(
    ['user-token', 'upload-plan', 'complete-upload'],
    'Rejects the request’s token with 401 from now on, even if it has not expired.',
  ),
  'unknown-status': fault(
    QUERY,
    'Answers with a status that the specification does not define. The task continues.',
    {
      status: option({ kind: 'text' }, 'Status in the response. Default ARCHIVING.'),
    },
  ),
  'earlier-status': fault(
    QUERY,
    'Answers with an earlier status of the task, without its result. With “nth”, also after SUCCESS.',
    {
      status: option(
        choice(EARLIER_STATUSES),
        'Status in the response. Default: the one before the current status.',
      ),
    },
  ),
  'task-failure': fault(
    TASK,
    'Ends the task as FAILURE immediately. At “submit”, the response still has PENDING.',
  ),
  'task-revoked': fault(
    TASK,
    'Ends the task as REVOKED immediately. At “submit”, the response still has PENDING.',
  ),
  'malformed-task': fault(
    TASK,
    'Processes the request and answers with a task that does not match section 2.4.',
    {
      form: option(choice(MALFORMED_TASKS), `${listOf(MALFORMED_TASKS)}.`),
    },
  ),
  'malformed-result': fault(
    QUERY,
    'Answers SUCCESS immediately, with a result that does not match section 2.4. The task continues.',
    {
      form: option(choice(MALFORMED_RESULTS), `${listOf(MALFORMED_RESULTS)}.`),
    },
  ),
};

type Values<Options> = {
  readonly [
    Name in keyof Options as Options[Name] extends { readonly required: true } ? Name : never
  ]: Options[Name] extends FaultOption ? ValueOf<Options[Name]['takes']> : never;
} & {
  readonly [
    Name in keyof Options as Options[Name] extends { readonly required: true } ? never : Name
  ]?: Options[Name] extends FaultOption ? ValueOf<Options[Name]['takes']> : never;
};

export type FaultName = keyof typeof TABLE;
/** Selects the affected requests by number, or by chance with a seed. Preflights are never affected. */
export type Fault = {
  readonly [Name in FaultName]: { readonly name: Name; readonly at: FaultPlace } & Values<
    typeof STRIKES
  > &
    Values<NonNullable<(typeof TABLE)[Name]['options']>>;
}[FaultName];

/** Every fault by its name. */
export const FAULTS: Readonly<Record<FaultName, FaultDescription>> = TABLE;
/** Options that select the requests a fault applies to. */
export const STRIKE_OPTIONS: Readonly<Record<string, FaultOption>> = STRIKES;
