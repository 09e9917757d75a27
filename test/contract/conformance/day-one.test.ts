/** What a partner's QA meets on the first day: missing credentials, another exchange, lost responses. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { verdictOf } from '../../../conformance/report.js';
import { textOf } from '../../../conformance/report-text.js';
import type { Fetch } from '../../../conformance/service/ports.js';
import {
  bodyOf,
  failedIn,
  referenceFor,
  reportOf,
  resultOf,
  run,
  runReference,
  smallMaterial,
} from '../../support/conformance.js';

/** Tokens of a reference service, as an operator would hand them out. */
const tokensOf = async ({ serviceUrl, credentials, fetch }: ReturnType<typeof referenceFor>) => {
  const { clientId, clientSecret } = credentials;
  const ask = async (path: string, authorization: string, body: object): Promise<string> => {
    const response = await fetch(serviceUrl + path, {
      method: 'POST',
      headers: { Authorization: authorization, 'Content-Type': 'application/json' },
      body: Buffer.from(JSON.stringify(body)),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  };
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  const partnerToken = await ask('/oauth/partner/access-token', `Basic ${basic}`, {});
  const userToken = await ask('/open/partner/users/access-token', `Bearer ${partnerToken}`, {
    user_id: 'somebody',
  });
  return { partnerToken, userToken };
};

test('conformance: a user token alone is enough for the upload', async () => {
  const { serviceUrl, fetch, clock, ...service } = referenceFor(null);
  const { userToken } = await tokensOf({ serviceUrl, fetch, clock, ...service });
  const settings = { serviceUrl, only: ['upload'] };
  const judged = await run({ settings, fetch, clock, credentials: { userToken } });
  assert.equal(verdictOf(reportOf(judged)).code, 0, textOf(reportOf(judged), { colours: false }));
  assert.equal(resultOf(judged, '4.6.complete').outcome, 'passed');
  // Only the question that needs a second user is open.
  assert.deepEqual(
    reportOf(judged).results.flatMap(({ id, outcome }) => (outcome === 'not-run' ? [id] : [])),
    ['4.6.other-user'],
  );
});

test('conformance: a partner token replaces an exchange that differs', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  const { partnerToken } = await tokensOf(referenceFor(null));
  const refusing: Fetch = async (url, init) =>
    url.includes('/oauth/') ? new Response('', { status: 400 }) : fetch(url, init);
  const settings = { serviceUrl };
  const without = await run({ settings, credentials, fetch: refusing, clock });
  assert.equal(verdictOf(reportOf(without)).code, 2);
  assert.deepEqual(failedIn(without), []);
  assert.match(
    resultOf(without, '4.3.issue').why ?? '',
    /^4\.1 answered 400: .*--exchange-body, or a token as PARTNER_TOKEN$/,
  );
  // The same token is issued by this service.
  await tokensOf({ serviceUrl, credentials, fetch, clock });
  const given = await run({
    ...{ settings: { serviceUrl, only: ['4.3', 'upload'] }, fetch: refusing, clock },
    credentials: { partnerToken },
  });
  assert.equal(verdictOf(reportOf(given)).code, 0);
  assert.equal(resultOf(given, '4.3.issue').outcome, 'passed');
});

const GRANT = '{"grant_type":"client_credentials"}';

test('conformance: --exchange-body is sent as the body of the exchange', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  const bodies: string[] = [];
  const watching: Fetch = async (url, init) => {
    if (url.endsWith('/oauth/partner/access-token')) bodies.push(bodyOf(init));
    return fetch(url, init);
  };
  const settings = { serviceUrl, only: ['4.1'], exchangeBody: GRANT };
  const judged = await run({ settings, credentials, fetch: watching, clock });
  assert.equal(verdictOf(reportOf(judged)).code, 0);
  assert.deepEqual([...new Set(bodies)], [GRANT]);
  assert.match(
    resultOf(judged, '4.1.body').received ?? '',
    /^not \{\}, but \{"grant_type":"client_credentials"\}$/,
  );
});

test('conformance: --file-url checks the transcription without an upload', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  // A file that is public at an address of its own, with known words.
  let fileUrl = '';
  const watching: Fetch = async (url, init) => {
    const answer = await fetch(url, init);
    const [, address = ''] = /"DownloadUrl":"([^"]+)"/.exec(await answer.clone().text()) ?? [];
    if (fileUrl === '') fileUrl = address;
    return answer;
  };
  const settings = { serviceUrl, only: ['4.6.complete'] };
  await run({ settings, credentials, fetch: watching, clock });
  const { clientId, apiKey } = credentials;
  const known = { words: smallMaterial.speech.phrases.map(({ text }) => text).join(' ') };
  const of = (seconds: number | null) =>
    run({
      settings: { serviceUrl, only: ['transcription'], fileUrl },
      credentials: { clientId, apiKey },
      material: { ...smallMaterial, known: { ...known, seconds } },
      ...{ fetch, clock },
    });
  const judged = await of(22);
  assert.deepEqual(failedIn(judged), []);
  assert.equal(verdictOf(reportOf(judged)).code, 0, textOf(reportOf(judged), { colours: false }));
  const unknown = await of(null);
  assert.equal(verdictOf(reportOf(unknown)).code, 2);
  assert.match(resultOf(unknown, '2.4.seconds').why ?? '', /give it with --seconds$/);
});

