/** The fault matrix needs separate backends, and tabs that can be reloaded and killed, and that share storage and locks. */
import { expect } from '@open-wc/testing';
import { findPart, until, untilPart } from '../../support/element.js';
import { closeBackends, openBackend } from '../../support/private-backend.js';
import { recordingBytes, recordingFile } from '../../support/recording.js';
import { untilStored } from '../../support/stored-work.js';
import { closeTabs, freshScope, openTab } from '../../support/tab.js';

describe('fault matrix support', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('a private backend has its own faults, log, files and tasks', async () => {
    const backend = await openBackend({
      chunkSize: 32 * 1024,
      faults: [{ name: 'status', at: 'part', part: 2, status: 503 }],
    });
    const other = await openBackend();
    const { element } = await openTab(backend.settings, { shortWaits: true });
    const bytes = recordingBytes(100_000);
    let fileId = '';
    element.addEventListener('transcribe-uploaded', ({ file }) => (fileId = file.FileId));
    element.selectFile(recordingFile(bytes));
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    expect(await backend.file(fileId)).to.deep.equal(bytes);
    const [task] = await backend.tasks();
    expect(task?.statuses.at(-1)).to.equal('SUCCESS');
    const parts = (await backend.log()).filter(
      ({ kind, method }) => kind === 'part' && method === 'PUT',
    );
    expect(parts.filter(({ fault }) => fault === 'status')).to.have.length(1);
    expect(parts).to.have.length(5);
    expect((await backend.faults())[0]?.struck).to.equal(1);
    expect(await other.log()).to.deep.equal([]);
    expect(await other.file(fileId)).to.equal(null);
  });

  it('a reloaded tab continues without an offer, and a killed one leaves its work to the next', async () => {
    const backend = await openBackend({
      faults: [{ name: 'black-hole', at: 'part', part: 3, times: 'always' }],
    });
    const scope = freshScope();
    const attributes = { 'user-key': scope };
    const first = await openTab(backend.settings, { attributes });
    first.element.selectFile(recordingFile(recordingBytes(300_000), 'left.wav'));
    await untilStored(scope);
    const before = first.element;
    await first.reload();
    expect(first.element).to.not.equal(before);
    expect(first.element.state).to.equal('idle');
    let offers = 0;
    const { element } = first;
    new MutationObserver(() => {
      if (findPart(element, 'offer') !== null) offers++;
    }).observe(element.renderRoot, { childList: true, subtree: true });
    await until(element, 'uploading');
    expect(offers).to.equal(0);
    first.kill();
    expect(() => first.window).to.throw();
    const second = await openTab(backend.settings, { attributes });
    expect((await untilPart(second.element, 'offer')).textContent).to.contain('left.wav');
  });

  it('two tabs share their storage and locks', async () => {
    const backend = await openBackend();
    const [one, two] = [await openTab(backend.settings), await openTab(backend.settings)];
    const name = freshScope();
    const held = new Promise<void>((resolve) => {
      void one.window.navigator.locks.request(name, () => {
        resolve();
        return new Promise(() => undefined);
      });
    });
    await held;
    const isHeld = async (): Promise<boolean> =>
      (await two.window.navigator.locks.query()).held?.some((lock) => lock.name === name) ?? false;
    expect(await isHeld()).to.equal(true);
    one.kill();
    expect(await two.window.navigator.locks.request(name, () => 'mine')).to.equal('mine');
  });

  it('a clock that is moved by hand runs what is due, in order', async () => {
    const backend = await openBackend();
    const { window, advance } = await openTab(backend.settings);
    const tab = window as Window & typeof globalThis;
    const HOUR = 3_600_000;
    const started = tab.Date.now();
    const ran: string[] = [];
    const after = (hours: number, name: string): number =>
      tab.setTimeout(() => {
        ran.push(name);
        if (name === 'first') after(1, 'a second one that the first has started');
      }, hours * HOUR);
    after(3, 'third');
    after(1, 'first');
    tab.clearTimeout(after(1, 'cancelled'));
    after(5, 'later');
    await advance(4 * HOUR);
    expect(ran).to.deep.equal(['first', 'a second one that the first has started', 'third']);
    const passed = tab.Date.now() - started;
    expect(passed).to.be.at.least(4 * HOUR);
    await advance(HOUR);
    expect(ran.at(-1)).to.equal('later');
  });
});
