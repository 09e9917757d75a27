/** Services that differ from the sandbox where the specification leaves it open, and the note for each. */
import type { Fault, SandboxOptions } from '../../demo/sandbox/index.js';
import { lieIn, type Lie } from './lying-proxy.js';

export interface DifferingService {
  /** How the service differs from the sandbox. */
  readonly does: string;
  readonly faults?: readonly Fault[];
  readonly lie?: Lie;
  readonly options?: Partial<SandboxOptions>;
  readonly submissions?: number;
  /** By check: the note and the advice. */
  readonly notes: Readonly<Record<string, readonly [came: RegExp, advice?: RegExp]>>;
}

type Json = Readonly<Record<string, unknown>>;

const EXCHANGE = /partner\/access-token$/;
const REFRESH = /refresh-token$/;
const USER_TOKEN = /users\/access-token$/;
const PLAN = /generate-presigned-urls$/;
const COMPLETE = /complete-upload$/;
const QUERY = /transcriptions\/task_/;
const EMPTY = Buffer.from('{}');

const always = <T extends object>(fault: T): T & { times: 'always' } => ({
  ...fault,
  times: 'always',
});

export const withoutHeader =
  (name: string, method: string): Lie =>
  (said, asked) =>
    asked.method === method
      ? {
          ...said,
          headers: Object.fromEntries(Object.entries(said.headers).filter(([it]) => it !== name)),
        }
      : said;

/** Rejects the second matching request and those after it. */
const refusingAfter = (path: RegExp, first: number, status: number): Lie => {
  let asked = 0;
  return (said, it) => {
    if (!path.test(it.path) || said.status > 299) return said;
    asked += 1;
    return asked > first ? { ...said, status, body: EMPTY } : said;
  };
};

const inResult = (change: (data: Json) => Json): Lie =>
  lieIn(QUERY, (task) =>
    task['status'] === 'SUCCESS' ? { ...task, data: change(task['data'] as Json) } : task,
  );

const segmentsOf = (data: Json): readonly Json[] => data['segments'] as readonly Json[];

