/** Resume offers, and selecting a file that was started before, with real storage and locks. */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import { openStores } from '../../../src/browser/job-store.js';
import { broadcastTabChannel, webLocks } from '../../../src/browser/browser-ports.js';
import { storageScope, type StoredJob } from '../../../src/engine.js';
import type { AudioTranscribe, PartnerBackend } from '../../../src/index.js';
import { control, findPart, until, untilControl, untilPart } from '../../support/element.js';
import { freshScope } from '../../support/tab.js';
import { unmeasuredWave } from '../../support/recording.js';

const store = openStores().jobs;
const stored = (scope: string) => store.list(storageScope('page', scope));

const bytes = unmeasuredWave(150);
/** The same recording, as the user picks it again. */
const recording = (size = 150): File =>
  new File([bytes.subarray(0, size)], 'talk.wav', { lastModified: 5 });

const UPLOADED = {
  FileId: 'f',
  FileType: 'wav',
  DownloadUrl: 'https://storage.test/f',
  FileMd5: '0123456789abcdef0123456789abcdef',
};

/** Where work on the recording was interrupted. `expired`: the upload is too old to be submitted. */
type Interrupted = 'uploading' | 'unhashed' | 'expired' | 'transcribing';

const interrupt = async (scope: string, at: Interrupted): Promise<StoredJob> => {
  const isUploading = at === 'uploading' || at === 'unhashed';
  const job: StoredJob = {
    version: 4,
    id: `job of ${scope}`,
    scope: storageScope('page', scope),
    savedAtMs: Date.now(),
    title: 'talk.wav',
    source: { kind: 'file' },
    job: {
      options: {
        language: 'auto',
        model: 'svc-asr-pro',
        detectionLevel: 'segment',
        decodeSilence: false,
        diarization: false,
        returnEmbedding: false,
      },
      file: {
        name: 'talk.wav',
        size: 150,
        fileType: 'wav',
        durationSeconds: 1,
        lastModifiedMs: 5,
      },
      ...(at === 'transcribing' && { transcriptionId: 'task-1' }),
      ...(at === 'uploading' && {
        hashPoint: { bytes: 100, md5: UPLOADED.FileMd5, state: { engine: 'e', bytes } },
      }),
      ...(!isUploading
        ? { uploaded: UPLOADED }
        : {
            plan: {
              FileId: 'f',
              UploadId: 'u',
              ChunkSize: 100,
              Parts: [{ PartNumber: 2, PresignedUrl: 'https://storage.test/2' }],
            },
          }),
    },
    etags: isUploading ? [[1, '"e"']] : [],
  };
  await store.save(job, true);
  return job;
};

/** A custom backend that knows the task and counts submissions. */
const makeBackend = () => {
  const counts = { submitted: 0 };
  const backend: PartnerBackend = {
    submit: () => {
      counts.submitted++;
      return Promise.reject(new Error('not asked for'));
    },
    query: () =>
      Promise.resolve({
        transcription_id: 'task-1',
        status: 'SUCCESS',
        data: { text: 'Hello.', language: 'en', duration: 1, segments: [] },
      }),
  };
  return { counts, backend };
};

const make = (
  scope: string,
  more: Partial<AudioTranscribe> = {},
  backend = makeBackend().backend,
) =>
  fixture<AudioTranscribe>(
    html`<audio-transcribe user-key=${scope} .backend=${backend}></audio-transcribe>`,
  ).then((element) => Object.assign(element, more));

const offerText = (element: AudioTranscribe): string =>
  (findPart(element, 'offer')?.textContent ?? '').replace(/\s+/g, ' ');

const untilOffer = async (element: AudioTranscribe, text: string): Promise<void> => {
  while (!offerText(element).includes(text)) await new Promise(requestAnimationFrame);
};

/** Resolves once the colour transitions have ended. */
const expectAccessible = async (element: AudioTranscribe): Promise<void> => {
  const buttons = [...element.renderRoot.querySelectorAll('button')];
  await Promise.all(buttons.flatMap((it) => it.getAnimations()).map(({ finished }) => finished));
  await expect(element).to.be.accessible();
};

