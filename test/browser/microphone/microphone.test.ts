import { expect } from '@open-wc/testing';
import { openStores } from '../../../src/browser/job-store.js';
import { webLocks } from '../../../src/browser/browser-ports.js';
import { createStorageCleanup, storageScope } from '../../../src/engine.js';
import { jobLockName } from '../../../src/engine/resume/scope.js';
import { AudioTranscribe } from '../../../src/index.js';
import {
  control,
  findControl,
  findPart,
  readSettings,
  textIn,
  until,
  untilControl,
  untilPart,
} from '../../support/element.js';
import {
  beginRecording,
  condition,
  finish,
  make,
  pitchOf,
  readSamples,
  recordedFile,
  secondsShown,
  startRecording,
  textOf,
  TONE_HZ,
  untilPlayer,
  useMicrophone,
} from '../../support/microphone.js';
import { freshScope } from '../../support/tab.js';

const { jobs, recordings: recordingStore } = openStores();

/** Resolves once no element works on the only recording. */
const untilFree = async (): Promise<void> => {
  const [{ id = '' } = {}] = await recordingStore.list();
  while (await webLocks.isTaken(jobLockName(id))) await new Promise(requestAnimationFrame);
};

describe('the microphone', () => {
  const microphone = useMicrophone();

  describe('the Record button', () => {
    it('is there only if sources names the microphone, and alone without files', async () => {
      const plain = await make({}, 'file');
      expect(findControl(plain, 'Record')).to.equal(null);
      plain.sources = 'microphone';
      await untilControl(plain, 'Record');
      expect(findControl(plain, 'Choose a file')).to.equal(null);
      plain.removeAttribute('sources');
      await plain.updateComplete;
      expect(findControl(plain, 'Record')).to.equal(null);
      expect(findControl(plain, 'Choose a file')).not.to.equal(null);
    });

    it('explains the permission before the browser is asked', async () => {
      const element = await make();
      const opener = await untilControl(element, 'Record');
      opener.focus();
      opener.click();
      await untilControl(element, 'Continue');
      expect(textIn(element)).to.contain('Your browser will ask');
      expect(microphone.requests).to.deep.equal([]);
      control(element, 'Cancel').click();
      const record = await untilControl(element, 'Record');
      await condition(() => element.shadowRoot?.activeElement === record);
    });

    it('starts at once if the permission was given before', async () => {
      const element = await make();
      microphone.decide('granted');
      (await untilControl(element, 'Record')).click();
      await untilControl(element, 'Finish');
      expect(microphone.requests).to.have.length(1);
    });

    it('asks for a voice: without echo and noise, in one channel', async () => {
      const element = await make();
      await startRecording(element, 0);
      expect(microphone.requests[0]).to.deep.equal({
        audio: {
          echoCancellation: true,
          noiseSuppression: true,
          autoGainControl: true,
          channelCount: 1,
        },
      });
    });
  });

  describe('a recording', () => {
    it('has the sound of the microphone', async () => {
      const element = await make();
      const started = performance.now();
      await startRecording(element, 1);
      const samples = await readSamples(await finish(element));
      const longest = (performance.now() - started) / 1_000 + 0.1;
      expect(samples.length).to.be.within(0.9 * 16_000, longest * 16_000);
      // The tone starts with the context of the test.
      expect(pitchOf(samples.slice(4_000, -400))).to.be.closeTo(TONE_HZ, 10);
    });

    it('leaves out pauses, and a resumed one continues', async () => {
      const element = await make();
      await startRecording(element, 0.5);
      control(element, 'Pause').click();
      await untilControl(element, 'Resume');
      expect(microphone.tracks[0]?.enabled).to.equal(false);
      const shown = secondsShown(element);
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(secondsShown(element)).to.equal(shown);
      control(element, 'Resume').click();
      await condition(() => secondsShown(element) >= 1);
      expect(microphone.tracks).to.have.length(1);
      await finish(element);
    });

    it('continues after it was finished, in the same file', async () => {
      const element = await make();
      await startRecording(element, 0.7);
      const shown = secondsShown(element);
      const before = await readSamples(await finish(element));
      control(element, 'Continue recording').click();
      await untilControl(element, 'Finish');
      // The clock shows whole seconds. The first recording may be anywhere in one.
      await condition(() => secondsShown(element) > shown + 1);
      const after = await readSamples(await finish(element));
      expect(after.length).to.be.greaterThan(before.length + 8_000);
      expect(after.slice(0, before.length)).to.deep.equal(before);
    });

    it('closes the microphone when it is finished', async () => {
      const element = await make();
      await startRecording(element, 0.1);
      await finish(element);
      expect(microphone.tracks.map(({ readyState }) => readyState)).to.deep.equal(['ended']);
    });

    it('is sent as a file like a chosen one, and offered again if that is cancelled', async () => {
      const element = await make({ manualStart: true });
      await startRecording(element);
      const { size } = await finish(element);
      control(element, 'Transcribe').click();
      await condition(() => element.state === 'preparing' && element.progress.totalBytes === size);
      expect(findControl(element, 'Transcribe')).to.equal(null);
      element.cancel();
      await untilPart(element, 'offer');
    });

    it('is sent, and the focus stays in the element', async () => {
      const element = await make({ manualStart: true });
      await startRecording(element);
      await finish(element);
      const send = control(element, 'Transcribe');
      send.focus();
      send.click();
      // While the file is made, the button is disabled, and browsers would take the focus away soon.
      await element.updateComplete;
      expect(element.shadowRoot?.activeElement?.matches(':disabled')).to.equal(false);
      await condition(() => element.state === 'preparing');
      expect(element.shadowRoot?.activeElement).not.to.equal(null);
    });

    it('that is only in memory stays shown if the element is disabled, and can be sent after that', async () => {
      const element = await make({ noStorage: true, manualStart: true });
      await startRecording(element);
      await finish(element);
      let updates = 0;
      const { performUpdate } = element as unknown as { performUpdate(): void };
      Object.assign(element, {
        performUpdate(this: unknown) {
          updates += 1;
          performUpdate.call(this);
        },
      });
      element.disabled = true;
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      expect(updates).to.be.lessThan(10);
      element.disabled = false;
      await element.updateComplete;
      control(element, 'Transcribe').click();
      await condition(() => element.state === 'preparing');
    });

    it('that was begun without a token is offered to the user whose token comes later', async () => {
      const userKey = `late-${Date.now()}`;
      let isOnline = false;
      const token = { access_token: 't', token_type: 'bearer', expires_in: 900, userKey };
      const fetchToken = (): Promise<typeof token> =>
        isOnline ? Promise.resolve(token) : Promise.reject(new Error('offline'));
      const settings = { userKey: '', fetchToken } as Partial<AudioTranscribe>;
      const element = await make(settings);
      await startRecording(element, 1);
      isOnline = true;
      element.remove();
      const next = await make(settings);
      for (;;) {
        const scopes = (await recordingStore.list()).map(({ scope }) => scope);
        if (scopes.length === 1 && scopes[0] === `user:${userKey}`) break;
        await new Promise(requestAnimationFrame);
      }
      await untilPart(next, 'offer');
    });

    it('that another tab works on is offered as soon as that tab stops', async () => {
      const userKey = freshScope();
      const first = await make({ userKey });
      await startRecording(first, 0.7);
      first.remove();
      await untilFree();
      const [{ id = '' } = {}] = await recordingStore.list();
      const name = jobLockName(id);
      const other = await webLocks.take(name);
      const second = await make({ userKey });
      const waits = async (): Promise<boolean> =>
        ((await navigator.locks.query()).pending ?? []).some((one) => one.name === name);
      while (!(await waits())) await new Promise(requestAnimationFrame);
      expect(findPart(second, 'offer')).to.equal(null);
      other?.release();
      await untilPart(second, 'offer');
    });

    it('that was submitted is not offered as unsent, even if its job is gone', async () => {
      const backend = await readSettings();
      const settings = { userKey: freshScope(), ...backend, fetchToken: null, backend: null };
      const first = await make(settings);
      await startRecording(first, 0.7);
      first.remove();
      await untilFree();
      const second = await make(settings);
      await untilPart(second, 'offer');
      await startRecording(second);
      await finish(second);
      control(second, 'Transcribe').click();
      await until(second, 'transcribing', 'failed');
      expect(second.error?.message).to.equal(undefined);
      second.remove();
      await jobs.removeWhere(() => true);
      const third = await make(settings);
      await untilPart(third, 'offer');
      expect(textOf(third, 'offer')).to.contain('Not sent yet');
      // The only one that is offered is the first, so after it is discarded there is nothing to offer.
      (await untilControl(third, 'Listen and send')).click();
      await recordedFile(third);
      control(third, 'Discard').click();
      await untilControl(third, 'Keep');
      control(third, 'Discard').click();
      await untilControl(third, 'Record');
      const left = await recordingStore.list();
      expect(left.map(({ stage }) => stage)).to.deep.equal(['submitted']);
    });

    it('stops at max-duration, and says so', async () => {
      const element = await make({ maxDuration: 1.5 });
      await beginRecording(element);
      const file = await recordedFile(element);
      expect(file.size).to.equal(44 + 1.5 * 32_000);
      expect(textOf(element, 'error-message')).to.contain('longest length');
      expect(findControl(element, 'Continue recording')).to.equal(null);
    });

    it('is discarded only after a question', async () => {
      const element = await make();
      await startRecording(element);
      control(element, 'Discard').click();
      await untilControl(element, 'Keep');
      expect(microphone.tracks[0]?.readyState).to.equal('live');
      control(element, 'Keep').click();
      await untilControl(element, 'Finish');
      control(element, 'Discard').click();
      await untilControl(element, 'Keep');
      control(element, 'Discard').click();
      await untilControl(element, 'Record');
      expect(microphone.tracks[0]?.readyState).to.equal('ended');
      expect(findPart(element, 'offer')).to.equal(null);
    });
  });

  describe('a user who changes their mind', () => {
    it('cancels while the browser asks: a late answer closes the microphone and leaves nothing', async () => {
      const element = await make();
      const answer = microphone.hold();
      (await untilControl(element, 'Record')).click();
      (await untilControl(element, 'Continue')).click();
      await condition(() => textIn(element).includes('Waiting for your permission…'));
      control(element, 'Cancel').click();
      await untilControl(element, 'Record');
      answer();
      await condition(() => microphone.tracks[0]?.readyState === 'ended');
      await startRecording(element);
      expect(microphone.tracks[1]?.readyState).to.equal('live');
      expect(await recordingStore.list()).to.have.length(1);
    });
  });

  describe('an interrupted recording', () => {
    it('closes the microphone and is offered again when the element is removed', async () => {
      const element = await make();
      const { parentElement: parent } = element;
      await startRecording(element, 0.7);
      element.remove();
      await condition(() => microphone.tracks[0]?.readyState === 'ended');
      parent?.append(element);
      await untilPart(element, 'offer');
      expect(textOf(element, 'offer')).to.contain('Not sent yet');
      (await untilControl(element, 'Listen and send')).click();
      expect((await recordedFile(element)).size).to.be.greaterThan(0.7 * 32_000);
      expect(textOf(element, 'error-message')).to.contain('hasn’t been sent yet');
    });

    it('is kept when the element is moved, disabled, or offers no microphone any more', async () => {
      const element = await make();
      await startRecording(element);
      const shown = secondsShown(element);
      const other = document.createElement('div');
      element.parentElement?.append(other);
      other.append(element);
      await condition(() => secondsShown(element) > shown);
      element.disabled = true;
      await condition(() => microphone.tracks[0]?.readyState === 'ended');
      element.disabled = false;
      (await untilControl(element, 'Listen and send')).click();
      (await untilPlayer(element)).focus();
      control(element, 'Continue recording').click();
      await untilControl(element, 'Finish');
      element.sources = 'file';
      await condition(() => microphone.tracks[1]?.readyState === 'ended');
      element.sources = 'microphone';
      await untilPart(element, 'offer');
    });

    it('is kept if it was made for another backend, which has another key for the same user', async () => {
      const element = await make();
      await startRecording(element, 0.7);
      const [kept] = await recordingStore.list();
      expect(kept?.origin?.page).to.equal(location.pathname + location.search);
      const none = { list: () => Promise.resolve([]), removeWhere: () => Promise.resolve() };
      const cleanup = createStorageCleanup({
        ...{ jobs: none, edits: none, peaks: none, clock: { now: () => Date.now() + 1_000 } },
        recordings: {
          list: () => recordingStore.list(),
          removeWhere: (unwanted) =>
            recordingStore.removeWhere((one) => unwanted({ ...one, scope: 'user:key of one' })),
        },
        // As after a crash of the page.
        locks: { held: () => Promise.resolve(new Set<string>()) },
      });
      const token = { backend: 'https://other.example', receivedAtMs: Date.now() + 500 };
      await cleanup.run('user:key of other', [], token);
      expect((await finish(element)).size).to.be.greaterThan(0.7 * 32_000);
    });

    it('is kept while it is made, although the clock of the device is corrected by weeks', async () => {
      const element = await make();
      await startRecording(element, 0.7);
      const none = { list: () => Promise.resolve([]), removeWhere: () => Promise.resolve() };
      const cleanup = createStorageCleanup({
        ...{ jobs: none, edits: none, peaks: none, recordings: recordingStore, locks: webLocks },
        clock: { now: () => Date.now() + 30 * 86_400_000 },
      });
      await cleanup.run(storageScope('page', element.userKey ?? ''));
      expect((await finish(element)).size).to.be.greaterThan(0.7 * 32_000);
    });
  });

  describe('a microphone that does not open', () => {
    const cases: readonly (readonly [error: DOMException, sentence: string])[] = [
      [new DOMException('', 'NotAllowedError'), 'You didn’t allow the microphone'],
      [
        new DOMException('Permission denied by system', 'NotAllowedError'),
        'Your device doesn’t let',
      ],
      [new DOMException('', 'NotFoundError'), 'No microphone was found'],
      [new DOMException('', 'NotReadableError'), 'Close other apps'],
    ];
    for (const [error, sentence] of cases) {
      it(`${error.name} “${error.message}”: says ${sentence}, and tries again`, async () => {
        const element = await make();
        microphone.refuse(error);
        (await untilControl(element, 'Record')).click();
        (await untilControl(element, 'Continue')).click();
        await untilPart(element, 'error-message');
        expect(textOf(element, 'error-message')).to.contain(sentence);
        microphone.refuse(null);
        control(element, 'Try again').click();
        await untilControl(element, 'Finish');
      });
    }
  });

  describe('what a page notices', () => {
    it('states by events', async () => {
      const element = await make();
      const states: string[] = [];
      element.addEventListener('transcribe-recording', ({ state }) => states.push(state));
      await startRecording(element);
      await finish(element);
      expect(states).to.deep.equal(['explaining', 'asking', 'recording', 'saving', 'review']);
    });

    it('asks before it is left while a recording is made', async () => {
      const element = await make();
      const leave = (): boolean => dispatchEvent(new Event('beforeunload', { cancelable: true }));
      await startRecording(element);
      expect(leave()).to.equal(false);
      await finish(element);
      await element.updateComplete;
      expect(leave()).to.equal(true);
    });

    it('accepts no dropped file while a recording is made', async () => {
      const element = await make();
      await startRecording(element);
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'talk.mp3'));
      element.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
      expect(element.state).to.equal('idle');
      expect(findControl(element, 'Finish')).not.to.equal(null);
    });

    it('keeps nothing on disk with no-storage, and says so', async () => {
      const element = await make({ noStorage: true });
      await startRecording(element, 0.7);
      expect(textIn(element)).to.contain('Keep this page open');
      const file = await finish(element);
      expect(file.size).to.be.greaterThan(0.7 * 32_000);
      expect(await recordingStore.list()).to.deep.equal([]);
    });

    it('stops and deletes the recording of a user who signs out', async () => {
      const element = await make({ userKey: 'bo' });
      await startRecording(element, 0.7);
      await AudioTranscribe.forgetStored('bo');
      await untilControl(element, 'Record');
      expect(microphone.tracks[0]?.readyState).to.equal('ended');
      expect(findPart(element, 'offer')).to.equal(null);
    });
  });
});
