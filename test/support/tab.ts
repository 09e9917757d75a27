/** A page with the element that a test can reload and kill, in any engine: an iframe of the same origin. */
import { webLocks } from '../../src/browser/tabs.js';
import { storageScope } from '../../src/engine/index.js';
import { scopeLockName } from '../../src/engine/resume/storage-scope.js';
import type { AudioTranscribe } from '../../src/index.js';
import type { DemoSettings } from '../../demo/backend.js';

export interface TabOptions {
  /** How fast the clock of the tab goes: 10 makes 30 s of patience 3 s. Default 1. */
  readonly clockRate?: number;
  /** The page's Content Security Policy. Default none. */
  readonly policy?: string;
  /** A Content Security Policy that only reports. Default none. */
  readonly reportOnly?: string;
  /** Attributes of the element beside its addresses. Default: `no-resume`, so that no test finds another's work. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Set on the element before it is in its page. */
  readonly properties?: Partial<AudioTranscribe>;
  /** Names the tab's own `sessionStorage`, which outlives the tab; empty where the browser forbids it. */
  readonly session?: string;
}

export interface Tab {
  /** The element inside, as it lives now: another one after a reload. */
  readonly element: AudioTranscribe;
  readonly window: Window;
  /** Loads the page anew; resolves once the new element is in it. */
  readonly reload: () => Promise<void>;
  /** Ends the page at once, as a crash does: nothing of it is asked or told. */
  readonly kill: () => void;
}

const opened = new Set<Tab>();

const loaded = (frame: HTMLIFrameElement): Promise<void> =>
  new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });

const place = async (
  frame: HTMLIFrameElement,
  attributes: Readonly<Record<string, string>>,
  properties: Partial<AudioTranscribe>,
): Promise<AudioTranscribe> => {
  const page = frame.contentDocument;
  if (page?.defaultView?.customElements.get('audio-transcribe') === undefined)
    throw new Error('The tab did not load the element.');
  const element = page.createElement('audio-transcribe');
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  Object.assign(element, properties);
  page.body.append(element);
  await element.updateComplete;
  return element;
};

/** Opens a page with an element that talks to this backend. */
export const openTab = async (
  settings: Pick<DemoSettings, 'serviceUrl' | 'backendUrl'>,
  {
    clockRate = 1,
    attributes = { 'no-resume': '' },
    properties = {},
    policy = '',
    reportOnly = '',
    session,
  }: TabOptions = {},
): Promise<Tab> => {
  const all = {
    'service-url': settings.serviceUrl,
    'backend-url': settings.backendUrl,
    ...attributes,
  };
  const frame = document.createElement('iframe');
  const query = new URLSearchParams({
    rate: `${clockRate}`,
    policy,
    report: reportOnly,
    ...(session !== undefined && { session }),
  });
  frame.src = `${new URL('./tab.html', import.meta.url).pathname}?${query}`;
  const ready = loaded(frame);
  document.body.append(frame);
  await ready;
  let element = await place(frame, all, properties);
  const tab: Tab = {
    get element() {
      return element;
    },
    get window() {
      if (frame.contentWindow === null) throw new Error('The tab was killed.');
      return frame.contentWindow;
    },
    reload: async () => {
      const again = loaded(frame);
      tab.window.location.reload();
      await again;
      element = await place(frame, all, properties);
    },
    kill: () => {
      opened.delete(tab);
      frame.remove();
    },
  };
  opened.add(tab);
  return tab;
};

/** Of what loads nothing and fails at nothing, in ms. */
const PATIENCE_MS = 5_000;

/** Resolves once the browser has made up its mind about the audio, if it is at it. */
const audioSettled = async (audio: HTMLAudioElement): Promise<void> => {
  const { HAVE_CURRENT_DATA, NETWORK_LOADING } = HTMLMediaElement;
  if (audio.networkState !== NETWORK_LOADING || audio.readyState >= HAVE_CURRENT_DATA) return;
  await new Promise<void>((resolve) => {
    for (const type of ['loadeddata', 'error'])
      audio.addEventListener(type, () => resolve(), { once: true });
    setTimeout(resolve, PATIENCE_MS);
  });
};

/**
 * For `afterEach`: ends what this page opened. WebKitGTK's main thread and that of its media wait for each other
 * for ever where a page goes while its audio is about to be there, and with them the whole run.
 */
export const closeTabs = async (): Promise<void> => {
  for (const tab of [...opened]) {
    await Promise.all([...tab.element.renderRoot.querySelectorAll('audio')].map(audioSettled));
    tab.kill();
  }
};

/**
 * A `resume-scope` that no other test has. This page counts as one that it is live on, so that what is left in it stays
 * whatever other tests do.
 */
export const freshScope = (): string => {
  const scope = `test-${Date.now()}-${Math.random()}`;
  void webLocks.share(scopeLockName(storageScope('page', scope)));
  return scope;
};
