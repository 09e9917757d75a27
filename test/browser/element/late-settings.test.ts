/**
 * What each setting does if the page sets it later, as the table in `docs/element.md` says. A setting without a row does
 * not compile.
 */
import { expect, fixture, html } from '@open-wc/testing';
import '../../../src/index.js';
import type { AudioTranscribe, PartnerBackend, TranscriptionRequest } from '../../../src/index.js';
import type { ElementSettings } from '../../../src/element/settings.js';
import { wave } from '../reader/reader-support.js';
import {
  findControl,
  findPart,
  part,
  readSettings,
  sample,
  textIn,
  until,
} from '../../support/element.js';
import { dumpStored, untilDump } from '../../support/stored-dump.js';
import { withFastClock } from '../../support/fast-clock.js';

const settings = await readSettings();

const data = {
  ...{ text: 'Hello.', language: 'en', duration: 6 },
  segments: [{ speaker: 'Anna', start_ms: 0, end_ms: 900, text: 'Hello.' }],
};

interface Recorder extends PartnerBackend {
  readonly requests: TranscriptionRequest[];
  readonly queries: string[];
}

const recorder = (): Recorder => {
  const requests: TranscriptionRequest[] = [];
  const queries: string[] = [];
  return {
    ...{ requests, queries },
    submit(request) {
      requests.push(request);
      return Promise.resolve({ transcription_id: 'task-1', status: 'SUCCESS', data });
    },
    query(transcription_id) {
      queries.push(transcription_id);
      return Promise.resolve({ transcription_id, status: 'SUCCESS', data });
    },
  };
};

const create = async (more: Partial<AudioTranscribe> = {}): Promise<AudioTranscribe> => {
  const element = await fixture<AudioTranscribe>(
    html`<audio-transcribe no-storage></audio-transcribe>`,
  );
  const errors: string[] = [];
  element.addEventListener('transcribe-error', ({ error }) => errors.push(error.message));
  failures.set(element, errors);
  return set(element, more);
};

/** The messages of `transcribe-error`. */
const failures = new WeakMap<AudioTranscribe, string[]>();

const set = async (
  element: AudioTranscribe,
  values: Partial<AudioTranscribe>,
): Promise<AudioTranscribe> => {
  Object.assign(element, values);
  await element.updateComplete;
  return element;
};

const isReady = async (element: AudioTranscribe): Promise<void> => {
  await until(element, 'ready', 'failed');
  expect(element.error?.message).to.equal(undefined);
};

const fileUrl = 'https://cdn.example/talk.mp3';

/** Work that the page asks for waits for the setting, and no error is told. */
const waitsFor = async (
  asked: Partial<AudioTranscribe>,
  late: Partial<AudioTranscribe>,
): Promise<void> => {
  const element = await create(asked);
  expect(element.state).to.equal('idle');
  expect(textIn(element)).to.equal('Opening the transcript…');
  await set(element, late);
  await isReady(element);
  expect(failures.get(element)).to.deep.equal([]);
};

/** A recording that failed for want of the setting continues. */
const continuesWith = async (name: 'serviceUrl' | 'backendUrl' | 'fetchToken'): Promise<void> => {
  const answer = await fetch(`${settings.backendUrl}/user-token`, { method: 'POST' });
  const token: unknown = await answer.json();
  const all = {
    backend: recorder(),
    serviceUrl: settings.serviceUrl,
    ...(name === 'fetchToken'
      ? { fetchToken: () => Promise.resolve(token as never) }
      : { backendUrl: settings.backendUrl }),
  };
  const element = await create({ ...all, [name]: null });
  element.selectFile(await sample('voicemail.wav'));
  await until(element, 'failed');
  expect(element.error?.code).to.equal('configuration');
  await set(element, { [name]: all[name as keyof typeof all] });
  await isReady(element);
};

const NEXT_RECORDING = 'Used for the next recording.';

