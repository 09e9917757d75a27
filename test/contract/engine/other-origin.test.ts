/** A page on another origin than its backend: the documented CORS headers cover what the element sends and reads. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import {
  createBackendFetchToken,
  createHttpBackend,
  createTokenProvider,
  createUploadService,
} from '../../../src/engine.js';
import { createPartnerHandler } from '../../../src/server.js';
import { documentText } from '../../support/openapi.js';
import { createWorld, jsonResponse } from '../../support/simulated-world.js';

const PAGE = 'https://app.example.com';
const BACKEND = 'https://backend.example.com/api/transcribe';
/** A preflight does not ask for these. */
const ALWAYS_ALLOWED = ['accept'];
const CALLS = 5;

/** The headers of each call of the element, by its path. */
const sentHeaders = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const sent = new Map<string, readonly string[]>();
  const { signal } = new AbortController();
  const world = createWorld({
    http: ({ url, headers }) => {
      const names = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
      sent.set(
        url.slice(BACKEND.length),
        names.filter((name) => !ALWAYS_ALLOWED.includes(name)),
      );
      return url.endsWith('/user-token')
        ? jsonResponse(200, { access_token: 'token-1', token_type: 'bearer', expires_in: 3_600 })
        : jsonResponse(400, { code: 'bad-request', status: 400 });
    },
  });
  const tokens = createTokenProvider(createBackendFetchToken(BACKEND, world), world);
  const backend = createHttpBackend(BACKEND, world);
  const upload = createUploadService(BACKEND, tokens, world);
  await Promise.allSettled([
    backend.submit(
      { file_url: 'https://files.example.com/a.mp3' },
      { signal, key: 'k'.repeat(32), userKey: 'ada', openSinceMs: world.clock.now() },
    ),
    backend.query('task-1', { signal }),
    upload.plan({ filesize: 1, filetype: 'mp3' }, { signal }),
    upload.complete({ file_id: 'a', upload_id: 'b', part_list: [], filetype: 'mp3' }, { signal }),
  ]);
  return sent;
};

const namesIn = (list: string | null): readonly string[] =>
  (list ?? '').toLowerCase().split(/, */).filter(Boolean);

/** The names that a document lists after the name of a header. */
const documented = (text: string, header: string): readonly string[] =>
  namesIn(new RegExp(`\`${header}: ([^\`]*)\``).exec(text)?.[1]?.replace(/\s+/g, ' ') ?? null);

const preflight = (path: string, asked: readonly string[]): Promise<Response> =>
  createPartnerHandler({
    ...{ serviceUrl: 'https://service.example', clientId: 'client-1', apiKey: 'api-key-1' },
    clientSecret: 'secret-1',
    authorize: () => null,
    allowedOrigins: [PAGE],
    proxyUploads: true,
  })(
    new Request(BACKEND + path, {
      method: 'OPTIONS',
      headers: {
        Origin: PAGE,
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': asked.join(','),
      },
    }),
  );

const DOCUMENTS = {
  'docs/backend.md': () => readFile(new URL('../../../docs/backend.md', import.meta.url), 'utf8'),
  'openapi/partner-backend.yaml': () => documentText('partner-backend'),
};

for (const [name, read] of Object.entries(DOCUMENTS)) {
  test(`${name}: names the CORS headers that the element needs`, async () => {
    const text = await read();
    const allowed = documented(text, 'Access-Control-Allow-Headers');
    const sent = await sentHeaders();
    assert.equal(sent.size, CALLS);
    for (const [path, headers] of sent) {
      const isRelay = path.startsWith('/open/');
      const expected = isRelay ? [...allowed, 'authorization'] : allowed;
      assert.deepEqual(
        headers.filter((header) => !expected.includes(header)),
        [],
        path,
      );
    }
    const all = new Set([...sent.values()].flat());
    assert.deepEqual([...all].sort(), [...allowed, 'authorization'].sort());
    assert.match(text, /upload\s+relay\s+need\s+`Authorization`/);

    // The handler answers the same, without a session.
    for (const [path, headers] of sent) {
      // A query sends no header that needs a preflight.
      if (headers.length === 0) continue;
      const answer = await preflight(path, headers);
      assert.equal(answer.status, 204, path);
      assert.deepEqual(namesIn(answer.headers.get('access-control-allow-headers')), headers);
      assert.deepEqual(
        namesIn(answer.headers.get('access-control-expose-headers')),
        documented(text, 'Access-Control-Expose-Headers'),
      );
    }
  });
}
