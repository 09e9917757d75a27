/** Runs a plan: the real engine, queue, handler and watcher, with a simulated clock. */
import { seededRandom } from '../../support/seeded-random.js';
import { createSimulatedClock } from '../../support/simulated-world.js';
import { createBackend } from './backend.js';
import { createBrowser, type Shown, type Tab } from './browser.js';
import { seedMathRandom } from './deterministic.js';
import { endsTask, type Ending, type Fact, type TimedFact } from './facts.js';
import { createNetwork } from './network.js';
import type { Plan, Step } from './plan.js';
import type { Offer, Work } from './product.js';
import { contentOf, createService, nameOf } from './service.js';

const never = new Promise<never>(() => undefined);

/** Time before the first step, in ms. */
const BEFORE_MS = 60_000;
/** Time after the last step, without faults. */
const AFTERWARDS_MS = 1_200_000;

/** A file whose bytes are read at once: a real one is read in a thread. */
class ReadyFile extends File {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  constructor(bytes: Uint8Array<ArrayBuffer>, name: string) {
    super([], name, { lastModified: 1 });
    this.#bytes = bytes;
  }
  override get size(): number {
    return this.#bytes.length;
  }
  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes.slice().buffer);
  }
  override slice(start = 0, end = this.#bytes.length): ReadyFile {
    return new ReadyFile(this.#bytes.slice(start, end), this.name);
  }
}

