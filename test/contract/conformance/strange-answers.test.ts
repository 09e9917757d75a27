/** Whatever the service answers, the tool ends with a report or a sentence, and no check of it breaks. */
import assert from 'node:assert/strict';
import test from 'node:test';
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
  if (Array.isArray(value))
    return value.length === 0
      ? [by]
      : [by, ...replacedIn(value[0], by).map((it) => [it, ...value.slice(1)])];
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
    // Every fault at every place is tried for this kind of answer, spread over its calls.
    for (let seed = 0; seed < 2 * VALUES.length; seed += 1) {
      const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
      let calls = 0;
      const strange: typeof fetch = async (input, init) => {
        const answer = await fetch(input, init);
        const { pathname } = new URL(String(input));
        const applies =
          (init?.method ?? 'GET') === method && pathname.startsWith(path) && answer.status === 200;
        if (!applies) return answer;
        calls += 1;
        const json = JSON.parse(await answer.text()) as unknown;
        const variants = replacedIn(json, VALUES[seed % VALUES.length]);
        const changed = variants[(seed + (seed < VALUES.length ? 0 : calls)) % variants.length];
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
        `seed ${seed}`,
      );
    }
  });
}
