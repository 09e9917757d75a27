import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  EMPTY_RECORD,
  recordFact,
  type DiagnosticRecord,
} from '../../../src/engine/diagnostics.js';
import { newJob, titleOf } from '../../../src/engine/job.js';
import { describeProgress } from '../../../src/engine/progress.js';
import { IDLE, transition, type Fact, type SessionState } from '../../../src/engine/state.js';
import { TranscribeError } from '../../../src/protocol/index.js';
import { wavFile } from '../../support/scripted-session.js';

const job = newJob({ kind: 'file', file: wavFile(200) }, {});
const error = new TranscribeError('network', 'No network.');

const SENDING = { type: 'sending', sentBytes: 150, bytesPerSecond: 50, late: false } as const;

const FACTS: Readonly<Record<Fact['type'], Fact>> = {
  selected: { type: 'selected', job },
  checked: {
    type: 'checked',
    wait: false,
    facts: {
      name: 'secret name.wav',
      size: 200,
      fileType: 'wav',
      durationSeconds: 3,
      lastModifiedMs: null,
    },
  },
  started: { type: 'started' },
  planned: {
    type: 'planned',
    totalBytes: 200,
    atMs: 5,
    plan: {
      FileId: 'f',
      UploadId: 'u',
      ChunkSize: 100,
      Parts: [1, 2].map((PartNumber) => ({
        PartNumber,
        PresignedUrl: `https://storage.test/${PartNumber}?signature=secret`,
      })),
    },
  },
  'plan-lost': { type: 'plan-lost' },
  verifying: { type: 'verifying' },
  verified: { type: 'verified' },
  sending: SENDING,
  'part-started': { type: 'part-started', partNumber: 1, attempt: 2 },
  'part-tried': {
    type: 'part-tried',
    attempt: {
      part: 1,
      attempt: 1,
      startedAtMs: 1,
      tookMs: 2,
      sentBytes: 100,
      outcome: 'refused',
      status: 503,
    },
  },
  'part-refuted': { type: 'part-refuted', partNumber: 1 },
  'etags-opaque': { type: 'etags-opaque' },
  'hash-point': {
    type: 'hash-point',
    point: {
      bytes: 100,
      md5: 'e'.repeat(32),
      state: { engine: 'secret', bytes: new Uint8Array(4) },
    },
    partMd5s: new Map([['0-100', 'secret']]),
  },
  'submission-asked': { type: 'submission-asked', atMs: 5 },
  trouble: { type: 'trouble', trouble: 'offline' },
  'part-stored': { type: 'part-stored', partNumber: 1, etag: '"secret-etag"' },
  hashed: { type: 'hashed', md5: 'f'.repeat(32) },
  completing: { type: 'completing' },
  uploaded: {
    type: 'uploaded',
    atMs: 5,
    file: {
      FileId: 'f',
      FileType: 'wav',
      DownloadUrl: 'https://storage.test/f?signature=secret',
      FileMd5: 'f'.repeat(32),
    },
  },
  'upload-outdated': { type: 'upload-outdated' },
  submitting: { type: 'submitting' },
  submitted: { type: 'submitted', transcriptionId: 'secret-id', status: 'PENDING' },
  polled: { type: 'polled', status: 'PROGRESS' },
  succeeded: {
    type: 'succeeded',
    data: {
      text: 'secret text',
      language: 'en',
      duration: 3,
      segments: [{ start_ms: 0, end_ms: 9, text: 'secret text' }],
    },
    raw: { speaker_embeddings: { S1: 'secret voice' } },
  },
  failed: { type: 'failed', error },
  paused: { type: 'paused' },
  resumed: { type: 'resumed' },
  cleared: { type: 'cleared' },
};

const reach = (...types: readonly Fact['type'][]): SessionState =>
  types.reduce((state, type) => transition(state, FACTS[type]), IDLE);

describe('the state', () => {
  it('stays as it is where a fact comes late', () => {
    const ends = [
      IDLE,
      reach('selected', 'failed'),
      reach('selected', 'paused'),
      reach('selected', 'checked', 'planned', 'uploaded', 'submitted', 'succeeded'),
    ];
    const late = Object.values(FACTS).filter(
      ({ type }) => !['selected', 'cleared', 'failed', 'resumed'].includes(type),
    );
    for (const state of ends) {
      for (const fact of late)
        assert.equal(transition(state, fact), state, `${state.name}, ${fact.type}`);
    }
  });

  it('goes on at the first fact that is missing', () => {
    const from = (...types: readonly Fact['type'][]): string => {
      const state = transition(reach(...types, 'failed'), FACTS.resumed);
      return 'step' in state ? `${state.name}: ${state.step}` : state.name;
    };
    assert.equal(from('selected'), 'preparing: checking');
    assert.equal(from('selected', 'checked'), 'preparing: planning');
    assert.equal(from('selected', 'checked', 'planned', 'part-stored'), 'uploading: sending');
    assert.equal(from('selected', 'checked', 'planned', 'uploaded'), 'submitting');
    assert.equal(from('selected', 'checked', 'planned', 'uploaded', 'submitted'), 'transcribing');
  });

  it('never shows fewer bytes than before', () => {
    const far = reach('selected', 'checked', 'planned', 'sending');
    const back = transition(far, { ...SENDING, sentBytes: 20 });
    assert.equal(back.name === 'uploading' && back.progress.sentBytes, 150);
  });
});

