/** What `npx audio-transcribe check-backend` asks an implementation of the partner backend from outside. */
import { parseTranscriptionTask, parseUserToken } from '../../src/protocol/responses.js';
import type { TranscriptionTask } from '../../src/protocol/types.js';
import { ANSWER_MARK, BACKEND_PATHS, SUBMISSION_HEADERS } from '../../src/protocol/routes.js';
import {
  createAsking,
  expect,
  expectListed,
  expectProblem,
  parsed,
  TOKEN,
  Wrong,
  type Answer,
  type Fields,
} from './asking.js';
import { checkLimits } from './limits.js';
import { otherOriginChecks, siteOf } from './other-origin.js';

export interface CheckOptions {
  /** Address of the routes: the element's `backend-url`. */
  readonly url: string;
  /** Origin of the pages that have the element. */
  readonly origin: string;
  /** Headers that sign a user in, such as `Cookie`. */
  readonly user: Fields;
  /** Headers of a second user. Null: what two users need is not checked. */
  readonly other: Fields | null;
  /** Address of a recording. It is submitted once, which costs money. Null: nothing is submitted. */
  readonly fileUrl: string | null;
  /** Asks until the user is refused. */
  readonly limits: boolean;
  /** Texts that no answer may contain. */
  readonly secrets: readonly string[];
  readonly fetch: typeof globalThis.fetch;
}

