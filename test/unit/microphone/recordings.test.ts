/** Recordings in a browser that gives no answer about its locks. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { KeptRecording } from '../../../src/browser/database.js';
import type { RecordingStore } from '../../../src/browser/recording-store.js';
import { createRecordings } from '../../../src/microphone/recordings.js';
import { ORIGIN } from '../../support/own-scope.js';
import { createSimulatedClock } from '../../support/simulated-world.js';

const ANNA = 'page:anna';
const KEPT: KeptRecording = {
  ...{ id: 'talk', scope: ANNA, savedAtMs: 1, startedAtMs: 1 },
  ...{ stage: 'sent', name: 'talk.wav', place: 'files' },
};

/** Those of Anna, with one recording. */
const setUp = () => {
  const marks: string[] = [];
  const store: Partial<RecordingStore> = {
    list: () => Promise.resolve([KEPT]),
    read: () => Promise.resolve(new Blob(['sound'])),
    mark: (id, stage) => Promise.resolve(void marks.push(`${id} ${stage}`)),
  };
  const noAnswer = () => Promise.reject(new Error('no answer'));
  const recordings = createRecordings({
    store: store as RecordingStore,
    locks: { take: noAnswer, held: noAnswer, whenFree: noAnswer },
    clock: createSimulatedClock(),
    newId: () => 'new',
    unfinished: () => Promise.resolve([]),
    origin: () => ORIGIN,
    scope: () => Promise.resolve(ANNA),
    sessionScope: () => null,
    connected: () => new AbortController().signal,
    onFree: () => undefined,
    onAtRisk: () => undefined,
  });
  return { recordings, marks };
};

it('that another tab may be making are not offered', async () => {
  const { recordings } = setUp();
  assert.deepEqual(await recordings.unsent(ANNA), []);
});

it('that were transcribed are not needed any more', async () => {
  const { recordings, marks } = setUp();
  await recordings.transcribed(KEPT.name);
  assert.deepEqual(marks, ['talk done']);
});
