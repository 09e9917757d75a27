/** The element with the real backend handler and the real sandbox. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import {
  control,
  makeElement,
  part,
  readSettings,
  sample,
  textIn,
  until,
  untilControl,
} from '../../support/element.js';
import { withFastClock } from '../../support/fast-clock.js';

const settings = await readSettings();

describe('element with handler and sandbox', () => {
  withFastClock();

  it('passes through every state, reports progress, and ends with the transcript', async () => {
    const element = await makeElement(settings);
    const states: string[] = [];
    const fractions: number[] = [];
    element.addEventListener('transcribe-state', ({ state }) => states.push(state));
    element.addEventListener('transcribe-progress', ({ progress }) =>
      fractions.push(progress.fraction),
    );
    const happened: string[] = [];
    for (const type of ['uploaded', 'submitted', 'ready'] as const) {
      element.addEventListener(`transcribe-${type}`, () => happened.push(type));
    }
    element.selectFile(await sample('voicemail.wav'));
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    expect(states).to.deep.equal(['preparing', 'uploading', 'submitting', 'transcribing', 'ready']);
    expect(happened).to.deep.equal(['uploaded', 'submitted', 'ready']);
    expect(fractions.every((fraction, index) => fraction >= (fractions[index - 1] ?? 0))).to.equal(
      true,
    );
    expect(fractions.at(-1)).to.equal(1);
    expect(element.getAttribute('state')).to.equal('ready');
    expect(element.transcript?.segments.length).to.be.greaterThan(1);
    expect(element.transcript?.duration).to.be.within(11, 12);
    const record = JSON.stringify(element.diagnostics());
    expect(record).to.not.match(/https?:|signature|voicemail/i);
  });

  it('shows an existing task by its id, and plays audio-url', async () => {
    const first = await makeElement(settings);
    const submitted = new Promise<string>((resolve) => {
      first.addEventListener('transcribe-submitted', ({ transcriptionId }) =>
        resolve(transcriptionId),
      );
    });
    first.selectFile(await sample('interview.m4a'));
    const id = await submitted;
    const second = await fixture<AudioTranscribe>(html`
      <audio-transcribe
        backend-url=${settings.backendUrl}
        transcription-id=${id}
        audio-url=${new URL('../../../demo/samples/interview.m4a', import.meta.url).href}
      ></audio-transcribe>
    `);
    await until(second, 'ready', 'failed');
    expect(second.error?.message).to.equal(undefined);
    expect(second.transcript?.segments.length).to.be.greaterThan(3);
  });

  it('waits for start() with manual-start, and can be cancelled', async () => {
    const element = await makeElement(settings);
    element.manualStart = true;
    element.selectFile(await sample('voicemail.wav'));
    await untilControl(element, 'Start');
    expect(element.state).to.equal('preparing');
    control(element, 'Start').click();
    await until(element, 'uploading');
    element.cancel();
    expect(element.state).to.equal('idle');
  });

  it('can be paused, warns before the page is left while paused, and resumes', async () => {
    const element = await makeElement(settings);
    const leave = (): boolean =>
      !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    element.addEventListener('transcribe-progress', function hold({ progress }) {
      if (progress.phase !== 'uploading') return;
      element.removeEventListener('transcribe-progress', hold);
      element.pause();
    });
    expect(leave()).to.equal(false);
    element.selectFile(await sample('conversation.mp3'));
    await until(element, 'paused');
    expect(part(element, 'progress-bar').getAttribute('aria-valuenow')).to.match(/^\d+$/);
    expect(leave()).to.equal(true);
    await expect(element).to.be.accessible();
    control(element, 'Resume').click();
    await until(element, 'uploading');
    expect(textIn(element)).to.match(/\d%/);
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    expect(leave()).to.equal(false);
  });
});
