/** Whatever the service answers, the tool ends with a report or a sentence, and no check of it breaks. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Fetch } from '../../../conformance/service/ports.js';
import { TOOL_FAILED } from '../../../conformance/run.js';
import { PATHS } from '../../../conformance/service/requests.js';
import { referenceFor, run } from '../../support/conformance.js';

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] });

const VALUES: readonly unknown[] = [
  null,
  [],
  'text',
  7,
  -1,
  1e300,
  true,
  {},
  [{}],
  [null],
  nested(50),
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value with every field, at any depth, replaced in turn. */
const replacedIn = (value: unknown, by: unknown): readonly unknown[] => {
  if (Array.isArray(value)) {
    const [first, ...rest] = value as readonly unknown[];
    return [by, ...replacedIn(first, by).map((it) => [it, ...rest])];
  }
  if (!isObject(value)) return [by];
  return [
    by,
    ...Object.entries(value).flatMap(([name, it]) =>
      replacedIn(it, by).map((changed) => ({ ...value, [name]: changed })),
    ),
  ];
};

const KINDS = [
  [PATHS.exchange, 'POST'],
  [PATHS.userToken, 'POST'],
  [PATHS.plan, 'POST'],
  [PATHS.complete, 'POST'],
  [PATHS.transcriptions, 'POST'],
  [PATHS.transcriptions, 'GET'],
] as const;

for (const [path, method] of KINDS) {
  test(`conformance: strange answers to ${method} ${path} break no check`, async () => {
    // Each value, at another place in each call.
    for (const [index, value] of VALUES.entries()) {
      const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
      let calls = 0;
      const strange: Fetch = async (url, init) => {
        const answer = await fetch(url, init);
        const { pathname } = new URL(url);
        const applies =
          (init?.method ?? 'GET') === method && pathname.startsWith(path) && answer.status === 200;
        if (!applies) return answer;
        calls += 1;
        const json = JSON.parse(await answer.text()) as unknown;
        const variants = replacedIn(json, value);
        const changed = variants[(index + calls) % variants.length];
        return new Response(JSON.stringify(changed), {
          headers: { 'Content-Type': 'application/json' },
        });
      };
      const settings = { serviceUrl, waitSeconds: 20 };
      const { outcome } = await run({ settings, credentials, fetch: strange, clock });
      const broken =
        outcome.kind === 'report'
          ? outcome.report.results.filter(({ why = '' }) => why.startsWith(TOOL_FAILED))
          : [];
      assert.deepEqual(
        broken.map(({ id, why }) => `${id}: ${why}`),
        [],
        JSON.stringify(value),
      );
    }
  });
}
