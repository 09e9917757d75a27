import assert from 'node:assert/strict';
import test from 'node:test';
import { parseUserToken } from '../../../src/protocol/responses.js';
import { SERVICE_PATHS } from '../../../src/protocol/routes.js';
import {
  bearer,
  clientOf,
  manualClock,
  post,
  refused,
  reply,
  sandboxFor,
} from '../../support/sandbox-client.js';

test('4.1 exchanges the client credentials for a partner token', async (t) => {
  const sandbox = await sandboxFor(t);
  const client = clientOf(sandbox);
  const url = client.url(SERVICE_PATHS.partnerToken);
  const empty = await reply(fetch(url, { method: 'POST', headers: client.ofClient }));
  for (const answer of [
    empty,
    await post(url, client.ofClient, {}),
    await post(url, client.ofClient, { grant_type: 'client_credentials' }),
  ]) {
    assert.equal(answer.status, 200);
    assert.deepEqual(Object.keys(answer.json).sort(), [
      'access_token',
      'expires_in',
      'refresh_token',
      'token_type',
    ]);
    assert.deepEqual([answer.json['token_type'], answer.json['expires_in']], ['bearer', 7200]);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
  }
});

test('4.1 splits the credentials at the first colon', async (t) => {
  const credentials = { clientId: 'shop', clientSecret: 'a:b:ü', apiKey: 'key' };
  const client = clientOf(await sandboxFor(t, { credentials }));
  assert.equal(
    (await post(client.url(SERVICE_PATHS.partnerToken), client.ofClient, {})).status,
    200,
  );
});

test('4.2 renews the partner token, and each refresh token works once', async (t) => {
  const clock = manualClock();
  const sandbox = await sandboxFor(t, { clock, lifetimes: { refreshToken: 10_000 } });
  const client = clientOf(sandbox);
  const url = client.url(SERVICE_PATHS.partnerRefresh);
  const exchanged = await post(client.url(SERVICE_PATHS.partnerToken), client.ofClient, {});
  const first = exchanged.json['refresh_token'];
  clock.advance(7200);
  const renewed = await post(url, client.ofClient, { refresh_token: first });
  assert.equal(renewed.status, 200);
  const issued = await post(
    client.url(SERVICE_PATHS.userToken),
    bearer(String(renewed.json['access_token'])),
    { user_id: 'user-0001' },
  );
  assert.equal(issued.status, 200);

  const again = await post(url, client.ofClient, { refresh_token: first });
  refused(again, 401, 'refresh-token-rejected', /was used, has expired or is not known/);
  const second = renewed.json['refresh_token'];
  const access = { refresh_token: renewed.json['access_token'] };
  refused(await post(url, client.ofClient, access), 401, 'refresh-token-rejected', /exchange/);
  clock.advance(10_000);
  const late = await post(url, client.ofClient, { refresh_token: second });
  refused(late, 401, 'refresh-token-rejected', /expired/);
});

test('4.3 issues a user token for 6 to 120 characters of user_id', async (t) => {
  const client = clientOf(await sandboxFor(t));
  const url = client.url(SERVICE_PATHS.userToken);
  const headers = bearer(await client.partnerToken());
  for (const user_id of ['123456', 'x'.repeat(120), '👩🏽'.repeat(3)]) {
    const { status, json } = await post(url, headers, { user_id });
    assert.equal(status, 200);
    assert.equal(parseUserToken(json).expires_in, 86_400);
    assert.deepEqual(Object.keys(json).sort(), ['access_token', 'expires_in', 'token_type']);
    assert.equal(json['token_type'], 'bearer');
  }
  for (const user_id of ['12345', 'x'.repeat(121), '👩'.repeat(5)])
    refused(await post(url, headers, { user_id }), 400, 'bad-request', /must have 6 to 120/);
  const tooMuch = { user_id: 'user-0001', expires_in: Number.MAX_SAFE_INTEGER };
  refused(await post(url, headers, tooMuch), 400, 'bad-request', /expires_in is too large/);
});

test('a user token lives exactly as long as requested, in seconds', async (t) => {
  const clock = manualClock();
  const client = clientOf(await sandboxFor(t, { clock }));
  const url = client.url(SERVICE_PATHS.uploadPlan);
  const body = { filesize: 1, filetype: 'mp3' };
  const brief = await client.userToken('user-0001', 60);
  const usual = await client.userToken('user-0001');
  clock.advance(59.999);
  assert.equal((await post(url, bearer(brief), body)).status, 200);
  clock.advance(0.001);
  const expired = await post(url, bearer(brief), body);
  refused(expired, 401, 'token-expired', /obtain a new one/);
  assert.match(expired.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"$/);
  clock.advance(86_400 - 61);
  assert.equal((await post(url, bearer(usual), body)).status, 200);
  clock.advance(1);
  refused(await post(url, bearer(usual), body), 401, 'token-expired', /expired/);
});

test('a partner token lives 7200 seconds', async (t) => {
  const clock = manualClock();
  const client = clientOf(await sandboxFor(t, { clock }));
  const url = client.url(SERVICE_PATHS.userToken);
  const token = await client.partnerToken();
  clock.advance(7199);
  assert.equal((await post(url, bearer(token), { user_id: 'user-0001' })).status, 200);
  clock.advance(1);
  const late = await post(url, bearer(token), { user_id: 'user-0001' });
  refused(late, 401, 'token-expired', /expired/);
});