export const runHistory = async ({ setup, steps }: Plan): Promise<Ending> => {
  const random = seededRandom(setup.seed);
  seedMathRandom(random.next);
  let isOver = false;
  const simulated = createSimulatedClock();
  const clock: typeof simulated = {
    now: simulated.now,
    sleep: (ms, signal) => (isOver ? never : simulated.sleep(ms, signal)),
  };
  const facts: TimedFact[] = [];
  const add = (fact: Fact): void => void facts.push({ at: clock.now(), ...fact });
  Object.assign(globalThis, {
    reportError: (error: unknown) => add({ kind: 'page-error', message: String(error) }),
  });
  const { signal } = new AbortController();
  const settle = (ms: number): Promise<void> => clock.sleep(ms, signal);
  const network = createNetwork({ pass: settle });
  const backendOf = (name: string) =>
    createBackend({
      ...{ network, add, now: clock.now, sleep: clock.sleep },
      ...{ isShared: setup.isShared, isWatched: setup.isWatched },
      service: createService({ ...setup, name, now: clock.now, add }),
    });
  const backends = [backendOf('alpha'), backendOf('beta')] as const;
  // A handler cannot know a key that may be older than its process. They run before anybody comes.
  await settle(BEFORE_MS);
  const browser = createBrowser({
    ...{ setup, clock, network, backends: [...backends], add },
    random: random.next,
  });
  const tabs: Tab[] = [];
  const sessions = new Map<Tab, Map<string, string>>();
  const files = new Map<string, ReadyFile>();
  /** What pages and people wait for, by the tab. */
  const waiting = new Map<number, Tab>();
  let promises = 0;

  const load = (tab: Tab, isReloaded: boolean): void =>
    browser.load(tab, sessions.get(tab) ?? new Map<string, string>(), isReloaded);

  const die = (tab: Tab): void => {
    tab.die();
    for (const [id, of] of waiting) {
      if (of !== tab) continue;
      waiting.delete(id);
      add({ kind: 'abandoned', id });
    }
  };

  /** A page or a person waits for it. */
  const ask = (tab: Tab, promise: string, answer: unknown): void => {
    if (!(answer instanceof Promise)) return;
    const id = ++promises;
    add({ kind: 'asked', promise, id });
    waiting.set(id, tab);
    const settled = (): void => {
      if (waiting.delete(id)) add({ kind: 'settled', id });
    };
    answer.then(settled, settled);
  };

  for (let number = 1; number <= setup.tabs; number++) {
    const tab: Tab = {
      ...{ name: `tab ${number}`, path: '/case-1', elements: [] },
      ...{ die: () => undefined, make: () => null },
    };
    sessions.set(tab, new Map());
    tabs.push(tab);
    load(tab, false);
  }

  /* ---- What people do ---- */

  const put = ({ place }: Shown, recording: string, isAlso = false): void =>
    add({ kind: 'placed', recording, place, isAlso });

  const decide = (shown: Shown, recording: string): void => {
    add({ kind: 'decided', recording });
    const user = browser.userOf(shown.user());
    if (facts.some((fact) => fact.kind === 'owned' && fact.recording === recording)) return;
    if (user === null) shown.unowned.add(recording);
    else add({ kind: 'owned', recording, user });
  };

  /** The person gives up what an element of one recording shows. */
  const leaveShown = (shown: Shown): boolean => {
    if (shown.kind === 'list') return true;
    const [work] = shown.works();
    if (work === undefined) return true;
    if (!['ready', 'failed'].includes(work.state.name)) return false;
    add({ kind: 'discarded', recording: work.name });
    return true;
  };

  const choose = (shown: Shown, count: number): void => {
    if (shown.kind === 'address' || !leaveShown(shown)) return;
    const chosen = Array.from({ length: shown.kind === 'list' ? count : 1 }, () => {
      const file = new ReadyFile(contentOf(files.size + 1), nameOf(files.size + 1));
      files.set(file.name, file);
      decide(shown, file.name);
      put(shown, file.name);
      return file;
    });
    ask(shown.tab, 'a choice', shown.choose(chosen));
  };

  /** The person was told that the last task has ended without a transcript. */
  const hasEnded = (recording: string): boolean => {
    const last = facts.findLast((it) => it.kind === 'failed' && it.recording === recording);
    return last?.kind === 'failed' && endsTask(last.reason);
  };

  const isKept = async (recording: string): Promise<boolean> =>
    browser.disk.works() && (await browser.memory.list()).some(({ title }) => title === recording);

  /** The page and which element of it, without the tab. */
  const placeIn = (place: string): string => place.replace(/^tab \d+ /, '');

  /** The person chooses a file again: a new decision only if nothing is left of the first one. */
  const chooseAgain = async (shown: Shown, which: number): Promise<void> => {
    const file = [...files.values()][which % (files.size || 1)];
    if (file === undefined || shown.kind === 'address') return;
    const owner = facts.find((it) => it.kind === 'owned' && it.recording === file.name);
    const user = browser.userOf(shown.user());
    const begun = facts.find((it) => it.kind === 'shown' && it.recording === file.name);
    if (begun?.kind !== 'shown' || begun.service !== shown.service) return;
    // In the same element, maybe of another tab.
    if (placeIn(begun.place) !== placeIn(shown.place)) return;
    // Nobody else has the file.
    if (owner?.kind !== 'owned' || owner.user !== user || owner.user !== browser.user) return;
    const isBusy = ({ name, state }: Work): boolean =>
      name === file.name && state.name !== 'failed';
    if (shown.works().some(isBusy)) return;
    const isAlso = tabs.some(({ elements }) => elements.some((it) => it.works().some(isBusy)));
    if (shown.kind === 'single' && shown.works().some(({ name }) => name !== file.name)) {
      if (!leaveShown(shown)) return;
    }
    if (hasEnded(file.name) || !(await isKept(file.name))) {
      add({ kind: 'decided', recording: file.name });
    }
    put(shown, file.name, isAlso);
    ask(shown.tab, 'a choice', shown.choose([file]));
  };

  const retry = ({ kind }: Shown, { name, state, retry: again }: Work): void => {
    if (state.name !== 'failed' || !state.error.recoverable) return;
    const reason = state.error.failure?.reason ?? '';
    // The person was told that it may cost again, or now wants what the page has begun by itself.
    const isToldSo = ['submission-unknown', 'key-reused'].includes(reason) || hasEnded(name);
    if (isToldSo || kind === 'address') add({ kind: 'decided', recording: name });
    again();
  };

  const answerOffer = (shown: Shown, { name, ...answer }: Offer, isAccepted: boolean): void => {
    if (isAccepted) {
      if (!leaveShown(shown)) return;
      if (hasEnded(name)) add({ kind: 'decided', recording: name });
      put(shown, name);
      ask(shown.tab, 'an accepted offer', answer.accept());
    } else {
      add({ kind: 'discarded', recording: name });
      ask(shown.tab, 'a declined offer', answer.decline());
    }
  };

  const forget = (shown: Shown): void => {
    const known = facts.filter((fact) => fact.kind === 'owned' || fact.kind === 'opened');
    for (const { recording } of known) {
      add({ kind: 'discarded', recording });
    }
    for (const { name } of shown.works()) add({ kind: 'discarded', recording: name });
    ask(shown.tab, 'forget', shown.forget());
  };

  /** Notes what each element offers. */
  const look = (): void => {
    for (const tab of tabs) {
      for (const shown of tab.elements) {
        if (shown.remove === null) continue;
        for (const { name: recording } of shown.offers()) {
          const worksOnIt = (other: Shown): boolean =>
            other !== shown &&
            other.remove !== null &&
            other.works().some(({ name }) => name === recording);
          const others = tabs.filter((one) => one !== tab).flatMap(({ elements }) => elements);
          // Two pages that open the same address have a job each.
          const isBusyHere = tab.elements.some(worksOnIt) && !others.some(worksOnIt);
          const { place, service } = shown;
          const user = browser.userOf(shown.user());
          add({ kind: 'offered', recording, place, service, user, isBusyHere });
        }
      }
    }
  };

  const replace = (shown: Shown): void => {
    shown.remove?.();
    const made = shown.tab.make(shown.position);
    const { elements } = shown.tab;
    if (made !== null) elements[elements.indexOf(shown)] = made;
  };

  /** Where pages say who is signed in, they are opened again. Others only notice by their next token. */
  const signIn = (user: string): void => {
    browser.user = user;
    if (!setup.hasUserKeys) return;
    for (const tab of tabs) {
      die(tab);
      load(tab, false);
    }
  };

  const cutPower = (lostWrites: number): void => {
    for (const tab of tabs) die(tab);
    browser.disk.lose(lostWrites);
    if (lostWrites > 0) add({ kind: 'lossy' });
    for (const tab of tabs) load(tab, true);
  };

  /** A person answers what is there to be answered. */
  const fits = (step: Step, { kind, offers, works, remove }: Shown): boolean => {
    switch (step.do) {
      case 'choose':
      case 'choose again':
        return remove !== null && kind !== 'address';
      case 'accept':
      case 'decline':
        return remove !== null && offers().length > 0;
      case 'retry':
        return works().some(({ state }) => state.name === 'failed');
      case 'pause':
        return works().length > 0;
      case 'resume':
        return works().some(({ state }) => state.name === 'paused');
      case 'put back':
        return remove === null;
      case 'switch multiple':
        return kind !== 'address';
      default:
        return true;
    }
  };

  const act = async (step: Step): Promise<void> => {
    const all = tabs.flatMap(({ elements }) => elements);
    const fitting = all.filter((one) => fits(step, one));
    const shown = fitting['at' in step ? step.at % fitting.length : 0];
    if (shown === undefined) return;
    const { tab } = shown;
    const backend = backends['service' in step ? step.service : 0] ?? backends[0];
    switch (step.do) {
      case 'choose':
        return choose(shown, step.files);
      case 'choose again':
        return chooseAgain(shown, step.which);
      case 'accept':
      case 'decline': {
        const offers = shown.offers();
        const offer = offers[step.which % (offers.length || 1)];
        return offer && answerOffer(shown, offer, step.do === 'accept');
      }
      case 'retry':
        return shown.works().forEach((work) => retry(shown, work));
      case 'start':
        return shown.start();
      case 'pause':
        return shown.works().forEach(({ pause }) => pause());
      case 'resume':
        return shown.works().forEach(({ state, resume }) => state.name === 'paused' && resume());
      case 'cancel':
        for (const { name, cancel } of shown.works()) {
          add({ kind: 'discarded', recording: name });
          cancel();
        }
        return;
      case 'forget':
        // While the disk hangs, the page's `forgetStored` gives up: test/unit/browser has its test.
        return browser.disk.works() ? forget(shown) : undefined;
      case 'switch multiple':
        shown.kind = shown.kind === 'list' ? 'single' : 'list';
        return shown.switchMultiple();
      case 'remove':
        shown.remove?.();
        shown.remove = null;
        return;
      case 'put back':
        shown.remove ??= shown.connect();
        return;
      case 'replace':
        return replace(shown);
      case 'reload':
      case 'crash':
        if (step.do === 'reload') await settle(1);
        die(tab);
        return load(tab, true);
      case 'go to another page':
        die(tab);
        tab.path = setup.pages.find(({ path }) => path !== tab.path)?.path ?? tab.path;
        return load(tab, false);
      case 'sign in':
        return signIn(step.user);
      case 'network':
        return network.expect(step.trouble);
      case 'store':
        if (step.is !== 'works') add({ kind: 'lossy' });
        return browser.disk.set(step.is);
      case 'cut power':
        return cutPower(step.lostWrites);
      case 'restart handler':
        return backend.restart();
      case 'rotate keys':
        return backend.rotate();
      case 'kill handler':
        return backend.killAfter(step.afterCalls);
      case 'fail key store':
        return backend.failStore(step.times);
      case 'delay key store':
        return void backend.delayStore(step.ms);
      case 'go offline':
      case 'come online':
        browser.isOnline = step.do === 'come online';
        return;
      case 'turn pages round':
        browser.isTurned = !browser.isTurned;
        return;
      case 'set the clock':
        browser.clockError = step.errorMs;
        add({ kind: 'unknowable' });
        return;
      case 'wait':
    }
  };

  for (const step of steps) {
    await act(step);
    await settle(step.thenMs);
    look();
  }
  network.calm();
  for (const { failStore } of backends) failStore(0);
  browser.isOnline = true;
  await settle(AFTERWARDS_MS);
  look();
  browser.disk.set('works');
  const jobs = await browser.memory.list();
  const lists = [...browser.lists.records.values()].map((list) => JSON.stringify(list));
  const kept = new Set([
    ...jobs.map(({ title }) => title),
    ...[...files.keys()].filter((name) => lists.some((list) => list.includes(`"${name}"`))),
  ]);
  for (const tab of tabs) tab.die();
  isOver = true;
  return { facts: [...facts, { kind: 'lived', at: clock.now() }], kept };
};