describe('resume offer', () => {
  it('shows what was interrupted and its progress, and resumes', async () => {
    const scope = freshScope();
    await interrupt(scope, 'transcribing');
    const element = await make(scope);
    const group = await untilPart(element, 'offer');
    expect(offerText(element)).to.contain('talk.wav').and.to.contain('fully uploaded');
    expect(group.getAttribute('role')).to.equal('group');
    const label = element.shadowRoot?.getElementById(group.getAttribute('aria-labelledby') ?? '');
    expect(label?.textContent).to.contain('Not finished yet').and.to.contain('talk.wav');
    expect(element.renderRoot.querySelector('[role="status"]')?.textContent).to.contain('talk.wav');
    await expectAccessible(element);
    control(element, 'Continue').click();
    await until(element, 'ready');
  });

  it('asks for the file by name if it was not stored', async () => {
    const scope = freshScope();
    await interrupt(scope, 'uploading');
    const element = await make(scope);
    await untilOffer(element, '66% uploaded');
    expect(offerText(element)).to.contain('isn’t sent again');
    await expectAccessible(element);
    const input = element.renderRoot.querySelector<HTMLInputElement>('input[type=file]');
    let opened = 0;
    input?.addEventListener('click', (event) => (event.preventDefault(), opened++));
    control(element, 'Choose the file again').click();
    expect(opened).to.equal(1);
    const transfer = new DataTransfer();
    transfer.items.add(recording(149));
    if (input) input.files = transfer.files;
    input?.dispatchEvent(new Event('change'));
    await untilOffer(element, 'Choose “talk.wav”');
    expect(element.state).to.equal('idle');
    await expectAccessible(element);
  });

  for (const at of ['expired', 'unhashed'] as const) {
    it(`says that the upload starts from the beginning if nothing can be reused (${at})`, async () => {
      const scope = freshScope();
      await interrupt(scope, at);
      const element = await make(scope);
      await untilOffer(element, 'starts from the beginning');
      expect(offerText(element))
        .to.not.contain('already uploaded')
        .and.to.not.contain('isn’t sent again');
    });
  }

  it('shows the progress of another tab, and keeps the focus', async () => {
    const scope = freshScope();
    const { id } = await interrupt(scope, 'transcribing');
    const lock = await webLocks.take(`audio-transcribe:${id}`);
    const element = await make(scope);
    await untilOffer(element, 'another tab');
    await expectAccessible(element);
    const button = control(element, 'Continue here');
    button.focus();
    lock?.release();
    await untilOffer(element, 'Not finished yet');
    expect(element.shadowRoot?.activeElement).to.equal(button);
    await store.remove(id);
    broadcastTabChannel.post();
    while (findPart(element, 'offer')) await new Promise(requestAnimationFrame);
    expect(document.activeElement).to.equal(element);
  });

  it('of another tab can be dismissed, which does not delete the work', async () => {
    const scope = freshScope();
    const { id } = await interrupt(scope, 'transcribing');
    const lock = await webLocks.take(`audio-transcribe:${id}`);
    const element = await make(scope);
    await untilOffer(element, 'another tab');
    control(element, 'Not now').click();
    while (findPart(element, 'offer')) await new Promise(requestAnimationFrame);
    expect(await stored(scope)).to.have.length(1);
    lock?.release();
  });

  it('cannot be answered while the element is disabled', async () => {
    const scope = freshScope();
    await interrupt(scope, 'transcribing');
    const element = await make(scope, { disabled: true });
    await untilPart(element, 'offer');
    for (const name of ['Continue', 'Discard']) {
      expect(control<HTMLButtonElement>(element, name).disabled).to.equal(true);
    }
  });

  it('that is accepted and cancelled at once is not resumed, and is offered again', async () => {
    const scope = freshScope();
    await interrupt(scope, 'transcribing');
    const element = await make(scope);
    (await untilControl(element, 'Continue')).click();
    element.cancel();
    // By now, the work that was accepted earlier would have been resumed.
    const other = await make(scope);
    (await untilControl(other, 'Continue')).click();
    await until(other, 'ready');
    expect(element.state).to.equal('idle');
  });
});

describe('selecting a file that was started before', () => {
  it('resumes at once, without submitting it again', async () => {
    const scope = freshScope();
    await interrupt(scope, 'transcribing');
    const { counts, backend } = makeBackend();
    const element = await make(scope, {}, backend);
    element.selectFile(recording());
    await until(element, 'ready');
    expect(counts.submitted).to.equal(0);
  });

  it('resumes on start() with manual-start', async () => {
    const scope = freshScope();
    await interrupt(scope, 'transcribing');
    const { counts, backend } = makeBackend();
    const service = { serviceUrl: 'https://service.test', fetchToken: () => Promise.resolve('t') };
    const element = await make(scope, { ...service, manualStart: true }, backend);
    element.selectFile(recording());
    (await untilControl(element, 'Start')).click();
    await until(element, 'ready');
    expect(counts.submitted).to.equal(0);
    // The temporary work for the selected file is deleted too.
    while ((await stored(scope)).length > 0) await new Promise(requestAnimationFrame);
  });

  it('does not start while another tab is working on the file', async () => {
    const scope = freshScope();
    const { id } = await interrupt(scope, 'transcribing');
    const lock = await webLocks.take(`audio-transcribe:${id}`);
    const element = await make(scope);
    element.selectFile(recording());
    await untilOffer(element, 'another tab');
    expect(element.state).to.equal('idle');
    control(element, 'Continue here').click();
    await lock?.lost;
    await until(element, 'ready');
  });

  it('starts again if nothing may be stored', async () => {
    const scope = freshScope();
    await interrupt(scope, 'transcribing');
    const element = await make(scope, { noStorage: true });
    element.selectFile(recording());
    // A new upload needs service-url, which is missing here, so it fails at once.
    await until(element, 'failed');
    expect(element.error?.code).to.equal('configuration');
    expect(findPart(element, 'offer')).to.equal(null);
  });

  it('is aborted by an immediate cancel()', async () => {
    const scope = freshScope();
    await interrupt(scope, 'transcribing');
    const element = await make(scope);
    await untilPart(element, 'offer');
    element.selectFile(recording());
    element.cancel();
    // By now, the lookup that was started later has finished.
    const other = await make(scope);
    other.selectFile(recording());
    await until(other, 'ready');
    expect(element.state).to.equal('idle');
  });
});