/** The setting is in the request of the next recording. */
const isInNextRequest = async (
  value: Partial<AudioTranscribe>,
  params: TranscriptionRequest['params'],
): Promise<void> => {
  const backend = recorder();
  const element = await create({ backend, fileUrl });
  await isReady(element);
  await set(element, value);
  await set(element, { fileUrl: `${fileUrl}?again` });
  await until(element, 'ready', 'failed');
  while (backend.requests.length < 2) await new Promise((resolve) => setTimeout(resolve));
  // Defaults are left out.
  expect(backend.requests[0]?.params).to.equal(undefined);
  expect(backend.requests[1]?.params).to.deep.equal(params);
};

const refuses = async (limit: Partial<AudioTranscribe>, code: string): Promise<void> => {
  const { serviceUrl, backendUrl } = settings;
  const element = await create({ serviceUrl, backendUrl, backend: recorder() });
  await set(element, limit);
  element.selectFile(await sample('voicemail.wav'));
  await until(element, 'failed');
  expect(element.error?.code).to.equal(code);
};

const audioOf = (element: AudioTranscribe): HTMLAudioElement | null =>
  element.renderRoot.querySelector('audio');

const playable = async (element: AudioTranscribe): Promise<HTMLAudioElement> => {
  for (;;) {
    const audio = audioOf(element);
    if (audio !== null && audio.readyState > 0) return audio;
    await new Promise((resolve) => setTimeout(resolve));
  }
};

interface Row {
  /** The words in the table of `docs/element.md`. */
  readonly says: string;
  readonly check: () => Promise<void>;
}

const CONNECTION =
  'Used from the next request on. What waits for it starts, and what failed without it continues.';

