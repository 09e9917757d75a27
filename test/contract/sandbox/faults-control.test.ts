/** Setting, counting and listing faults. */
import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { STRIKE_OPTIONS } from '../../../demo/sandbox/faults/catalogue.js';
import { FAULTS, type Fault, type Sandbox } from '../../../demo/sandbox/index.js';
import { ContractError } from '../../../src/protocol/read.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import { bearer, clientOf, reply, sandboxFor } from '../../support/sandbox-client.js';

const status = (strike: Partial<Fault>, code = 503): Fault =>
  ({ name: 'status', at: 'submit', status: code, ...strike }) as Fault;

/** Returns the statuses of this many submissions in sequence. */
const submissions = async (sandbox: Sandbox, count: number): Promise<readonly number[]> => {
  const client = clientOf(sandbox);
  const statuses: number[] = [];
  for (let index = 0; index < count; index += 1)
    statuses.push((await client.submit({ file_url: 'http://127.0.0.1:9/a' })).status);
  return statuses;
};

const COUNTS: readonly (readonly [string, readonly Fault[], readonly number[]])[] = [
  ['once', [status({})], [503, 200, 200, 200, 200, 200]],
  ['three times', [status({ times: 3 })], [503, 503, 503, 200, 200, 200]],
  ['from the third on', [status({ nth: 3, times: 2 })], [200, 200, 503, 503, 200, 200]],
  ['always', [status({ times: 'always', nth: 2 })], [200, 503, 503, 503, 503, 503]],
  ['every second', [status({ every: 2 })], [200, 503, 200, 503, 200, 503]],
  ['every third, from the first', [status({ every: 3, nth: 1 })], [503, 200, 200, 503, 200, 200]],
  ['every second, twice', [status({ every: 2, times: 2 })], [200, 503, 200, 503, 200, 200]],
  ['one after the other', [status({}, 500), status({}, 429)], [500, 429, 200, 200, 200, 200]],
  ['elsewhere', [status({ at: 'query' })], [200, 200, 200, 200, 200, 200]],
];
for (const [title, faults, expected] of COUNTS) {
  test(`faults apply ${title}`, async (t) => {
    const sandbox = await sandboxFor(t, { faults });
    assert.deepEqual(await submissions(sandbox, 6), expected);
    const struck = sandbox.faults.list().reduce((sum, record) => sum + record.struck, 0);
    assert.equal(struck, expected.filter((code) => code !== 200).length);
  });
}

test('faults neither apply to nor count a preflight', async (t) => {
  const sandbox = await sandboxFor(t, { faults: [status({ at: 'upload-plan' })] });
  const client = clientOf(sandbox);
  const preflight = await fetch(client.url(SERVICE_PATHS.uploadPlan), {
    method: 'OPTIONS',
    headers: { Origin: 'https://partner.example', 'Access-Control-Request-Method': 'POST' },
  });
  assert.equal(preflight.status, 204);
  assert.equal(sandbox.faults.list()[0]?.seen, 0);
});

test('faults send CORS headers, so that a page can read the response and Retry-After', async (t) => {
  const sandbox = await sandboxFor(t, { faults: [status({ at: 'upload-plan' })] });
  const client = clientOf(sandbox);
  const answer = await reply(
    fetch(client.url(SERVICE_PATHS.uploadPlan), {
      method: 'POST',
      headers: { Origin: 'https://partner.example', ...bearer('x') },
    }),
  );
  assert.equal(answer.status, 503);
  assert.equal(answer.headers.get('access-control-allow-origin'), '*');
  assert.match(answer.headers.get('access-control-expose-headers') ?? '', /Retry-After/);
});

