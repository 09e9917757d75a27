/** Services that each break a rule, by a sandbox fault or a proxy's lie, and the checks that must detect it. */
import type { Fault, SandboxOptions } from '../../demo/sandbox/index.js';
import { lieIn, type Lie } from './lying-proxy.js';
import { REFUSED_CHECKS } from './refused-checks.js';

export interface BrokenService {
  /** What the service does wrong. */
  readonly wrong: string;
  readonly faults?: readonly Fault[];
  readonly lie?: Lie;
  readonly options?: Partial<SandboxOptions>;
  readonly submissions?: number;
  /** The checks that fail, each with the received value in its finding. */
  readonly fails: Readonly<Record<string, RegExp>>;
}

type Json = Readonly<Record<string, unknown>>;

const EXCHANGE = /partner\/access-token$/;
const USER_TOKEN = /users\/access-token$/;
const PLAN = /generate-presigned-urls$/;
const COMPLETE = /complete-upload$/;
const SUBMIT = /transcriptions\/$/;
const QUERY = /transcriptions\/task_/;

const withData =
  (change: (data: Json) => Json) =>
  (task: Json): Json =>
    task['status'] === 'SUCCESS' ? { ...task, data: change(task['data'] as Json) } : task;

const withSegments = (change: (segment: Json) => Json): Lie =>
  lieIn(
    QUERY,
    withData((data) => ({ ...data, segments: (data['segments'] as Json[]).map(change) })),
  );

const refusing =
  (path: RegExp, body: RegExp): Lie =>
  (said, asked) =>
    path.test(asked.path) && body.test(String(asked.body))
      ? { ...said, status: 400, body: Buffer.from('{}') }
      : said;

const always = <T extends object>(fault: T): T & { times: 'always' } => ({
  ...fault,
  times: 'always',
});

