/** A table that says what each fault does, where it can strike and what its options are. */
import { EARLIER_STATUSES, FAULT_PLACES, type FaultName, type FaultPlace } from '../faults.js';
import { MALFORMED_RESULTS, MALFORMED_TASKS } from './malformed.js';
import type { OptionKind } from './option-kinds.js';

export interface FaultOption {
  /** What it is for, with its default. */
  readonly means: string;
  readonly required?: true;
  readonly takes: OptionKind;
}

export interface FaultDescription {
  /** What happens, in a sentence. */
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

/** The same for bodies on their way in and out. */
const DRIP: Readonly<Record<string, FaultOption>> = {
  bytes: { means: 'Bytes at a time. Default 4096.', takes: positive },
  ms: { means: 'Milliseconds between them. Default 50.', takes: whole(1, 3_600_000) },
};

/** Which requests a fault strikes. */
export const STRIKE_OPTIONS: Readonly<Record<string, FaultOption>> = {
  part: { means: 'At “part”: only the part with this number. Default: any.', takes: positive },
  nth: {
    means: 'The first request that is struck. Default 1, or as “every”.',
    takes: positive,
  },
  every: { means: 'From there on only every so many requests. Default 1.', takes: positive },
  times: {
    means: 'How many are struck. Default 1, or “always” with “every” or “probability”.',
    takes: { kind: 'count' },
  },
  probability: {
    means: 'Strikes by chance only, above 0 and up to 1. Default 1.',
    takes: { kind: 'probability' },
  },
  seed: {
    means: 'With “probability”: the same seed strikes the same requests. Default 1.',
    takes: whole(0, 2 ** 32 - 1),
  },
};

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
      status: { means: '400 to 599.', required: true, takes: errorStatus },
      body: {
        means: 'The body of the answer. Default: as the host words a refusal.',
        takes: { kind: 'text' },
      },
      mediaType: {
        means: 'With “body”: its Content-Type. Default text/plain; charset=utf-8.',
        takes: { kind: 'media-type' },
      },
      retryAfterSeconds: {
        means: 'Retry-After, in seconds from now. Default: none is sent.',
        takes: whole(0, 86_400),
      },
      retryAfterAs: {
        means: 'Whether Retry-After is sent as “seconds” (the default) or as an HTTP “date”.',
        takes: choice(['seconds', 'date']),
      },
    },
  },
  'html-error': {
    does: 'Answers with an HTML page, as a proxy before the service does; nothing is done.',
    where: ANYWHERE,
    options: { status: { means: '400 to 599. Default 502.', takes: errorStatus } },
  },
  'not-json': {
    does: 'Does the work and answers 200 with a body that is no JSON.',
    where: WITH_JSON,
  },
  'changed-field': {
    does: 'Does the work and answers with one field that is left out, or has another value.',
    where: WITH_JSON,
    options: {
      field: {
        means: 'Its name; with dots into objects and arrays, as Parts.0.PresignedUrl.',
        required: true,
        takes: { kind: 'text' },
      },
      value: { means: 'Its value. Default: it is left out.', takes: { kind: 'scalar' } },
    },
  },
  'cut-answer': {
    does: 'Does the work, sends the first bytes of the answer’s body and cuts the connection.',
    where: WITH_JSON,
    options: { bytes: { means: 'How many. Default 10.', takes: whole(0, 1_000_000) } },
  },
  'cors-blocked': {
    does: 'Does the work, but allows the answer to another origin: a page may not read it.',
    where: FROM_PAGES,
  },
  'no-cors-headers': {
    does: 'Does the work, but answers without a CORS header: a page may not read it.',
    where: FROM_PAGES,
  },
  'reset-at-once': {
    does: 'Resets the connection before the body is read.',
    where: ANYWHERE,
  },
  'reset-mid-body': {
    does: 'Resets the connection once some of the body was read; nothing is stored.',
    where: WITH_BODY,
    options: { bytes: { means: 'After at least so many bytes. Default 1.', takes: positive } },
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
    options: DRIP,
  },
  'slow-answer': {
    does: 'Does the work and answers late.',
    where: ANYWHERE,
    options: { ms: { means: 'Milliseconds later. Default 1000.', takes: whole(1, 3_600_000) } },
  },
  'dripping-answer': {
    does: 'Does the work and sends the answer’s body slowly.',
    where: WITH_ANSWER,
    options: DRIP,
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
        takes: choice(['suffixed', 'random']),
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
    options: { byte: { means: 'Which one, from 0. Default 0.', takes: position } },
  },
  'corrupted-download': {
    does: 'Sends the file with one byte changed; its length and its ETag stay.',
    where: ['download'],
    options: {
      byte: { means: 'Which one of those that are sent, from 0. Default 0.', takes: position },
    },
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
    options: { count: { means: 'How many. Default 1.', takes: whole(1, 1000) } },
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
    options: {
      value: { means: 'A number or a text. Default 0.', takes: { kind: 'number-or-text' } },
    },
  },
  'token-expires': {
    does: 'Refuses the token of the request with 401 from now on, however long it claimed to live.',
    where: ['user-token', 'upload-plan', 'complete-upload'],
  },
  'unknown-status': {
    does: 'Answers a status that the specification does not name; the task goes on.',
    where: QUERY,
    options: { status: { means: 'Default ARCHIVING.', takes: { kind: 'text' } } },
  },
  'earlier-status': {
    does: 'Answers a status that the task has left behind, without its result; with “nth” also after SUCCESS.',
    where: QUERY,
    options: {
      status: {
        means: 'Which one. Default: the one before the present one.',
        takes: choice(EARLIER_STATUSES),
      },
    },
  },
  'task-failure': {
    does: 'Ends the task as FAILURE at once: at “submit” the answer still says PENDING.',
    where: TASK,
  },
  'task-revoked': {
    does: 'Ends the task as REVOKED at once: at “submit” the answer still says PENDING.',
    where: TASK,
  },
  'malformed-task': {
    does: 'Does the work and answers with a task that is not as in section 2.4.',
    where: TASK,
    options: {
      form: {
        means: `${listOf(MALFORMED_TASKS)}.`,
        takes: choice(MALFORMED_TASKS),
      },
    },
  },
  'malformed-result': {
    does: 'Answers SUCCESS at once with a result that is not as in section 2.4; the task goes on.',
    where: QUERY,
    options: {
      form: {
        means: `${listOf(MALFORMED_RESULTS)}.`,
        takes: choice(MALFORMED_RESULTS),
      },
    },
  },
};

/** The first is the default. */
function listOf(forms: readonly string[]): string {
  const [first, ...others] = forms.map((form) => `“${form}”`);
  return `${first} (the default), ${others.join(', ')}`;
}