test('faults can be added, replaced and cleared, which resets their counts', async (t) => {
  const sandbox = await sandboxFor(t);
  sandbox.faults.add(status({}, 500));
  sandbox.faults.add(status({}, 429));
  assert.deepEqual(await submissions(sandbox, 3), [500, 429, 200]);
  sandbox.faults.set([status({}, 500)]);
  assert.deepEqual(sandbox.faults.list(), [{ id: 3, fault: status({}, 500), seen: 0, struck: 0 }]);
  sandbox.faults.clear();
  assert.deepEqual(await submissions(sandbox, 1), [200]);
  assert.throws(
    () => sandbox.faults.add({ name: 'missing-etag', at: 'query' }),
    (error) => error instanceof ContractError && error.message === 'at must be one of part',
  );
});

const control = (sandbox: Sandbox, method: string, body?: unknown) =>
  reply(
    fetch(`${sandbox.serviceUrl}/__sandbox/faults`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );

test('faults can be set and their counts read over HTTP, without a log entry', async (t) => {
  const sandbox = await sandboxFor(t);
  const set = await control(sandbox, 'PUT', { faults: [status({}, 500)] });
  const listed = { id: 1, fault: status({}, 500), session: false };
  assert.deepEqual(set.json['faults'], [{ ...listed, seen: 0, struck: 0 }]);
  assert.deepEqual(await submissions(sandbox, 1), [500]);
  const { json } = await control(sandbox, 'GET');
  assert.deepEqual(json['faults'], [{ ...listed, seen: 1, struck: 1 }]);
  const catalogue = json['catalogue'] as typeof FAULTS;
  assert.deepEqual(catalogue, JSON.parse(JSON.stringify(FAULTS)));
  assert.deepEqual(json['strike'], STRIKE_OPTIONS);
  for (const { does, where, options = {} } of Object.values(catalogue)) {
    assert.ok(/^[A-Z].+\.$/.test(does) && where.length > 0);
    for (const { means } of Object.values(options)) assert.match(means, /^[A-Z0-9“].+\.$/);
  }
  assert.ok(!sandbox.log.some(({ path }) => path.startsWith('/__sandbox')));
});

test('POST adds a fault, DELETE removes one or all, and other faults keep their counts', async (t) => {
  const sandbox = await sandboxFor(t, { faults: [status({ times: 'always' }, 500)] });
  assert.deepEqual(await submissions(sandbox, 1), [500]);
  await control(sandbox, 'POST', { faults: [status({}, 429), status({}, 503)] });
  const ids = (): readonly number[] => sandbox.faults.list().map(({ id }) => id);
  assert.deepEqual(ids(), [1, 2, 3]);
  assert.equal(sandbox.faults.list()[0]?.struck, 1);
  const more = await control(sandbox, 'POST', { faults: [status({}, 400), { name: 'x' }] });
  assert.equal(more.status, 400);
  assert.deepEqual(ids(), [1, 2, 3]);

  const one = (id: string) =>
    reply(fetch(`${sandbox.serviceUrl}/__sandbox/faults/${id}`, { method: 'DELETE' }));
  assert.equal((await one('1')).status, 200);
  for (const id of ['1', '9', 'all', '-1']) {
    const { status: code, json } = await one(id);
    assert.deepEqual([code, json['error']], [404, 'fault-not-found']);
  }
  assert.deepEqual(ids(), [2, 3]);
  assert.deepEqual(await submissions(sandbox, 3), [429, 503, 200]);
  assert.deepEqual((await control(sandbox, 'DELETE')).json['faults'], []);
  assert.deepEqual(ids(), []);
});

/** Returns which of this many submissions a fault applies to, from 0. */
const struckBy = async (t: TestContext, faults: readonly Fault[], count = 60) => {
  const statuses = await submissions(await sandboxFor(t, { faults }), count);
  return statuses.flatMap((code, index) => (code === 503 ? [index] : []));
};

test('faults with chance: the same seed selects the same requests, another seed others', async (t) => {
  const fault = status({ probability: 0.3, seed: 7 });
  const first = await struckBy(t, [fault]);
  assert.ok(first.length > 8 && first.length < 30, `struck ${first.length} of 60`);
  assert.deepEqual(await struckBy(t, [fault]), first);
  assert.notDeepEqual(await struckBy(t, [status({ probability: 0.3, seed: 8 })]), first);
  // Each fault has its own random generator, so other faults change nothing.
  const beside = [status({ at: 'query', probability: 0.5 }), fault];
  assert.deepEqual(await struckBy(t, beside), first);
  const losing = [status({ probability: 0.5, seed: 3 }, 500), fault];
  const left = await struckBy(t, losing);
  assert.ok(left.length < first.length && left.every((index) => first.includes(index)));
});

test('faults with chance respect nth, every and times', async (t) => {
  const chance = { probability: 0.5, seed: 5 };
  const later = await struckBy(t, [status({ ...chance, nth: 20 })]);
  assert.ok(later.length > 0 && later.every((index) => index >= 19));
  const second = await struckBy(t, [status({ ...chance, every: 2 })]);
  assert.ok(second.length > 0 && second.every((index) => index % 2 === 1));
  const all = await struckBy(t, [status(chance)]);
  assert.deepEqual(await struckBy(t, [status({ ...chance, times: 3 })]), all.slice(0, 3));
  assert.deepEqual(await struckBy(t, [status({ probability: 1, times: 2 })], 5), [0, 1]);
});

const REFUSED: readonly (readonly [string, unknown, RegExp])[] = [
  ['no object', [], /^The body must be an object\.$/],
  ['no list', {}, /^faults is missing\.$/],
  ['another field', { faults: [], more: 1 }, /^more is not a field/],
  ['no name', { faults: [{ at: 'part' }] }, /^faults\[0\]\.name is missing\.$/],
  ['an unknown name', { faults: [{ name: 'x', at: 'part' }] }, /^faults\[0\]\.name must be one of/],
  ['no place', { faults: [{ name: 'expired' }] }, /^faults\[0\]\.at is missing\.$/],
  [
    'another place',
    { faults: [{ name: 'expired', at: 'submit' }] },
    /must be one of part, download/,
  ],
  [
    'a part elsewhere',
    { faults: [{ name: 'not-json', at: 'query', part: 1 }] },
    /part is only for faults at “part”/,
  ],
  ['no times', { faults: [status({ times: 0 })] }, /times must be a positive integer or “always”/],
  ['a chance that is none', { faults: [status({ probability: 0 })] }, /above 0 and up to 1/],
  ['a chance above 1', { faults: [status({ probability: 1.01 })] }, /above 0 and up to 1/],
  ['a seed alone', { faults: [status({ seed: 1 })] }, /seed is only for faults with a probability/],
  [
    'a seed that is no whole number',
    { faults: [status({ probability: 1, seed: 0.5 })] },
    /seed must be a whole number from 0/,
  ],
  [
    'a media type that is none',
    { faults: [{ ...status({}), body: 'x', mediaType: 'text' }] },
    /mediaType must be a media type/,
  ],
  [
    'a form that is none',
    { faults: [{ name: 'malformed-result', at: 'query', form: 'x' }] },
    /form must be one of no-data, null-data/,
  ],
  [
    'a value that is none',
    { faults: [{ name: 'changed-field', at: 'query', field: 'a', value: [] }] },
    /value must be a text, a number, true, false or null/,
  ],
  ['no nth', { faults: [status({ nth: 1.5 })] }, /nth must be a positive integer/],
  ['no status', { faults: [{ name: 'status', at: 'submit' }] }, /\.status is missing/],
  ['a status that is none', { faults: [status({}, 200)] }, /whole number from 400 to 599/],
  [
    'an option of another fault',
    { faults: [status({}), { ...status({}), ms: 5 }] },
    /^faults\[1\]\.ms is not a field/,
  ],
];
for (const [title, body, message] of REFUSED) {
  test(`faults with ${title} are rejected, and the faults in place stay`, async (t) => {
    const sandbox = await sandboxFor(t, { faults: [status({}, 418)] });
    const answer = await control(sandbox, 'PUT', body);
    assert.equal(answer.status, 400);
    assert.match(String(answer.json['message']), message);
    assert.deepEqual(sandbox.faults.list(), [
      { id: 1, fault: status({}, 418), seen: 0, struck: 0 },
    ]);
  });
}
