import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  FILE_URL,
  OWN_ORIGIN,
  startHarness,
  submit,
  type Answer,
  type Harness,
} from './harness.js';

const OTHER = 'https://pages.partner.example';
const EVIL = 'https://evil.example';
const corsHeaders = ({ headers }: Answer): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

describe('request origin', () => {
  it("accepts the handler's own origin, and a same-origin GET without Origin", async (t) => {
    const harness = await startHarness(t);
    const sealed = await submit(harness, { headers: { Origin: OWN_ORIGIN } });
    for (const headers of [{}, { 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }]) {
      const answer = await harness.ask(`GET /transcriptions/${sealed}`, { headers });
      assert.equal(answer.status, 200);
      assert.deepEqual(corsHeaders(answer), []);
    }
  });

  for (const headers of [
    { Origin: EVIL },
    { Origin: 'null' },
    { Origin: 'http://app.partner.example' },
    { Origin: `${OWN_ORIGIN}:8443` },
    { Origin: `${OWN_ORIGIN}.evil.example` },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
  ]) {
    it(`rejects ${JSON.stringify(headers)} with 403 and no CORS header`, async (t) => {
      const harness = await startHarness(t, { allowedOrigins: [OTHER] });
      for (const what of ['POST /user-token', 'GET /transcriptions/x', 'OPTIONS /user-token']) {
        const answer = await harness.ask(what, {
          headers: { ...headers, 'Access-Control-Request-Method': 'POST' },
        });
        assert.equal(answer.status, 403);
        assert.equal(answer.code, 'origin-not-allowed');
        assert.deepEqual(corsHeaders(answer), []);
      }
      assert.equal(harness.service.received.length, 0);
    });
  }

  it('accepts allowedOrigins with CORS headers, on errors too', async (t) => {
    const harness = await startHarness(t, { allowedOrigins: [OTHER] });
    const headers = { Origin: OTHER };
    for (const [user, status] of [
      ['user-ada', 200],
      [null, 401],
    ] as const) {
      const answer = await harness.ask('POST /transcriptions', {
        user,
        json: { file_url: FILE_URL },
        headers,
      });
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('access-control-allow-origin'), OTHER);
      assert.equal(answer.headers.get('access-control-allow-credentials'), 'true');
      assert.equal(
        answer.headers.get('access-control-expose-headers'),
        'Retry-After, Date, Audio-Transcribe',
      );
      assert.equal(answer.headers.get('vary'), 'Origin');
    }
  });

  it('accepts the public address of a proxy if allowedOrigins lists it', async (t) => {
    const harness = await startHarness(t, { allowedOrigins: [OWN_ORIGIN] });
    const asked = { headers: { Origin: OWN_ORIGIN }, base: 'http://10.0.0.7:3000/api/transcribe' };
    assert.equal((await harness.ask('POST /user-token', asked)).status, 200);
    const unnamed = await startHarness(t);
    assert.equal((await unnamed.ask('POST /user-token', asked)).status, 403);
  });
});

/** Next.js puts its own host name in the URL; only the Host header has the host that the browser requested. */
const NEXT = 'http://localhost:3000/api/transcribe';

describe('own origin if the request URL has another host', () => {
  const status = async (
    harness: Harness,
    headers: Readonly<Record<string, string>>,
    base = NEXT,
  ): Promise<number> => (await harness.ask('POST /user-token', { headers, base })).status;

  it('is recognised by Sec-Fetch-Site, which no page can set', async (t) => {
    const harness = await startHarness(t);
    const own = { Origin: OWN_ORIGIN, Host: 'app.partner.example' };
    assert.equal(await status(harness, { ...own, 'Sec-Fetch-Site': 'same-origin' }), 200);
    for (const site of ['same-site', 'cross-site']) {
      const headers = { ...own, Host: 'localhost:3000', 'Sec-Fetch-Site': site };
      assert.equal(await status(harness, headers), 403);
      assert.equal(await status(harness, { ...headers, Origin: 'http://localhost:3000' }), 403);
    }
  });

  it('is recognised by the Host header if there is no Sec-Fetch-Site', async (t) => {
    const harness = await startHarness(t);
    const Host = 'app.partner.example:8080';
    assert.equal(await status(harness, { Origin: `http://${Host}`, Host }), 200);
    assert.equal(await status(harness, { Origin: 'http://localhost:3000', Host }), 403);
    assert.equal(await status(harness, { Origin: `https://${Host}`, Host }), 403);
    assert.equal(await status(harness, { Origin: 'http://app.partner.example', Host }), 403);
  });

  it('is not recognised by a header that a page or client could forward', async (t) => {
    const harness = await startHarness(t);
    const forwarded = { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' };
    assert.equal(await status(harness, { Origin: EVIL, ...forwarded }), 403);
    assert.equal(await status(harness, { Origin: EVIL, Forwarded: 'host=evil.example' }), 403);
  });

  it('is only publicOrigin if that option is set', async (t) => {
    const publicOrigin = [OWN_ORIGIN, 'https://www.partner.example/'];
    const harness = await startHarness(t, { publicOrigin });
    const single = await startHarness(t, { publicOrigin: OWN_ORIGIN });
    for (const one of [harness, single]) {
      assert.equal(await status(one, { Origin: OWN_ORIGIN }), 200);
      assert.equal(await status(one, { Origin: OWN_ORIGIN, 'Sec-Fetch-Site': 'cross-site' }), 403);
      // DNS rebinding: the page's own host name resolves to this server.
      const rebound = { Origin: EVIL, Host: 'evil.example', 'Sec-Fetch-Site': 'same-origin' };
      assert.equal(await status(one, rebound, 'https://evil.example/api/transcribe'), 403);
      assert.equal(await status(one, { Origin: 'http://localhost:3000' }), 403);
    }
    assert.equal(await status(harness, { Origin: 'https://www.partner.example' }), 200);
    assert.equal(await status(single, { Origin: 'https://www.partner.example' }), 403);
    const answer = await single.ask('POST /user-token', { headers: { Origin: OWN_ORIGIN } });
    assert.deepEqual(corsHeaders(answer), []);
  });
});

describe('CORS preflight', () => {
  const preflight = {
    user: null,
    headers: {
      Origin: OTHER,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'content-type,x-csrf-token',
    },
  };

  it('of an allowed origin allows credentials, before authentication', async (t) => {
    const harness = await startHarness(t, { allowedOrigins: [OTHER] });
    const answer = await harness.ask('OPTIONS /user-token', preflight);
    assert.equal(answer.status, 204);
    assert.equal(answer.text, '');
    assert.equal(answer.headers.get('access-control-allow-origin'), OTHER);
    assert.equal(answer.headers.get('access-control-allow-credentials'), 'true');
    assert.equal(answer.headers.get('access-control-allow-methods'), 'GET, POST');
    assert.equal(answer.headers.get('access-control-allow-headers'), 'content-type,x-csrf-token');
    assert.equal(answer.headers.get('vary'), 'Origin');
  });
});
