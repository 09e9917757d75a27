import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseStoredJob, type Job, type StoredJob } from '../../../../src/engine.js';
import { cutParts } from '../../../../src/engine/upload/part.js';
import {
  CONSUMED_URL,
  looksLike,
  restoreJob,
  toStoredJob,
} from '../../../../src/engine/resume/stored-job.js';
import { uploadFileOf } from '../../../../src/engine/session/job.js';
import { ORIGIN } from '../../../support/own-scope.js';

const NOW = 1_000_000;
const MD5 = '0123456789abcdef0123456789abcdef';
const file = new File([new Uint8Array(450)], 'talk.wav', { lastModified: 7 });

/** Five parts of 100 bytes, of which 1, 2 and 4 are stored and the first 150 bytes are hashed. */
const job: Job = {
  source: { kind: 'file', file },
  options: { language: 'de', diarization: true },
  file: {
    name: 'talk.wav',
    size: 450,
    fileType: 'wav',
    durationSeconds: 3.5,
    lastModifiedMs: 7,
  },
  plan: {
    FileId: 'f',
    UploadId: 'u',
    ChunkSize: 100,
    Parts: [1, 2, 3, 4, 5].map((PartNumber) => ({
      PartNumber,
      PresignedUrl: `https://storage.test/${PartNumber}?signature=s`,
    })),
  },
  etags: new Map([
    [1, '"a"'],
    [2, '"b"'],
    [4, '"d"'],
  ]),
  hashPoint: { bytes: 150, md5: MD5, state: { engine: 'e', bytes: new Uint8Array([1, 2]) } },
  partMd5s: new Map([['0-100', MD5]]),
  plannedAtMs: 50,
  submissionAskedAtMs: 99,
};

const identity = { id: 'job-1', scope: 'anna', origin: ORIGIN, savedAtMs: 1_000 };

const stored = (of: Job): StoredJob => {
  const result = toStoredJob(of, identity);
  assert.ok(result);
  return result;
};

const parsed = (record: unknown): StoredJob => {
  const result = parseStoredJob(structuredClone(record));
  assert.ok(result);
  return result;
};

const addresses = ({ job: { plan } }: StoredJob): readonly string[] =>
  (plan?.Parts ?? []).map(({ PresignedUrl }) => PresignedUrl);

const chosen = new File([new Uint8Array(2_000)], 'talk.webm', { lastModified: 5 });
const conversion = {
  ...({ key: '0123456789abcdef', kind: 'video', track: 1 } as const),
  from: { name: 'talk.webm', size: 2_000, lastModifiedMs: 5 },
  tracks: [{ language: 'eng' }, { language: null }],
  cutOffAt: 12.5,
  progress: { fraction: 0.4, fromBytes: 2_000, toBytes: 180 },
};

describe('stored job of a file that is converted', () => {
  const { file: facts, ...unchecked } = job;
  const source = { kind: 'file', file: chosen } as const;
  const begun: Job = { source, options: {}, conversion, etags: new Map() };
  const done: Job = { ...unchecked, ...(facts ? { file: facts } : {}), conversion, source };

  it('is stored while the conversion is under way, and found by the chosen file', () => {
    const record = parsed(stored(begun));
    assert.deepEqual(record.job.conversion, conversion);
    assert.equal(looksLike(record, chosen), true);
    assert.equal(looksLike(record, file), false);
    const restored = restoreJob(record, { file: chosen, trusted: true }, NOW);
    assert.deepEqual(restored, begun);
  });

  it('continues the upload with the converted file', () => {
    const recording = { file: chosen, converted: file, trusted: true };
    const restored = restoreJob(parsed(stored(done)), recording, NOW);
    assert.ok(restored);
    assert.equal(uploadFileOf(restored), file);
    assert.equal(restored.etags.size, 3);
  });

  const key = { submissionKey: '0123456789abcdef', owner: { user: 'anna-key' } };
  const decision = { options: done.options, conversion, ...key };

  it('is converted and uploaded again if the converted file is gone, by the same decision', () => {
    const { submissionAskedAtMs: _asked, ...before } = { ...done, ...decision };
    const record = parsed(stored(before));
    const restored = restoreJob(record, { file: chosen, trusted: false }, NOW);
    assert.deepEqual(restored, { ...decision, source, etags: new Map() });
  });

  it('whose converted file is gone repeats a submission that was not answered, with the same upload', () => {
    const uploaded = {
      FileId: 'f',
      FileType: 'wav',
      DownloadUrl: 'https://s.test/f',
      FileMd5: MD5,
    };
    const open = { submissionAskedAtMs: 99, uploaded, uploadedAtMs: NOW };
    const record = parsed(stored({ ...done, ...decision, ...open }));
    const later = NOW + 48 * 3_600_000;
    for (const recording of [null, { file: chosen, trusted: true }]) {
      const { submissionKey, owner, uploaded: url } = restoreJob(record, recording, later) ?? {};
      assert.deepEqual({ submissionKey, owner, url }, { ...key, url: uploaded });
    }
  });

  it('is ignored if its key could leave the folder', () => {
    const record = stored({ ...begun, conversion: { ...conversion, key: '../../secret' } });
    assert.equal(parseStoredJob(record), null);
  });
});

