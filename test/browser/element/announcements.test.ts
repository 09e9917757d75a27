/** What the element shows, announces and reports when an upload has problems. */
import { expect } from '@open-wc/testing';
import { NO_ANNOUNCEMENT, nextAnnouncement } from '../../../src/element/controllers/status-line.js';
import { describeProgress } from '../../../src/engine.js';
import type { AudioTranscribe } from '../../../src/index.js';
import { element as english } from '../../../src/strings/en.js';
import { formatsOf } from '../../../src/strings/number-formats.js';
import { control, part, sample, textIn, until } from '../../support/element.js';
import { openWorld, PART, type Row, type World } from '../../support/fault-row.js';
import { setDiskFull } from '../../support/full-disk.js';
import { closeBackends } from '../../support/private-backend.js';
import { jobOf, sending } from '../../support/shown-view.js';
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
    await untilShown(element, () => element.progress.parts?.stored === 4);
    await untilShown(element, () =>
      wordsOf(element, 'details').startsWith('4 of 5 parts uploaded'),
    );
    // Three whole parts and the short last one.
    expect(textIn(element)).to.contain('75%');
    expect(part(element, 'progress-bar').getAttribute('aria-valuenow')).to.equal('75');
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
    await untilShown(
      element,
      () => spoken(element) === 'Connection interrupted. Trying again automatically.',
    );
    expect(element.progress.interruption).to.equal('retrying');
    expect(textIn(element)).to.contain('Connection interrupted');
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

  it('a short file has three announcements from the choice to the transcript', async () => {
    const { tab } = await openWorld({ title: '' });
    const { element, window } = tab;
    // Time stands still, so that a slow machine does not make this a long upload.
    const now = Date.now();
    (window as Window & typeof globalThis).Date.now = () => now;
    const status = element.renderRoot.querySelector('[role="status"]');
    if (!status) throw new Error('there is no status line');
    const said: string[] = [];
    new MutationObserver(() => {
      if (spoken(element) !== '' && said.at(-1) !== spoken(element)) said.push(spoken(element));
    }).observe(status, { childList: true, characterData: true, subtree: true });
    element.selectFile(await sample('voicemail.wav'));
    await until(element, 'ready', 'failed');
    await untilShown(element, () => said.length >= 3);
    expect(said).to.deep.equal(['Uploading', 'Transcribing', 'The transcript is ready']);
  });

  it('a long upload announces a quarter at most every ten seconds', () => {
    const state = sending(jobOf('talk.wav'));
    const idle = describeProgress(state, null);
    const steps: readonly (readonly [seconds: number, fraction: number])[] = [
      [0, 0],
      [9, 0.3],
      [10, 0.49],
      [11, 0.5],
      [19, 0.5],
      [20, 0.6],
      [30, 0.74],
      [31, 0.76],
      [50, 1],
    ];
    let last = NO_ANNOUNCEMENT;
    const said = steps.flatMap(([seconds, fraction]) => {
      const formats = formatsOf('en');
      const view = {
        progress: { ...idle, fraction },
        strings: english(formats),
        formats,
        messageOf: ({ message }: Error) => message,
        offer: null,
      };
      const next = nextAnnouncement(last, state, view, seconds * 1_000);
      const isNew = next.text !== last.text;
      last = next;
      return isNew ? [`${seconds} s: ${next.text}`] : [];
    });
    expect(said).to.deep.equal([
      '0 s: Uploading',
      '10 s: Uploading, 25%',
      '20 s: Uploading, 50%',
      '31 s: Uploading, 75%',
    ]);
  });

  it('warn once nothing can be stored', async () => {
    const { tab, file } = await openWorld({
      title: '',
      tab: { attributes: { 'user-key': 'nobody' } },
      faults: [{ name: 'no-answer', at: 'part', nth: 2, times: 'always' }],
    });
    const { element, window } = tab;
    element.noStorage = false;
    setDiskFull('request', window as Window & typeof globalThis);
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
    const again = control(element, 'Choose the file again');
    expect(again.part.contains('primary-button')).to.equal(true);
  });
});