export const DIFFERING_SERVICES: readonly DifferingService[] = [
  {
    does: 'wants a grant type, and has the token further in',
    lie: (said, asked) => {
      if (!EXCHANGE.test(asked.path)) return said;
      if (String(asked.body) === '{}') return { ...said, status: 400, body: EMPTY };
      const body = Buffer.from(`{"data":${String(said.body)}}`);
      return { ...said, body };
    },
    notes: {
      '4.1.body': [
        /^\{\} is refused; \{"grant_type":"client_credentials"\} is taken$/,
        /`exchange`/,
      ],
      '4.1.fields': [/^access_token, token_type/, /reads access_token at the top: .*`exchange`/],
    },
  },
  {
    does: 'does not tell how long a partner token lives',
    lie: lieIn(EXCHANGE, ({ expires_in: _, ...token }) => token),
    notes: { '2.1.lifetime': [/^the answer does not tell/, /7200 s.*`exchange`/] },
  },
  {
    does: 'refreshes nothing as OAuth would',
    lie: (said, { path }) => (REFRESH.test(path) ? { ...said, status: 422 } : said),
    notes: {
      '4.2.shape': [/answered 422 with access_token/, /exchanges .* anew; else, .*`refresh`/],
    },
  },
  {
    does: 'ends the old partner token on a refresh, and asks for no Basic header',
    lie: (said, { path, headers }) => {
      if (REFRESH.test(path) && headers.authorization === undefined)
        return { ...said, status: 200, body: EMPTY };
      return said;
    },
    notes: { '4.2.basic': [/^it does not$/] },
  },
  {
    does: 'ends the old partner token on a refresh',
    lie: refusingAfter(USER_TOKEN, 0, 401),
    notes: { '4.2.old-token': [/^it is refused \(401\)$/, /share one `tokenCache`/] },
  },
  {
    does: 'takes a refresh token twice',
    lie: (said, { path }) =>
      REFRESH.test(path) && said.status === 401 ? { ...said, status: 200, body: EMPTY } : said,
    notes: { '4.2.again': [/^it can$/] },
  },
  {
    does: 'caps lifetimes',
    lie: lieIn(USER_TOKEN, (token) => ({ ...token, expires_in: 1800 })),
    notes: {
      '4.3.expires-in': [/3600 s were asked for, 1800 s given/],
      '8.expires-in': [/^60 s gives 1800 s; 604800 s gives 1800 s$/, /`userTokenSeconds`/],
    },
  },
  {
    does: 'takes JSON without a content type, and fails of itself on what is wrong',
    lie: (said) =>
      said.status === 415
        ? { ...said, status: 200 }
        : { ...said, status: said.status === 400 ? 500 : said.status },
    notes: {
      '4.content-type': [/^it is taken as JSON$/],
      '4.3.user-id-5': [/^answered 500$/, /takes that for trouble that passes/],
      '7.own-faults': [/^500 to POST http/],
    },
  },
  {
    does: 'plans too many parts, out of order',
    faults: [always({ name: 'plan-extra-parts', at: 'upload-plan', count: 2 })],
    notes: { '4.4.part-rule': [/^15 parts where 13 of 5242880 bytes would do/] },
  },
  {
    does: 'shuffles the parts',
    faults: [always({ name: 'plan-shuffled', at: 'upload-plan' })],
    notes: { '4.4.part-order': [/^not ascending: the package orders them/] },
  },
  {
    does: 'signs addresses that do not tell when they end, plans empty files and refuses large ones',
    lie: (said, { path, body }) => {
      if (!PLAN.test(path)) return said;
      if (String(body).includes(':5368709120')) return { ...said, status: 413, body: EMPTY };
      if (String(body).includes('"filesize":0')) return { ...said, status: 200 };
      return { ...said, body: Buffer.from(String(said.body).replaceAll('expires=', 'until=')) };
    },
    notes: {
      '4.4.address-lifetime': [/^the address does not tell$/, /asks for a new plan/],
      '4.4.filesize-0': [/^it is planned/],
      '8.largest-file': [/^it is refused \(413\)$/, /`max-size`/],
    },
  },
  {
    does: 'lets no page call it',
    lie: (said, { method }) => (method === 'OPTIONS' ? { ...said, status: 405 } : said),
    notes: {
      '4.4.cors': [
        /^they may not: the preflight was answered 405$/,
        /`proxyUploads`.*`service-url`/,
      ],
      '4.5.cors': [/^they may not/, /ask the operator/],
      '2.3.1.cors': [/^they may not/, /`audio-src`/],
    },
  },
  {
    does: 'names no origin, and no header',
    lie: withoutHeader('access-control-allow-headers', 'OPTIONS'),
    notes: {
      '4.4.cors': [/the header authorization, content-type is not allowed$/, /`proxyUploads`/],
    },
  },
  {
    does: 'hides the ETag from pages',
    faults: [always({ name: 'hidden-etag', at: 'part' })],
    notes: { '4.5.etag-readable': [/^they may not/, /etag-unreadable.*ask the operator/] },
  },
  {
    does: 'sends ETags that are no MD5',
    faults: [always({ name: 'opaque-etag', at: 'part' })],
    notes: { '4.5.etag-form': [/^not an MD5, in quotes$/, /whole file only/] },
  },
  {
    does: 'sends ETags of another digest',
    faults: [always({ name: 'foreign-digest-etag', at: 'part' })],
    notes: {
      '4.5.etag-form': [/^32 hexadecimal digits that are not the chunk’s MD5/, /whole file only/],
    },
  },
  {
    does: 'takes each chunk once',
    // After both chunks, one of them as a page sends it, and the repeated one.
    faults: [{ name: 'status', at: 'part', status: 409, nth: 5, times: 'always' }],
    notes: { '4.5.again': [/^it is refused \(409\)$/, /asks for a new plan/] },
  },
  {
    does: 'drops an upload that was refused, and minds the case of a digest',
    lie: (said, { path, body }) => {
      if (!COMPLETE.test(path)) return said;
      if (/"file_md5":"[\dA-F]+"/.test(String(body))) return { ...said, status: 422, body: EMPTY };
      return String(body).includes('file_md5') ? said : { ...said, status: 410, body: EMPTY };
    },
    notes: {
      '4.6.after-refusal': [/answered 410 afterwards$/, /sends the recording anew/],
      '4.6.upper-case-md5': [/^it is refused \(422\)/],
    },
  },
  {
    does: 'completes for whoever asks',
    lie: (said, { path }) =>
      COMPLETE.test(path) && said.status === 404 ? { ...said, status: 200 } : said,
    notes: { '4.6.other-user': [/^another user may$/] },
  },
  {
    does: 'forgets an upload once it is complete',
    lie: refusingAfter(COMPLETE, 3, 404),
    notes: { '4.6.again': [/^it is refused \(404\)$/, /asks for a new plan/] },
  },
  {
    does: 'refuses what was completed, and knows no ranges',
    lie: (said, asked) => {
      if (asked.headers.range !== undefined) return { ...said, status: 200 };
      return said;
    },
    notes: { '2.3.1.range': [/^they cannot \(200\)$/, /cannot seek/] },
  },
  {
    does: 'redirects, and fetches an address before it takes a task',
    lie: (said, { path, body }) => {
      if (path.endsWith('/transcriptions')) return { ...said, status: 307 };
      if (String(body) === '{"file_url":"nonsense"}') return { ...said, status: 200 };
      return String(body) === '{"file_url":"https://conformance.invalid/recording.wav"}'
        ? { ...said, status: 422, body: EMPTY }
        : said;
    },
    submissions: 3,
    notes: {
      '4.7.slash': [/^307$/],
      '4.7.file-url-nonsense': [/^not at submission/],
      '4.7.unreachable': [/^at submission \(422\)$/],
    },
  },
  {
    does: 'answers STARTED, and the same task for the same file',
    lie: lieIn(/transcriptions\/$/, (task) => ({
      ...task,
      status: 'STARTED',
      transcription_id: 'task_1',
    })),
    notes: { '4.7.first-status': [/^STARTED$/], '4.7.second-task': [/^it is the same task$/] },
  },
  {
    does: 'has its own fields in a result',
    lie: inResult((data) => ({
      ...data,
      language: 'en-GB',
      text: 'Something else.',
      vendor: 1,
      segments: [...segmentsOf(data)].reverse().map((segment) => ({
        ...segment,
        language: 'en',
        voice: Array.from({ length: 16 }, () => 0.5),
      })),
    })),
    notes: {
      '2.4.segment-order': [/^not ascending: the package sorts them$/],
      '2.4.text-joint': [/^not simply the segments joined/],
      '2.4.language': [/^en was given, “en-GB” is reported$/],
      '2.4.segment-language': [/^in language, as the package reads it$/],
      '2.4.embedding': [/^data\.segments\[\]\.voice, of 16$/, /on your server/],
      '2.4.more': [/^vendor$/],
    },
  },
  {
    does: 'tells why a task failed',
    faults: [always({ name: 'task-failure', at: 'submit' })],
    lie: lieIn(QUERY, (task) => ({ ...task, reason: 'noise', data: { code: 7 } })),
    notes: {
      '2.4.failed-task': [/^transcription_id, status, data, reason; in data: code$/],
      '3.transitions': [/^PENDING → FAILURE; PENDING → FAILURE$/],
    },
  },
];