const ROWS: Record<keyof ElementSettings, Row> = {
  serviceUrl: { says: CONNECTION, check: () => continuesWith('serviceUrl') },
  backendUrl: { says: CONNECTION, check: () => continuesWith('backendUrl') },
  fetchToken: { says: CONNECTION, check: () => continuesWith('fetchToken') },
  backend: {
    says: CONNECTION,
    async check() {
      await waitsFor({ transcriptionId: 'task-1' }, { backend: recorder() });
      await waitsFor({ fileUrl }, { backend: recorder() });
      await waitsFor({ fileUrl, transcriptionId: 'task-1' }, { backend: recorder() });
    },
  },
  language: {
    says: NEXT_RECORDING,
    check: () => isInNextRequest({ language: 'de' }, { transcribe: { language: 'de' } }),
  },
  model: {
    says: NEXT_RECORDING,
    check: () =>
      isInNextRequest({ model: 'svc-asr-fast' }, { transcribe: { model: 'svc-asr-fast' } }),
  },
  detectionLevel: {
    says: NEXT_RECORDING,
    check: () =>
      isInNextRequest(
        { detectionLevel: 'chapter' },
        { transcribe: { detection_level: 'chapter' } },
      ),
  },
  decodeSilence: {
    says: NEXT_RECORDING,
    check: () => isInNextRequest({ decodeSilence: true }, { vad: { decode_silence: true } }),
  },
  diarization: {
    says: NEXT_RECORDING,
    check: () => isInNextRequest({ diarization: true }, { diarization: { enabled: true } }),
  },
  returnEmbedding: {
    says: NEXT_RECORDING,
    check: () =>
      isInNextRequest(
        { diarization: true, returnEmbedding: true },
        { diarization: { enabled: true, return_embedding: true } },
      ),
  },
  fileUrl: {
    says: 'Transcribes the recording at the new address, unless `manual-start` is set.',
    async check() {
      const backend = recorder();
      const element = await create({ backend });
      await set(element, { fileUrl });
      await isReady(element);
      await set(element, { fileUrl: `${fileUrl}?again` });
      while (backend.requests.length < 2) await new Promise((resolve) => setTimeout(resolve));
      expect(backend.requests.map(({ file_url }) => file_url)).to.deep.equal([
        fileUrl,
        `${fileUrl}?again`,
      ]);
    },
  },
  transcriptionId: {
    says: 'Shows the new task. Without an id, the state is `idle` again.',
    async check() {
      const backend = recorder();
      const element = await create({ backend, transcriptionId: 'task-1' });
      await isReady(element);
      await set(element, { transcriptionId: 'task-2' });
      await isReady(element);
      expect(backend.queries).to.deep.equal(['task-1', 'task-2']);
      await set(element, { transcriptionId: null });
      expect(element.state).to.equal('idle');
    },
  },
  audioUrl: {
    says: 'Plays the new audio from the same place. What played plays on.',
    async check() {
      const element = await create({ backend: recorder(), transcriptionId: 'task-1' });
      await isReady(element);
      await set(element, { audioUrl: wave(60) });
      const audio = await playable(element);
      audio.muted = true;
      element.seek(2_000);
      part(element, 'play-button').click();
      while (audio.currentTime < 2.05) await new Promise((resolve) => setTimeout(resolve));
      const before = audio.currentTime;
      const next = wave(60);
      await set(element, { audioUrl: next });
      expect(audio.src).to.equal(next);
      while (!(audio.currentTime > before)) await new Promise((resolve) => setTimeout(resolve));
      expect(audio.currentTime).to.be.below(60);
      expect(audio.paused).to.equal(false);
      audio.pause();
    },
  },
  sources: {
    says: 'Applies at once.',
    async check() {
      const element = await create();
      expect(findControl(element, /^Choose a file/)).not.to.equal(null);
      await set(element, { sources: 'microphone' });
      expect(findControl(element, /^Choose a file/)).to.equal(null);
    },
  },
  manualStart: {
    says: NEXT_RECORDING,
    async check() {
      const backend = recorder();
      const element = await create({ backend });
      await set(element, { manualStart: true });
      await set(element, { fileUrl });
      expect(element.state).to.equal('idle');
      element.start();
      await isReady(element);
    },
  },
  multiple: {
    says: 'Set: the running recording becomes the first item. Removed: the element shows the first item.',
    async check() {
      const { serviceUrl, backendUrl } = settings;
      const element = await create({ serviceUrl, backendUrl, backend: recorder() });
      const file = await sample('voicemail.wav');
      element.selectFile(file);
      await set(element, { multiple: true });
      while (element.items.length === 0) await new Promise((resolve) => setTimeout(resolve));
      element.selectFile(new File([file], 'another.wav'));
      while (element.items.length < 2) await new Promise((resolve) => setTimeout(resolve));
      expect(element.items.map(({ name }) => name)).to.deep.equal(['voicemail.wav', 'another.wav']);
      await set(element, { multiple: false });
      await until(element, 'ready', 'failed');
      expect(element.error).to.equal(null);
      expect(textIn(element)).to.contain('voicemail');
    },
  },
  maxSize: { says: NEXT_RECORDING, check: () => refuses({ maxSize: 10 }, 'file-too-large') },
  maxDuration: { says: NEXT_RECORDING, check: () => refuses({ maxDuration: 1 }, 'file-too-long') },
  noConvert: {
    says: NEXT_RECORDING,
    async check() {
      const { serviceUrl, backendUrl } = settings;
      const element = await create({ serviceUrl, backendUrl, backend: recorder() });
      await set(element, { noConvert: true });
      element.selectFile(new File([`OggS${'\0'.repeat(200)}`], 'a.ogg'));
      await until(element, 'failed');
      expect(element.error?.code).to.equal('unsupported-format');
    },
  },
  userKey: {
    says: 'Applies at once: this user’s unfinished work is offered, and no other user’s.',
    async check() {
      const element = await create({ noStorage: false });
      await set(element, { userKey: 'anna', backend: recorder(), transcriptionId: 'task-1' });
      await isReady(element);
      element.edit({ kind: 'rename-speaker', from: 'Anna', to: 'Name by Anna' });
      await untilDump((dump) => dump.includes('Name by Anna'));
      await set(element, { userKey: 'bo', transcriptionId: 'task-2' });
      await isReady(element);
      expect(textIn(element)).to.not.contain('Name by Anna');
      await untilDump((dump) => !dump.includes('Name by Anna'));
    },
  },
  noStorage: {
    says: 'Applies at once, but to the corrections of a shown transcript when it is next shown. What is stored already stays until it is deleted.',
    async check() {
      const element = await create({ userKey: 'carla' });
      await set(element, { backend: recorder(), transcriptionId: 'task-1' });
      await isReady(element);
      element.edit({ kind: 'rename-speaker', from: 'Anna', to: 'Before' });
      await set(element, { noStorage: false, transcriptionId: 'task-2' });
      await isReady(element);
      element.edit({ kind: 'rename-speaker', from: 'Anna', to: 'Meanwhile' });
      await untilDump((dump) => dump.includes('Meanwhile'));
      await set(element, { noStorage: true, transcriptionId: 'task-3' });
      await isReady(element);
      element.edit({ kind: 'rename-speaker', from: 'Anna', to: 'After' });
      await element.updateComplete;
      const dump = await dumpStored();
      expect(dump).to.contain('Meanwhile');
      expect(dump).to.not.match(/Before|After/);
    },
  },
  workerUrl: {
    says: 'Used for the next file.',
    async check() {
      const { serviceUrl, backendUrl } = settings;
      const element = await create({ serviceUrl, backendUrl, backend: recorder() });
      const started: string[] = [];
      const Original = Worker;
      window.Worker = class extends Original {
        constructor(address: string | URL, options?: WorkerOptions) {
          started.push(new URL(address, document.baseURI).pathname);
          super(address, options);
        }
      };
      try {
        await set(element, { workerUrl: '/src/worker.ts' });
        element.selectFile(await sample('voicemail.wav'));
        await isReady(element);
      } finally {
        window.Worker = Original;
      }
      expect(started).to.contain('/src/worker.ts');
    },
  },
  strings: {
    says: 'Applies at once.',
    async check() {
      const element = await create();
      await set(element, { strings: { drop: 'Drop your interview here, or' } });
      expect(textIn(element)).to.contain('Drop your interview here, or');
    },
  },
  readOnly: {
    says: 'Applies at once.',
    async check() {
      const element = await create({ backend: recorder(), transcriptionId: 'task-1' });
      await isReady(element);
      element.edit({ kind: 'rename-speaker', from: 'Anna', to: 'Anne' });
      await element.updateComplete;
      expect(findControl(element, 'Undo')).not.to.equal(null);
      await set(element, { readOnly: true });
      expect(findControl(element, 'Undo')).to.equal(null);
    },
  },
  noCharacterKeys: {
    says: 'Applies at once.',
    async check() {
      const element = await create({ backend: recorder(), transcriptionId: 'task-1' });
      await isReady(element);
      const press = (key: string): unknown =>
        part(element, 'title').dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, composed: true }),
        );
      await set(element, { noCharacterKeys: true });
      press('/');
      await element.updateComplete;
      expect(findPart(element, 'search-field')).to.equal(null);
      await set(element, { noCharacterKeys: false });
      press('/');
      await element.updateComplete;
      expect(findPart(element, 'search-field')).not.to.equal(null);
    },
  },
  recordingName: {
    says: 'Applies at once.',
    async check() {
      const element = await create({ backend: recorder(), transcriptionId: 'task-1' });
      await isReady(element);
      await set(element, { recordingName: 'Call 17' });
      expect(part(element, 'title').textContent.trim()).to.equal('Call 17');
    },
  },
  compact: {
    says: 'Applies at once.',
    async check() {
      const element = await create();
      await set(element, { compact: true });
      expect(element.matches('[compact]')).to.equal(true);
    },
  },
  name: {
    says: 'Applies at once.',
    async check() {
      const form = await fixture<HTMLFormElement>(
        html`<form><audio-transcribe no-storage></audio-transcribe></form>`,
      );
      const element = form.querySelector('audio-transcribe');
      if (element === null) throw new Error('There is no element.');
      await set(element, { backend: recorder(), transcriptionId: 'task-1' });
      await isReady(element);
      await set(element, { name: 'recording' });
      expect(new FormData(form).get('recording')).to.equal('task-1');
    },
  },
  required: {
    says: 'Applies at once.',
    async check() {
      const element = await create();
      expect(element.checkValidity()).to.equal(true);
      await set(element, { required: true });
      expect(element.checkValidity()).to.equal(false);
    },
  },
  disabled: {
    says: 'Applies at once. Work that runs continues.',
    async check() {
      const element = await create();
      await set(element, { disabled: true });
      const file = await sample('voicemail.wav');
      expect(() => element.selectFile(file)).to.throw('disabled');
    },
  },
};

