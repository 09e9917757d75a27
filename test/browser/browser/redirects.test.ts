/** What a call says about redirects and about the time, and calls of a page whose address has a user name and a password. */
import { expect } from '@open-wc/testing';
import { systemClock } from '../../../src/browser/browser-ports.js';
import { fetchHttp } from '../../../src/browser/http.js';
import { browserPartTransport } from '../../../src/browser/part-transport.js';
import type { HttpResponse } from '../../../src/engine/ports.js';

const OWN = new URL('/test/recorder', location.href).href;

/** The same server under its other name: another origin, without CORS headers. */
const otherName = (): string => {
  const { hostname, port } = location;
  return `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;
};

/** In ms. */
const HOUR = 3_600_000;

const { signal } = new AbortController();

const call = (url: string, http = fetchHttp): Promise<HttpResponse> =>
  http({
    ...{ method: 'POST', url, headers: { Accept: 'application/json' }, body: '{}', signal },
  });

const loaded = (element: HTMLElement, start: () => void): Promise<unknown> => {
  const load = new Promise((resolve) => element.addEventListener('load', resolve, { once: true }));
  start();
  return load;
};

const redirectTo = (target: string): string => `${OWN}?redirect=${encodeURIComponent(target)}`;

interface Recorder {
  readonly elsewhere: string;
  readonly recorded: readonly { method: string; url: string; bytes: number }[];
}
const recorder = async (): Promise<Recorder> => (await (await fetch(OWN)).json()) as Recorder;
const elsewhere = async (): Promise<string> => (await recorder()).elsewhere;

describe('a call that is redirected', () => {
  it('nowhere: says nothing', async () => {
    const response = await call(`${OWN}?try=1`);
    expect(response.status).to.equal(200);
    expect(response.redirectedTo).to.equal(undefined);
  });

  it('within the origin, such as to a closing slash: is followed, and says it', async () => {
    const response = await call(redirectTo(`${OWN}?try=2`));
    expect(response.status).to.equal(200);
    expect(response.redirectedTo).to.equal('same-origin');
  });

  it('to a closing slash, after which browsers send GET: is sent again, and the next one goes there at once', async () => {
    const route = `route${Math.random().toString().slice(2)}`;
    for (const expected of [200, 200])
      expect((await call(`${OWN}/${route}`)).status).to.equal(expected);
    const { recorded } = await recorder();
    const sent = recorded.filter(({ url }) => url.includes(route));
    expect(sent.map(({ method, bytes }) => [method, bytes])).to.deep.equal([
      ['GET', 0],
      ['POST', 2],
      ['POST', 2],
    ]);
  });

  it('to an origin that lets the page read: says it', async () => {
    const response = await call(redirectTo(`${await elsewhere()}?try=3`));
    expect(response.status).to.equal(200);
    expect(response.redirectedTo).to.equal('other-origin');
  });

  it('to a sign-in page of an origin that does not: is an answer, not a lost connection', async () => {
    const response = await call(redirectTo(`${otherName()}/sign-in`));
    expect(response.status).to.equal(0);
    expect(response.redirectedTo).to.equal('other-origin');
    expect(response.header('Content-Type')).to.equal(null);
    const failure: unknown = await response.json().catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(SyntaxError);
  });

  describe('under a policy that allows requests to the page’s own host only', () => {
    let frame: HTMLIFrameElement;
    let framedHttp: typeof fetchHttp;

    before(async () => {
      frame = document.createElement('iframe');
      const policy = "default-src 'none'; script-src 'self'; connect-src 'self'";
      frame.src = `/test/support/policy.html?${new URLSearchParams({ policy })}`;
      await loaded(frame, () => document.body.append(frame));
      const page = frame.contentDocument!;
      const script = page.createElement('script');
      script.type = 'module';
      script.src = '/test/browser/browser/framed-call.bundled.js';
      await loaded(script, () => page.head.append(script));
      ({ fetchHttp: framedHttp } = frame.contentWindow as unknown as {
        fetchHttp: typeof fetchHttp;
      });
    });
    after(() => frame.remove());

    it('to a sign-in page of another origin: is an answer, too', async () => {
      const response = await call(redirectTo(`${otherName()}/sign-in`), framedHttp);
      expect(response.redirectedTo).to.equal('other-origin');
    });

    it('a call to another host is still told as blocked', async () => {
      const failure: unknown = await call(otherName(), framedHttp).catch((error: unknown) => error);
      expect(failure).to.have.property('code', 'configuration');
    });
  });
});

describe('the time of servers', () => {
  it('is taken from answers of the handler, and of nothing in between', async () => {
    const aside = `${OWN}?try=clock`;
    const { skewMs = () => null } = systemClock;
    const before = skewMs();
    await call(`${aside}&date=${Date.now() + 3 * HOUR}`);
    expect(skewMs()).to.equal(before);
    await call(`${aside}&marked&date=${Date.now() + 3 * HOUR}`);
    expect(skewMs()).to.be.within(3 * HOUR - 60_000, 3 * HOUR + 60_000);
    await call(`${aside}&marked&date=${Date.now()}`);
    expect(skewMs()).to.be.within(-60_000, 60_000);
  });
});

describe('a page whose address has a user name and a password', () => {
  const base = document.createElement('base');

  before(() => {
    const address = new URL(location.href);
    address.username = 'staging';
    address.password = 'secret';
    base.href = address.href;
    document.head.prepend(base);
  });
  after(() => base.remove());

  it('is one whose relative addresses the browser refuses', async () => {
    const failure: unknown = await fetch('/test/recorder').catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(TypeError);
  });

  it('calls its own backend at a relative address', async () => {
    expect((await call('/test/recorder?try=4')).status).to.equal(200);
  });

  it('sends a part to its own host', async () => {
    const body = new Blob(['part']);
    const response = await browserPartTransport({
      ...{ url: '/test/recorder?try=5', body, signal, onProgress: () => undefined },
    });
    expect(response.status).to.equal(200);
  });
});
