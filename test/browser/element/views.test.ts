/** Every state has a view that is usable visually, by keyboard and by screen reader. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import {
  TranscribeError,
  type AudioTranscribe,
  type PartnerBackend,
  type TranscriptionRequest,
} from '../../../src/index.js';
import {
  control,
  findControl,
  part,
  sample,
  SERVICE,
  textIn,
  until,
  untilControl,
} from '../../support/element.js';
import { withFastClock } from '../../support/fast-clock.js';

const RESULT = {
  transcription_id: 'task-1',
  status: 'SUCCESS',
  data: {
    text: 'Good morning. Hello.',
    language: 'en',
    duration: 11,
    segments: [
      { speaker: 'Anna', start_ms: 200, end_ms: 1_900, text: 'Good morning.' },
      { speaker: 'Bo', start_ms: 2_000, end_ms: 2_900, text: '<img src=x onerror=alert(1)>' },
      { speaker: 'Anna', start_ms: 3_000, end_ms: 3_900, text: 'مرحبا' },
    ],
  },
};

interface ScriptedBackend extends PartnerBackend {
  readonly requests: TranscriptionRequest[];
  answer: unknown;
}

/** A custom backend, set through the public `backend` property. */
const makeBackend = (answer: unknown): ScriptedBackend => ({
  requests: [],
  answer,
  submit(request) {
    this.requests.push(request);
    return Promise.resolve({ transcription_id: 'task-1', status: 'PENDING', data: {} });
  },
  query() {
    return this.answer instanceof Error
      ? Promise.reject(this.answer)
      : Promise.resolve(this.answer);
  },
});

const make = (backend: PartnerBackend, more: Partial<AudioTranscribe> = {}) =>
  fixture<AudioTranscribe>(
    html`<audio-transcribe no-storage .backend=${backend}></audio-transcribe>`,
  ).then((element) => Object.assign(element, more));

/** All texts of the status line from now on, because it clears each after a while. */
const announcementsOf = (element: AudioTranscribe): readonly string[] => {
  const texts: string[] = [];
  const line = element.renderRoot.querySelector('[role="status"]');
  if (line === null) throw new Error('no status line');
  new MutationObserver(() => texts.push(line.textContent.trim())).observe(line, {
    childList: true,
    characterData: true,
    subtree: true,
  });
  return texts;
};