describe('the name of a recording', () => {
  it('is the file’s, else its title, else the last piece of its address, readable where it can be', () => {
    assert.equal(titleOf(job), 'talk.wav');
    for (const [path, title] of [
      ['a/talk.mp3?key=a/b#c', 'talk.mp3'],
      ['M%C3%BCller%20GmbH.mp3', 'Müller GmbH.mp3'],
      ['100%.mp3', '100%.mp3'],
    ] as const) {
      const source = { kind: 'address', fileUrl: `https://cdn.test/${path}` } as const;
      assert.equal(titleOf(newJob(source, {})), title);
      assert.equal(titleOf(newJob({ ...source, title: 'Board' }, {})), 'Board');
    }
  });
});

describe('the progress', () => {
  it('tells the fraction of the upload, and the time that is left of it', () => {
    const progress = describeProgress(reach('selected', 'checked', 'planned', 'sending'), null);
    assert.deepEqual(progress, {
      phase: 'uploading',
      sentBytes: 150,
      totalBytes: 200,
      fraction: 0.75,
      bytesPerSecond: 50,
      secondsLeft: 1,
      late: false,
      trouble: null,
      parts: { stored: 0, total: 2, retrying: [] },
    });
  });

  it('tells no time left while the speed is not known, or nothing arrives', () => {
    for (const bytesPerSecond of [null, 0]) {
      const state = transition(reach('selected', 'checked', 'planned'), {
        ...SENDING,
        bytesPerSecond,
        late: true,
      });
      const progress = describeProgress(state, null);
      assert.deepEqual([progress.bytesPerSecond, progress.secondsLeft], [bytesPerSecond, null]);
      assert.equal(progress.late, true);
    }
  });

  it('tells no bytes where there is no recording', () => {
    for (const state of [IDLE, transition(IDLE, FACTS.failed), reach('selected')]) {
      const { sentBytes, totalBytes, fraction, parts } = describeProgress(state, null);
      assert.deepEqual([sentBytes, totalBytes, fraction, parts], [0, 0, 0, null]);
    }
  });

  it('tells the size of the recording before its upload and after it', () => {
    for (const [state, sent] of [
      [reach('selected', 'checked'), 0],
      [reach('selected', 'checked', 'planned', 'uploaded'), 200],
    ] as const) {
      const { sentBytes, totalBytes } = describeProgress(state, null);
      assert.deepEqual([sentBytes, totalBytes], [sent, 200]);
    }
  });

  it('tells no speed while nothing moves', () => {
    const still = reach('selected', 'checked', 'planned', 'sending', 'trouble');
    const { bytesPerSecond, secondsLeft } = describeProgress(still, null);
    assert.deepEqual([bytesPerSecond, secondsLeft], [null, null]);
  });

  it('never goes back within one recording, not even when the upload starts anew', () => {
    const before = describeProgress(reach('selected', 'checked', 'planned', 'sending'), null);
    const anew = reach('selected', 'checked', 'planned', 'sending', 'plan-lost', 'planned');
    assert.equal(describeProgress(anew, before).fraction, 0.75);
  });

  it('is whole behind the upload, and nothing at the beginning', () => {
    assert.equal(
      describeProgress(reach('selected', 'checked', 'planned', 'uploaded'), null).fraction,
      1,
    );
    assert.equal(describeProgress(IDLE, null).fraction, 0);
  });
});

describe('the record for support', () => {
  const record = (facts: readonly Fact[]): DiagnosticRecord =>
    facts.reduce((so, fact, index) => recordFact(so, fact, index), EMPTY_RECORD);

  it('holds every fact but the flow of bytes, every try of a part, and nothing that is secret', () => {
    const { entries, tries } = record(Object.values(FACTS));
    const unrecorded = ['sending', 'hash-point', 'part-started', 'part-tried'];
    assert.deepEqual(
      entries.map(({ fact }) => fact),
      Object.keys(FACTS).filter((type) => !unrecorded.includes(type)),
    );
    assert.deepEqual(
      tries.map(({ status }) => status),
      [503],
    );
    assert.doesNotMatch(JSON.stringify([entries, tries]), /secret|https?:|No network/);
  });

  it('says a status once, however often it is polled, and marks one that nobody knows', () => {
    const unknown: Fact = { type: 'polled', status: 'REINDEXING' };
    const { entries } = record([FACTS.polled, FACTS.polled, unknown, unknown, FACTS.polled]);
    assert.deepEqual(
      entries.map(({ detail }) => detail),
      [{ status: 'PROGRESS' }, { status: 'REINDEXING', known: false }, { status: 'PROGRESS' }],
    );
  });

  it('does not grow without end', () => {
    const many = Array.from({ length: 6_000 }, (_, i) =>
      i % 2 ? FACTS.started : FACTS['part-tried'],
    );
    const { entries, tries } = record(many);
    assert.deepEqual([entries.length, tries.length], [500, 2_000]);
    assert.equal(entries.at(-1)?.atMs, 5_999);
  });
});