export const BROKEN_SERVICES: readonly BrokenService[] = [
  {
    wrong: 'the token of the exchange has another name',
    lie: lieIn(EXCHANGE, ({ access_token, ...rest }) => ({ key: access_token, ...rest })),
    fails: { '4.1.exchange': /^200 with key, token_type, expires_in, refresh_token$/ },
  },
  {
    wrong: 'partner tokens live a minute and cannot be refreshed',
    lie: lieIn(EXCHANGE, ({ access_token }) => ({ access_token, expires_in: 60 })),
    fails: { '2.1.lifetime': /^60 s$/, '2.1.refresh-token': /^access_token, expires_in$/ },
  },
  {
    wrong: 'token_type is in another case',
    lie: lieIn(USER_TOKEN, (token) => ({ ...token, token_type: 'Bearer' })),
    fails: { '2.2.fields': /^token_type is a text, not the value bearer$/ },
  },
  {
    wrong: 'the answer with the user token is no JSON',
    faults: [always({ name: 'not-json', at: 'user-token' })],
    fails: { '2.2.fields': /^the body is nothing, not an object$/ },
  },
  {
    wrong: 'user tokens live an hour by default',
    options: { lifetimes: { userToken: 3600 } },
    fails: { '2.2.lifetime': /^3600 s$/ },
  },
  {
    wrong: 'expires_in is not minded',
    lie: lieIn(USER_TOKEN, (token) => ({ ...token, expires_in: 86_400 })),
    fails: { '4.3.expires-in': /^86400$/ },
  },
  {
    wrong: 'the shortest and the longest user_id are refused',
    lie: refusing(USER_TOKEN, /"user_id":"(?:.{6}|.{120})"/),
    fails: { '4.3.user-id-6': /^400 /, '4.3.user-id-120': /^400 / },
  },
  {
    wrong: 'ChunkSize is 0',
    faults: [always({ name: 'bad-chunk-size', at: 'upload-plan' })],
    fails: { '2.3.fields': /^ChunkSize is 0, not a whole number above 0$/ },
  },
  {
    wrong: 'the plan leaves a chunk out',
    faults: [always({ name: 'plan-too-short', at: 'upload-plan' })],
    fails: {
      '2.3.covers': /^of 2 chunks of 262144 bytes, 1 have no entry \(the first: 2\)$/,
      '2.3.covers-large': /^of 13 chunks of 5242880 bytes, 1 have no entry \(the first: 13\)$/,
    },
  },
  {
    wrong: 'the plan has a chunk twice',
    faults: [always({ name: 'plan-duplicate-part', at: 'upload-plan' })],
    fails: { '2.3.covers': /twice/, '2.3.covers-large': /twice/ },
  },
  {
    wrong: 'the plan’s addresses are relative',
    lie: lieIn(PLAN, (plan) => ({
      ...plan,
      Parts: [{ PartNumber: '1', PresignedUrl: '/part/1' }],
    })),
    fails: {
      '2.3.parts':
        /^Parts\[0\]\.PartNumber is a text, not a whole number above 0; Parts\[0\]\.PresignedUrl is a text, not an absolute/,
    },
  },
  {
    wrong: 'the request for a plan gets no answer',
    faults: [always({ name: 'reset-at-once', at: 'upload-plan' })],
    fails: {
      '2.3.fields':
        /^POST http.*generate-presigned-urls: no answer \((?:ECONNRESET|UND_ERR_SOCKET)\)\.$/,
    },
  },
  {
    wrong: 'no file type is taken',
    lie: refusing(PLAN, /"filesize":67108865,"filetype":"(?:mp3|m4a|wav)"/),
    fails: {
      '4.4.filetype-mp3': /^400 /,
      '4.4.filetype-m4a': /^400 /,
      '4.4.filetype-wav': /^400 /,
    },
  },
  {
    wrong: 'storage is under {base_url}',
    lie: (said, { path, headers }) =>
      PLAN.test(path)
        ? {
            ...said,
            body: Buffer.from(
              String(said.body).replaceAll(/http:[^/]*\/\/[^/]*/g, `http://${headers.host}`),
            ),
          }
        : said,
    fails: { '4.5.host': /^one below it$/ },
  },
  {
    wrong: 'the storage host takes no chunk',
    faults: [always({ name: 'status', at: 'part', status: 500 })],
    fails: { '4.5.put': /^chunk 1: 500 / },
  },
  {
    wrong: 'the storage host sends no ETag',
    faults: [always({ name: 'missing-etag', at: 'part' })],
    fails: { '4.5.etag': /^none for 2 of 2$/ },
  },
  {
    wrong: 'no completion is taken',
    faults: [always({ name: 'status', at: 'complete-upload', status: 409 })],
    fails: { '4.6.complete': /^409 /, '4.6.without-md5': /^409 /, '2.3.1.fields': /^409 / },
  },
  {
    wrong: 'FileMd5 is another one',
    faults: [always({ name: 'wrong-file-md5', at: 'complete-upload' })],
    fails: { '2.3.1.file-md5': /^another value$/ },
  },
  {
    wrong: 'FileId and FileType are not those of the file',
    lie: lieIn(COMPLETE, (file) => ({ ...file, FileId: 'file_9', FileType: 'mpeg' })),
    fails: { '2.3.1.file-id': /^another one$/, '2.3.1.file-type': /^“mpeg”$/ },
  },
  {
    wrong: 'DownloadUrl gives other bytes',
    lie: (said, { path, method }) =>
      method === 'GET' && path.startsWith('/files/')
        ? { ...said, body: Buffer.from('RIFF') }
        : said,
    fails: { '2.3.1.download': /^4 bytes, not the same$/ },
  },
  {
    wrong: 'DownloadUrl lives an hour',
    options: { lifetimes: { downloadAddress: 3600 } },
    fails: { '2.3.1.lifetime': /^1\.0 h$/ },
  },
  {
    wrong: 'no submission is taken',
    faults: [always({ name: 'status', at: 'submit', status: 400 })],
    fails: { '4.7.submit': /^400 /, '4.7.submit-plain': /^400 /, '4.7.fields': /^400 / },
  },
  {
    wrong: 'a submission is answered with no JSON',
    faults: [always({ name: 'not-json', at: 'submit' })],
    fails: { '4.7.fields': /^the body is nothing/ },
  },
  {
    wrong: 'data is filled from the start',
    lie: lieIn(/transcriptions\//, (task) => ({ ...task, data: { text: '' } })),
    fails: {
      '4.7.empty-data': /^200 with transcription_id, status, data$/,
      '3.empty-data': /^with PENDING: text$/,
    },
  },
  {
    wrong: 'a query is answered 500',
    faults: [always({ name: 'status', at: 'query', status: 500 })],
    fails: { '4.8.answers': /^500 / },
  },
  {
    wrong: 'a task’s data is null, and its id another',
    lie: lieIn(QUERY, (task) => ({ ...task, data: null, transcription_id: 'task_9' })),
    fails: { '2.4.fields': /^data is null, not an object$/, '2.4.same-id': /^another id$/ },
  },
  {
    wrong: 'a status is none of the table',
    faults: [{ name: 'unknown-status', at: 'query', nth: 2 }],
    fails: { '3.known': /^“ARCHIVING”$/ },
  },
  {
    wrong: 'a task that succeeded has no result',
    lie: lieIn(
      QUERY,
      withData(() => ({})),
    ),
    fails: {
      '3.filled-data': /^an empty object$/,
      '2.4.data': /^data\.text is nothing, not a text/,
    },
  },
  {
    wrong: 'every task fails',
    faults: [always({ name: 'task-failure', at: 'submit' })],
    fails: { '3.success': /^FAILURE: 200 /, '3.success-plain': /^FAILURE: 200 / },
  },
  {
    wrong: 'every task is revoked',
    faults: [always({ name: 'task-revoked', at: 'submit' })],
    fails: { '3.success': /^REVOKED: 200 / },
  },
  {
    wrong: 'duration is a text, and there is no text',
    lie: lieIn(
      QUERY,
      withData((data) => ({ ...data, duration: '22', text: '' })),
    ),
    fails: { '2.4.data': /^data\.duration is a text/, '2.4.text': /^an empty text$/ },
  },
  {
    wrong: 'times are texts',
    lie: withSegments((segment) => ({ ...segment, start_ms: '0' })),
    fails: { '2.4.segments': /^segments\[0\]: start_ms is a text/ },
  },
  {
    wrong: 'segments end where they begin',
    lie: withSegments((segment) => ({ ...segment, end_ms: segment['start_ms'] })),
    fails: { '2.4.times': /^segments\[0\]: \d+ to \d+/ },
  },
  {
    wrong: 'segments end after the audio',
    lie: withSegments((segment) => ({ ...segment, end_ms: 9_000_000 })),
    fails: { '2.4.within': /^segments\[0\]: ends at 9000000 ms of \d+ s/ },
  },
  {
    wrong: 'speakers come only where they are not asked for',
    lie: withSegments(({ speaker, ...segment }) =>
      speaker === undefined ? { ...segment, speaker: 'S1' } : segment,
    ),
    fails: {
      '2.4.speakers': /^in 0 of \d+$/,
      '2.4.no-speakers': /^one in (\d+) of \1 segments$/,
    },
  },
  {
    wrong: 'a task that failed is answered 500',
    lie: (said) => (String(said.body).includes('"FAILURE"') ? { ...said, status: 500 } : said),
    submissions: 3,
    fails: { '7.task-failure': /^FAILURE with 500$/ },
  },
  {
    wrong: 'what is made is answered 201',
    lie: (said, { path }) =>
      said.status === 200 && SUBMIT.test(path) ? { ...said, status: 201 } : said,
    fails: { '7.status-200': /^201 to a POST$/ },
  },
  {
    wrong: 'the api_key is the secret',
    options: {
      credentials: { clientId: 'client-1', clientSecret: 'the-same', apiKey: 'the-same' },
    },
    fails: { '5.api-key': /are the same$/ },
  },
  {
    wrong: 'whatever should be refused is answered 200',
    lie: (said) => (said.status >= 400 ? { ...said, status: 200, body: Buffer.from('{}') } : said),
    fails: Object.fromEntries(REFUSED_CHECKS.map((id) => [id, /^200 /])),
  },
];
