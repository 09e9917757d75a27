/** The fault matrix: pages that are reloaded or die at every step, and what goes on after them. */
import { expect } from '@open-wc/testing';
import type { Fault } from '../../demo/sandbox/index.js';
import { part, until, untilPart } from '../support/element.js';
import {
  bytesSentTwice,
  expectRightBytes,
  MOST_IN_FLIGHT,
  openWorld,
  PART,
  requestsTo,
  type World,
} from '../support/fault-row.js';
import { closeBackends, untilStruck } from '../support/private-backend.js';
import { seededRandom } from '../support/recording.js';
import { closeTabs, freshScope, openTab, type Tab } from '../support/tab.js';

const SIZE = 16 * PART - 1234;

/** A world whose work is stored, in a scope of its own. */
const openStoredWorld = async (faults: readonly Fault[]) => {
  const attributes = { 'resume-scope': freshScope() };
  const world = await openWorld({ title: '', faults, size: SIZE, tab: STORING });
  world.tab.kill();
  const tab = async (): Promise<Tab> =>
    openTab(world.backend.settings, { clockRate: 10, attributes });
  return { ...world, openTab: tab };
};

const STORING = { attributes: {} };

/** Takes the offer of a tab that finds work left behind, and sees it to its end. */
const goOn = async (
  { element }: Tab,
  { backend, bytes }: Pick<World, 'backend' | 'bytes'>,
): Promise<void> => {
  let fileId = '';
  element.addEventListener('transcribe-uploaded', ({ file }) => (fileId = file.FileId));
  await untilPart(element, 'offer');
  part(element, 'accept-button').click();
  await until(element, 'ready', 'failed');
  expect(element.error?.message).to.equal(undefined);
  // Where the file was complete before, no event tells of it again: the log knows its name.
  const named = (await backend.log()).findLast(({ kind }) => kind === 'part')?.path.split('/')[2];
  await expectRightBytes(backend, fileId || (named ?? ''), bytes);
};

interface Step {
  readonly title: string;
  /** Holds the work at this step until the page is gone. */
  readonly hold: Fault;
  /** Parts that may be sent twice. */
  readonly sentTwice: number;
}

const STEPS: readonly Step[] = [
  { title: 'planning', hold: { name: 'black-hole', at: 'upload-plan' }, sentTwice: 0 },
  {
    title: 'sending the first part',
    hold: { name: 'no-answer', at: 'part', times: 'always' },
    sentTwice: MOST_IN_FLIGHT,
  },
  {
    title: 'sending the last part',
    hold: { name: 'no-answer', at: 'part', part: 16 },
    sentTwice: MOST_IN_FLIGHT,
  },
  {
    title: 'completing',
    hold: { name: 'black-hole', at: 'complete-upload' },
    sentTwice: MOST_IN_FLIGHT,
  },
  {
    title: 'completing, which was done',
    hold: { name: 'no-answer', at: 'complete-upload' },
    sentTwice: MOST_IN_FLIGHT,
  },
  { title: 'transcribing', hold: { name: 'black-hole', at: 'query' }, sentTwice: 0 },
];

/** Leaves a page by reloading it, or by killing it and opening another. */
const WAYS = {
  'a reload': async (tab: Tab): Promise<Tab> => {
    await tab.reload();
    return tab;
  },
  'a kill': async (tab: Tab, open: () => Promise<Tab>): Promise<Tab> => {
    tab.kill();
    return open();
  },
} as const;

describe('the fault matrix: pages that go away', function () {
  this.timeout(15_000);

  afterEach(async () => {
    closeTabs();
    await closeBackends();
  });

  for (const [way, leave] of Object.entries(WAYS))
    for (const { title, hold, sentTwice } of STEPS) {
      it(`${way} while ${title}: it goes on, and one task is submitted`, async () => {
        const world = await openStoredWorld([hold]);
        const { backend, bytes, file } = world;
        const tab = await world.openTab();
        tab.element.selectFile(file);
        await untilStruck(backend);
        const next = await leave(tab, world.openTab);
        await backend.setFaults([]);
        await goOn(next, world);
        const log = await backend.log();
        expect(await backend.tasks()).to.have.length(1);
        expect(bytesSentTwice(log, bytes.length)).to.be.within(0, sentTwice * PART);
        if (hold.at !== 'upload-plan') expect(requestsTo(log, 'upload-plan')).to.equal(1);
      });
    }

  for (const seed of [1, 2, 3, 4, 5]) {
    const random = seededRandom(seed);
    const deaths = [1, 2].map(() => 1 + Math.floor(random() * 7));
    it(`kills at the parts ${deaths.join(' and then ')}: only what was in flight is sent again`, async () => {
      const world = await openStoredWorld([]);
      const { backend, bytes, file } = world;
      let tab = await world.openTab();
      for (const [index, nth] of deaths.entries()) {
        await backend.setFaults([{ name: 'no-answer', at: 'part', nth, times: 'always' }]);
        if (index === 0) tab.element.selectFile(file);
        else {
          await untilPart(tab.element, 'offer');
          part(tab.element, 'accept-button').click();
        }
        await untilStruck(backend);
        tab.kill();
        tab = await world.openTab();
      }
      await backend.setFaults([]);
      await goOn(tab, world);
      const log = await backend.log();
      expect(bytesSentTwice(log, bytes.length)).to.be.within(
        1,
        deaths.length * MOST_IN_FLIGHT * PART,
      );
      expect(requestsTo(log, 'upload-plan')).to.equal(1);
      expect(await backend.tasks()).to.have.length(1);
    });
  }

  it('the addresses expired while the page was away: a new plan', async () => {
    const world = await openStoredWorld([
      { name: 'no-answer', at: 'part', nth: 4, times: 'always' },
    ]);
    const tab = await world.openTab();
    tab.element.selectFile(world.file);
    await untilStruck(world.backend);
    tab.kill();
    await world.backend.setFaults([{ name: 'expired', at: 'part' }]);
    await goOn(await world.openTab(), world);
    expect(requestsTo(await world.backend.log(), 'upload-plan')).to.equal(2);
  });

  it('a full disk: the upload goes on, and says so once', async () => {
    const world = await openStoredWorld([]);
    const { element, window } = await world.openTab();
    const { IDBObjectStore, DOMException } = window as Window & typeof globalThis;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    let fileId = '';
    element.addEventListener('transcribe-uploaded', ({ file }) => (fileId = file.FileId));
    element.selectFile(world.file);
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    await expectRightBytes(world.backend, fileId, world.bytes);
    const said = JSON.stringify(element.diagnostics().entries).match(/storage-unavailable/g);
    expect(said).to.have.length(1);
  });
});
