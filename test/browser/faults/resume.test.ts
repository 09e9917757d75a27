/** Fault matrix: pages that are reloaded or killed at each step, and how the next page resumes. */
import { expect } from '@open-wc/testing';
import type { Fault } from '../../../demo/sandbox/index.js';
import { until } from '../../support/element.js';
import { hasEtags, openStoredWorld, PARTS, resume } from '../../support/fault-resume.js';
import {
  bytesInFlight,
  bytesSentTwice,
  expectRightBytes,
  PART,
  requestsTo,
} from '../../support/fault-row.js';
import { setDiskFull } from '../../support/full-disk.js';
import { closeBackends, untilStruck } from '../../support/private-backend.js';
import { recordingBytes, recordingFile } from '../../support/recording.js';
import { untilStored, type StoredWork } from '../../support/stored-work.js';
import { closeTabs, type Tab } from '../../support/tab.js';

interface Step {
  readonly title: string;
  /** Blocks the work at this step until the page is gone. */
  readonly hold: Fault;
  /** What the page must have stored by then. */
  readonly stored?: (work: StoredWork) => boolean;
}

const STEPS: readonly Step[] = [
  { title: 'requesting the plan', hold: { name: 'black-hole', at: 'upload-plan' } },
  {
    title: 'sending the first part',
    hold: { name: 'no-answer', at: 'part', times: 'always' },
    stored: hasEtags(0),
  },
  {
    title: 'sending the last part',
    hold: { name: 'no-answer', at: 'part', part: PARTS },
    stored: hasEtags(PARTS - 1),
  },
  {
    title: 'completing',
    hold: { name: 'black-hole', at: 'complete-upload' },
    stored: hasEtags(PARTS),
  },
  {
    title: 'completing, after the service has done it',
    hold: { name: 'no-answer', at: 'complete-upload' },
    stored: hasEtags(PARTS),
  },
  {
    title: 'transcribing',
    hold: { name: 'black-hole', at: 'query' },
    stored: ({ job }) => job.transcriptionId !== undefined,
  },
];

/** Closes a page by reloading it, or by killing it and opening another. */
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

describe('fault matrix: closed pages', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  for (const [way, leave] of Object.entries(WAYS))
    for (const { title, hold, stored } of STEPS) {
      it(`${way} while ${title}: only parts in flight are sent again`, async () => {
        const world = await openStoredWorld([hold]);
        const { backend, bytes, file, scope } = world;
        const tab = await world.openTab();
        tab.element.selectFile(file);
        await untilStruck(backend);
        await untilStored(scope, stored);
        const next = await leave(tab, world.openTab);
        await backend.setFaults([]);
        await resume(next, world);
        const log = await backend.log();
        expect(bytesSentTwice(log, bytes.length)).to.be.within(0, bytesInFlight(log));
        if (hold.at !== 'upload-plan') expect(requestsTo(log, 'upload-plan')).to.equal(1);
      });
    }

  it('expired upload URLs: a new plan is requested', async () => {
    const world = await openStoredWorld([
      { name: 'no-answer', at: 'part', nth: 4, times: 'always' },
    ]);
    const tab = await world.openTab();
    tab.element.selectFile(world.file);
    await untilStruck(world.backend);
    await untilStored(world.scope, hasEtags(3));
    tab.kill();
    // The last part: one that the killed page had in flight may arrive only now.
    await world.backend.setFaults([{ name: 'expired', at: 'part', part: PARTS }]);
    await resume(await world.openTab(), world);
    expect(requestsTo(await world.backend.log(), 'upload-plan')).to.equal(2);
  });

  it("two tabs in one scope: each sends its own recording and leaves the other's", async () => {
    const world = await openStoredWorld([
      { name: 'status', at: 'part', status: 503, every: 6 },
      { name: 'reset-after-body', at: 'part', every: 9 },
    ]);
    const { backend } = world;
    const tabs = [await world.openTab(), await world.openTab()];
    const sizes = [PARTS * PART, PARTS * PART - 5000];
    const ended = tabs.map(async ({ element }, index) => {
      let fileId = '';
      element.addEventListener('transcribe-uploaded', ({ file }) => (fileId = file.FileId));
      const bytes = recordingBytes(sizes[index] ?? 0, index);
      element.selectFile(recordingFile(bytes));
      await until(element, 'transcribing', 'failed');
      expect(element.error?.message).to.equal(undefined);
      await expectRightBytes(backend, fileId, bytes);
    });
    await Promise.all(ended);
    expect(await backend.tasks()).to.have.length(2);
    expect(requestsTo(await backend.log(), 'upload-plan')).to.equal(2);
  });

  it('a full disk: the upload continues and warns once', async () => {
    const world = await openStoredWorld([]);
    const { element, window } = await world.openTab();
    setDiskFull('request', window as Window & typeof globalThis);
    let fileId = '';
    element.addEventListener('transcribe-uploaded', ({ file }) => (fileId = file.FileId));
    element.selectFile(world.file);
    await until(element, 'transcribing', 'failed');
    expect(element.error?.message).to.equal(undefined);
    await expectRightBytes(world.backend, fileId, world.bytes);
    const warnings = JSON.stringify(element.diagnostics().entries).match(/storage-unavailable/g);
    expect(warnings).to.have.length(1);
  });
});
