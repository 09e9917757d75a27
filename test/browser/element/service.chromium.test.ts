/** What the element does with responses of the real backend handler and the real sandbox. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe } from '../../../src/index.js';
import {
  findControl,
  makeElement,
  part,
  readSettings,
  sample,
  until,
} from '../../support/element.js';
import { withFastClock } from '../../support/fast-clock.js';
import { closeBackends, openBackend } from '../../support/private-backend.js';
import { closeTabs, freshScope, openTab } from '../../support/tab.js';

const settings = await readSettings();

describe('element with responses of the service', () => {
  withFastClock();

  afterEach(async () => {
    await closeTabs();
    await closeBackends();
  });

  it('transcribes an upload again with another model, by its DownloadUrl', async () => {
    const element = await makeElement(settings);
    let address = '';
    let uploads = 0;
    const ids: string[] = [];
    element.addEventListener('transcribe-uploaded', ({ file }) => {
      uploads++;
      address = file.DownloadUrl;
    });
    element.addEventListener('transcribe-submitted', (event) => ids.push(event.transcriptionId));
    element.selectFile(await sample('voicemail.wav'));
    await until(element, 'ready', 'failed');
    element.model = 'svc-asr-fast';
    element.fileUrl = address;
    await until(element, 'submitting', 'transcribing');
    await until(element, 'ready', 'failed');
    expect(element.error?.message).to.equal(undefined);
    expect(new Set(ids).size).to.equal(2);
    expect(uploads).to.equal(1);
  });

  it('transcribes a file-url once, although its page is loaded three times', async () => {
    const backend = await openBackend();
    const uploader = await openTab(backend.settings);
    let address = '';
    uploader.element.addEventListener('transcribe-uploaded', ({ file }) => {
      address = file.DownloadUrl;
    });
    uploader.element.selectFile(await sample('voicemail.wav'));
    await until(uploader.element, 'transcribing');
    uploader.kill();
    expect(await backend.tasks()).to.have.length(1);
    const page = await openTab(backend.settings, {
      attributes: { 'file-url': address, 'user-key': freshScope() },
    });
    await until(page.element, 'transcribing', 'failed');
    await page.reload();
    await until(page.element, 'transcribing', 'ready', 'failed');
    await page.reload();
    await until(page.element, 'ready', 'failed');
    expect(page.element.error?.message).to.equal(undefined);
    expect(await backend.tasks()).to.have.length(2);
  });

  it("exposes the service's response unchanged, in addition to the transcript", async () => {
    const data = {
      ...{ text: 'Hi.', language: 'en', duration: 2 },
      segments: [{ start_ms: 0, end_ms: 900, text: 'Hi.' }],
      speaker_embeddings: { S1: [0.5, -1] },
    };
    const element = await fixture<AudioTranscribe>(html`<audio-transcribe></audio-transcribe>`);
    expect(element.rawTranscript).to.equal(null);
    element.backend = {
      submit: () => Promise.reject(new Error('nothing is submitted here')),
      query: () => Promise.resolve({ transcription_id: 'task-1', status: 'SUCCESS', data }),
    };
    let told: unknown = null;
    element.addEventListener('transcribe-ready', ({ rawTranscript }) => (told = rawTranscript));
    element.transcriptionId = 'task-1';
    await until(element, 'ready', 'failed');
    expect(element.rawTranscript).to.deep.equal(data);
    expect(told).to.deep.equal(data);
    expect(element.transcript).to.not.have.property('speaker_embeddings');
    element.reset();
    expect(element.rawTranscript).to.equal(null);
  });
});

// A fast clock would ask more often than the backend allows.
describe('a task that the element only shows', () => {
  it('shows a message if a task belongs to another user', async () => {
    const element = await fixture<AudioTranscribe>(html`
      <audio-transcribe
        backend-url=${settings.backendUrl}
        transcription-id="not-mine"
      ></audio-transcribe>
    `);
    await until(element, 'failed');
    expect(element.error?.code).to.equal('backend-rejected');
    expect(part(element, 'error-message').textContent).to.contain('belongs to somebody else');
    expect(findControl(element, 'Try again')).to.not.equal(null);
  });
});
