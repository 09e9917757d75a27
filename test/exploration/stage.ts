/** The browser of a history: its tabs, who is signed in, its network and its time. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { Demo } from '../../demo/start-demo.js';
import { BACKEND_PATHS } from '../../src/protocol/routes.js';
import { lookAt, watchAddresses, watchProgress, type TabLook } from './look.js';
import { PEOPLE, type Person } from './plan.js';

/**
 * The browser's messages about requests that faults and the missing network make fail, and the element's about answers that
 * a fault has changed, and about a recording that was chosen before the demo had fetched its settings.
 */
const EXPLAINED =
  /Failed to load resource|net::ERR_|blocked by CORS policy|service-url is null|Something else answers|there is no transcription service at/;

/** In ms: how long the page may take to react to a step, and how often it is looked at meanwhile. */
const REACTION_MS = 1_500;
const LOOK_EVERY_MS = 60;

export interface Tab {
  readonly page: Page;
  /** Who was signed in when the page was loaded, and when it got each token. */
  people: Set<Person>;
  /** The marks of recordings that were chosen since the page was loaded. */
  chosen: Set<string>;
  /** How often a page was loaded in it. */
  loads: number;
  complaints: string[];
  /** What it showed last. */
  look: TabLook;
}

export const openStage = async (browser: Browser, demo: Demo, path: string) => {
  const context: BrowserContext = await browser.newContext({
    reducedMotion: 'reduce',
    permissions: ['microphone'],
  });
  await context.clock.install();
  // The compiler names functions with a helper that pages do not have.
  await context.addInitScript('globalThis.__name = (value) => value');
  await context.addInitScript(watchProgress);
  await context.addInitScript(watchAddresses);
  const { session } = demo.backend;
  const cookies = new Map(PEOPLE.map((who) => [who, session.newCookie()]));
  let tabs: Tab[] = [];
  let person: Person = 'anna';
  let isOffline = false;
  /** Requests that are on their way. Those that are not answered in time are not waited for again. */
  const requests = new Set<unknown>();
  context.on('request', (request) => requests.add(request));
  context.on('requestfinished', (request) => requests.delete(request));
  context.on('requestfailed', (request) => requests.delete(request));

  const signIn = async (who: Person): Promise<void> => {
    person = who;
    const [name = '', value = ''] = (cookies.get(who) ?? '').split('=');
    await context.addCookies([{ name, value, url: demo.url, httpOnly: true, sameSite: 'Lax' }]);
  };

  const openTab = async (): Promise<Tab> => {
    const page = await context.newPage();
    const tab: Tab = {
      ...{ page, people: new Set([person]), chosen: new Set<string>(), loads: 0, complaints: [] },
      look: { elements: [], focus: 'nowhere', noted: [] },
    };
    page.on('framenavigated', (frame) => {
      if (frame !== page.mainFrame()) return;
      Object.assign(tab, {
        ...{ people: new Set([person]), chosen: new Set<string>(), loads: tab.loads + 1 },
      });
      requests.clear();
    });
    page.on('request', (request) => {
      if (request.url().endsWith(BACKEND_PATHS.userToken)) tab.people.add(person);
    });
    page.on('pageerror', ({ stack, message }) => tab.complaints.push(stack ?? message));
    page.on('console', (message) => {
      if (!/error|warning/.test(message.type()) || EXPLAINED.test(message.text())) return;
      tab.complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on('dialog', (dialog) => void dialog.accept());
    await page.goto(demo.url + path);
    tabs.push(tab);
    return tab;
  };

  const closeTab = async (tab: Tab): Promise<void> => {
    tabs = tabs.filter((other) => other !== tab);
    await tab.page.close();
  };

  const glance = async (): Promise<void> => {
    for (const tab of tabs) tab.look = await lookAt(tab.page);
  };

  /** Waits until nothing changes any more, looks at each tab, and returns whether anything has changed. */
  const settle = async (patienceMs = REACTION_MS): Promise<boolean> => {
    const before = tabs.map(({ look }) => look);
    const endsAt = Date.now() + patienceMs;
    const looks = (): Promise<TabLook[]> => Promise.all(tabs.map(({ page }) => lookAt(page)));
    let last = await looks();
    for (;;) {
      await sleep(LOOK_EVERY_MS);
      const next = await looks();
      const isQuiet = requests.size === 0 && JSON.stringify(next) === JSON.stringify(last);
      last = next;
      if (isQuiet || Date.now() > endsAt) break;
    }
    requests.clear();
    for (const [index, tab] of tabs.entries()) tab.look = last[index] ?? tab.look;
    return JSON.stringify(before) !== JSON.stringify(last);
  };

  const setOffline = (on: boolean): Promise<void> => {
    isOffline = on;
    return context.setOffline(on);
  };

  /** Comes back from pages that keys have led to. Returns whether there were any. */
  const comeBack = async (): Promise<boolean> => {
    const home = demo.url + path;
    const away = tabs.filter(({ page }) => !page.url().startsWith(home));
    if (away.length > 0) await setOffline(false);
    for (const { page } of away) await page.goto(home);
    return away.length > 0;
  };

  await signIn('anna');
  await openTab();
  return {
    context,
    tabs: (): readonly Tab[] => tabs,
    person: () => person,
    isOffline: () => isOffline,
    /** The user that the backend knows a person by. */
    userOf: (who: Person): string | null => session.userOf(cookies.get(who)),
    ...{ signIn, openTab, closeTab, setOffline, comeBack, glance, settle },
  };
};

export type Stage = Awaited<ReturnType<typeof openStage>>;
