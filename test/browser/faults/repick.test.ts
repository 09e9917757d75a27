/** Fault matrix: a recording that was not stored is picked again, and compared before any byte is sent. */
import { expect } from '@open-wc/testing';
import { control, until, untilPart } from '../../support/element.js';
import { openStoredWorld, PARTS, type StoredWorld } from '../../support/fault-resume.js';
import { expectRightBytes, PART, partsOf, requestsTo } from '../../support/fault-row.js';
import { closeBackends, untilStruck } from '../../support/private-backend.js';
import { recordingFile } from '../../support/recording.js';
import { forgetRecording, untilStored } from '../../support/stored-work.js';
import { closeTabs, type Tab } from '../../support/tab.js';

const STORED = 4;

/** A page that was killed after four parts were stored; the next page does not have the recording. */
const interrupted = async (): Promise<{
  readonly world: StoredWorld;
  readonly tab: Tab;
}> => {
  const world = await openStoredWorld([
    { name: 'no-answer', at: 'part', nth: STORED + 1, times: 'always' },
  ]);
  const first = await world.openTab();
  first.element.selectFile(world.file);
  await untilStruck(world.backend);
  await untilStored(
    world.scope,
    ({ etags, job }) => etags.length >= STORED && job.hashPoint?.bytes === world.bytes.length,
  );
  first.kill();
  await forgetRecording(world.scope);
  await world.backend.setFaults([]);
  return { world, tab: await world.openTab() };
};

/** The number of parts that this page has sent. The storage host may log a part of the killed page late. */
const partsSentBy = async ({ window }: Tab, { backend }: StoredWorld): Promise<number> => {
  const paths = new Set(partsOf(await backend.log()).map(({ path }) => path.split('?')[0]));
  return window.performance
    .getEntriesByType('resource')
    .filter(({ name }) => paths.has(new URL(name).pathname)).length;
};

const uploadedFile = (tab: Tab): Promise<string> =>
  new Promise((resolve) => {
    tab.element.addEventListener('transcribe-uploaded', ({ file }) => resolve(file.FileId));
  });

/** Picks a file in the element's file dialog. */
const pick = ({ element, window }: Tab, file: File): void => {
  const input = element.renderRoot.querySelector<HTMLInputElement>('input[type=file]');
  if (!input) throw new Error('there is no file input');
  const { DataTransfer, Event } = window as Window & typeof globalThis;
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
};

describe('fault matrix: recording picked again', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('the same file, selected as new, resumes with the missing parts', async () => {
    const { world, tab } = await interrupted();
    const fileId = uploadedFile(tab);
    tab.element.selectFile(world.file);
    await until(tab.element, 'transcribing', 'ready', 'failed');
    expect(tab.element.error?.message).to.equal(undefined);
    await expectRightBytes(world.backend, await fileId, world.bytes);
    expect(await partsSentBy(tab, world)).to.equal(PARTS - STORED);
    expect(requestsTo(await world.backend.log(), 'upload-plan')).to.equal(1);
  });

  it('a copy with another name, picked for the offer, resumes too', async () => {
    const { world, tab } = await interrupted();
    await untilPart(tab.element, 'offer');
    expect(control(tab.element, 'Choose the file again').textContent).to.contain(
      'Choose the file again',
    );
    const fileId = uploadedFile(tab);
    // The browser owns the dialog: the click opens it, and the picked file arrives as an event.
    control(tab.element, 'Choose the file again').click();
    pick(tab, recordingFile(Uint8Array.from(world.bytes), 'copy of it.wav'));
    await until(tab.element, 'transcribing', 'ready', 'failed');
    expect(tab.element.error?.message).to.equal(undefined);
    await expectRightBytes(world.backend, await fileId, world.bytes);
    expect(requestsTo(await world.backend.log(), 'upload-plan')).to.equal(1);
  });

  it('another file of the same size is rejected, and the right one still resumes', async () => {
    const { world, tab } = await interrupted();
    await untilPart(tab.element, 'offer');
    const other = Uint8Array.from(world.bytes);
    other[2 * PART] = (other[2 * PART] ?? 0) ^ 1;
    control(tab.element, 'Choose the file again').click();
    pick(tab, recordingFile(other, 'other.wav'));
    await until(tab.element, 'failed', 'transcribing', 'ready');
    expect(tab.element.error?.code).to.equal('file-changed');
    expect(tab.element.error?.message).to.contain('“recording.wav”');
    expect(await partsSentBy(tab, world)).to.equal(0);

    const fileId = uploadedFile(tab);
    pick(tab, world.file);
    await until(tab.element, 'transcribing', 'ready');
    await expectRightBytes(world.backend, await fileId, world.bytes);
    expect(await partsSentBy(tab, world)).to.equal(PARTS - STORED);
  });
});
