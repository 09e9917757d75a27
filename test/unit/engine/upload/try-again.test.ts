/** "Try again" after a failed upload never repeats the request that was refused for good. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from '../../../support/fast-check.js';
import type {
  HttpRequest,
  HttpResponse,
  PartResponse,
  SessionState,
} from '../../../../src/engine.js';
import { STORAGE_CODES } from '../../../../src/engine/upload/storage-answers.js';
import { createScriptedSession, uploadedAs } from '../../../support/scripted-session.js';
import { jsonResponse } from '../../../support/simulated-world.js';
import { seededRuns } from '../../../support/seeded-runs.js';

const FINAL_CODES = Object.keys(STORAGE_CODES).filter((code) => STORAGE_CODES[code] !== 'passing');

interface Refusal {
  readonly place: 'plan' | 'part' | 'complete';
  readonly status: number;
  /** Only for a part. Null: no body. An empty text: the part is stored, but its ETag is hidden. */
  readonly code: string | null;
  /** Only for a part: its number, and how many of its attempts succeed before. */
  readonly part: number;
  readonly after: number;
  /** How often the request is refused. */
  readonly times: number;
}

const refusals = fc.record({
  place: fc.constantFrom('plan', 'part', 'part', 'part', 'complete'),
  status: fc.constantFrom(400, 401, 403, 404, 405, 409, 410, 411, 412, 413, 422, 501, 507),
  code: fc.option(fc.constantFrom('', 'Unknown', ...FINAL_CODES)),
  part: fc.integer({ min: 1, max: 5 }),
  after: fc.integer({ min: 0, max: 1 }),
  times: fc.constantFrom(1, 2, 3, 5, 100),
}) as fc.Arbitrary<Refusal>;

/** A request as the host sees it. A new token makes another request of it. */
const keyOf = ({ url, body = '', headers }: HttpRequest): string =>
  `${url} ${body} ${headers['Authorization'] ?? ''}`;

const stored = (url: string): PartResponse => ({
  ...{ status: 200, etag: `"x-${url.length}"`, retryAfter: null },
});

const run = async (all: readonly Refusal[]): Promise<void> => {
  const left = all.map(({ times }) => times);
  const skipped = all.map(({ after }) => after);
  const strikes = (place: Refusal['place'], part?: number): Refusal | undefined =>
    all.find((it, index) => {
      if (it.place !== place || (part !== undefined && it.part !== part)) return false;
      if (skipped[index]! > 0) {
        skipped[index]!--;
        return false;
      }
      return left[index]!-- > 0;
    });
  /** The requests that the session has given up on in this run, and those that it sends. */
  let refused = new Set<string>();
  /** The plans of which a part was stored. */
  const readable = new Set<string>();
  let sent: string[] = [];
  const http =
    (place: 'plan' | 'complete', answer: (request: HttpRequest, count: number) => HttpResponse) =>
    (request: HttpRequest, count: number): HttpResponse => {
      sent.push(keyOf(request));
      const struck = strikes(place);
      if (struck === undefined) return answer(request, count);
      // A service that answers 501 or 507 is busy.
      if (struck.status < 500) refused.add(keyOf(request));
      return jsonResponse(struck.status, undefined);
    };
  const scripted = createScriptedSession({
    plan: http('plan', (_request, count) =>
      jsonResponse(200, {
        FileId: 'f',
        UploadId: `u${count}`,
        ChunkSize: 100,
        Parts: [1, 2, 3, 4, 5].map((PartNumber) => ({
          PartNumber,
          PresignedUrl: `https://storage.test/${count}/${PartNumber}`,
        })),
      }),
    ),
    complete: http('complete', ({ body = '' }) =>
      uploadedAs((JSON.parse(body) as { file_md5: string }).file_md5),
    ),
  });
  const { session, world } = scripted;
  Object.assign(world, {
    sendPart: async ({ url, body, onProgress }: Parameters<typeof world.sendPart>[0]) => {
      await new Promise((resolve) => setImmediate(resolve));
      sent.push(url);
      onProgress(body.size);
      const struck = strikes('part', Number(url.split('/').pop()));
      const plan = url.split('/').at(-2) ?? '';
      if (struck === undefined) {
        readable.add(plan);
        return stored(url);
      }
      const { status, code } = struck;
      // These statuses pass without a code.
      if (status === 409 && (code === null || code === 'Unknown')) return stored(url);
      // After a readable ETag, something in between has answered, which passes.
      if (code !== '' || !readable.has(plan)) refused.add(url);
      if (code === '') return { ...stored(url), etag: null };
      const errorBody = code === null ? '' : `<Error><Code>${code}</Code></Error>`;
      return { status, etag: null, retryAfter: null, errorBody };
    },
  });
  const ended = async (): Promise<SessionState> => {
    for (;;) {
      const state = session.getState();
      if (state.name === 'ready' || state.name === 'failed') return state;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  let before: ReadonlySet<string> = new Set();
  scripted.selectFile();
  for (let tries = 0; tries < 6; tries++) {
    const end = await ended();
    const what = end.name === 'failed' ? `${end.error.code}: ${String(end.error.cause)}` : '';
    assert.deepEqual(
      sent.filter((key) => before.has(key)),
      [],
      what,
    );
    // Without `recoverable`, nobody is offered to try again, except by the method of the element.
    if (end.name !== 'failed' || (!end.error.recoverable && end.error.code !== 'etag-unreadable'))
      return;
    before = refused;
    refused = new Set();
    sent = [];
    session.dispatch({ type: 'retry' });
  }
};

it('retry after any refusal: no request that was refused for good is sent again', async () => {
  await fc.assert(fc.asyncProperty(fc.array(refusals, { minLength: 1, maxLength: 3 }), run), {
    numRuns: seededRuns(30, 200),
  });
});
