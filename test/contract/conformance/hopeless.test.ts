/** A service that cannot be judged gets one sentence, which says what to do. */
import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { referenceFor, run, runReference, sentenceOf } from '../../support/conformance.js';

const NONE = {
  ...{ clientId: null, clientSecret: null, apiKey: null },
  ...{ partnerToken: null, userToken: null },
};

/** A service on loopback that treats every request alike. */
const serviceOf = async (
  t: { after(cleanUp: () => unknown): void },
  listener: RequestListener,
): Promise<string> => {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const CREDENTIALS = { clientId: 'client-1', clientSecret: 'the-secret', apiKey: 'the-api-key' };

const HOPELESS: readonly (readonly [does: string, listener: RequestListener, sentence: RegExp])[] =
  [
    [
      'answers HTML everywhere',
      (_, response) =>
        response.writeHead(200, { 'Content-Type': 'text/html' }).end('<h1>Welcome</h1>'),
      /access-token answers with a web page instead of JSON \(200\): check --service-url\.$/,
    ],
    [
      'answers HTML with 404',
      (_, response) => response.writeHead(404, { 'Content-Type': 'text/html' }).end('<h1>No</h1>'),
      /answers with a web page instead of JSON \(404\)/,
    ],
    [
      'refuses everything',
      (_, response) => response.writeHead(401).end('{}'),
      /^The service refuses the client credentials \(401\): check --client-id and CLIENT_SECRET, /,
    ],
    [
      'forbids everything',
      (_, response) => response.writeHead(403).end('{}'),
      /^The service refuses the client credentials \(403\)/,
    ],
    [
      'knows no path',
      (_, response) => response.writeHead(404).end('{}'),
      /^There is no service at http.*access-token \(404\): check --service-url;/,
    ],
    [
      'redirects',
      (_, response) => response.writeHead(308, { Location: 'https://else.example/?a=b' }).end(),
      /redirects to https:\/\/else\.example\/\?\[hidden\] \(308\): give the address/,
    ],
    [
      'has a fault',
      (_, response) => response.writeHead(500).end('{}'),
      /^The service answers 500 to http.*: try again later, or ask the operator\.$/,
    ],
    [
      'is behind a gateway that finds nothing',
      (_, response) => response.writeHead(502).end(''),
      /^The service is busy and stays so \(502\): try again later\.$/,
    ],
    [
      'is busy',
      (_, response) => response.writeHead(429).end(''),
      /^The service is busy and stays so \(429\)/,
    ],
    [
      'hangs up',
      (request) => request.socket.destroy(),
      /^The service cannot be judged: POST http.*access-token got no answer \(.+\), 3 times\. Check --service-url, the network and --timeout\.$/,
    ],
    [
      'answers something else than JSON',
      (_, response) => response.end('OK'),
      /access-token answers 200 without JSON: check --service-url\.$/,
    ],
  ];

for (const [does, listener, sentence] of HOPELESS) {
  test(`conformance: one sentence for a service that ${does}`, async (t) => {
    const serviceUrl = await serviceOf(t, listener);
    assert.match(
      sentenceOf(await run({ settings: { serviceUrl }, credentials: CREDENTIALS })),
      sentence,
    );
  });
}

test('conformance: one sentence for a service that never answers, or is not there', async (t) => {
  const serviceUrl = await serviceOf(t, () => undefined);
  const deadline = (): AbortSignal => AbortSignal.timeout(20);
  const slow = await run({ settings: { serviceUrl }, credentials: CREDENTIALS, deadline });
  assert.match(sentenceOf(slow), /got no answer \(none came within 30 s\), 3 times/);
  const gone = await run({
    settings: { serviceUrl: 'http://127.0.0.1:1' },
    credentials: CREDENTIALS,
  });
  assert.match(sentenceOf(gone), /^The service cannot be judged: .* got no answer \(.+\), 3 times/);
});

test('conformance: one sentence if the key pair or a token is refused', async () => {
  const { credentials } = referenceFor(null);
  const wrongKey = await runReference(null, {
    credentials: { ...credentials, apiKey: 'another-key' },
  });
  assert.match(
    sentenceOf(wrongKey),
    /^The service refuses the key pair \(401\): .* API_KEY, which/,
  );
  const expired = { ...NONE, userToken: 'an-old-token' };
  assert.match(
    sentenceOf(await runReference(null, { credentials: expired })),
    /^The service refuses the user token \(401\): check USER_TOKEN: it may have expired/,
  );
});

test('conformance: a check that does not exist is told', async () => {
  const sentence = sentenceOf(await runReference(null, { settings: { only: ['6'] } }));
  assert.match(sentence, /^There is no check for 6: --list lists them; some run only with/);
});