test('conformance: lost responses and 429 do not end the run', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  let requests = 0;
  const shaky: Fetch = async (url, init) => {
    requests += 1;
    const isSubmission = url.endsWith('/transcriptions/');
    if (requests % 7 === 0 && !isSubmission) throw new TypeError('fetch failed');
    if (requests % 11 === 0) return new Response('', { status: 429 });
    return fetch(url, init);
  };
  const judged = await run({ settings: { serviceUrl }, credentials, fetch: shaky, clock });
  assert.deepEqual(failedIn(judged), []);
  assert.equal(verdictOf(reportOf(judged)).code, 0);
});

test('conformance: a 500 to the query of an unknown task does not end the run', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  const broken: Fetch = async (url, init) => {
    const answer = await fetch(url, init);
    return url.includes('no-such-task') && answer.status === 404
      ? new Response('{}', { status: 500 })
      : answer;
  };
  const judged = await run({ settings: { serviceUrl }, credentials, fetch: broken, clock });
  assert.equal(verdictOf(reportOf(judged)).code, 0);
  const { outcome, received } = resultOf(judged, '4.8.unknown');
  assert.deepEqual([outcome, received], ['noted', 'refused with 500']);
});

test('conformance: a service that goes away is not judged, and the run ends soon', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  let requests = 0;
  const dying: Fetch = async (url, init) => {
    requests += 1;
    if (requests > 40) throw new TypeError('fetch failed');
    return fetch(url, init);
  };
  const judged = await run({ settings: { serviceUrl }, credentials, fetch: dying, clock });
  assert.deepEqual(failedIn(judged), []);
  assert.equal(verdictOf(reportOf(judged)).code, 2);
  assert.equal(requests, 40 + 3 * 3);
});

test('conformance: a submission whose response is lost is not repeated', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  let submissions = 0;
  const losing: Fetch = async (url, init) => {
    const answer = await fetch(url, init);
    const isReal = bodyOf(init).includes('/files/');
    if (!url.endsWith('/transcriptions/') || !isReal) return answer;
    submissions += 1;
    throw new TypeError('fetch failed');
  };
  const judged = await run({ settings: { serviceUrl }, credentials, fetch: losing, clock });
  assert.equal(submissions, 3);
  assert.deepEqual(failedIn(judged), []);
  assert.equal(verdictOf(reportOf(judged)).code, 2);
  assert.match(
    resultOf(judged, '3.success').why ?? '',
    /got no answer \(fetch failed\); it may have been accepted, so it was not repeated/,
  );
});

test('conformance: a ChunkSize that is too large is told with the option to set', async () => {
  const judged = await runReference(null, { settings: { maxUpload: 5000 } });
  assert.equal(verdictOf(reportOf(judged)).code, 2);
  assert.match(resultOf(judged, '4.6.complete').why ?? '', /ChunkSize is 3000.*--max-upload/);
});

test('conformance: does not query a task that has ended', async () => {
  const { serviceUrl, credentials, fetch, clock } = referenceFor(null);
  const ended = new Set<string>();
  const asked: string[] = [];
  const watching: Fetch = async (url, init) => {
    const answer = await fetch(url, init);
    const path = url;
    const allowed = answer.status === 200 && init?.method !== 'POST';
    if (!path.includes('/transcriptions/task-') || !allowed) return answer;
    if (ended.has(path)) asked.push(path);
    if (/SUCCESS|FAILURE/.test(await answer.clone().text())) ended.add(path);
    return answer;
  };
  await run({ settings: { serviceUrl }, credentials, fetch: watching, clock });
  assert.deepEqual([ended.size, asked], [4, []]);
});

test('conformance: --audio is submitted instead of the generated recording', async () => {
  const [own = null] = smallMaterial.others;
  const judged = await runReference(null, { material: { ...smallMaterial, own } });
  assert.deepEqual(failedIn(judged), []);
  assert.equal(verdictOf(reportOf(judged)).code, 0, textOf(reportOf(judged), { colours: false }));
  assert.equal(resultOf(judged, '2.4.words').outcome, 'passed');
  assert.match(resultOf(judged, '2.4.two-speakers').why ?? '', /voices .* are not known/);
  const unknown = { ...smallMaterial, own: own && { ...own, words: null } };
  const open = await runReference(null, { material: unknown });
  assert.equal(verdictOf(reportOf(open)).code, 2);
  assert.match(resultOf(open, '2.4.words').why ?? '', /give a text with --words$/);
});
