/** A page with the element that a test can reload and kill, in any browser: a same-origin iframe. */
import { webLocks } from '../../src/browser/browser-ports.js';
import { storageScope } from '../../src/engine.js';
import { scopeLockName } from '../../src/engine/resume/scope.js';
import type { AudioTranscribe } from '../../src/index.js';
import type { DemoSettings } from '../../demo/backend.js';
import { audioSettled } from './audio-settled.js';
import { speedUp } from './fast-clock.js';

export interface TabOptions {
  /** Shortens the waits of the tab, but no time limits: for those, use `advance`. Default: false. */
  readonly shortWaits?: boolean;
  /** The page's Content Security Policy. Default: none. */
  readonly policy?: string;
  /** A report-only Content Security Policy. Default: none. */
  readonly reportOnly?: string;
  /** Attributes of the element besides its URLs. Default: `no-storage`, so that tests do not share work. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** What is around the element or elements. Default: `<audio-transcribe></audio-transcribe>`. */
  readonly markup?: string;
  /** Set on the element before it is added to its page. */
  readonly properties?: Partial<AudioTranscribe>;
  /** Runs before any script of the tab, also after a reload. */
  readonly prepare?: (page: Window) => void;
  /** Names the tab's own `sessionStorage`, which outlives the tab. Empty if the browser blocks it. */
  readonly session?: string;
}

export interface Tab {
  /** The current element inside, which a reload replaces. */
  readonly element: AudioTranscribe;
  /** All elements inside, in document order. */
  readonly elements: readonly AudioTranscribe[];
  readonly window: Window;
  /**
   * Moves the tab's clock forward by this many ms. The timers that are due run in order, and the tasks of the page
   * between them, so that the page does not take it for a sleep of the machine.
   */
  readonly advance: (ms: number) => Promise<void>;
  /** Adds markup to the page, with elements that use the same backend. Returns them. */
  readonly add: (markup: string, where?: InsertPosition) => Promise<readonly AudioTranscribe[]>;
  /** Reloads the page, which may come with other markup; resolves once its elements are in it. */
  readonly reload: (markup?: string) => Promise<void>;
  /** Removes the page at once, as in a crash, without any event. */
  readonly kill: () => void;
}

/** `tab.html` sets it. */
interface ClockOfTab {
  readonly advanceClock: Tab['advance'];
}

const opened = new Set<Tab>();

const loaded = (frame: HTMLIFrameElement): Promise<void> =>
  new Promise((resolve) => {
    frame.addEventListener('load', () => resolve(), { once: true });
  });

const NAME = 'audio-transcribe';

const place = async (
  page: Document | null,
  markup: string,
  attributes: Readonly<Record<string, string>>,
  properties: Partial<AudioTranscribe>,
  where: InsertPosition = 'beforeend',
): Promise<readonly AudioTranscribe[]> => {
  if (page?.defaultView?.customElements.get(NAME) === undefined)
    throw new Error('The tab did not load the element.');
  const template = document.createElement('template');
  template.innerHTML = markup;
  const content = page.importNode(template.content, true);
  const elements = [...content.querySelectorAll(NAME)];
  for (const element of elements) {
    for (const [name, value] of Object.entries(attributes))
      if (!element.hasAttribute(name)) element.setAttribute(name, value);
    Object.assign(element, properties);
  }
  if (where === 'afterbegin') page.body.prepend(content);
  else page.body.append(content);
  await Promise.all(elements.map(({ updateComplete }) => updateComplete));
  return elements;
};

type Prepare = NonNullable<TabOptions['prepare']>;

/** Keeps the function for the tab, which calls it by this name. */
const prepared = (prepare: Prepare): string => {
  const page = window as { preparationsOfTabs?: Map<string, Prepare> };
  const known = (page.preparationsOfTabs ??= new Map());
  const name = String(known.size);
  known.set(name, prepare);
  return name;
};

/** Opens a page with an element that uses this backend. */
export const openTab = async (
  settings: Pick<DemoSettings, 'serviceUrl' | 'backendUrl'>,
  {
    shortWaits = false,
    attributes = { 'no-storage': '' },
    markup = `<${NAME}></${NAME}>`,
    properties = {},
    policy = '',
    reportOnly = '',
    session,
    prepare,
  }: TabOptions = {},
): Promise<Tab> => {
  const all = {
    'service-url': settings.serviceUrl,
    'backend-url': settings.backendUrl,
    ...attributes,
  };
  const frame = document.createElement('iframe');
  const query = new URLSearchParams({
    policy,
    report: reportOnly,
    ...(session !== undefined && { session }),
    ...(prepare !== undefined && { prepare: prepared(prepare) }),
  });
  frame.src = `${new URL('./tab.html', import.meta.url).pathname}?${query}`;
  const open = async (load: () => void, content: string): Promise<void> => {
    const ready = loaded(frame);
    load();
    await ready;
    if (shortWaits && frame.contentWindow !== null) speedUp(frame.contentWindow, 50);
    await place(frame.contentDocument, content, all, properties);
  };
  await open(() => document.body.append(frame), markup);
  const elements = (): readonly AudioTranscribe[] => [
    ...(frame.contentDocument?.querySelectorAll(NAME) ?? []),
  ];
  const first = (): AudioTranscribe => {
    const [element] = elements();
    if (element === undefined) throw new Error('The tab has no element.');
    return element;
  };
  const tab: Tab = {
    get element() {
      return first();
    },
    get elements() {
      return elements();
    },
    add: (content, where) => place(frame.contentDocument, content, all, properties, where),
    get window() {
      if (frame.contentWindow === null) throw new Error('The tab was killed.');
      return frame.contentWindow;
    },
    advance: (ms) => (tab.window as unknown as ClockOfTab).advanceClock(ms),
    reload: (content = markup) => open(() => tab.window.location.reload(), content),
    kill: () => {
      opened.delete(tab);
      frame.remove();
    },
  };
  opened.add(tab);
  return tab;
};

/** For `afterEach`: closes the pages that this page opened, once their audio has loaded. */
export const closeTabs = async (): Promise<void> => {
  for (const tab of [...opened]) {
    await audioSettled(tab.element.renderRoot);
    tab.kill();
  }
};

/**
 * Creates a `user-key` that no other test uses. This page holds its lock, so that other tests do not delete the
 * work in it.
 */
export const freshScope = (): string => {
  const scope = `test-${Date.now()}-${Math.random()}`;
  void webLocks.share(scopeLockName(storageScope('page', scope)));
  return scope;
};
