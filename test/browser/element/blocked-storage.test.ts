/** Requests that the browser always blocks fail at once, with an error that says what the page must change. */
import { expect } from '@open-wc/testing';
import { sample, until } from '../../support/element.js';
import { closeBackends, openBackend, type PrivateBackend } from '../../support/private-backend.js';
import { closeTabs, openTab, type TabOptions } from '../../support/tab.js';

const closeAll = async (): Promise<void> => {
  await closeTabs();
  await closeBackends();
};

const originOf = (url: string): string => new URL(url, location.href).origin;

/** Transcribes a recording in its own page and resolves at the end. */
const run = async (
  { settings }: PrivateBackend,
  options: TabOptions,
): Promise<Awaited<ReturnType<typeof openTab>>['element']> => {
  const { element } = await openTab(settings, {
    ...options,
    attributes: { 'no-storage': '', ...options.attributes },
  });
  element.selectFile(await sample('voicemail.wav'));
  await until(element, 'ready', 'failed');
  return element;
};

describe('connect-src', () => {
  afterEach(closeAll);

  for (const [missing, allowed] of [
    ['storageUrl', ['backendUrl', 'serviceUrl']],
    ['serviceUrl', ['backendUrl', 'storageUrl']],
    ['backendUrl', ['serviceUrl', 'storageUrl']],
  ] as const) {
    it(`without the host of ${missing}: a configuration error names the directive and the origin`, async () => {
      const backend = await openBackend();
      const { settings } = backend;
      const policy = `connect-src ${allowed.map((name) => originOf(settings[name])).join(' ')}`;
      const element = await run(backend, { policy });
      expect(element.error?.code).to.equal('configuration');
      expect(element.error?.recoverable).to.equal(false);
      const message = element.error?.message ?? '';
      expect(message).to.contain('connect-src');
      expect(message).to.contain(originOf(settings[missing]));
      // Never the whole URL: it may be presigned.
      expect(message).to.not.match(/https?:\/\/[^/\s]+\/\w/);
      const log = await backend.log();
      expect(log.filter(({ kind }) => kind === 'part')).to.have.lengthOf(0);
      expect(await backend.tasks()).to.have.lengthOf(0);
    });
  }

  it('report-only: the recording is transcribed', async () => {
    const element = await run(await openBackend(), {
      reportOnly: "connect-src 'none'",
      shortWaits: true,
    });
    expect(element.error?.message).to.equal(undefined);
    expect(element.state).to.equal('ready');
  });
});

describe('URLs that browsers block', () => {
  afterEach(closeAll);

  for (const [attribute, address, sentence] of [
    ['backend-url', 'http://127.0.0.1:6000/api', 'port of http://127.0.0.1:6000'],
    ['service-url', 'http://127.0.0.1:1', 'port of http://127.0.0.1:1'],
    ['service-url', 'ftp://service.example', 'ftp:'],
  ] as const) {
    it(`${attribute}="${address}": a configuration error at once`, async () => {
      const element = await run(await openBackend(), { attributes: { [attribute]: address } });
      expect(element.error?.code).to.equal('configuration');
      expect(element.error?.message).to.contain(sentence);
    });
  }
});

describe('a service-url of another server, while the backend answers', () => {
  afterEach(closeAll);

  /** This server under its other name, which is another origin. It sends no CORS headers. */
  const otherName = new URL('/no-such-path', location.href);
  otherName.hostname = location.hostname === 'localhost' ? '127.0.0.1' : 'localhost';

  for (const [what, url, sentence] of [
    // Only a service of the system could listen on this port, and none does.
    ['is down', 'http://127.0.0.1:4', '127.0.0.1:4 does not answer'],
    ['answers without CORS', otherName.href, `${otherName.host} answers, but`],
  ] as const)
    it(`that ${what}: its host is named, and can be tried again`, async () => {
      const options = { shortWaits: true, attributes: { 'service-url': url } };
      const element = await run(await openBackend(), options);
      expect(element.error?.code).to.equal('configuration');
      expect(element.error?.message).to.contain(sentence);
      expect(element.error?.recoverable).to.equal(true);
    });
});
