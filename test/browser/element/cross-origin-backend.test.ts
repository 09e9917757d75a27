/** Which requests include the page's cookies. */
import { expect } from '@open-wc/testing';
import '../../../src/index.js';
import { makeElement, sample, until } from '../../support/element.js';
import { closeBackends, openBackend } from '../../support/private-backend.js';
import { withFastClock } from '../../support/fast-clock.js';

/** Records `credentials` of every fetch call; returns a function that restores fetch. */
const watchFetch = (seen: Map<string, Set<string>>): (() => void) => {
  const { fetch } = window;
  window.fetch = (input, init) => {
    const { origin, pathname } = new URL(input as string, document.baseURI);
    const path = pathname.replace(/^.*\/(?=user-token|transcriptions|generate|complete)/, '');
    const what = `${origin} ${init?.method} ${path.split('/')[0]}`;
    seen.set(what, (seen.get(what) ?? new Set()).add(String(init?.credentials)));
    return fetch(input, init);
  };
  return () => (window.fetch = fetch);
};

const ROUTES = ['POST user-token', 'POST transcriptions', 'GET transcriptions'];
const UPLOADS = ['POST generate-presigned-urls', 'POST complete-upload'];

describe('cookies of the page', () => {
  withFastClock();

  const seen = new Map<string, Set<string>>();
  let restore = (): unknown => undefined;

  beforeEach(() => {
    seen.clear();
  });
  afterEach(async () => {
    restore();
    await closeBackends();
  });

  it('are sent to a backend on another origin, with each of its calls, and to no other host', async () => {
    const backend = await openBackend({ onAnotherOrigin: true });
    const { origin } = new URL(backend.settings.backendUrl);
    expect(origin).to.not.equal(location.origin);
    const element = await makeElement(backend.settings);
    const recording = await sample('voicemail.wav');
    restore = watchFetch(seen);
    element.selectFile(recording);
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    const expected = [...ROUTES, ...UPLOADS].map((route) => [`${origin} ${route}`, ['include']]);
    const calls = [...seen].map(([what, credentials]) => [what, [...credentials]]);
    expect(calls).to.have.deep.members(expected);
    const log = await backend.log();
    expect(log.filter(({ headerNames }) => headerNames.includes('cookie'))).to.deep.equal([]);
  });

  it('are not sent to the service if the page calls it directly', async () => {
    const backend = await openBackend();
    const { origin } = new URL(backend.settings.serviceUrl);
    const element = await makeElement(backend.settings);
    const recording = await sample('voicemail.wav');
    restore = watchFetch(seen);
    element.selectFile(recording);
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    for (const route of UPLOADS) {
      expect([...(seen.get(`${origin} ${route}`) ?? [])]).to.deep.equal(['same-origin']);
    }
    const log = await backend.log();
    expect(log.filter(({ headerNames }) => headerNames.includes('cookie'))).to.deep.equal([]);
  });
});