describe('views', () => {
  withFastClock();

  it('draws first in a task of its own, so that a slow page can answer its user before', async () => {
    const element = document.createElement('audio-transcribe');
    document.body.append(element);
    for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
    expect(element.hasUpdated).to.equal(false);
    await element.updateComplete;
    expect(element.hasUpdated).to.equal(true);
    element.remove();
  });

  it('idle: lists the accepted formats, and opens the file dialog', async () => {
    const element = await make(makeBackend(RESULT), { maxSize: 5e8 });
    await element.updateComplete;
    expect(element.state).to.equal('idle');
    expect(part(element, 'hint').textContent).to.contain('MP3, M4A, WAV');
    expect(part(element, 'hint').textContent).to.contain('500');
    let opened = 0;
    element.renderRoot
      .querySelector('input[type=file]')
      ?.addEventListener('click', (event) => (event.preventDefault(), opened++));
    control(element, 'Choose a file').click();
    expect(opened).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('preparing: waits with a start button if the page sets manual-start', async () => {
    const element = await make(makeBackend(RESULT), { ...SERVICE, manualStart: true });
    element.selectFile(await sample('voicemail.wav'));
    await untilControl(element, 'Start');
    expect(element.state).to.equal('preparing');
    expect(part(element, 'title').textContent).to.contain('voicemail.wav');
    await expect(element).to.be.accessible();
  });

  it('transcribing: shows the phase with an indeterminate progress bar', async () => {
    const backend = makeBackend({ transcription_id: 'task-1', status: 'PROGRESS', data: {} });
    const element = await make(backend);
    const announcements = announcementsOf(element);
    element.transcriptionId = 'task-1';
    await until(element, 'transcribing');
    const bar = part(element, 'progress-bar');
    expect(bar.hasAttribute('aria-valuenow')).to.equal(false);
    expect(textIn(element)).to.contain('Transcribing');
    expect(announcements).to.include('Transcribing');
    await expect(element).to.be.accessible();
  });

  it('failed: shows a message and a retry button that resumes', async () => {
    const backend = makeBackend({ transcription_id: 'task-1', status: 'FAILURE', data: {} });
    const element = await make(backend);
    const announcements = announcementsOf(element);
    const errors: string[] = [];
    element.addEventListener('transcribe-error', ({ error }) => errors.push(error.code));
    element.fileUrl = 'https://example.com/talk.mp3';
    await until(element, 'failed');
    expect(errors).to.deep.equal(['task-failed']);
    expect(part(element, 'error-message').textContent).to.equal(element.error?.message);
    expect(announcements.join()).to.contain(element.error?.message ?? 'no error');
    await expect(element).to.be.accessible();
    backend.answer = RESULT;
    control(element, 'Try again').click();
    await until(element, 'ready');
    expect(element.error).to.equal(null);
  });

  it('ready: shows the diarized segments with a player, as plain text', async () => {
    const element = await make(makeBackend(RESULT), {
      transcriptionId: 'task-1',
      audioUrl: new URL('../../../demo/samples/voicemail.wav', import.meta.url).href,
    });
    await until(element, 'ready');
    const text = element.renderRoot.querySelector('[part~="transcript"]')?.textContent ?? '';
    for (const expected of ['Anna', 'Bo', 'Good morning.', '<img src=x onerror=alert(1)>']) {
      expect(text).to.contain(expected);
    }
    expect(element.renderRoot.querySelector('[part~="transcript"] img')).to.equal(null);
    expect(element.transcript?.segments).to.have.length(3);
    await expect(element).to.be.accessible();
  });

  it('names its landmark after what it shows', async () => {
    const backend = makeBackend({ transcription_id: 'task-1', status: 'FAILURE', data: {} });
    const element = await make(backend, { fileUrl: 'https://cdn.example/talk.mp3' });
    await until(element, 'failed');
    expect(part(element, 'card').ariaLabel).to.equal('Transcribe a recording');
    backend.answer = RESULT;
    element.retry();
    await until(element, 'ready');
    expect(part(element, 'card').ariaLabel).to.equal('Transcript of talk');
    await expect(element).to.be.accessible();
    element.reset();
    await until(element, 'idle');
    expect(part(element, 'card').ariaLabel).to.equal('Transcribe a recording');
  });
});

describe('configuration errors', () => {
  withFastClock();

  const expectFailure = async (
    element: AudioTranscribe,
    code: string,
    sentence: string,
  ): Promise<void> => {
    await until(element, 'failed');
    expect(element.error?.code).to.equal(code);
    expect(element.error).to.be.instanceOf(TranscribeError);
    expect(element.error?.message).to.contain(sentence);
  };

  it('missing backend: work that the page asks for waits, and start() says what is missing', async () => {
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe transcription-id="task-1"></audio-transcribe>
    `);
    expect(element.state).to.equal('idle');
    expect(textIn(element)).to.contain('Opening the transcript');
    element.start();
    await expectFailure(element, 'configuration', 'backend-url');
  });

  it('backend that throws', async () => {
    await expectFailure(
      await make(makeBackend(new TranscribeError('backend-rejected', 'It is closed.')), {
        transcriptionId: 'x',
      }),
      'backend-rejected',
      'It is closed',
    );
  });

  it('backend that returns something else than a task: says so, and asks again', async () => {
    const element = await make(makeBackend({ nonsense: true }), { transcriptionId: 'x' });
    await until(element, 'transcribing');
    while (element.renderRoot.textContent?.includes('Something answers in place') !== true)
      await nextTask();
    expect(element.progress.interruption).to.equal('intercepted');
    element.reset();
  });

  it('option that the service does not accept', async () => {
    const element = await make(makeBackend(RESULT), { fileUrl: 'ftp://example.com/a.mp3' });
    await expectFailure(element, 'configuration', 'file-url');
  });

  it('malformed language code: nothing is requested, and retry() uses the corrected value', async () => {
    const backend = makeBackend(RESULT);
    const element = await make(backend, {
      fileUrl: 'https://cdn.example/talk.mp3',
      manualStart: true,
    });
    element.language = 'en_US';
    element.start();
    await expectFailure(element, 'configuration', '“language” is “en_US”. Use “en-US”.');
    expect(findControl(element, 'Try again')).to.equal(null);
    expect(backend.requests).to.deep.equal([]);
    element.language = 'en-US';
    element.retry();
    await until(element, 'ready');
    expect(backend.requests).to.deep.equal([
      {
        file_url: 'https://cdn.example/talk.mp3',
        params: { transcribe: { language: 'en-US' } },
      },
    ]);
  });

  it('export before there is a transcript', async () => {
    const element = await make(makeBackend(RESULT));
    let code = '';
    await element.exportTranscript('txt').catch((error: unknown) => {
      code = error instanceof TranscribeError ? error.code : String(error);
    });
    expect(code).to.equal('configuration');
  });
});

/** Lets everything that is ready run. */
const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe('element in a page', () => {
  withFastClock();

  it('keeps working when it is moved within the page, and stops when it is removed', async () => {
    let asked = 0;
    const backend: PartnerBackend = {
      submit: () => Promise.reject(new Error('not asked for')),
      query: (_id, { signal }) =>
        new Promise((_resolve, reject) => {
          asked++;
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
    };
    const element = await make(backend, { transcriptionId: 'task-1' });
    await until(element, 'transcribing');
    const elsewhere = await fixture<HTMLDivElement>(html`<div></div>`);
    elsewhere.append(element);
    await nextTask();
    expect(asked).to.equal(1);
    element.remove();
    await nextTask();
    elsewhere.append(element);
    while (asked < 2) await nextTask();
    expect(asked).to.equal(2);
    element.reset();
  });

  it('keeps properties that were set before the element was defined', async () => {
    const early = document.createElement('audio-transcribe-early');
    const backend = makeBackend(RESULT);
    Object.assign(early, { backend, transcriptionId: 'task-1' });
    document.body.append(early);
    const { AudioTranscribe: Base } = await import('../../../src/element/audio-transcribe.js');
    customElements.define('audio-transcribe-early', class extends Base {});
    const element = early as AudioTranscribe;
    await until(element, 'ready');
    expect(element.transcript?.text).to.equal(RESULT.data.text);
    early.remove();
  });

  it('exports the transcript', async () => {
    const element = await make(makeBackend(RESULT), { transcriptionId: 'task-1' });
    await until(element, 'ready');
    const json: unknown = JSON.parse(await (await element.exportTranscript('json')).text());
    expect(json).to.have.property('text', RESULT.data.text);
    const vtt = await element.exportTranscript('vtt');
    expect(vtt.type).to.contain('text/vtt');
    expect(await vtt.text()).to.match(/^WEBVTT/);
    expect(findControl(element, 'Export')).to.not.equal(null);
  });
});
