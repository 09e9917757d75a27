/** Requests that can never leave the page end at once, with what the page's author has to change. */
import { expect } from '@open-wc/testing';
import { sample, until } from '../../support/element.js';
import { closeBackends, openBackend, type PrivateBackend } from '../../support/private-backend.js';
import { closeTabs, openTab, type TabOptions } from '../../support/tab.js';

afterEach(async () => {
  await closeTabs();
  await closeBackends();
});

const originOf = (url: string): string => new URL(url, location.href).origin;

/** Runs a recording to its end in a page of its own. */
const run = async (
  { settings }: PrivateBackend,
  options: TabOptions,
): Promise<Awaited<ReturnType<typeof openTab>>['element']> => {
  const { element } = await openTab(settings, {
    ...options,
    attributes: { 'no-resume': '', ...options.attributes },
  });
  element.selectFile(await sample('voicemail.wav'));
  await until(element, 'ready', 'failed');
  return element;
};

describe('connect-src', () => {
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
      // Never the whole address: it may be presigned.
      expect(message).to.not.match(/https?:\/\/[^/\s]+\/\w/);
      const log = await backend.log();
      expect(log.filter(({ kind }) => kind === 'part')).to.have.lengthOf(0);
      expect(await backend.tasks()).to.have.lengthOf(0);
    });
  }

  it('that only reports: the recording is transcribed', async () => {
    const element = await run(await openBackend(), { reportOnly: "connect-src 'none'" });
    expect(element.error?.message).to.equal(undefined);
    expect(element.state).to.equal('ready');
  });
});

describe('an address that browsers send nothing to', () => {
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

  it('a server that is down: no configuration error, it may come back', async () => {
    const backend = await openBackend();
    // Nobody listens at this port. The page's clock is fast, so the tries take no time.
    const element = await run(backend, {
      clockRate: 200,
      attributes: { 'service-url': 'http://127.0.0.1:49151' },
    });
    expect(element.error?.code).to.equal('network');
    expect(element.error?.recoverable).to.equal(true);
  });
});
