/** Requests to the backend handler with one or more flaws, the same for the same seed. */
import { malformedBody, type BodyKind } from './bad-bodies.js';
import type { SeededRandom } from './seeded-random.js';

export interface BadRequest {
  /** A description of the flaw, for messages. */
  readonly flaw: string;
  readonly method: string;
  /** Path and query, without origin. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | null;
  /** Sent in chunks without Content-Length. */
  readonly streamed: boolean;
  /** Only possible as bytes on a socket, not with a `Request`. */
  readonly raw: boolean;
}

/** The settings of the tested handler. */
export interface Mount {
  readonly base: string;
  /** Maximum body size in bytes. */
  readonly bodyBytes: number;
  /** A sealed id of `user-ada`. */
  readonly sealedId: string;
}

interface RouteShape {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: BodyKind | null;
}

const routesOf = ({ base, sealedId }: Mount): readonly [RouteShape, ...RouteShape[]] => {
  const files = `${base}/open/partner/files/upload`;
  return [
    { method: 'POST', path: `${base}/transcriptions`, body: 'submission' },
    { method: 'POST', path: `${base}/user-token`, body: 'nothing' },
    { method: 'GET', path: `${base}/transcriptions/${sealedId}`, body: null },
    { method: 'POST', path: `${files}/generate-presigned-urls`, body: 'plan' },
    { method: 'POST', path: `${files}/complete-upload`, body: 'completion' },
  ];
};

const utf8 = new TextEncoder();

const good = (route: RouteShape): BadRequest => ({
  flaw: '',
  method: route.method,
  target: route.path,
  headers: {
    'X-Test-User': 'user-ada',
    Authorization: 'Bearer user-token',
    ...(route.body === null ? {} : { 'Content-Type': 'application/json' }),
  },
  body: route.body === null ? null : utf8.encode('{}'),
  streamed: false,
  raw: false,
});

const without = (request: BadRequest, header: string): BadRequest => ({
  ...request,
  headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => name !== header)),
});

const FOREIGN_ORIGINS = [
  ...['null', 'https://evil.example', 'http://app.partner.example', 'https://app.partner.example/'],
  ...['https://app.partner.example:8443', 'https://app.partner.example.evil.example', '*', 'x'],
  ...['https://APP.partner.example', 'file://', 'https://friend.example.'],
] as const;

const OTHER_METHODS = ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PURGE', 'PROPFIND'] as const;

const CONTENT_TYPES = [
  ...['text/plain', 'text/json', 'application/jsonx', 'application/json-patch+json', 'application'],
  ...['application/problem+json', 'application/x-www-form-urlencoded', 'json', ',application/json'],
  ...[
    'multipart/form-data; boundary=x',
    'application/json, text/plain',
    ';application/json',
    '*/*',
  ],
] as const;

const PIECES = [
  ...['%00', '%2e%2e', '%2F', '%5C', '%', '%zz', '%C3%28', '..;', 'ü', '😀', '//', ';', '~', '@'],
  ...['user-token', 'transcriptions', 'open', 'partner', '%75ser-token', '\u202e', ' ', '|', '`'],
  ...['%20', 'a'.repeat(300), '$%7Bx%7D', '<script>', "'--", '{id}', '__proto__', 'constructor'],
] as const;

type Tampering = (id: string, random: SeededRandom) => string;

const tamperings: readonly [Tampering, ...Tampering[]] = [
  (id, random) => id.slice(0, random.between(1, id.length - 1)),
  (id) => `${id}=`,
  (id) => `${id}.${id}`,
  (id) => id.replace('.', '%252E'),
  (id) => id.replace('.', '..'),
  (id) => `${id}%2F`,
  (id) => `${id}%00`,
  (id) => id.split('.').reverse().join('.'),
  (id) => `.${id.split('.')[1] ?? ''}`,
  (id) => `${id.split('.')[0] ?? ''}.`,
  (id, random) => {
    const place = random.between(0, id.length - 1);
    const letter = id[place] === 'x' ? 'y' : 'x';
    return id.slice(0, place) + letter + id.slice(place + 1);
  },
  (_id, random) => Array.from({ length: random.between(1, 3) }, () => random.pick(PIECES)).join(''),
];

type Flaw = (
  request: BadRequest,
  route: RouteShape,
  random: SeededRandom,
  mount: Mount,
) => BadRequest;

/** The path as the handler reads it: needless escapes, double slashes and a closing slash make no difference. */
const pathnameOf = (target: string): string =>
  new URL(`https://app.partner.example${target}`).pathname
    .replaceAll('%75', 'u')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/\/$/, '');

const badPath: Flaw = (request, route, random, mount) => {
  const junk = Array.from({ length: random.between(1, 4) }, () => random.pick(PIECES));
  const target = random.pick([
    `${mount.base}/${junk.join(random.pick(['', '/']))}`,
    `/${junk.join('/')}`,
    `${route.path}/${junk.join('')}x`,
    route.path.toUpperCase(),
    `${mount.base}${mount.base}${route.path.slice(mount.base.length)}`,
    `/x${route.path}`,
    `${route.path}%20`,
  ]);
  const isRoute = routesOf(mount).some(({ path }) => path === pathnameOf(target));
  return { ...request, target: isRoute ? `${target.split(/[?#]/)[0]}x` : target };
};

