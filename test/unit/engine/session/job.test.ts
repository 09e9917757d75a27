import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newJob, storedBytes, titleOf, type Job } from '../../../../src/engine/session/job.js';

const job: Job = {
  source: { kind: 'file', file: new File([], 'talk.wav') },
  options: {},
  file: { name: 'talk.wav', size: 250, fileType: 'wav', durationSeconds: 1, lastModifiedMs: 5 },
  plan: { FileId: 'f', UploadId: 'u', ChunkSize: 100, Parts: [] },
  etags: new Map(),
};

const etags = (...numbers: readonly number[]): Job['etags'] =>
  new Map(numbers.map((number) => [number, '"opaque-1"']));

describe('stored bytes', () => {
  it('are those of the parts with an ETag; the last part may be shorter', () => {
    for (const [numbers, bytes] of [
      [[], 0],
      [[1], 100],
      [[2], 100],
      [[3], 50],
      [[1, 3], 150],
      [[1, 2, 3], 250],
      // A part after the end has no bytes.
      [[4], 0],
    ] as const)
      assert.equal(storedBytes({ ...job, etags: etags(...numbers) }), bytes, String(numbers));
  });

  it('are the same if a library has replaced reduce, as Prototype.js 1.6 does', (t) => {
    const { reduce } = Array.prototype;
    t.after(() => (Array.prototype.reduce = reduce));
    Array.prototype.reduce = function (this: unknown[]) {
      return this.length > 1 ? this : this[0];
    } as typeof reduce;
    assert.equal(storedBytes({ ...job, etags: etags(1, 2) }), 200);
  });

  it('are 0 without a plan or a size', () => {
    const { plan: _plan, ...unplanned } = { ...job, etags: etags(1) };
    const { file: _file, ...unchecked } = { ...job, etags: etags(1) };
    assert.deepEqual([storedBytes(unplanned), storedBytes(unchecked)], [0, 0]);
  });
});

describe('title of a recording', () => {
  it('is the name of its file, and empty for a task', () => {
    assert.equal(titleOf(job), 'talk.wav');
    assert.equal(titleOf(newJob({ kind: 'task', transcriptionId: 't' }, {})), '');
  });

  it('is the given title, else the decoded last segment of the URL', () => {
    for (const [path, title] of [
      ['a/talk.mp3?key=a/b#c', 'talk.mp3'],
      ['M%C3%BCller%20GmbH.mp3', 'Müller GmbH.mp3'],
      ['100%.mp3', '100%.mp3'],
      ['', ''],
    ] as const) {
      const source = { kind: 'address', fileUrl: `https://cdn.test/${path}` } as const;
      assert.equal(titleOf(newJob(source, {})), title);
      assert.equal(titleOf(newJob({ ...source, title: 'Board' }, {})), 'Board');
    }
  });
});
