/** The focus moves to the button that replaces the one that was pressed, never to the card or the page. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe, PartnerBackend } from '../../../src/index.js';
import {
  control,
  makeElement,
  sample,
  SERVICE,
  until,
  untilControl,
} from '../../support/element.js';
import { closeBackends, openBackend } from '../../support/private-backend.js';
import { withFastClock } from '../../support/fast-clock.js';

const answer = (status: string): unknown => ({
  transcription_id: 'task-1',
  status,
  data: status === 'SUCCESS' ? { text: 'Hello.', language: 'en', duration: 1, segments: [] } : {},
});

/** A backend that answers its queries once the test says how. */
const makeBackend = () => {
  const answers: unknown[] = [];
  let wake = (): void => undefined;
  const backend: PartnerBackend = {
    submit: () => Promise.resolve(answer('PENDING')),
    query: async () => {
      while (answers.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      return answers.shift();
    },
  };
  const respond = (status: string): void => {
    answers.push(answer(status));
    wake();
  };
  return { backend, respond };
};

/** The name of the focused control, or the text of the focused heading. */
const focused = (element: AudioTranscribe): string => {
  const active = element.shadowRoot?.activeElement;
  if (!active) return document.activeElement === document.body ? 'the page' : 'nothing inside';
  return active.getAttribute('aria-label') ?? active.textContent.trim();
};

/** Presses a button as the keyboard does. */
const press = async (element: AudioTranscribe, name: string): Promise<void> => {
  const button = await untilControl(element, name);
  button.focus();
  button.click();
};

describe('focus', () => {
  withFastClock();
  afterEach(closeBackends);

  it('follows Pause, Resume and Cancel', async () => {
    const { settings } = await openBackend({
      faults: [{ name: 'no-answer', at: 'part', times: 'always' }],
    });
    const element = await makeElement(settings);
    element.selectFile(await sample('voicemail.wav'));
    await until(element, 'uploading');
    await press(element, 'Pause');
    await until(element, 'paused');
    expect(focused(element)).to.equal('Resume');
    await press(element, 'Resume');
    await until(element, 'uploading');
    expect(focused(element)).to.equal('Pause');
    await press(element, 'Cancel');
    await until(element, 'idle');
    expect(focused(element)).to.equal('Choose a file');
  });

  it('moves from the choice to Start, and from there to Pause', async () => {
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe no-storage manual-start></audio-transcribe>
    `);
    Object.assign(element, SERVICE, { fetchToken: () => new Promise(() => undefined) });
    control(element, 'Choose a file').focus();
    element.selectFile(await sample('voicemail.wav'));
    await untilControl(element, 'Start');
    expect(focused(element)).to.equal('Start');
    await press(element, 'Start');
    await untilControl(element, 'Pause');
    expect(focused(element)).to.equal('Pause');
    element.reset();
  });

  it('moves from Try again to Cancel, and to the heading of the transcript', async () => {
    const { backend, respond } = makeBackend();
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe no-storage .backend=${backend}></audio-transcribe>
    `);
    element.fileUrl = 'https://cdn.example/talk.mp3';
    await until(element, 'transcribing');
    control(element, 'Cancel').focus();
    respond('FAILURE');
    await until(element, 'failed');
    expect(focused(element)).to.equal('Try again');
    await press(element, 'Try again');
    await until(element, 'transcribing');
    expect(focused(element)).to.equal('Cancel');
    respond('SUCCESS');
    await until(element, 'ready');
    expect(focused(element)).to.equal('talk');
    expect(element.shadowRoot?.activeElement?.localName).to.equal('h2');
  });

  it('moves to the heading of a failure that has no button', async () => {
    const { backend, respond } = makeBackend();
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe no-storage transcription-id="task-1" .backend=${backend}></audio-transcribe>
    `);
    await until(element, 'transcribing');
    control(element, 'Cancel').focus();
    respond('REVOKED');
    await until(element, 'failed');
    expect(focused(element)).to.equal('Transcription was stopped');
  });

  it('stays where it is if it is outside', async () => {
    const { backend, respond } = makeBackend();
    const place = await fixture<HTMLElement>(html`
      <div>
        <button>Elsewhere</button>
        <audio-transcribe no-storage .backend=${backend}></audio-transcribe>
      </div>
    `);
    const element = place.querySelector('audio-transcribe') as AudioTranscribe;
    place.querySelector('button')?.focus();
    element.fileUrl = 'https://cdn.example/talk.mp3';
    await until(element, 'transcribing');
    respond('SUCCESS');
    await until(element, 'ready');
    expect(document.activeElement?.textContent).to.equal('Elsewhere');
  });
});