describe('stored job', () => {
  it('is restored unchanged, except for expired addresses', () => {
    const record = stored({ ...job, unverified: true });
    assert.deepEqual(
      addresses(record),
      // The second part is stored but only half hashed, so it can still be rejected.
      [2, 3, 4, 5].map((number) => `https://storage.test/${number}?signature=s`),
    );
    const restored = restoreJob(parsed(record), { file, trusted: true }, NOW);
    assert.ok(restored?.plan);
    const { plan, ...rest } = restored;
    const { plan: _before, ...expected } = job;
    assert.deepEqual(rest, expected);
    assert.deepEqual(
      cutParts(plan, 450).map(({ url }) => url.split('?')[0]),
      [CONSUMED_URL, ...[2, 3, 4, 5].map((number) => `https://storage.test/${number}`)],
    );
  });

  it('has no plan or ETags once the file is complete at the service', () => {
    const uploaded = {
      FileId: 'f',
      FileType: 'wav',
      DownloadUrl: 'https://storage.test/f',
      FileMd5: MD5,
    };
    const { submissionAskedAtMs: _asked, ...unasked } = job;
    const record = stored({ ...unasked, uploaded, uploadedAtMs: NOW });
    assert.deepEqual([record.job.plan, record.etags], [undefined, []]);
    const restored = restoreJob(parsed(record), null, NOW);
    assert.deepEqual(restored?.source, {
      kind: 'address',
      fileUrl: 'https://storage.test/f',
      title: 'talk.wav',
    });
    assert.deepEqual([restored?.uploaded, restored?.uploadedAtMs], [uploaded, NOW]);
    // It is sent only if the upload is repeated, after it was compared.
    const picked = restoreJob(parsed(record), { file, trusted: false }, NOW);
    assert.deepEqual([picked?.unverified, picked?.uploaded], [true, uploaded]);
  });

  it('needs its recording, and treats a file that was picked again as unverified', () => {
    assert.equal(restoreJob(stored(job), null, NOW), null);
    const doubted = restoreJob(stored(job), { file, trusted: false }, NOW);
    assert.equal(doubted?.unverified, true);
    const { hashPoint: _none, ...unhashed } = { ...job, md5: MD5 };
    const anew = restoreJob(stored(unhashed), { file, trusted: false }, NOW);
    assert.deepEqual(
      [anew?.unverified, anew?.plan, anew?.etags.size, anew?.md5],
      [undefined, undefined, 0, undefined],
    );
    assert.deepEqual(anew?.file, job.file);
  });

  it('of a file-url is restored unchanged after a reload, with or without a title', () => {
    for (const title of [{ title: 'Board meeting' }, {}]) {
      const source = {
        kind: 'address',
        fileUrl: 'https://cdn.test/talk.mp3?key=1',
        ...title,
      } as const;
      const submitted: Job = {
        source,
        options: { model: 'svc-asr-fast' },
        etags: new Map(),
        submissionAskedAtMs: 5,
        transcriptionId: 'task-1',
      };
      const restored = restoreJob(parsed(stored(submitted)), null, NOW);
      assert.deepEqual(restored, submitted);
    }
  });

  it('does not exist for a task that was only shown', () => {
    const shown: Job = { ...job, source: { kind: 'task', transcriptionId: 't' } };
    assert.equal(toStoredJob(shown, identity), null);
  });
});

describe('parseStoredJob', () => {
  const record = stored(job);
  const { job: kept } = record;
  const invalid: Readonly<Record<string, unknown>> = {
    undefined: undefined,
    'a string': 'job',
    'version 3': { ...record, version: 3 },
    'an empty id': { ...record, id: '' },
    'a scope that is a number': { ...record, scope: 5 },
    'a time that is not a number': { ...record, savedAtMs: NaN },
    'no job': { ...record, job: undefined },
    'no file details': { ...record, job: { options: {} } },
    'an unknown source': { ...record, source: { kind: 'task' } },
    'an invalid file_url': { ...record, source: { kind: 'address', fileUrl: 'javascript:1' } },
    'an invalid presigned URL': {
      ...record,
      job: {
        ...kept,
        plan: { ...kept.plan, Parts: [{ PartNumber: 1, PresignedUrl: '/here' }] },
      },
    },
    'an ETag of part 0': { ...record, etags: [[0, '"a"']] },
    'an invalid MD5': { ...record, job: { ...kept, md5: 'abc' } },
    'an invalid hash state': {
      ...record,
      job: { ...kept, hashPoint: { ...kept.hashPoint, state: { engine: 'e', bytes: [1] } } },
    },
    'invalid MD5s of parts': {
      ...record,
      job: { ...kept, partMd5s: new Map([['0-100', 5]]) },
    },
    'an invalid option': { ...record, job: { ...kept, options: { model: 'gpt' } } },
    'a negative file size': { ...record, job: { ...kept, file: { ...kept.file, size: -1 } } },
  };
  for (const [name, value] of Object.entries(invalid)) {
    it(`returns null for a record with ${name}`, () => assert.equal(parseStoredJob(value), null));
  }

  it('drops unknown fields', () => {
    const result = parseStoredJob({ ...record, token: 'secret', job: { ...kept, extra: 1 } });
    assert.deepEqual(result, record);
  });
});
