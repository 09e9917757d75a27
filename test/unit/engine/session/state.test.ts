import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  EMPTY_RECORD,
  recordEvent,
  type DiagnosticRecord,
} from '../../../../src/engine/session/session.js';
import {
  SESSION_EVENTS,
  transition,
  type SessionEvent,
} from '../../../../src/engine/session/session-events.js';
import { newJob } from '../../../../src/engine/session/job.js';
import { describeProgress, IDLE, type SessionState } from '../../../../src/engine/session/state.js';
import { TranscribeError } from '../../../../src/protocol/errors.js';
import { wavFile } from '../../../support/scripted-session.js';

const job = newJob({ kind: 'file', file: wavFile(200) }, {});
const error = new TranscribeError('network', 'No network.');

const SENDING = { type: 'sending', sentBytes: 150, bytesPerSecond: 50, late: false } as const;

const EVENTS: Readonly<Record<SessionEvent['type'], SessionEvent>> = {
  selected: { type: 'selected', job },
  copied: { type: 'copied', file: new File(['RIFF'], 'secret name.wav') },
  converting: { type: 'converting', job },
  conversion: { type: 'conversion', job },
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
  'submission-keyed': { type: 'submission-keyed', key: 'key-1' },
  'submission-asked': { type: 'submission-asked', atMs: 5 },
  'submission-refused': { type: 'submission-refused' },
  'service-known': { type: 'service-known', url: 'https://service.test' },
  owned: { type: 'owned', owner: { page: 'secret-user' } },
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

const reach = (...types: readonly SessionEvent['type'][]): SessionState =>
  types.reduce((state, type) => transition(state, EVENTS[type]), IDLE);

describe('transition', () => {
  it('returns the same state for an event that arrives late', () => {
    const ends = [
      IDLE,
      reach('selected', 'failed'),
      reach('selected', 'paused'),
      reach('selected', 'checked', 'planned', 'uploaded', 'submitted', 'succeeded'),
    ];
    const late = Object.values(EVENTS).filter(
      ({ type }) => !['selected', 'cleared', 'failed', 'resumed'].includes(type),
    );
    for (const state of ends) {
      for (const event of late)
        assert.equal(transition(state, event), state, `${state.name}, ${event.type}`);
    }
  });

  it('resumed: continues at the first step that the job lacks', () => {
    const from = (...types: readonly SessionEvent['type'][]): string => {
      const state = transition(reach(...types, 'failed'), EVENTS.resumed);
      return 'step' in state ? `${state.name}: ${state.step}` : state.name;
    };
    assert.equal(from('selected'), 'preparing: checking');
    assert.equal(from('selected', 'checked'), 'preparing: planning');
    assert.equal(from('selected', 'checked', 'planned', 'part-stored'), 'uploading: sending');
    assert.equal(from('selected', 'checked', 'planned', 'uploaded'), 'submitting');
    assert.equal(from('selected', 'checked', 'planned', 'uploaded', 'submitted'), 'transcribing');
  });
});

describe('describeProgress', () => {
  it('returns the stored fraction of the upload and the time left', () => {
    const progress = describeProgress(
      reach('selected', 'checked', 'planned', 'part-stored', 'sending'),
      null,
    );
    assert.deepEqual(progress, {
      phase: 'uploading',
      sentBytes: 150,
      storedBytes: 100,
      totalBytes: 200,
      fraction: 0.5,
      bytesPerSecond: 50,
      secondsLeft: 1,
      conversion: null,
      willExpire: false,
      interruption: null,
      parts: { stored: 1, total: 2, retrying: [] },
    });
  });

  it('returns no time left while the speed is unknown or 0', () => {
    for (const bytesPerSecond of [null, 0]) {
      const state = transition(reach('selected', 'checked', 'planned'), {
        ...SENDING,
        bytesPerSecond,
        late: true,
      });
      const progress = describeProgress(state, null);
      assert.deepEqual([progress.bytesPerSecond, progress.secondsLeft], [bytesPerSecond, null]);
      assert.equal(progress.willExpire, true);
    }
  });

  it('returns 0 bytes without a recording', () => {
    for (const state of [IDLE, transition(IDLE, EVENTS.failed), reach('selected')]) {
      const { sentBytes, totalBytes, fraction, parts } = describeProgress(state, null);
      assert.deepEqual([sentBytes, totalBytes, fraction, parts], [0, 0, 0, null]);
    }
  });

  it('returns the size of the recording before and after its upload', () => {
    for (const [state, sent, done] of [
      [reach('selected', 'checked'), 0, 0],
      [reach('selected', 'checked', 'planned', 'uploaded'), 200, 1],
    ] as const) {
      const { sentBytes, totalBytes, fraction } = describeProgress(state, null);
      assert.deepEqual([sentBytes, totalBytes, fraction], [sent, 200, done]);
    }
  });

  it('returns no speed during an interruption', () => {
    const still = reach('selected', 'checked', 'planned', 'sending', 'trouble');
    const { bytesPerSecond, secondsLeft } = describeProgress(still, null);
    assert.deepEqual([bytesPerSecond, secondsLeft], [null, null]);
  });

  it('does not lower the fraction if a stored part must be sent again', () => {
    const stored = reach('selected', 'checked', 'planned', 'part-stored');
    const before = describeProgress(stored, null);
    const refuted = transition(stored, EVENTS['part-refuted']);
    assert.equal(describeProgress(refuted, before).fraction, 0.5);
  });

  it('starts at 0 again if the upload starts over', () => {
    const stored = reach('selected', 'checked', 'planned', 'part-stored');
    const before = describeProgress(stored, null);
    const lost = transition(stored, EVENTS['plan-lost']);
    const between = describeProgress(lost, before);
    const anew = describeProgress(transition(lost, EVENTS.planned), between);
    assert.deepEqual([before.fraction, between.fraction, anew.fraction], [0.5, 0, 0]);
  });
});

describe('SESSION_EVENTS', () => {
  const having = (column: (row: (typeof SESSION_EVENTS)[SessionEvent['type']]) => boolean) =>
    Object.entries(SESSION_EVENTS)
      .filter(([, row]) => column(row))
      .map(([type]) => type);

  it('persists every event that a reload must know, and the file once it is verified', () => {
    assert.deepEqual(
      having(({ persisted }) => persisted === 'job-and-file'),
      ['converting', 'checked', 'verified'],
    );
    assert.deepEqual(
      having(({ persisted }) => persisted === 'job'),
      [
        ...['planned', 'plan-lost', 'part-stored', 'part-refuted', 'etags-opaque', 'hash-point'],
        ...['hashed', 'uploaded', 'upload-outdated', 'submission-asked', 'submission-refused'],
        ...['submitted', 'failed', 'resumed'],
      ],
    );
  });

  it('throttles rendering of events that fire many times a second', () => {
    assert.deepEqual(
      having(({ drawn }) => drawn === 'paced'),
      ['conversion', 'sending', 'part-started', 'part-tried', 'part-stored', 'hash-point'],
    );
  });

  it('fires progress for the events that change it within a state', () => {
    assert.deepEqual(
      having(({ changesProgress }) => changesProgress),
      ['conversion', 'sending', 'part-started', 'part-stored', 'trouble'],
    );
  });

  it('changes the state on every event that belongs to it', () => {
    const uploading = reach('selected', 'checked', 'planned');
    for (const event of Object.values(EVENTS)) {
      const before = event.type === 'resumed' ? reach('selected', 'failed') : uploading;
      assert.notEqual(transition(before, event), before, event.type);
    }
  });
});

describe('recordEvent', () => {
  const record = (events: readonly SessionEvent[]): DiagnosticRecord =>
    events.reduce((so, event, index) => recordEvent(so, event, index), EMPTY_RECORD);

  it('records every event except byte counts, every attempt of a part, and no secret', () => {
    const { entries, tries } = record(Object.values(EVENTS));
    const unrecorded = ['conversion', 'sending', 'hash-point', 'part-started', 'part-tried'];
    assert.deepEqual(
      entries.map(({ fact }) => fact),
      Object.keys(EVENTS).filter((type) => !unrecorded.includes(type)),
    );
    assert.deepEqual([tries.length, tries[0]?.status], [1, 503]);
    assert.doesNotMatch(JSON.stringify([entries, tries]), /secret|https?:|No network/);
  });

  it('keeps a polled status once, and marks an unknown one', () => {
    const unknown: SessionEvent = { type: 'polled', status: 'REINDEXING' };
    const { entries } = record([EVENTS.polled, EVENTS.polled, unknown, unknown, EVENTS.polled]);
    assert.deepEqual(
      entries.map(({ detail }) => detail),
      [{ status: 'PROGRESS' }, { status: 'REINDEXING', known: false }, { status: 'PROGRESS' }],
    );
  });

  it('keeps the last 500 events and the last 2,000 attempts', () => {
    const many = Array.from({ length: 6_000 }, (_, i) =>
      i % 2 ? EVENTS.started : EVENTS['part-tried'],
    );
    const { entries, tries } = record(many);
    assert.deepEqual([entries.length, tries.length], [500, 2_000]);
    assert.equal(entries.at(-1)?.atMs, 5_999);
  });
});
