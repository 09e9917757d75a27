/** What the element shows, announces and reports when an upload has problems. */
import { expect } from '@open-wc/testing';
import type { AudioTranscribe } from '../../../src/index.js';
import { part, until } from '../../support/element.js';
import { openWorld, PART, type Row, type World } from '../../support/fault-row.js';
import { closeBackends } from '../../support/private-backend.js';
import { closeTabs } from '../../support/tab.js';

const wordsOf = (element: AudioTranscribe, name: string): string =>
  part(element, name).textContent?.replace(/\s+/g, ' ').trim() ?? '';

const spoken = (element: AudioTranscribe): string =>
  element.renderRoot.querySelector('[role="status"]')?.textContent?.trim() ?? '';

/** Resolves once the element shows it. */
const untilShown = async (element: AudioTranscribe, holds: () => boolean): Promise<void> => {
  for (;;) {
    await element.updateComplete;
    if (holds()) return;
    await new Promise(requestAnimationFrame);
  }
};

const start = async (row: Omit<Row, 'title'>): Promise<World> => {
  const world = await openWorld({ title: '', ...row });
  world.tab.element.selectFile(world.file);
  return world;
};

describe('upload announcements', () => {
  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('show which part is retried, and progress never goes back', async () => {
    const { tab, backend } = await start({
      faults: [{ name: 'status', at: 'part', part: 2, status: 500, times: 'always' }],
    });
    const { element } = tab;
    const attempts: number[] = [];
    const fractions: number[] = [];
    element.addEventListener('transcribe-progress', ({ progress }) => {
      fractions.push(progress.fraction);
      for (const { part: number, attempt } of progress.parts?.retrying ?? []) {
        expect(number).to.equal(2);
        if (attempts.at(-1) !== attempt) attempts.push(attempt);
      }
    });
    await untilShown(element, () => /part 2, attempt \d/.test(wordsOf(element, 'details')));
    await untilShown(element, () => attempts.length > 1);
    await backend.setFaults([]);
    await until(element, 'transcribing', 'ready');
    expect(attempts.slice(0, 2)).to.deep.equal([2, 3]);
    expect(fractions).to.deep.equal([...fractions].sort((one, other) => one - other));
    expect(element.progress.parts).to.deep.equal({ stored: 5, total: 5, retrying: [] });
  });

  it('show and announce an interruption, then continue', async () => {
    const { tab, backend } = await start({
      faults: [{ name: 'reset-at-once', at: 'part', nth: 3, times: 'always' }],
    });
    const { element } = tab;
    await untilShown(element, () => element.progress.interruption === 'retrying');
    expect(wordsOf(element, 'phase')).to.equal('Connection interrupted');
    expect(spoken(element)).to.equal('Connection interrupted. Trying again automatically.');
    // The progress bar is rendered shortly after the progress changes.
    await untilShown(
      element,
      () =>
        part(element, 'progress-bar').getAttribute('aria-valuenow') ===
        String(Math.floor(element.progress.fraction * 100)),
    );
    await backend.setFaults([]);
    await until(element, 'transcribing', 'ready', 'failed');
    expect(element.error).to.equal(null);
    expect(element.progress.interruption).to.equal(null);
  });

  it('announce 25, 50 and 75 percent, and nothing in between', async () => {
    const said: string[] = [];
    const world = await openWorld({
      title: '',
      size: 16 * PART,
      faults: [{ name: 'slow-answer', at: 'part', ms: 60, times: 'always' }],
    });
    const { element } = world.tab;
    const status = element.renderRoot.querySelector('[role="status"]');
    if (!status) throw new Error('there is no status line');
    new MutationObserver(() => {
      if (said.at(-1) !== spoken(element)) said.push(spoken(element));
    }).observe(status, { childList: true, characterData: true, subtree: true });
    element.selectFile(world.file);
    await until(element, 'transcribing');
    const percents = said.filter((words) => words.includes('%'));
    expect(percents).to.deep.equal(['Uploading, 25%', 'Uploading, 50%', 'Uploading, 75%']);
  });

  it('warn once nothing can be stored', async () => {
    const { tab, file } = await openWorld({
      title: '',
      tab: { attributes: { 'resume-scope': 'nobody' } },
      faults: [{ name: 'no-answer', at: 'part', nth: 2, times: 'always' }],
    });
    const { element, window } = tab;
    element.noResume = false;
    const { IDBObjectStore, DOMException } = window as Window & typeof globalThis;
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('The disk is full.', 'QuotaExceededError');
    };
    element.selectFile(file);
    await until(element, 'uploading');
    await untilShown(element, () => element.renderRoot.querySelector('[part~="hint"]') !== null);
    expect(wordsOf(element, 'hint')).to.contain('Keep this page open');
  });

  it('diagnostics list every attempt for support, without secrets', async () => {
    const { tab, backend } = await start({
      faults: [
        { name: 'status', at: 'part', part: 1, status: 503 },
        { name: 'reset-mid-body', at: 'part', part: 4, times: 'always' },
      ],
    });
    const { element } = tab;
    // Browsers may repeat a request themselves when a connection breaks, so wait for the reported failure.
    await untilShown(element, () =>
      element.diagnostics().tries.some(({ part: number }) => number === 4),
    );
    await backend.setFaults([]);
    await until(element, 'transcribing', 'ready');
    const { tries, entries } = element.diagnostics();
    const of = (number: number) =>
      tries.filter((it) => it.part === number).map(({ outcome, status }) => [outcome, status]);
    expect(of(1)).to.deep.equal([
      ['refused', 503],
      ['stored', 200],
    ]);
    expect(of(4).at(0)).to.deep.equal(['no-answer', null]);
    expect(of(4).at(-1)).to.deep.equal(['stored', 200]);
    for (const { attempt, tookMs, sentBytes } of tries) {
      expect(attempt).to.be.at.least(1);
      expect(tookMs).to.be.at.least(0);
      expect(sentBytes).to.be.within(0, PART);
    }
    const record = JSON.stringify([tries, entries]);
    expect(record).to.not.match(/https?:|signature|recording\.wav/);
    for (const { uploadId } of await backend.log()) {
      if (uploadId !== undefined) expect(record).to.not.contain(uploadId);
    }
  });

  it('report that the file has changed, and ask to choose it again', async () => {
    const { tab } = await openWorld({ title: '' });
    const { element, window } = tab;
    const { File, DOMException } = window as Window & typeof globalThis;
    const file = new File(['RIFF'], 'talk.wav');
    file.slice = () => {
      throw new DOMException('It could not be read.', 'NotReadableError');
    };
    element.selectFile(file);
    await until(element, 'failed');
    expect(element.error?.code).to.equal('file-changed');
    expect(wordsOf(element, 'choose-button')).to.equal('Choose the file again');
    expect(part(element, 'choose-button').classList.contains('primary')).to.equal(true);
  });
});
