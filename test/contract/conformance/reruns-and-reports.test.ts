/** Submissions cost money, and reports are passed on: what is submitted again, and what a report contains. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { junitOf } from '../../../conformance/report-junit.js';
import { textOf } from '../../../conformance/report-text.js';
import { verdictOf } from '../../../conformance/report.js';
import type { Fetch } from '../../../conformance/service/ports.js';
import {
  failedIn,
  memoryKept,
  referenceFor,
  reportOf,
  resultOf,
  run,
  runReference,
} from '../../support/conformance.js';

test('conformance: keeps to the budget of submissions, and tells which checks it leaves out', async () => {
  for (const submissions of [0, 1, 2, 3]) {
    const judged = await runReference(null, { settings: { submissions } });
    assert.equal(reportOf(judged).submissions.submitted, submissions);
    assert.deepEqual(failedIn(judged), []);
    assert.equal(verdictOf(reportOf(judged)).code, 2);
    assert.equal(
      resultOf(judged, '7.task-failure').why,
      submissions === 0
        ? 'needs --submissions 1, because each may cost money'
        : 'needs --submissions 4, because each may cost money',
    );
  }
});

test('conformance: a rerun uses the tasks of the run before, unless it is told not to', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  const kept = memoryKept();
  const of = (fresh = false) =>
    run({ settings: { serviceUrl, fresh }, credentials, fetch, clock, kept });
  const spent = (judged: Awaited<ReturnType<typeof of>>) => {
    assert.equal(verdictOf(reportOf(judged)).code, 0, textOf(reportOf(judged), { colours: false }));
    return reportOf(judged).submissions;
  };
  assert.deepEqual(spent(await of()), { submitted: 4, reused: 0 });
  const again = await of();
  // The address that leads nowhere costs nothing, so it is submitted each time.
  assert.deepEqual(spent(again), { submitted: 1, reused: 3 });
  assert.match(
    again.said.join('\n'),
    /The long recording was submitted at 2026-11-21T.* is used again/,
  );
  assert.deepEqual(spent(await of(true)), { submitted: 4, reused: 0 });
  // A task that the service no longer knows is submitted again.
  for (const [key, task] of kept.tasks)
    kept.tasks.set(key, { ...task, transcriptionId: 'task-of-long-ago' });
  assert.deepEqual(spent(await of()), { submitted: 4, reused: 0 });
});

test('conformance: a rerun does not submit again because a query fails', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  const kept = memoryKept();
  const settings = { serviceUrl };
  await run({ settings, credentials, fetch, clock, kept });
  const failing: Fetch = async (url, init) => {
    const answer = await fetch(url, init);
    return url.includes('/transcriptions/task-') ? new Response('{}', { status: 500 }) : answer;
  };
  const judged = await run({ settings, credentials, fetch: failing, clock, kept });
  assert.equal(kept.tasks.size, 3);
  assert.equal(verdictOf(reportOf(judged)).code, 2);
  assert.equal(
    resultOf(judged, '3.success').why,
    'the task of an earlier run was answered 500: --fresh submits again',
  );
});

test('conformance: a task that failed is not used again, and what is kept is no secret', async () => {
  const kept = memoryKept();
  const { serviceUrl, credentials, fetch, clock } = referenceFor('3.success');
  await run({ settings: { serviceUrl }, credentials, fetch, clock, kept });
  assert.deepEqual(
    [...kept.tasks.keys()].map((key) => key.split(' ').at(-1)),
    ['short', 'repeated'],
  );
  const written = JSON.stringify([...kept.tasks]);
  for (const secret of [credentials.apiKey, credentials.clientSecret, 'signature', 'token'])
    assert.ok(!written.includes(secret), secret);
});

test('conformance: tells the costs before it starts, and the size of the recording', async () => {
  const judged = await runReference(null);
  assert.match(judged.said[0] ?? '', /^\d+ checks, about \d+ requests/);
  assert.match(judged.said[1] ?? '', /^At most 4 submissions, 0\.\d minutes of audio/);
  assert.match(judged.said.join('\n'), /^ChunkSize is 3000: the long recording has 0\.0 MB\.$/m);
  assert.ok(judged.said.includes('The task of the long recording: PROGRESS.'));
  const free = await runReference(null, { settings: { only: ['upload'] } });
  assert.match(free.said[1] ?? '', /^Nothing is submitted\.$/);
});

test('conformance: the reports contain no secret, token or signature, whatever the service echoes', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  const secrets = new Set<string>([credentials.clientSecret, credentials.apiKey, 'c0ffee']);
  const echoing: Fetch = async (url, init) => {
    const answer = await fetch(url, init);
    const text = await answer.clone().text();
    for (const [, value = ''] of text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g))
      secrets.add(value);
    const headers = new Headers(init?.headers);
    const sent = ['authorization', 'x-client-api-key'].map((name) => headers.get(name)).join(' ');
    for (const [, value = ''] of sent.matchAll(/Basic (\S+)/g)) secrets.add(value);
    if (answer.status < 400) return answer;
    // The report shows the names of fields, and the type and the id of a response.
    const more = { 'Content-Type': `text/${credentials.apiKey}`, 'X-Request-Id': `r ${sent}` };
    return new Response(JSON.stringify({ [sent]: text, [url]: 1 }), {
      status: 200,
      headers: more,
    });
  };
  const judged = await run({ settings: { serviceUrl }, credentials, fetch: echoing, clock });
  const report = reportOf(judged);
  const written = textOf(report, { colours: false }) + JSON.stringify(report) + junitOf(report);
  assert.ok(secrets.size > 10);
  assert.match(written, /Bearer \[hidden\]/);
  assert.deepEqual(
    [...secrets].filter((secret) => written.includes(secret)),
    [],
  );
});

test('conformance: a finding has method, path, status, time and request id', async () => {
  const { requests } = resultOf(await runReference('4.6.wrong-md5'), '4.6.wrong-md5');
  assert.deepEqual(requests, [
    {
      ...{ method: 'POST', path: '/open/partner/files/upload/complete-upload', status: 200 },
      ...{ at: requests[0]?.at, tookMs: 0, requestId: 'request-1' },
    },
  ]);
  assert.match(requests[0]?.at ?? '', /^2026-11-21T/);
});
