/** The element under a Content Security Policy: each row of the table in `docs/security.md`, and the minimum. */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe } from '../../../src/index.js';
import { control, findPart, part, until, untilControl, untilPart } from '../../support/element.js';
import { speedUp } from '../../support/fast-clock.js';
import {
  closeBackends,
  openBackend,
  type BackendSettings,
  type PrivateBackend,
} from '../../support/private-backend.js';
import { recordingBytes, recordingFile } from '../../support/recording.js';

interface Page {
  readonly element: AudioTranscribe;
  readonly window: Window & typeof globalThis;
  /** Directives that were violated in this page. */
  readonly violated: () => readonly string[];
  /** URL of the worker that hashed; empty if hashing ran on the main thread. Another one may read the waveform. */
  readonly workers: () => readonly string[];
}

const frames = new Set<HTMLIFrameElement>();

const HOSTS = ({ serviceUrl, storageUrl }: BackendSettings): string =>
  `${new URL(serviceUrl).origin} ${new URL(storageUrl).origin}`;

/** The documented minimum policy, with the sources that a test adds or replaces. */
const policyFor = (
  settings: BackendSettings,
  { other = '', media = 'media-src blob:', script = "script-src 'self'" } = {},
): string =>
  ["default-src 'none'", script, `connect-src 'self' ${HOSTS(settings)}`, media, other]
    .filter((directive) => directive !== '')
    .join('; ');

/** The policy in `docs/security.md` with the hosts of this test. */
const documentedPolicy = async ({ serviceUrl, storageUrl }: BackendSettings): Promise<string> => {
  const page = await (await fetch('/docs/security.md')).text();
  const [policy = ''] = /^default-src 'none'.*$/m.exec(page) ?? [];
  return policy
    .replace('https://service.example', new URL(serviceUrl).origin)
    .replace('https://storage.example', new URL(storageUrl).origin);
};

const openPage = async (
  { settings }: PrivateBackend,
  policy: string,
  attributes: Readonly<Record<string, string>> = {},
): Promise<Page> => {
  const frame = document.createElement('iframe');
  frame.src = `/test/support/policy.html?${new URLSearchParams({ policy })}`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  frames.add(frame);
  await loaded;
  const window = frame.contentWindow as Window & typeof globalThis;
  const violated: string[] = [];
  window.document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => violated.push(`${effectiveDirective} ${blockedURI}`),
  );
  const workers: string[] = [];
  const { Worker } = window;
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener('message', () => workers.push(`${url}`), { once: true });
    }
  };
  const element = window.document.createElement('audio-transcribe');
  const all = { 'service-url': settings.serviceUrl, 'backend-url': settings.backendUrl };
  for (const [name, value] of Object.entries({ ...all, 'no-storage': '', ...attributes }))
    element.setAttribute(name, value);
  window.document.body.append(element);
  await element.updateComplete;
  return { element, window, violated: () => violated, workers: () => workers.slice(0, 1) };
};

const transcribe = async ({ element, window }: Page): Promise<void> => {
  speedUp(window);
  element.selectFile(recordingFile(recordingBytes(200_000)));
  await until(element, 'ready', 'failed');
  expect(element.error?.message).to.equal(undefined);
  expect(element.state).to.equal('ready');
};

/** Resolves once the player has loaded metadata or failed. */
const audioOf = async ({ element, window }: Page): Promise<HTMLAudioElement> => {
  await untilPart(element, 'player');
  const audio = element.renderRoot.querySelector('audio');
  if (audio === null) throw new Error('the player has no audio');
  const settled = (): boolean => audio.readyState > 0 || audio.error !== null;
  while (!settled()) await new Promise(window.requestAnimationFrame);
  return audio;
};