const badId: Flaw = (request, _route, random, { base, sealedId }) => ({
  ...without(request, 'Content-Type'),
  method: 'GET',
  body: null,
  target: `${base}/transcriptions/${random.pick(tamperings)(sealedId, random)}`,
});

const badMethod: Flaw = (request, route, random) => {
  const method = random.pick([
    ...OTHER_METHODS,
    // HEAD is a GET without a body.
    ...(route.method === 'GET' ? ['POST'] : ['GET', 'HEAD']),
  ]);
  return { ...request, method, body: method === 'GET' || method === 'HEAD' ? null : request.body };
};

const badSession: Flaw = (request, route, random) => {
  const isUpload = route.body === 'plan' || route.body === 'completion';
  if (!isUpload) return without(request, 'X-Test-User');
  const bearer = random.pick([
    'Basic eDp4',
    'Bearer',
    'Bearer ',
    'bearer a b',
    'user-token',
    'Bearer ü',
  ]);
  const plain = without(request, 'Authorization');
  return random.chance(0.3)
    ? plain
    : { ...plain, headers: { ...plain.headers, Authorization: bearer } };
};

const badOrigin: Flaw = (request, _route, random) => ({
  ...request,
  headers: {
    ...request.headers,
    ...(random.chance(0.7)
      ? { Origin: random.pick(FOREIGN_ORIGINS) }
      : { 'Sec-Fetch-Site': random.pick(['cross-site', 'same-site']) }),
  },
});

const badBody: Flaw = (request, route, random) =>
  route.body === null
    ? request
    : { ...request, body: malformedBody(route.body, random), streamed: random.chance(0.2) };

const badType: Flaw = (request, _route, random) => {
  const plain = without(request, 'Content-Type');
  const body = utf8.encode('{"file_url":"https://files.example.com/a.mp3"}');
  const type = random.chance(0.1) ? {} : { 'Content-Type': random.pick(CONTENT_TYPES) };
  return { ...plain, body, headers: { ...plain.headers, ...type } };
};

const tooLarge: Flaw = (request, _route, random, { bodyBytes }) =>
  random.chance(0.3)
    ? { ...request, headers: { ...request.headers, 'Content-Length': `${bodyBytes + 1}` } }
    : {
        ...request,
        body: utf8.encode(' '.repeat(bodyBytes + random.between(1, bodyBytes))),
        streamed: random.chance(0.5),
      };

const TARGETS = [
  ...[
    '*',
    'http://[/api',
    'http://a:99999/api',
    'http://user:secret@a/api',
    'https://evil.example/',
  ],
  ...['ws://a/api', '/%', '//', '/?', '/api/transcribe'],
] as const;

const HOSTS = [
  ...['[', 'a b', 'a:99999', 'user:secret@a', 'a/b', 'a?b', 'a\\b', '%', 'a..', '::1', '-', ''],
] as const;

/** A target or Host that does not belong to this server. */
const badAddress: Flaw = (request, _route, random) =>
  random.chance(0.5)
    ? { ...request, raw: true, target: random.pick(TARGETS) }
    : { ...badHost(request, random), raw: true };

/** Some of these would be served, so a foreign origin makes every such request invalid. */
const badHost = (request: BadRequest, random: SeededRandom): BadRequest => ({
  ...request,
  headers: { ...request.headers, Host: random.pick(HOSTS), Origin: 'https://evil.example' },
});

const WITH_BODY = { badBody, badType, tooLarge };
const ANYWHERE = { badPath, badId, badMethod, badSession, badOrigin };

/** Headers that do not repair a flaw. */
const NOISE: readonly [Readonly<Record<string, string>>, ...Readonly<Record<string, string>>[]] = [
  { Accept: 'text/html', Cookie: 'session=;;=,"' },
  { 'X-Forwarded-For': '127.0.0.1', 'X-Original-Url': '/' },
  { 'Content-Encoding': 'gzip', Range: 'bytes=0-' },
  { 'X-Http-Method-Override': 'GET', 'X-Client-Id': 'x' },
  { 'Accept-Language': 'x'.repeat(4000) },
];

/** One request with a flaw that must cause a 4xx, sometimes with a second flaw. */
export const badRequest = (random: SeededRandom, mount: Mount): BadRequest => {
  const route = random.pick(routesOf(mount));
  const flaws = Object.entries(route.body === null ? ANYWHERE : { ...ANYWHERE, ...WITH_BODY });
  const chosen: [string, Flaw][] = [
    random.chance(0.02) ? ['badAddress', badAddress] : random.pick(flaws as [[string, Flaw]]),
  ];
  // Bodies have the most flaws. The second flaw keeps the body or replaces it with its own.
  if (route.body !== null && random.chance(0.6)) {
    chosen.unshift(['badBody', badBody]);
    if (random.chance(0.7)) chosen.pop();
  }
  const request = chosen.reduce(
    (bad, [name, flaw]) => ({
      ...flaw(bad, route, random, mount),
      flaw: bad.flaw === '' ? name : `${bad.flaw}, ${name}`,
    }),
    good(route),
  );
  return random.chance(0.2)
    ? { ...request, headers: { ...request.headers, ...random.pick(NOISE) } }
    : request;
};