export interface Checked {
  readonly name: string;
  readonly result: 'passed' | 'failed' | 'not checked';
  /** What was expected and seen. Empty if it passed. */
  readonly detail: string;
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
/** More than the 1 MiB that a body may have. */
const TOO_LARGE = ' '.repeat(2 * 1024 * 1024);
const PUBLIC = 'https://files.example.com/recording.mp3';
const SUBMIT = `POST ${BACKEND_PATHS.transcriptions}`;
const QUERY = `GET ${BACKEND_PATHS.transcriptions}/`;
/** Older than any backend remembers, in seconds. A correct one submits nothing. */
const ANCIENT = { [SUBMISSION_HEADERS.age]: '999999999' };

/** Bodies of a submission that must be refused. */
const BAD_BODIES = [
  ...['', '{', 'null', '[]', '{}', '{"file_url":7}', '{"file_url":""}'],
  ...[
    { user_id: 'somebody' },
    { params: [] },
    { params: { language: 'en' } },
    { params: { transcribe: { model: 'best' } } },
    { params: { transcribe: { detection_level: 'word' } } },
    { params: { diarization: { enabled: 'yes' } } },
    { params: { diarization: { speakers: 2 } } },
  ].map((more) => JSON.stringify({ file_url: PUBLIC, ...more })),
];

/** Addresses of a private network, in every notation; and of no network. */
const BAD_ADDRESSES = [
  ...['http://127.0.0.1/a.mp3', 'http://localhost/a.mp3', 'http://localhost./a.mp3'],
  ...['http://169.254.169.254/latest', 'http://10.0.0.1/a.mp3', 'http://172.16.0.1/a.mp3'],
  ...['http://192.168.1.1/a.mp3', 'http://0.0.0.0/a.mp3', 'http://100.64.0.1/a.mp3'],
  ...['http://2130706433/a.mp3', 'http://0x7f.1/a.mp3', 'http://0177.0.0.1/a.mp3'],
  ...['http://[::1]/a.mp3', 'http://[::ffff:127.0.0.1]/a.mp3', 'http://[fd00::1]/a.mp3'],
  ...['http://redis.default/a.mp3', 'http://metadata.google.internal/', 'http://nas.local/a.mp3'],
  ...['file:///etc/passwd', 'ftp://files.example.com/a.mp3', 'data:audio/mpeg,a', '/a.mp3'],
  'https://user:password@files.example.com/a.mp3',
];

/** The element reads more shapes of `data` than the document has. */
const parseTask = (json: unknown): TranscriptionTask => {
  const task = parseTranscriptionTask(json);
  const { data } = json as { readonly data?: unknown };
  const isObject = typeof data === 'object' && data !== null && !Array.isArray(data);
  const isOfStatus = isObject && (task.status === 'SUCCESS' || Object.keys(data).length === 0);
  expect(
    isOfStatus,
    `data of a task that is ${task.status} must be {}, not ${JSON.stringify(data)}`,
  );
  return task;
};

/** Headers of requests that another site can make a browser send. */
const foreign = (origin: string): readonly Fields[] => [
  { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: `${origin}.evil.example` },
  { Origin: `${new URL(origin).protocol}//${new URL(origin).hostname}:9` },
];

/** Runs all checks, one after another. Rejects if the address cannot be reached at the first request. */
export const checkBackend = async (options: CheckOptions): Promise<readonly Checked[]> => {
  const { url, origin, user, other, fileUrl, limits, secrets, fetch } = options;
  const base = url.replace(/\/+$/, '');
  const isOwn = origin === new URL(base).origin;
  const { ask, answers, expectRefusal, ofBackend } = createAsking(base, fetch);
  const results: Checked[] = [];

  const check = async (name: string, work: () => Promise<void> | void): Promise<void> => {
    try {
      await work();
      results.push({ name, result: 'passed', detail: '' });
    } catch (error) {
      const isWrong = error instanceof Wrong;
      if (!isWrong && answers.length === 0) throw error;
      const detail = isWrong ? error.message : 'no answer: the connection ended, or 40 s passed';
      results.push({ name, result: 'failed', detail });
    }
  };
  const leaveOut = (name: string, detail: string): void =>
    void results.push({ name, result: 'not checked', detail });
  const json = { ...user, ...JSON_TYPE };
  const body = (value: unknown): string => JSON.stringify(value);

  await check('user-token: 401 without a session', async () =>
    expectProblem(await ask(TOKEN, {}), 'no-session'),
  );
  await check('user-token: a token for the signed-in user, with userKey', async () => {
    const { userKey } = parsed(await ask(TOKEN, user), parseUserToken);
    expect(userKey !== undefined, 'userKey is missing, so nothing outlives a tab');
    const again = parsed(await ask(TOKEN, json, '{}'), parseUserToken);
    expect(again.userKey === userKey, 'userKey changes between two requests');
    if (other === null) return;
    const second = parsed(await ask(TOKEN, other), parseUserToken);
    expect(second.userKey !== userKey, 'two users have the same userKey');
  });
  await check('user-token: no user of the body', async () =>
    expectProblem(await ask(TOKEN, json, body({ user_id: 'somebody' })), 'bad-request'),
  );
  for (const site of foreign(origin)) {
    await check(`another site is refused by ${body(site)}`, async () => {
      for (const what of [TOKEN, `${QUERY}not-an-id`]) {
        const answer = await ask(what, { ...user, ...site });
        expectProblem(answer, 'origin-not-allowed');
        const allowed = answer.headers.get('access-control-allow-origin');
        expect(allowed === null, `Access-Control-Allow-Origin: ${String(allowed)}`);
      }
    });
  }
  await check('another site gets no permission to ask', async () => {
    const { headers } = await ask(`OPTIONS ${BACKEND_PATHS.userToken}`, {
      ...{ Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' },
    });
    const allowed = headers.get('access-control-allow-origin');
    expect(allowed === null, `Access-Control-Allow-Origin: ${String(allowed)}`);
  });
  const site = siteOf(new URL(origin), new URL(base));
  await check(`a page of ${origin} is accepted`, async () => {
    const page = { ...user, Origin: origin, 'Sec-Fetch-Site': isOwn ? 'same-origin' : site };
    parsed(await ask(TOKEN, page), parseUserToken);
  });
  if (isOwn) await checkWithoutSite();
  else {
    for (const [name, work] of otherOriginChecks(ask, user, origin, site)) await check(name, work);
  }
  await check('errors are checked in the order 403, 401, 404, 405', async () => {
    expectProblem(await ask(TOKEN, { Origin: 'https://evil.example' }), 'origin-not-allowed');
    expectProblem(await ask('POST /no-such-route', {}), 'no-session');
    expectProblem(await ask('DELETE /no-such-route', user), 'not-found');
  });
  for (const [what, allow] of [
    [`DELETE ${BACKEND_PATHS.userToken}`, 'POST'],
    [`GET ${BACKEND_PATHS.userToken}`, 'POST'],
    [`DELETE ${BACKEND_PATHS.transcriptions}`, 'POST'],
  ] as const) {
    await check(`${what} is 405 with Allow`, async () => {
      const answer = await ask(what, user);
      expectProblem(answer, 'method-not-allowed');
      const allowed = (answer.headers.get('allow') ?? '').split(/, */);
      expect(allowed.includes(allow), `Allow does not have ${allow}`);
    });
  }
  await check('an unknown id is 404', async () => {
    for (const id of ['not-an-id', 'x'.repeat(2000)])
      expectProblem(await ask(QUERY + id, user), 'not-found');
    for (const id of ['..%2f..%2fuser-token', '%00'])
      expectRefusal(await ask(QUERY + id, user), 'not-found', 400, 404);
  });
  await check('the query of the address is ignored', async () =>
    expectProblem(await ask(`${QUERY}not-an-id?at=1`, user), 'not-found'),
  );
  await check('a submission without a session is 401', async () =>
    expectProblem(await ask(SUBMIT, JSON_TYPE, body({ file_url: PUBLIC })), 'no-session'),
  );
  await check('a body that is not JSON is 415', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])
      expectProblem(await ask(SUBMIT, { ...user, 'Content-Type': type }, '{}'), 'not-json');
  });
  await check('a charset of JSON is accepted', async () => {
    const type = { 'Content-Type': 'application/json; charset=utf-8' };
    expectProblem(await ask(SUBMIT, { ...user, ...type }, '{}'), 'bad-request');
  });
  for (const bad of BAD_BODIES) {
    await check(`the body ${bad || 'nothing'} is 400`, async () =>
      expectProblem(await ask(SUBMIT, json, bad), 'bad-request'),
    );
  }
  await check('a body of 2 MiB is 413', async () =>
    expectRefusal(await ask(SUBMIT, json, TOO_LARGE), 'body-too-large', 413),
  );
  await check('a body of 2 MiB without Content-Length is 413', async () =>
    expectRefusal(await ask(SUBMIT, json, new Blob([TOO_LARGE]).stream()), 'body-too-large', 413),
  );
  for (const address of BAD_ADDRESSES) {
    await check(`file_url ${address} is refused`, async () =>
      expectProblem(
        await ask(SUBMIT, json, body({ file_url: address })),
        ...(['file-url-not-allowed', 'bad-request'] as const),
      ),
    );
  }
  if (fileUrl === null) {
    leaveOut('a submission, its key and its task', 'give --submit with the address of a recording');
  } else {
    await checkSubmission(fileUrl);
  }
  if (other === null) leaveOut('what two users must not share', 'give OTHER_SESSION');
  const LIMITED = 'a user who asks too often is refused, and no other one';
  if (limits) await check(LIMITED, () => checkLimits(ask, user, other));
  else leaveOut(LIMITED, 'give --limits');
  leaveOut('failures of the service', 'see openapi/partner-backend.yaml');

  const own = ofBackend();
  await check('every answer is one that the document lists for its route', () =>
    own.forEach(expectListed),
  );
  await check('every answer forbids caches', () => {
    const cached = own.find((each) => each.headers.get('cache-control') !== 'no-store');
    expect(cached === undefined, `${cached?.what} without Cache-Control: no-store`);
  });
  await check('no answer contains a secret', () => {
    const found = secrets.some((secret) =>
      answers.some((each) => (each.text + JSON.stringify([...each.headers])).includes(secret)),
    );
    expect(!found, 'an answer contains a value of CLIENT_SECRET or API_KEY');
  });
  const MARK = `every answer has ${ANSWER_MARK.name}: ${ANSWER_MARK.value} (recommended)`;
  const marked = own.every((each) => each.headers.get(ANSWER_MARK.name) === ANSWER_MARK.value);
  if (marked) await check(MARK, () => undefined);
  else leaveOut(MARK, 'without it, the element goes by the shape of answers');
  return results;

  /** An old browser. Behind a proxy, a backend may not know its own origin. */
  async function checkWithoutSite(): Promise<void> {
    const OLD = `a page of ${origin} is accepted without Sec-Fetch-Site (recommended)`;
    const answer = await ask(TOKEN, { ...user, Origin: origin });
    if (answer.status !== 403) await check(OLD, () => void parsed(answer, parseUserToken));
    else leaveOut(OLD, 'it is refused: set publicOrigin, for browsers from before 2023');
  }

  async function checkSubmission(recording: string): Promise<void> {
    const key = crypto.randomUUID().replaceAll('-', '');
    const keyed = { ...json, [SUBMISSION_HEADERS.key]: key };
    const submit = (headers: Fields, more: object = {}): Promise<Answer> =>
      ask(SUBMIT, headers, body({ file_url: recording, ...more }));
    const idOf = (answer: Answer): string =>
      parsed(answer, parseTranscriptionTask).transcription_id;
    let id = '';
    await check('a key of a submission creates one task, also at the same moment', async () => {
      const both = await Promise.all([submit(keyed), submit(keyed)]);
      const succeeded = both.filter(({ status }) => status === 200).map(idOf);
      for (const answer of both.filter(({ status }) => status !== 200)) {
        expectProblem(answer, 'submission-unknown');
        expect(answer.headers.has('retry-after'), 'Retry-After is missing while it is open');
      }
      id = succeeded[0] ?? '';
      expect(id !== '', 'neither attempt got a task');
      expect(new Set(succeeded).size === 1, 'two attempts at once got two tasks: it is paid twice');
    });
    await check('a repeat gets the same task', async () => {
      const age = { [SUBMISSION_HEADERS.age]: '1' };
      const signed = new URL(recording);
      signed.searchParams.set('X-Check-Signature', 'renewed');
      for (const again of [{}, { file_url: signed.href }]) {
        const got = idOf(await submit({ ...keyed, ...age }, again));
        expect(got === id, 'a repeat with the same key got another task: it is paid twice');
      }
    });
    await check('a key with another recording or other options is 422', async () => {
      const moved = new URL(recording);
      moved.pathname += '.other.mp3';
      const params = { diarization: { enabled: true } };
      for (const changed of [{ params }, { file_url: moved.href }])
        expectProblem(await submit(keyed, changed), 'key-reused');
    });
    await check('a key that is older than the memory is not submitted', async () => {
      const forgotten = { [SUBMISSION_HEADERS.key]: `${key}-forgotten` };
      expectProblem(await submit({ ...json, ...forgotten, ...ANCIENT }), 'submission-unknown');
    });
    await check('a malformed key of a submission is 400', async () => {
      for (const bad of ['x', 'x'.repeat(129)])
        expectProblem(await submit({ ...json, [SUBMISSION_HEADERS.key]: bad }), 'bad-request');
    });
    await check('a User-Key of another person is 409', async () =>
      expectProblem(
        await submit({ ...json, [SUBMISSION_HEADERS.userKey]: 'of-another-person' }),
        'another-user',
      ),
    );
    await check('a task is answered to its own user, and to nobody else', async () => {
      expect(id !== '', 'there is no task');
      const path = QUERY + encodeURIComponent(id);
      const task = parsed(await ask(path, user), parseTask);
      expect(task.transcription_id === id, 'the answer has another id');
      parsed(await ask(`${path}?at=1`, user), parseTask);
      expectProblem(await ask(path, {}), 'no-session');
      const changed = id.startsWith('A') ? `B${id.slice(1)}` : `A${id.slice(1)}`;
      expectProblem(await ask(QUERY + encodeURIComponent(changed), user), 'not-found');
      if (other === null) return;
      expectProblem(await ask(path, other), 'not-found');
      const theirs = { ...other, ...JSON_TYPE, [SUBMISSION_HEADERS.key]: key, ...ANCIENT };
      expectProblem(await submit(theirs), 'submission-unknown');
    });
  }
};