describe('Content Security Policy', () => {
  let backend: PrivateBackend;
  beforeEach(async () => {
    backend = await openBackend();
  });
  afterEach(async () => {
    for (const frame of frames) frame.remove();
    frames.clear();
    await closeBackends();
  });

  it('the documented minimum allows everything without a violation: hashing, audio, printing and Word export', async () => {
    const page = await openPage(backend, await documentedPolicy(backend.settings));
    await transcribe(page);
    expect((await audioOf(page)).error).to.equal(null);
    expect(page.workers()).to.have.length(1);
    let printed = 0;
    const { HTMLIFrameElement } = page.window;
    const { get } =
      Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'contentWindow') ?? {};
    Object.defineProperty(HTMLIFrameElement.prototype, 'contentWindow', {
      get(this: HTMLIFrameElement) {
        const inner = get?.call(this) as Window;
        inner.print = () => printed++;
        return inner;
      },
    });
    control(page.element, 'Export').click();
    (await untilControl(page.element, 'Print')).click();
    while (printed === 0) await new Promise(requestAnimationFrame);
    expect((await page.element.exportTranscript('docx')).size).to.be.greaterThan(1_000);
    expect(page.violated()).to.deep.equal([]);
  });

  it("default-src 'self' with the hosts and the player is enough", async () => {
    const page = await openPage(
      backend,
      `default-src 'self'; connect-src 'self' ${HOSTS(backend.settings)}; media-src blob:`,
    );
    await transcribe(page);
    expect((await audioOf(page)).error).to.equal(null);
    // The element replaces WebAssembly with a JavaScript implementation.
    expect(page.violated().filter((it) => !it.includes('wasm-eval'))).to.deep.equal([]);
  });

  it('allowing WebAssembly avoids every violation', async () => {
    const script = "script-src 'self' 'wasm-unsafe-eval'";
    const page = await openPage(backend, policyFor(backend.settings, { script }));
    await transcribe(page);
    expect(page.violated()).to.deep.equal([]);
  });

  const WORKER = '/src/hashing/audio-transcribe.worker.js';
  for (const [other, workerUrl, does, worker] of [
    ["worker-src 'self'", '', 'allows the worker beside the script', `${location.origin}${WORKER}`],
    ["worker-src 'self'", `${WORKER}?named`, 'allows the one of worker-url', `${WORKER}?named`],
    ['worker-src blob:', '', 'allows a worker', `blob:${location.origin}`],
    ["worker-src 'none'", '', 'is enough: the hash is computed on the page', null],
  ] as const)
    it(`${other} ${does}`, async () => {
      const policy = policyFor(backend.settings, { other });
      const page = await openPage(backend, policy, { 'worker-url': workerUrl });
      await transcribe(page);
      const [used = null] = page.workers();
      if (worker?.startsWith('blob:')) expect(used).to.contain(worker);
      else expect(used).to.equal(worker);
    });

  it("style-src 'none' does not change the appearance", async () => {
    const [strict, free] = [
      await openPage(backend, policyFor(backend.settings, { other: "style-src 'none'" })),
      await openPage(backend, ''),
    ];
    const looks = ({ element, window }: Page): readonly string[] => {
      const style = window.getComputedStyle(part(element, 'drop-zone'));
      return [style.padding, style.borderTopStyle, style.display];
    };
    expect(looks(strict)).to.deep.equal(looks(free));
    expect(strict.violated()).to.deep.equal([]);
  });

  it('without media-src blob: the recording is transcribed but cannot be played', async () => {
    const page = await openPage(backend, policyFor(backend.settings, { media: '' }));
    await transcribe(page);
    while (!page.violated().some((it) => it.startsWith('media-src')))
      await new Promise(requestAnimationFrame);
    expect(page.violated().join()).to.contain('media-src');
    expect(findPart(page.element, 'transcript')).to.not.equal(null);
  });

  it('audio-url plays only if media-src contains its host', async () => {
    const first = await openPage(backend, policyFor(backend.settings));
    const submitted = new Promise<string>((resolve) => {
      first.element.addEventListener('transcribe-submitted', ({ transcriptionId }) =>
        resolve(transcriptionId),
      );
    });
    await transcribe(first);
    const id = await submitted;
    const sample = new URL('../../../demo/samples/voicemail.wav', import.meta.url).href;
    const show = async (media: string): Promise<Page> => {
      // Firefox may play a URL from the cache of another page.
      const attributes = { 'transcription-id': id, 'audio-url': `${sample}?${media}` };
      const page = await openPage(backend, policyFor(backend.settings, { media }), attributes);
      await until(page.element, 'ready');
      return page;
    };
    expect((await audioOf(await show(`media-src ${location.origin}`))).error).to.equal(null);
    const without = await show('media-src blob:');
    while (!without.violated().some((it) => it.startsWith('media-src')))
      await new Promise(requestAnimationFrame);
    expect(without.element.state).to.equal('ready');
  });
});
