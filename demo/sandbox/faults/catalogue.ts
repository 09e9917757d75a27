/** The table of faults: their descriptions, the requests they apply to, and their options. */
import { EARLIER_STATUSES, FAULT_PLACES, type FaultName, type FaultPlace } from '../faults.js';
import { MALFORMED_RESULTS, MALFORMED_TASKS } from './malformed.js';
import type { OptionKind } from './option-kinds.js';
import { STORAGE_ERRORS } from './storage-errors.js';

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

const whole = (least: number, most: number): OptionKind => ({ kind: 'whole', least, most });
const positive: OptionKind = { kind: 'whole', least: 1 };
const errorStatus = whole(400, 599);
const position = whole(0, 2 ** 40);
const choice = (of: readonly string[]): OptionKind => ({ kind: 'choice', of });

/** Options for request and response bodies. */
const DRIP: Readonly<Record<string, FaultOption>> = {
  bytes: { means: 'Bytes per chunk. Default 4096.', takes: positive },
  ms: { means: 'Milliseconds between chunks. Default 50.', takes: whole(1, 3_600_000) },
};

/** Options that select the requests a fault applies to. */
export const STRIKE_OPTIONS: Readonly<Record<string, FaultOption>> = {
  part: {
    means: 'At “part”: applies only to the part with this number. Default: any part.',
    takes: positive,
  },
  nth: {
    means:
      'The first request that the fault applies to, from 1. Default 1, or the value of “every”.',
    takes: positive,
  },
  every: { means: 'After that, applies to every n-th request. Default 1.', takes: positive },
  times: {
    means:
      'How many requests the fault applies to. Default 1, or “always” with “every” or “probability”.',
    takes: { kind: 'count' },
  },
  probability: {
    means: 'Probability that the fault applies, above 0 and up to 1. Default 1.',
    takes: { kind: 'probability' },
  },
  seed: {
    means:
      'With “probability”: the seed of the random numbers. The same seed selects the same requests. Default 1.',
    takes: whole(0, 2 ** 32 - 1),
  },
};

