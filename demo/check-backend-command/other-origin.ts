/** What `check-backend` asks a backend whose pages are on another origin. */
import { BACKEND_PATHS, SUBMISSION_HEADERS } from '../../src/protocol/routes.js';
import { expect, type Answer, type Ask, type Fields } from './asking.js';

/** What a browser sends as `Sec-Fetch-Site` of a page on another origin. Knows no public suffixes of two labels. */
export const siteOf = (page: URL, backend: URL): 'same-site' | 'cross-site' => {
  const [one, other] = [page, backend].map(
    ({ protocol, hostname }) => `${protocol}//${hostname.split('.').slice(-2).join('.')}`,
  );
  return one === other ? 'same-site' : 'cross-site';
};

const namesIn = (headers: Headers, name: string): readonly string[] =>
  (headers.get(name) ?? '').toLowerCase().split(/[ ,]+/);

/** A page of this other origin must be allowed to read the answer. */
const expectReadable = ({ what, status, headers }: Answer, page: string): void => {
  const answered = `${what} answers ${status}`;
  const allowed = headers.get('access-control-allow-origin');
  expect(allowed === page, `${answered} with Access-Control-Allow-Origin: ${String(allowed)}`);
  const credentials = headers.get('access-control-allow-credentials');
  expect(credentials === 'true', `${answered} without Access-Control-Allow-Credentials: true`);
};

/** The preflights of the element, and the headers that each asks for. */
const PREFLIGHTS = [
  [BACKEND_PATHS.userToken, ['content-type']],
  [
    BACKEND_PATHS.transcriptions,
    ['content-type', ...Object.values(SUBMISSION_HEADERS).map((name) => name.toLowerCase())],
  ],
] as const;

/** The checks, each with its name. `site` is what the browser tells of `page`. */
export const otherOriginChecks = (
  ask: Ask,
  user: Fields,
  page: string,
  site: ReturnType<typeof siteOf>,
): readonly (readonly [name: string, work: () => Promise<void>])[] => {
  const sent = { Origin: page, 'Sec-Fetch-Site': site };
  const readEvery = async (): Promise<void> => {
    for (const who of [user, {}]) {
      const answer = await ask(`POST ${BACKEND_PATHS.userToken}`, { ...who, ...sent });
      expectReadable(answer, page);
      const exposed = namesIn(answer.headers, 'access-control-expose-headers');
      for (const name of ['retry-after', 'date'])
        expect(exposed.includes(name), `Access-Control-Expose-Headers does not have ${name}`);
    }
  };
  const sendAll = async (): Promise<void> => {
    for (const [path, asked] of PREFLIGHTS) {
      const answer = await ask(`OPTIONS ${path}`, {
        ...sent,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': asked.join(','),
      });
      const isOk = answer.status >= 200 && answer.status < 300;
      expect(isOk, `the preflight of ${path} without a session is ${answer.status}`);
      expectReadable(answer, page);
      const allowed = namesIn(answer.headers, 'access-control-allow-headers');
      for (const name of asked)
        expect(allowed.includes(name), `Access-Control-Allow-Headers does not have ${name}`);
    }
  };
  return [
    [`a page of ${page} can read every answer`, readEvery],
    [`a page of ${page} may send its requests`, sendAll],
  ];
};
