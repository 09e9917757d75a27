/** Asks a backend, keeps every answer, and says what is wrong with one. */
import { PROBLEM_TYPE, PROBLEMS, type ProblemCode } from '../../src/protocol/problem.js';
import { BACKEND_PATHS } from '../../src/protocol/routes.js';

export type Fields = Readonly<Record<string, string>>;

export interface Answer {
  readonly what: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A rule that does not hold. Its message says what was expected and seen. */
export class Wrong extends Error {}

export const expect = (holds: boolean, detail: string): void => {
  if (!holds) throw new Wrong(detail);
};

export const TOKEN = `POST ${BACKEND_PATHS.userToken}`;

/** In ms. Longer than a backend may wait for the service. */
const TIMEOUT_MS = 40_000;

const COMMON = [
  ...['no-session', 'payment-required', 'origin-not-allowed', 'method-not-allowed'],
  ...['service-rejected', 'too-many-requests', 'misconfigured', 'handler-failed'],
  ...['service-credentials', 'service-answer-invalid', 'service-unavailable', 'service-timeout'],
] as readonly ProblemCode[];

/** The codes that `openapi/partner-backend.yaml` lists for each route. A test compares them. */
export const CODES: Readonly<Record<string, readonly ProblemCode[]>> = {
  [TOKEN]: [...COMMON, 'bad-request', 'body-too-large', 'not-json'],
  [`POST ${BACKEND_PATHS.transcriptions}`]: [
    ...COMMON,
    ...(['bad-request', 'file-url-not-allowed', 'another-user', 'key-reused'] as const),
    ...(['body-too-large', 'recording-too-large', 'not-json', 'submission-unknown'] as const),
  ],
  [`GET ${BACKEND_PATHS.transcriptions}/{transcription_id}`]: [
    ...COMMON,
    ...(['not-found', 'service-result-invalid'] as const),
  ],
};

const jsonOf = ({ text, status }: Answer): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Wrong(`${status} without JSON`);
  }
};

const typeOf = ({ headers }: Answer): string =>
  (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? '';

const isProblem = (answer: Answer): boolean => typeOf(answer) === PROBLEM_TYPE;

/** The code of an error. Throws Wrong if it does not have the shape of `Problem`. */
const problemCode = (answer: Answer): ProblemCode => {
  expect(isProblem(answer), `${answer.status} as ${typeOf(answer) || 'nothing'}`);
  const json = jsonOf(answer);
  const { type, title, status, code, detail, sent } = (json ?? {}) as Record<string, unknown>;
  const known = Object.keys(PROBLEMS).find((each) => each === code) as ProblemCode | undefined;
  if (known === undefined) throw new Wrong(`${answer.status} with the code ${String(code)}`);
  const isWhole =
    type === 'about:blank' &&
    typeof title === 'string' &&
    ['string', 'undefined'].includes(typeof detail) &&
    (sent === undefined || sent === false);
  expect(isWhole, `type, title, detail or sent of ${known} is not that of the document`);
  expect(
    answer.status === PROBLEMS[known].status && status === answer.status,
    `the status of ${known} is not ${PROBLEMS[known].status}`,
  );
  return known;
};

/** The answer must be one of these problems. */
export const expectProblem = (answer: Answer, ...codes: readonly ProblemCode[]): void => {
  const expected = codes.map((code) => `${PROBLEMS[code].status} ${code}`).join(' or ');
  let got: string;
  try {
    const code = problemCode(answer);
    if (codes.includes(code)) return;
    got = `${answer.status} ${code}`;
  } catch (error) {
    got = answer.status < 300 ? String(answer.status) : (error as Error).message;
  }
  throw new Wrong(`expected ${expected}, got ${got}`);
};

/** The answer must be 200 with JSON that `parse` takes. */
export const parsed = <T>(answer: Answer, parse: (json: unknown) => T): T => {
  expect(answer.status === 200, `expected 200, got ${answer.status}`);
  expect(typeOf(answer) === 'application/json', `200 as ${typeOf(answer) || 'nothing'}`);
  try {
    return parse(jsonOf(answer));
  } catch (error) {
    throw new Wrong(error instanceof Error ? error.message : 'another shape');
  }
};

const RETRY_AFTER = /^(\d{1,9}|[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT)$/;

/** Throws Wrong if the document does not list the answer. */
export const expectListed = (answer: Answer): void => {
  const { what, status, headers } = answer;
  const route = what.replace(/(\/transcriptions\/).+/, '$1{transcription_id}');
  const codes = CODES[route];
  if (status === 200 || codes === undefined) return;
  const code = problemCode(answer);
  expect(codes.includes(code), `${route} must not answer ${code}`);
  const later = headers.get('retry-after');
  expect(later === null || RETRY_AFTER.test(later), 'Retry-After is neither seconds nor a date');
};

export type Ask = ReturnType<typeof createAsking>['ask'];

/** Returns `ask`, which resolves with each answer, all answers so far, and those that the backend itself gave. */
export const createAsking = (base: string, fetch: typeof globalThis.fetch) => {
  const answers: Answer[] = [];
  /** `what` is a method and a path. A body in parts is sent without `Content-Length`. */
  const ask = async (
    what: string,
    headers: Fields,
    body?: string | ReadableStream,
  ): Promise<Answer> => {
    const [method = '', path = ''] = what.split(' ');
    const init: RequestInit & { readonly duplex: 'half' } = {
      ...{ method, headers, redirect: 'manual', duplex: 'half' },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    };
    const response = await fetch(base + path, init);
    const { status } = response;
    const answer = { what, status, headers: response.headers, text: await response.text() };
    answers.push(answer);
    return answer;
  };
  const ofProxy = new Set<Answer>();
  /** The answer must be this problem. A proxy in front of the backend may also refuse the request by itself. */
  const expectRefusal = (answer: Answer, code: ProblemCode, ...statuses: number[]): void => {
    if (isProblem(answer) || !statuses.includes(answer.status)) expectProblem(answer, code);
    else ofProxy.add(answer);
  };
  // Many frameworks answer OPTIONS by themselves.
  const isOfBackend = (answer: Answer): boolean =>
    !ofProxy.has(answer) && !answer.what.startsWith('OPTIONS ');
  return { ask, answers, expectRefusal, ofBackend: () => answers.filter(isOfBackend) };
};