/** Every fault by its name. */
export const FAULTS: Readonly<Record<FaultName, FaultDescription>> = {
  expired: {
    does: 'Answers 403 AccessDenied, as S3 does for an expired URL. Nothing is stored.',
    where: ['part', 'download'],
  },
  'unknown-upload': {
    does: 'Answers 404, as if the upload had been deleted. Nothing is stored or merged.',
    where: ['part', 'complete-upload'],
  },
  status: {
    does: 'Reads the request and answers with this status. Nothing is done.',
    where: ANYWHERE,
    options: {
      status: { means: '400 to 599.', required: true, takes: errorStatus },
      body: {
        means: 'The response body. Default: the error format of the host.',
        takes: { kind: 'text' },
      },
      mediaType: {
        means: 'Content-Type of “body”. Default text/plain; charset=utf-8.',
        takes: { kind: 'media-type' },
      },
      retryAfterSeconds: {
        means: 'Value of Retry-After, in seconds from now. Default: no header.',
        takes: whole(0, 86_400),
      },
      retryAfterAs: {
        means: 'Format of Retry-After: “seconds” (the default) or an HTTP “date”.',
        takes: choice(['seconds', 'date']),
      },
    },
  },
  'storage-error': {
    does: 'Answers as a storage host does, with this code in XML and the status that belongs to it. Nothing is stored.',
    where: PART,
    options: {
      code: {
        means: 'The code, such as SlowDown, ExpiredToken or QuotaExceeded.',
        required: true,
        takes: choice([...STORAGE_ERRORS.keys()]),
      },
    },
  },
  'html-error': {
    does: 'Answers with an HTML page, as a proxy in front of the service does. Nothing is done.',
    where: ANYWHERE,
    options: { status: { means: '400 to 599. Default 502.', takes: errorStatus } },
  },
  'not-json': {
    does: 'Processes the request and answers 200 with a body that is not JSON.',
    where: WITH_JSON,
  },
  'changed-field': {
    does: 'Processes the request. In the response, one field is missing or has another value.',
    where: WITH_JSON,
    options: {
      field: {
        means: 'Path of the field, such as Parts.0.PresignedUrl.',
        required: true,
        takes: { kind: 'text' },
      },
      value: {
        means: 'New value of the field. Default: the field is removed.',
        takes: { kind: 'scalar' },
      },
    },
  },
  'cut-answer': {
    does: 'Processes the request, sends the first bytes of the response body and closes the connection.',
    where: WITH_JSON,
    options: { bytes: { means: 'Number of bytes sent. Default 10.', takes: whole(0, 1_000_000) } },
  },
  'cors-blocked': {
    does: 'Processes the request, but the CORS headers allow another origin, so a page cannot read the response.',
    where: FROM_PAGES,
  },
  'no-cors-headers': {
    does: 'Processes the request, but sends no CORS headers, so a page cannot read the response.',
    where: FROM_PAGES,
  },
  'reset-at-once': {
    does: 'Resets the connection before the body is read.',
    where: ANYWHERE,
  },
  'reset-mid-body': {
    does: 'Resets the connection after a part of the body was read. Nothing is stored.',
    where: WITH_BODY,
    options: { bytes: { means: 'Minimum number of bytes read. Default 1.', takes: positive } },
  },
  'reset-after-body': {
    does: 'Processes the request, then resets the connection instead of answering.',
    where: ANYWHERE,
  },
  'black-hole': {
    does: 'Keeps the connection open, reads nothing and never answers.',
    where: ANYWHERE,
  },
  'no-answer': {
    does: 'Processes the request, keeps the connection open and never answers.',
    where: ANYWHERE,
  },
  'slow-drip': {
    does: 'Reads the body slowly, then processes the request normally.',
    where: WITH_BODY,
    options: DRIP,
  },
  'slow-answer': {
    does: 'Processes the request and delays the response.',
    where: ANYWHERE,
    options: { ms: { means: 'Delay in milliseconds. Default 1000.', takes: whole(1, 3_600_000) } },
  },
  'dripping-answer': {
    does: 'Processes the request and sends the response body slowly.',
    where: WITH_ANSWER,
    options: DRIP,
  },
  'missing-etag': {
    does: 'Stores the part and answers without an ETag.',
    where: PART,
  },
  'hidden-etag': {
    does: 'Stores the part and sends its ETag, but does not expose it, so a page cannot read it.',
    where: PART,
  },
  'opaque-etag': {
    does: 'Stores the part with an ETag that is not an MD5. The completion must use this ETag.',
    where: PART,
    options: {
      form: {
        means:
          '“suffixed” (the default) for the MD5 followed by -1, or “random” for random letters.',
        takes: choice(['suffixed', 'random']),
      },
    },
  },
  'foreign-digest-etag': {
    does: 'Stores the part with an ETag of 32 hexadecimal digits that is not its MD5, as with encryption (SSE-KMS). The completion must use this ETag.',
    where: PART,
  },
  'corrupted-body': {
    does: 'Stores the part with one byte changed. The ETag is the MD5 of the stored bytes.',
    where: PART,
    options: { byte: { means: 'Index of the byte, from 0. Default 0.', takes: position } },
  },
  'corrupted-download': {
    does: 'Sends the file with one byte changed, but the same length and ETag.',
    where: ['download'],
    options: {
      byte: { means: 'Index of the byte in the response, from 0. Default 0.', takes: position },
    },
  },
  'wrong-file-md5': {
    does: 'Merges the file and answers with a wrong MD5.',
    where: ['complete-upload'],
  },
  'plan-too-short': {
    does: 'Leaves the last part out of the plan.',
    where: PLAN,
  },
  'plan-extra-parts': {
    does: 'Adds parts after the last one. Their URLs are rejected when they are used.',
    where: PLAN,
    options: { count: { means: 'Number of added parts. Default 1.', takes: whole(1, 1000) } },
  },
  'plan-shuffled': {
    does: 'Lists the parts out of order: the even ones first, in descending order.',
    where: PLAN,
  },
  'plan-duplicate-part': {
    does: 'Lists the first part twice. No part is missing.',
    where: PLAN,
  },
  'bad-chunk-size': {
    does: 'Sends an unusable ChunkSize.',
    where: PLAN,
    options: {
      value: { means: 'A number or a string. Default 0.', takes: { kind: 'number-or-text' } },
    },
  },
  'token-expires': {
    does: 'Rejects the request’s token with 401 from now on, even if it has not expired.',
    where: ['user-token', 'upload-plan', 'complete-upload'],
  },
  'unknown-status': {
    does: 'Answers with a status that the specification does not define. The task continues.',
    where: QUERY,
    options: {
      status: { means: 'Status in the response. Default ARCHIVING.', takes: { kind: 'text' } },
    },
  },
  'earlier-status': {
    does: 'Answers with an earlier status of the task, without its result. With “nth”, also after SUCCESS.',
    where: QUERY,
    options: {
      status: {
        means: 'Status in the response. Default: the one before the current status.',
        takes: choice(EARLIER_STATUSES),
      },
    },
  },
  'task-failure': {
    does: 'Ends the task as FAILURE immediately. At “submit”, the response still has PENDING.',
    where: TASK,
  },
  'task-revoked': {
    does: 'Ends the task as REVOKED immediately. At “submit”, the response still has PENDING.',
    where: TASK,
  },
  'malformed-task': {
    does: 'Processes the request and answers with a task that does not match section 2.4.',
    where: TASK,
    options: {
      form: {
        means: `${listOf(MALFORMED_TASKS)}.`,
        takes: choice(MALFORMED_TASKS),
      },
    },
  },
  'malformed-result': {
    does: 'Answers SUCCESS immediately, with a result that does not match section 2.4. The task continues.',
    where: QUERY,
    options: {
      form: {
        means: `${listOf(MALFORMED_RESULTS)}.`,
        takes: choice(MALFORMED_RESULTS),
      },
    },
  },
};

/** Lists the forms, of which the first is the default. */
function listOf(forms: readonly string[]): string {
  const [first, ...others] = forms.map((form) => `“${form}”`);
  return `${first} (the default), ${others.join(', ')}`;
}
