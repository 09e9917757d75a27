/** What a browser sends with a part (4.5) and with a call: no cookies to storage, and only the origin as referrer. */
import { expect } from '@open-wc/testing';
import { fetchHttp } from '../../../src/browser/http.js';
import { browserPartTransport } from '../../../src/browser/part-transport.js';

interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly bytes: number;
}

const OWN = new URL('/test/recorder', location.href).href;
const { signal } = new AbortController();
const body = new Blob([new Uint8Array(300_000)], { type: 'audio/wav' });

const look = async (): Promise<{ elsewhere: string; recorded: readonly Recorded[] }> =>
  (await (await fetch(OWN)).json()) as never;

const addressElsewhere = async (): Promise<string> => (await look()).elsewhere;

/** A URL that no other page requests: several browsers share the recorder. */
const unique = (address: string): string => `${address}?try=${Math.random()}`;

const recordedAt = async (url: string): Promise<Recorded> => {
  const { recorded } = await look();
  const found = recorded.find((it) => url.endsWith(it.url));
  if (found === undefined) throw new Error('nothing arrived');
  return found;
};

/** Sends a part; returns the request, the response, and the reported progress. */
const put = async (address: string, stop = signal) => {
  const url = unique(address);
  const progress: (number | null)[] = [];
  const response = await browserPartTransport({
    ...{ url, body, signal: stop },
    onProgress: (sentBytes) => progress.push(sentBytes),
  });
  return { sent: await recordedAt(url), response, progress };
};

const setPolicy = (policy: ReferrerPolicy): void => {
  document.querySelector('meta[name=referrer]')?.remove();
  const meta = document.createElement('meta');
  meta.name = 'referrer';
  meta.content = policy;
  document.head.append(meta);
};

describe('sending a part', () => {
  before(() => {
    document.cookie = 'session=secret; path=/';
  });
  after(() => {
    document.cookie = 'session=; path=/; max-age=0';
    setPolicy('strict-origin-when-cross-origin');
  });

  it("to the page's own origin: no cookies and no referrer, whatever the page's policy", async () => {
    setPolicy('unsafe-url');
    // Proves that the server would see this page's cookies.
    const url = unique(OWN);
    await fetch(url, { method: 'POST' });
    const ordinary = await recordedAt(url);
    expect(ordinary.headers['cookie']).to.contain('session=secret');
    expect(ordinary.headers['referer']).to.equal(location.href.replace(/#.*/, ''));

    const { sent, response, progress } = await put(OWN);
    expect([sent.method, sent.bytes]).to.deep.equal(['PUT', body.size]);
    expect(sent.headers['cookie']).to.equal(undefined);
    expect(sent.headers['referer']).to.equal(undefined);
    expect(sent.headers['content-type']).to.equal(undefined);
    const { date, ...others } = response;
    expect(others).to.deep.equal({
      ...{ status: 200, etag: '"stored"', retryAfter: '7' },
      ...{ contentType: null, errorBody: '{}', errorCode: null },
    });
    expect(Date.parse(date ?? '')).to.be.greaterThan(0);
    expect(progress, 'the bytes cannot be counted').to.deep.equal([null]);
  });

  it('to another origin: no cookies, only the origin as referrer by default, and progress events', async () => {
    setPolicy('strict-origin-when-cross-origin');
    const { sent, response, progress } = await put(await addressElsewhere());
    expect([sent.method, sent.bytes]).to.deep.equal(['PUT', body.size]);
    expect(sent.headers['cookie']).to.equal(undefined);
    expect([undefined, `${location.origin}/`]).to.include(sent.headers['referer']);
    expect(sent.headers['content-type']).to.equal(undefined);
    expect(response).to.deep.equal({
      ...{ status: 200, etag: '"stored"', retryAfter: '7', date: null },
      ...{ contentType: null, errorBody: '{}', errorCode: null },
    });
    expect(progress.at(-1)).to.be.at.least(body.size);
  });

  for (const [where, address] of [
    ['own origin', () => Promise.resolve(OWN)],
    ['another origin', addressElsewhere],
  ] as const) {
    it(`to ${where}: rejects with the status of a refusal`, async () => {
      const url = `${await address()}?status=403`;
      const response = await browserPartTransport({
        url,
        body,
        signal,
        onProgress: () => undefined,
      });
      expect(response.status).to.equal(403);
    });

    it(`to ${where}: rejects with the reason of an abort`, async () => {
      const stop = new AbortController();
      const reason = new Error('enough');
      for (const early of [true, false]) {
        if (early) stop.abort(reason);
        const controller = early ? stop : new AbortController();
        const sending = put(await address(), controller.signal);
        if (!early) controller.abort(reason);
        const failure = await sending.catch((error: unknown) => error);
        expect(failure).to.equal(reason);
      }
    });
  }
});

describe('call to another host', () => {
  it("sends only the origin as referrer and no cookies, whatever the page's policy", async () => {
    document.cookie = 'session=secret; path=/';
    setPolicy('unsafe-url');
    const url = unique(await addressElsewhere());
    await fetchHttp({ method: 'POST', url, headers: {}, body: '{}', signal });
    const call = await recordedAt(url);
    expect(call.headers['referer']).to.equal(`${location.origin}/`);
    expect(call.headers['cookie']).to.equal(undefined);
    expect(call.headers['origin']).to.equal(location.origin);
  });

  it("to the page's own origin: sends cookies and origin, so that the backend can identify the user", async () => {
    const url = unique(OWN);
    await fetchHttp({ method: 'POST', url, headers: {}, body: '{}', signal });
    const call = await recordedAt(url);
    expect(call.headers['cookie']).to.contain('session=secret');
    expect(call.headers['origin']).to.equal(location.origin);
    document.cookie = 'session=; path=/; max-age=0';
    setPolicy('strict-origin-when-cross-origin');
  });
});