const attributeOf = (property: string): string =>
  property === 'readOnly'
    ? 'readonly'
    : property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

describe('a setting that changes later', () => {
  withFastClock();

  for (const [name, { says, check }] of Object.entries(ROWS)) it(`${name}: ${says}`, check);

  it('a list: continues the recordings that failed for want of it', async () => {
    const { serviceUrl, backendUrl } = settings;
    const element = await create({ backendUrl, backend: recorder(), multiple: true });
    const file = await sample('voicemail.wav');
    element.selectFile(file);
    element.selectFile(new File([file], 'another.wav'));
    while (element.items.filter(({ error }) => error?.code === 'configuration').length < 2)
      await new Promise((resolve) => setTimeout(resolve));
    await set(element, { serviceUrl });
    while (element.items.some(({ state }) => state !== 'ready'))
      await new Promise((resolve) => setTimeout(resolve));
    expect(element.items.map(({ error }) => error)).to.deep.equal([null, null]);
  });

  for (const name of ['audioUrl', 'transcriptionId', 'fileUrl', 'backendUrl'] as const) {
    it(`${name}: set to the same value again changes nothing`, async () => {
      const backend = recorder();
      const fetchToken = (): Promise<string> => Promise.resolve('token');
      const all = { backend, backendUrl: '/backend', fetchToken, audioUrl: wave(6), fileUrl };
      const element = await create(name === 'transcriptionId' ? { ...all, fileUrl: null } : all);
      if (name === 'transcriptionId') await set(element, { transcriptionId: 'task-1' });
      await isReady(element);
      const audio = await playable(element);
      const { src } = audio;
      const calls = backend.requests.length + backend.queries.length;
      let states = 0;
      element.addEventListener('transcribe-state', () => (states += 1));
      await set(element, { [name]: element[name] });
      expect([states, backend.requests.length + backend.queries.length]).to.deep.equal([0, calls]);
      expect(audio.src).to.equal(src);
    });
  }

  it('audioUrl: a new address draws the waveform that an expired one could not', async () => {
    const element = await create({ backend: recorder(), transcriptionId: 'task-1' });
    await isReady(element);
    await set(element, { audioUrl: '/demo/samples/expired.wav' });
    const tick = (): Promise<unknown> => new Promise((resolve) => setTimeout(resolve));
    while (findControl(element, 'Choose the audio file') === null) await tick();
    /** The heights of the bars. Without peaks, there is one for speech and one for silence. */
    const heights = (): ReadonlySet<string> =>
      new Set(
        [...element.renderRoot.querySelectorAll('[part~="waveform"] path')].flatMap(
          (path) => path.getAttribute('d')?.match(/(?<=v)[\d.]+/g) ?? [],
        ),
      );
    expect(heights().size).to.be.below(3);
    await set(element, { audioUrl: '/demo/samples/voicemail.wav' });
    while (heights().size < 5) await tick();
    expect((await playable(element)).src).to.contain('voicemail.wav');
  });

  it('audioUrl: removed, leaves the player without audio', async () => {
    const element = await create({ backend: recorder(), transcriptionId: 'task-1' });
    await set(element, { audioUrl: wave(6) });
    await isReady(element);
    await playable(element);
    await set(element, { audioUrl: null });
    await element.updateComplete;
    expect(findControl(element, 'Choose the audio file')).to.not.equal(null);
  });

  it('is described in the documentation', async () => {
    const text = await (await fetch('/docs/element.md')).text();
    const [, section = ''] = /## Settings that change\n(.*?)\n## /s.exec(text) ?? [];
    const rows = [...section.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].slice(2);
    const described = rows.flatMap(([, names = '', says = '']) =>
      names.split(', ').map((one) => [one.replaceAll('`', ''), says]),
    );
    const shown = Object.entries(ROWS).map(([property, { says }]) => [
      ['fetchToken', 'backend', 'strings'].includes(property) ? property : attributeOf(property),
      says,
    ]);
    expect(Object.fromEntries(described)).to.deep.equal(Object.fromEntries(shown));
  });
});
