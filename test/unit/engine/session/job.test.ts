import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { storedBytes, titleOf, verifiedJob, type Job } from '../../../../src/engine/session/job.js';

const MD5 = '0123456789abcdef0123456789abcdef';

const job: Job = {
  source: { kind: 'file', file: new File([], 'talk.wav') },
  options: {},
  file: { name: 'talk.wav', size: 250, fileType: 'wav', durationSeconds: 1, lastModifiedMs: 5 },
  plan: { FileId: 'f', UploadId: 'u', ChunkSize: 100, Parts: [] },
  etags: new Map(),
};

const etags = (...numbers: readonly number[]): Job['etags'] =>
  new Map(numbers.map((number) => [number, '"opaque-1"']));

describe('the bytes that are stored', () => {
  it('are those of the parts that have an ETag; the last part may be short', () => {
    for (const [numbers, bytes] of [
      [[], 0],
      [[1], 100],
      [[2], 100],
      [[3], 50],
      [[1, 3], 150],
      [[1, 2, 3], 250],
      // A part behind the end has no bytes.
      [[4], 0],
    ] as const)
      assert.equal(storedBytes({ ...job, etags: etags(...numbers) }), bytes, String(numbers));
  });

  it('are none without a plan or without a size', () => {
    const { plan: _plan, ...unplanned } = { ...job, etags: etags(1) };
    const { file: _file, ...unchecked } = { ...job, etags: etags(1) };
    assert.deepEqual([storedBytes(unplanned), storedBytes(unchecked)], [0, 0]);
  });
});

describe('a recording that was picked again and begins as it should', () => {
  it('keeps the parts up to the point that was compared, and those whose ETag can be compared', () => {
    const doubted: Job = {
      ...job,
      unverified: true,
      hashPoint: { bytes: 100, md5: MD5, state: { engine: 'e', bytes: new Uint8Array() } },
      etags: new Map([
        [1, '"opaque-1"'],
        [2, '"opaque-1"'],
        [3, `"${MD5}"`],
      ]),
    };
    const kept = (of: Job) => [...verifiedJob(of).etags.keys()];
    assert.deepEqual(kept(doubted), [1, 3]);
    assert.deepEqual(kept({ ...doubted, opaqueEtags: true }), [1]);
    assert.equal(verifiedJob(doubted).unverified, undefined);
  });
});

describe('the title of a recording', () => {
  it('is the name of its file, else the title that was given, else the end of its address', () => {
    const of = (fileUrl: string, title?: string) =>
      titleOf({
        ...job,
        source: { kind: 'address', fileUrl, ...(title === undefined ? {} : { title }) },
      });
    assert.equal(titleOf(job), 'talk.wav');
    assert.equal(of('https://cdn.test/a.mp3', 'Board'), 'Board');
    assert.equal(of('https://cdn.test/x/a%20b.mp3?sig=1#t'), 'a b.mp3');
    assert.equal(of('https://cdn.test/100%.mp3'), '100%.mp3');
    assert.equal(of('https://cdn.test/'), '');
    assert.equal(titleOf({ ...job, source: { kind: 'task', transcriptionId: 't' } }), '');
  });
});
