/** Lost answers, gateways and other people between the page and the handler: a recording is paid for once. */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, until } from '../../support/element.js';
import {
  closeBackends,
  openBackend,
  untilStruck,
  type PrivateBackend,
} from '../../support/private-backend.js';
import {
  ANNA,
  beginUpload,
  BO,
  emptyStores,
  recordingNamed,
} from '../../support/shared-computer.js';
import { untilDump } from '../../support/stored-dump.js';
import { closeTabs, openTab } from '../../support/tab.js';

/** What answers instead of the handler. `isPassedOn`: the handler gets the request, but the page not its answer. */
interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly isPassedOn?: boolean;
}

/** Prepares a tab whose requests pass a gateway. Null passes a request on. */
const throughGateway = (answer: (request: string) => Answer | null) => (page: Window) => {
  const { fetch, Response } = page as Window & typeof globalThis;
  const through: typeof fetch = async (...request) => {
    const [input, init] = request;
    const { pathname } = new URL(input as string, page.location.href);
    const answered = answer(`${init?.method ?? 'GET'} ${pathname}`);
    if (answered === null) return fetch.call(page, ...request);
    const { status, headers = {}, body = null, isPassedOn = false } = answered;
    if (isPassedOn) await fetch.call(page, ...request);
    return new Response(body, { status, headers });
  };
  Object.assign(page, { fetch: through });
};

const SUBMISSION = /^POST .*\/transcriptions$/;
const QUERY = /^GET .*\/transcriptions\/./;
const BUSY: Answer = { status: 503, headers: { 'Retry-After': '1' } };
const HTML = { 'Content-Type': 'text/html' };
const PAGE = '<!doctype html><html><body>404 page not found</body></html>';

const expectOneTask = (
  { value }: AudioTranscribe,
  tasks: readonly { readonly id: string }[],
): void => {
  expect(tasks).to.have.length(1);
  expect(value).to.not.equal('');
};

const openBackendFor = async (user: string): Promise<PrivateBackend> => {
  const backend = await openBackend();
  await backend.signIn(user);
  return backend;
};

describe('a recording is paid for once', () => {
  beforeEach(emptyStores);
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  /** The submission reaches the service, its answer is lost, and then the gateway is busy for as long as it is asked. */
  const openWithLostAnswer = async () => {
    const backend = await openBackendFor(ANNA);
    let isOpen = false;
    let submissions = 0;
    const prepare = throughGateway((request) => {
      if (isOpen || !SUBMISSION.test(request)) return null;
      submissions += 1;
      return submissions === 1 ? { ...BUSY, isPassedOn: true } : BUSY;
    });
    const tab = await openTab(backend.settings, { attributes: {}, prepare, shortWaits: true });
    tab.element.selectFile(recordingNamed());
    await until(tab.element, 'failed');
    expect(submissions).to.be.greaterThan(2);
    return { backend, tab, open: () => (isOpen = true) };
  };

  it('after a lost answer and a busy gateway, if “Try again” is pressed', async () => {
    const { backend, tab, open } = await openWithLostAnswer();
    open();
    control(tab.element, 'Try again').click();
    await until(tab.element, 'transcribing', 'ready');
    expectOneTask(tab.element, await backend.tasks());
  });

  it('after a lost answer and a busy gateway, if the page is reloaded and the file chosen again', async () => {
    const { backend, tab, open } = await openWithLostAnswer();
    open();
    await tab.reload();
    tab.element.selectFile(recordingNamed());
    await until(tab.element, 'transcribing', 'ready', 'failed');
    expect(tab.element.error?.message).to.equal(undefined);
    expectOneTask(tab.element, await backend.tasks());
  });

  for (const [what, missing] of [
    ['a gateway’s page', { status: 404, headers: HTML, body: PAGE }],
    [
      'the handler, because somebody else was signed in for a moment',
      {
        status: 404,
        headers: { 'Content-Type': 'application/json', 'Audio-Transcribe': '1' },
        body: '{"error":{"code":"not-found","message":"There is no such task."}}',
      },
    ],
  ] as const)
    it(`although a query is answered with 404 by ${what}: the task goes on, and stays stored`, async () => {
      const backend = await openBackendFor(ANNA);
      let isOpen = false;
      let queries = 0;
      const prepare = throughGateway((request) => {
        if (!QUERY.test(request) || isOpen) return null;
        queries += 1;
        return missing;
      });
      const tab = await openTab(backend.settings, { attributes: {}, prepare, shortWaits: true });
      tab.element.selectFile(recordingNamed());
      await until(tab.element, 'transcribing', 'failed');
      await untilDump((dump) => queries > 1 && dump.includes('"transcriptionId"'));
      expect(tab.element.state).to.equal('transcribing');
      isOpen = true;
      await until(tab.element, 'ready', 'failed');
      expect(tab.element.error?.message).to.equal(undefined);
      expectOneTask(tab.element, await backend.tasks());
    });

  it('and never by another person: a paused upload does not continue with the next one’s token', async () => {
    const backend = await openBackendFor(ANNA);
    await backend.setFaults([{ name: 'black-hole', at: 'part', part: 3, times: 'always' }]);
    const tab = await openTab(backend.settings, { attributes: {}, shortWaits: true });
    await beginUpload(tab);
    await untilStruck(backend);
    tab.element.pause();
    // In another tab of this browser.
    await backend.signIn(BO);
    await backend.setFaults([]);
    const sent = (await backend.log()).length;
    tab.element.resume();
    await until(tab.element, 'failed', 'transcribing');
    expect(tab.element.error?.message).to.contain('Another user has signed in');
    expect(await backend.tasks()).to.deep.equal([]);
    const plans = (await backend.log()).slice(sent).filter(({ path }) => /presigned/.test(path));
    expect(plans).to.deep.equal([]);
  });

  it('although two tabs open its address while the service takes long to accept it', async () => {
    const backend = await openBackendFor(ANNA);
    const uploader = await openTab(backend.settings);
    let address = '';
    uploader.element.addEventListener('transcribe-uploaded', ({ file }) => {
      address = file.DownloadUrl;
    });
    uploader.element.selectFile(recordingNamed());
    await until(uploader.element, 'transcribing', 'ready');
    uploader.kill();
    const before = (await backend.tasks()).length;
    await backend.setFaults([{ name: 'slow-answer', at: 'submit', ms: 1_500, times: 'always' }]);
    const options = { attributes: { 'file-url': address } };
    const tabs = [
      await openTab(backend.settings, options),
      await openTab(backend.settings, options),
    ];
    for (const { element } of tabs) await until(element, 'transcribing', 'ready', 'failed');
    const [first, second] = tabs.map(({ element }) => element);
    expect(first?.error?.message).to.equal(undefined);
    expect(second?.error?.message).to.equal(undefined);
    expect(first?.value).to.equal(second?.value);
    expect(await backend.tasks()).to.have.length(before + 1);
  });
});
