/** The conformance suite against the unmodified sandbox. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { exitCodeOf } from '../../../conformance/report.js';
import { textOf } from '../../../conformance/report-text.js';
import { noRecognizer } from '../../../demo/sandbox/index.js';
import {
  findingOf,
  labellingRecognizer,
  reportOf,
  runAgainst,
  sentenceOf,
} from '../../support/conformance.js';
import { lieIn, lyingProxy } from '../../support/lying-proxy.js';
import { sandboxFor } from '../../support/sandbox-client.js';

const labelling = { recognizer: labellingRecognizer() };

test('conformance: the sandbox fulfils the whole specification', async (t) => {
  const sandbox = await sandboxFor(t, labelling);
  const run = await runAgainst(sandbox, { submissions: 3 });
  const report = reportOf(run);
  assert.deepEqual(
    report.results.filter(({ finding }) => !['passed', 'noted'].includes(finding.kind)),
    [],
  );
  assert.ok(report.totals.passed > 90 && report.totals.noted > 35);
  assert.equal(exitCodeOf(report), 0);
  // One per submission of the budget; rejected ones are free.
  assert.equal(sandbox.taskIds().length, 3);
  // Deliberate violations are rejected; no accepted request breaks a rule.
  assert.deepEqual(
    sandbox.log.filter(({ violation, status }) => violation !== undefined && status < 400),
    [],
  );
  assert.deepEqual(
    run.waits.filter((ms) => ms < 2000 || ms > 5000),
    [],
  );
});

test('conformance: without a recogniser, only the speakers are missing', async (t) => {
  const sandbox = await sandboxFor(t, { recognizer: noRecognizer() });
  const report = reportOf(await runAgainst(sandbox));
  assert.deepEqual(
    report.results.flatMap(({ id, finding }) => (finding.kind === 'failed' ? [id] : [])),
    ['2.4.speakers'],
  );
  assert.equal(exitCodeOf(report), 1);
});

test('conformance: keeps to the budget of submissions, and reports which checks it skips', async (t) => {
  const sandbox = await sandboxFor(t, labelling);
  const none = await runAgainst(sandbox, { submissions: 0, only: ['2.4', '3', '4.7'] });
  assert.deepEqual(sandbox.taskIds(), []);
  assert.deepEqual(findingOf(none, '3.success'), {
    kind: 'not-reached',
    why: 'needs --submissions 1, as each may cost money',
  });
  const one = await runAgainst(sandbox, { submissions: 1, only: ['2.4', '3'] });
  assert.equal(sandbox.taskIds().length, 1);
  assert.equal(findingOf(one, '2.4.speakers').kind, 'passed');
  assert.equal(findingOf(one, '2.4.no-speakers').kind, 'not-reached');
});

test('conformance: runs only the requested sections', async (t) => {
  const sandbox = await sandboxFor(t, labelling);
  const report = reportOf(await runAgainst(sandbox, { only: ['2.3', '4.3'] }));
  assert.deepEqual(
    [...new Set(report.results.map(({ section }) => section))],
    ['2.3', '2.3.1', '4.3'],
  );
  assert.match(sentenceOf(await runAgainst(sandbox, { only: ['6'] })), /no check for 6/);
});

test('conformance: does not query a task that has ended', async (t) => {
  const sandbox = await sandboxFor(t, labelling);
  let ended = 0;
  let after = 0;
  const proxy = await lyingProxy(t, sandbox, (said, { method, path }) => {
    if (method !== 'GET' || !path.includes('/transcriptions/task_')) return said;
    after += ended;
    if (String(said.body).includes('"SUCCESS"')) ended = 1;
    return said;
  });
  await runAgainst({ ...sandbox, ...proxy }, { submissions: 1, only: ['2.4', '3'] });
  assert.deepEqual([ended, after], [1, 0]);
});

test('conformance: waits for Retry-After, and does not repeat a submission that may have been accepted', async (t) => {
  const sandbox = await sandboxFor(t, {
    ...labelling,
    faults: [
      { name: 'status', at: 'user-token', status: 429, retryAfterSeconds: 7 },
      { name: 'status', at: 'upload-plan', status: 503, retryAfterSeconds: 9 },
      { name: 'status', at: 'submit', status: 503, retryAfterSeconds: 11, times: 'always' },
    ],
  });
  const run = await runAgainst(sandbox, { only: ['2.2', '3', '8'] });
  assert.equal(findingOf(run, '2.2.fields').kind, 'passed');
  assert.deepEqual(run.waits, [7000, 9000]);
  assert.match(
    JSON.stringify(findingOf(run, '8.rate-limits')),
    /429 came 1 times in \d+ requests, 1 /,
  );
  assert.equal(sandbox.log.filter(({ kind }) => kind === 'submit').length, 2);
});

test('conformance: the report contains no secret, token or signature, whatever the service echoes', async (t) => {
  const sandbox = await sandboxFor(t, labelling);
  const secrets = new Set<string>([sandbox.credentials.clientSecret, sandbox.credentials.apiKey]);
  const proxy = await lyingProxy(t, sandbox, (said, { headers }) => {
    const text = String(said.body);
    for (const [, value] of text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g))
      secrets.add(value ?? '');
    for (const [, value] of text.matchAll(/signature=([\da-f]+)/g)) secrets.add(value ?? '');
    const sent = [headers.authorization, headers['x-client-api-key']].map(String).join(' ');
    for (const [, value] of sent.matchAll(/Basic (\S+)/g)) secrets.add(value ?? '');
    // The report shows only the field names of a body.
    return said.status < 400
      ? said
      : { ...said, status: 200, body: Buffer.from(JSON.stringify({ [sent]: text })) };
  });
  const report = reportOf(await runAgainst({ ...sandbox, ...proxy }));
  const written = textOf(report, { colours: false }) + JSON.stringify(report);
  assert.ok(secrets.size > 20);
  assert.match(written, /Bearer \[hidden\]/);
  assert.deepEqual(
    [...secrets].filter((secret) => written.includes(secret)),
    [],
  );
});

test('conformance: distinguishes reasons why it cannot run, each with a remedy', async (t) => {
  const sandbox = await sandboxFor(t, labelling);
  const { credentials } = sandbox;
  const against = async (change: object): Promise<string> =>
    sentenceOf(await runAgainst({ ...sandbox, ...change }));
  assert.match(
    await against({ credentials: { ...credentials, clientSecret: 'another-secret' } }),
    /refuses the client credentials \(401\): check --client-id and CLIENT_SECRET/,
  );
  assert.match(
    await against({ credentials: { ...credentials, apiKey: 'another-key' } }),
    /refuses the key pair \(401\): check --client-id and API_KEY/,
  );
  assert.match(
    await against({ serviceUrl: `${sandbox.serviceUrl}/v1` }),
    /There is no service at .*\/v1\/oauth\/partner\/access-token \(404\): check --service-url/,
  );
  const gone = await sandboxFor(t, labelling);
  await gone.close();
  assert.match(await against({ serviceUrl: gone.serviceUrl }), /cannot be reached: .*ECONNREFUSED/);
  const moved = await lyingProxy(t, sandbox, () => ({
    status: 308,
    headers: { location: 'https://service.example/' },
    body: Buffer.from(''),
  }));
  assert.match(await against(moved), /redirects to https:\/\/service\.example\/ \(308\): give/);
  const down = await lyingProxy(t, sandbox, (said) => ({ ...said, status: 502 }));
  assert.match(await against(down), /fault of its own \(502\): try again later/);
});

test('conformance: gives up on a service that never responds at the deadline', async (t) => {
  const sandbox = await sandboxFor(t, {
    ...labelling,
    faults: [{ name: 'black-hole', at: 'partner-token' }],
  });
  const asked: number[] = [];
  const run = await runAgainst(sandbox, { timeoutSeconds: 12 }, (ms) => {
    asked.push(ms);
    return AbortSignal.timeout(20);
  });
  assert.deepEqual(asked, [12_000]);
  assert.match(sentenceOf(run), /no answer \(it did not come in time\)/);
});

test('conformance: gives up on a task that does not end, and names the option for more time', async (t) => {
  const sandbox = await sandboxFor(t, labelling);
  const proxy = await lyingProxy(
    t,
    sandbox,
    lieIn(/transcriptions\/task_/, (task) => ({ ...task, status: 'PROGRESS', data: {} })),
  );
  const run = await runAgainst({ ...sandbox, ...proxy }, { only: ['3'], waitSeconds: 0 });
  assert.match(JSON.stringify(findingOf(run, '3.success')), /did not end within 0 s: .*--wait/);
});
