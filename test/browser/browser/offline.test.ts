/** When a call has no answer: whether the device is offline, or only a host is down. */
import { expect } from '@open-wc/testing';
import { fetchHttp, reachHost } from '../../../src/browser/http.js';

const OWN = new URL('/test/recorder', location.href).href;
const { fetch } = window;

/** From now on, no host of these answers. */
const cutOff = (isDown: (origin: string) => boolean): void => {
  window.fetch = (input, init) => {
    const { url } = input instanceof Request ? input : new Request(input);
    return isDown(new URL(url).origin)
      ? Promise.reject(new TypeError('Failed to fetch'))
      : fetch(input, init);
  };
};
const isOwn = (origin: string): boolean => origin === location.origin;

describe('a host that does not answer', () => {
  let elsewhere = '';
  before(async () => {
    ({ elsewhere } = (await (await fetch(OWN)).json()) as { elsewhere: string });
  });
  afterEach(() => (window.fetch = fetch));

  it('the page’s own: nothing is concluded while no other host is known', async () => {
    cutOff(isOwn);
    expect(await reachHost(OWN)).to.equal('unknown');
  });

  it('the page’s own, while one answers that has answered before: the device is not offline', async () => {
    await fetchHttp({
      ...{ method: 'GET', url: elsewhere, headers: {}, signal: new AbortController().signal },
    });
    cutOff(isOwn);
    expect(await reachHost(OWN)).to.equal('silent');
  });

  it('no host at all: nothing is concluded', async () => {
    cutOff(() => true);
    expect(await reachHost(OWN)).to.equal('unknown');
    expect(await reachHost(elsewhere)).to.equal('unknown');
  });

  it('another one, while the page’s own is down and a third answers', async () => {
    const { hostname, port } = location;
    const silent = `http://${hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:${port}`;
    cutOff((origin) => isOwn(origin) || origin === silent);
    expect(await reachHost(`${silent}/`)).to.equal('silent');
  });
});
