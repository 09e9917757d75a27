/**
 * A model of money: random histories of pages, handler and service. After each: at most one task per decision of the
 * user, nothing lost that was stored, and nothing that another user sees or pays for. money.test.ts starts this as a
 * process. The arguments are the first and the last seed. Prints how much of each kind there was, as JSON.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { seededRandom } from '../../support/seeded-random.js';
import { createOutside, USERS } from './outside.js';
import { createBrowser, type Tab } from './tabs.js';

const ACTIONS = [
  ...['choose', 'wait', 'wait', 'reload', 'kill', 'retry', 'retry', 'accept'],
  ...['restart', 'sign', 'full', 'jump'],
] as const;

interface Counts {
  readonly tasks: number;
  readonly repeats: number;
  readonly takeovers: number;
}

const history = async (seed: number): Promise<Counts> => {
  const random = seededRandom(seed);
  const outside = createOutside(random);
  const { world, recordings, names } = outside;
  const browser = createBrowser(outside, random);
  const { signal } = new AbortController();
  const settle = (ms: number): Promise<void> => world.clock.sleep(ms, signal);
  browser.full = random.pick([0, 0, 0.3]);
  let takeovers = 0;
  let files = 0;

  /** Some of the actions, so that these happen more often. */
  const actions = ACTIONS.filter(() => random.chance(0.6));
  const places = Array.from({ length: random.pick([1, 1, 2]) }, (_, place) => {
    const kind = random.pick(['single', 'list'] as const);
    return { place, kind, tab: browser.open(kind, place, false) };
  });

  const newFile = (): File => {
    const name = `${++files}.wav`;
    const bytes = new Uint8Array(100);
    bytes.set(new TextEncoder().encode(`RIFF????WAVE${files}`));
    names.set(createHash('md5').update(bytes).digest('hex'), name);
    recordings.set(name, { owner: null, decisions: 1 });
    return new File([bytes], name, { lastModified: 1 });
  };

  const choose = ({ kind, tab }: (typeof places)[number]): void =>
    tab.choose(Array.from({ length: kind === 'list' ? random.between(1, 3) : 1 }, newFile));

  /** The page is left in order, so what it has stored must still be there. */
  const leave = async (tab: Tab): Promise<void> => {
    const promised: [name: string, state: string][] = [];
    for (const { name, session, persistence } of tab.works()) {
      const state = session.getState();
      session.dispatch({ type: 'suspend' });
      await persistence.settled();
      const isKept = persistence.isKeeping() && browser.full === 0 && outside.clockError === 0;
      const isOpen =
        (state.name === 'submitting' || state.name === 'transcribing') && state.trouble === null;
      if (isKept && isOpen) promised.push([name, state.name]);
    }
    const stored = new Set(
      (await browser.memory.list()).map(({ job }) => names.get(job.md5 ?? '')),
    );
    for (const [name, state] of promised) {
      assert.ok(stored.has(name), `${name} was lost in ${state}`);
    }
  };

  const accept = async (tab: Tab): Promise<void> => {
    const [offer] = await tab.offers();
    if (offer === undefined) return;
    const stored = (await browser.memory.list()).find(({ id }) => id === offer.id);
    // Another tab may have finished it meanwhile.
    if (stored === undefined) return;
    assert.equal(stored.scope, tab.scope(), 'offered to another user');
    if (offer.kind === 'in-other-tab') takeovers += 1;
    await tab.accept(offer);
  };

  const retry = (tab: Tab): void => {
    for (const { name, session, retry } of tab.works()) {
      const state = session.getState();
      if (state.name !== 'failed' || !state.error.recoverable) continue;
      // The person was told that a retry may cost again.
      const recording = recordings.get(name);
      if (recording && state.error.failure?.reason === 'submission-unknown') {
        recording.decisions += 1;
      }
      retry();
    }
  };

  const act = async (action: (typeof ACTIONS)[number]): Promise<void> => {
    const at = random.pick(places as [(typeof places)[number]]);
    switch (action) {
      case 'choose':
        return choose(at);
      case 'reload':
      case 'kill':
        if (action === 'reload') await leave(at.tab);
        at.tab.die();
        at.tab = browser.open(at.kind, at.place, true);
        if (at.kind === 'single') await accept(at.tab);
        return;
      case 'accept':
        return accept(at.tab);
      case 'retry':
        return retry(at.tab);
      case 'restart':
        return outside.restart();
      case 'sign':
        outside.cookie = random.pick(USERS);
        return;
      case 'full':
        browser.full = random.pick([0, 0.3, 1]);
        return;
      case 'jump':
        outside.clockError = random.pick([0, 3_600_000, -864_000_000]);
        return;
      case 'wait':
    }
  };

  for (const place of places) choose(place);
  await settle(random.pick([1, 50, 1_000]));
  for (let step = random.between(3, 10); step > 0; step--) {
    await act(random.pick(['wait', ...actions]));
    await settle(random.pick([1, 50, 1_000, 5_000, 60_000]));
  }
  Object.assign(outside, { faults: 0, pending: 0 });
  await settle(600_000);
  for (const [name, { decisions }] of recordings) {
    const paid = outside.payers.filter(([one]) => one === name).length;
    assert.ok(paid <= decisions, `${paid} tasks for ${decisions} decisions`);
  }
  for (const [name, user] of outside.payers) {
    assert.equal(user, recordings.get(name)?.owner, 'another user has paid');
  }
  for (const { tab } of places) tab.die();
  return { tasks: outside.payers.length, repeats: outside.repeats, takeovers };
};

const [first = 1, last = first] = process.argv.slice(2).map(Number);
const sum = { tasks: 0, repeats: 0, takeovers: 0 };
for (let seed = first; seed <= last; seed++) {
  const counts = await history(seed).catch((error: unknown) => {
    throw new Error(`in the history of SEED=${seed}`, { cause: error });
  });
  for (const name of ['tasks', 'repeats', 'takeovers'] as const) sum[name] += counts[name];
}
console.log(JSON.stringify(sum));
